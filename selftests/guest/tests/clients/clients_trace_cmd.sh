# SPDX-License-Identifier: GPL-2.0-only
# what: trace-cmd records the driver's tracepoints while events count, and its report has the injected counts
# machine: small
# kernels: 6.12
. /test/clients.sh
note "trace-cmd $(version_of trace-cmd)"
cp /bin/pmontest $C/bin/

load_in_tree
refuse "intel_uncore: no tracepoints" client trace-cmd record -q -o /tmp/trace.dat -e uncore_pmon:unit_count true
rmmod intel_uncore
load
equal "tracepoints in its list" "$(client trace-cmd list -e uncore_pmon | sed 's/.*://' | sort | xargs)" \
	"$(ls /sys/kernel/tracing/events/uncore_pmon | grep -vE 'enable|filter' | sort | xargs)"

# Each unit has a count of its own, and samples happen on two units. Then perf opens an event that the driver refuses.
for die in $(dies); do
	for unit in $(unit_ids cha); do
		n=$((1000 * (die + 1) + 10 * unit + 7))
		echo "inject die=$die unit=cha:$unit event=0x35 umask=0x1 n=$n" >>/tmp/commands
		echo "cha $die $unit $n" >>/tmp/expected
	done
done
take_samples 2 1 >/tmp/samples
client trace-cmd record -q -o /tmp/trace.dat -e uncore_pmon:unit_count -e uncore_pmon:sample -e uncore_pmon:refused sh -c '
	perf stat -a -e uncoreall_cha/event=0x35,umask=0x1/ -- sh -c "pmonctl - </tmp/commands"
	pmontest </tmp/samples
	perf stat -a -e uncore_cha_0/event=0x35,filter_tid=5/ true' >/tmp/log 2>&1
client trace-cmd report -i /tmp/trace.dat >/tmp/report 2>>/tmp/log
[ -s /tmp/report ] || sed 's/^/# /' /tmp/log | tail -n 3

# An event fires for each of its units when it stops. The last value of each unit:
awk '/ unit_count: / {
	for (i = 1; i <= NF; i++) { split($i, part, "="); field[part[1]] = part[2] }
	if (field["config"] == "0x135")
		last[field["box"] " " field["die"] " " field["unit"]] = field["count"]
} END { for (unit in last) print unit, last[unit] }' /tmp/report | sort >/tmp/got
check "counts of single units" cmp /tmp/got /tmp/expected || diff /tmp/expected /tmp/got | head -n 8 | sed 's/^/# /'
equal "samples" "$(sed -n 's/.* sample: .*box=\([a-z0-9]*\) die=\([0-9]*\) unit=\([0-9]*\).* period=\([0-9]*\).*/\1,\2,\3,\4/p' \
	/tmp/report | sort | xargs)" "cha,0,1,1000 cha,0,1,1000 m2m,1,0,500"
equal "reason" "$(sed -n 's/.* reason=//p' /tmp/report | sort -u)" "filter_tid has no effect without tid_en"
