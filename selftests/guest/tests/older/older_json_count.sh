# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's lists for the processors from Broadwell-EP to Ice Lake-SP opens and counts
# machine: bdx_all skx_all icx_small
# other perfs: 7.3
# kernels: 6.12
. /test/json_lists.sh

# Of two lists the suite `events` shows that perf's names fit the formats, and each name is opened with its terms alone.
case $PROCESSOR in
bdx)	least=1270 versions=7.3 ;;
skx)	least=2530 versions=7.3 ;;
icx)	least=3900 versions="7.3 6.12" ;;
esac

load
for version in $versions; do
	json_list $version >/tmp/json.$version
	real_pmus /tmp/json.$version >/tmp/ours.specs
	echo "event-list /tmp/ours.specs /tmp/ours.list" | pmontest | grep '^not ok'
	all=$(wc -l </tmp/json.$version)
	at_most "events that perf $version has not" $((least - all)) 0
	equal "events of perf $version whose terms do not fit our formats" \
		"$(awk '$2 == "-"' /tmp/ours.list | head -n 5)" ""
	if [ $PROCESSOR = icx ]; then
		tried=$(to_open /tmp/ours.list)
		open_all $version /tmp/ours.open "uncore_pmon"
		equal "events of perf $version that open, of $tried" "$opened" "$tried"
	fi
	count_all "perf $version's list"
done
