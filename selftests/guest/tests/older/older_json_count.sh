# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's lists for the processors from Broadwell-EP to Ice Lake-SP and Snow Ridge opens and counts
# machine: bdx_all skx_all icx_small snr
# other perfs: 7.3
# kernels: 6.12
. /test/json_lists.sh

# Of two lists the suite `events` shows that perf's names fit the formats, and each name is opened with its terms alone.
case $PROCESSOR in
bdx)	least=1270 versions=7.3 ;;
skx)	least=2530 versions=7.3 ;;
icx)	least=3900 versions="7.3 6.12" ;;
snr)	least=2500 versions=7.3 ;;
esac

load
for version in $versions; do
	our_list $version $least
	[ $PROCESSOR != icx ] || open_ours $version
	count_all "perf $version's list"
done
