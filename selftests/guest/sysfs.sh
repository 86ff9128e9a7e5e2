# SPDX-License-Identifier: GPL-2.0-only
# For selftests/sysfs-diff: all that two builds of the module show in sysfs and debugfs, compared.

# A line for each line of each file. perf gives PMU types out by the order of registration and anew each time.
dump() {
	insmod "$1" || fail "$1 does not load"
	note "$1: $(awk '$1 == "uncore_pmon" { print $2 }' /proc/modules) bytes in /proc/modules"
	(
		cd $PMUS && grep -rs '' uncore* | grep -vE '^[^/]*/(type|power/[^:]*):'
		cd /sys/module/uncore_pmon/parameters && grep -rs '' .
		cd /sys/kernel/debug/uncore_pmon && grep -rs '' .
	) | sort >"$2"
	rmmod uncore_pmon || fail "$1 cannot be unloaded"
}

dump /lib/before/uncore_pmon.ko /tmp/before
dump $MODULE /tmp/after
for kind in format events; do
	note "$(grep -c "^uncore[^/]*/$kind/" /tmp/after) lines in $kind of" \
	     "$(sed -n "s|^\(uncore[^/]*\)/$kind/.*|\1|p" /tmp/after | uniq | wc -l) PMUs"
done
check "there is something to compare" grep -q '/events/' /tmp/after
if diff /tmp/before /tmp/after >/tmp/difference; then
	ok "the same $(wc -l </tmp/after) lines before and after"
else
	not_ok "$(grep -c '^[-+<>]' /tmp/difference) lines differ"
	head -n 60 /tmp/difference | sed 's/^/# /'
fi
dmesg >/tmp/log
refuse "no warning of the kernel" grep -E 'WARNING:|BUG:|Call Trace:' /tmp/log
