# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's jaketown and ivytown lists whose unit exists opens, beside the in-tree driver's figure
# machine: snbep ivbep
# kernels: 6.12
. /test/json_lists.sh

case $PROCESSOR in
snbep)	least=490 ;;
ivbep)	least=1015 ;;
esac

load
for version in 6.12 7.3; do
	json_list $version >/tmp/json.$version
	real_pmus /tmp/json.$version >/tmp/ours.specs
	echo "event-list /tmp/ours.specs /tmp/ours.list" | pmontest | grep '^not ok'
	all=$(wc -l </tmp/json.$version)
	at_most "events that perf $version has not" $((least - all)) 0
	equal "events of perf $version whose terms do not fit our formats" \
		"$(awk '$2 == "-"' /tmp/ours.list | head -n 5)" ""
	open_all $version /tmp/ours.list "uncore_pmon"
	equal "events of perf $version that open, of $all" "$opened" "$all"
	eval "ours_$(echo $version | tr . _)='$opened of $all'"
done
unload
equal "accesses that the hardware does not allow" "$(pmonctl violations | grep -vE '^(violations 0|ok)' | head -n 3)" ""

insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
without_third_r3qpi
load_in_tree
for version in 6.12 7.3; do
	real_pmus /tmp/json.$version >/tmp/theirs.specs
	echo "event-list /tmp/theirs.specs /tmp/theirs.all" | pmontest | grep '^not ok'
	awk '$2 != "-"' /tmp/theirs.all >/tmp/theirs.list
	open_all $version /tmp/theirs.list intel_uncore
	note "perf $version: $(eval "echo \$ours_$(echo $version | tr . _)") events open on uncore_pmon," \
		"$opened of $(wc -l </tmp/theirs.all) on intel_uncore"
done
# What the in-tree driver does wrong is not the matter here.
pmonctl violations reset >/dev/null
unload_all
[ $PROCESSOR != ivbep ] || echo 1 >/sys/bus/pci/rescan
