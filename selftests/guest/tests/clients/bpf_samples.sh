# SPDX-License-Identifier: GPL-2.0-only
# what: the BPF programs of samples/bpf read exact values at context switches, in windows, and at the driver's own tracepoints
# machine: small
# kernels: 6.1 6.12 7.3
# why: each has another verifier
insmod "$(kernel_module msr)" 2>/dev/null
load poll_period_ms=20

EVENTS=/sys/kernel/tracing/events

# Each CPU has something to switch to, twice: where only the owners can read, the others have what these have published.
cat >/tmp/switch_everywhere <<'END'
#!/bin/sh
for round in 1 2; do
	cpu=0
	while [ $cpu -lt $(grep -c ^processor /proc/cpuinfo) ]; do
		taskset -c $cpu usleep 5000
		cpu=$((cpu + 1))
	done
done
END
chmod +x /tmp/switch_everywhere

# --- at context switches, in each register space
for pmu in uncoreall_cha:cha:4 uncore_m2m_1:m2m:1 uncoreall_imc:imc:2; do
	name=${pmu%%:*} type=${pmu#*:}
	units=${type#*:} type=${type%:*}
	where="$type:*"
	[ $units != 1 ] || where=$type:1
	read_at $name 0x118 sh -c "
		pmonctl inject die=0 unit='$where' event=0x18 umask=0x1 n=1111 >/dev/null
		/tmp/switch_everywhere
		taskset -c 3 pmonctl inject die=0 unit='$where' event=0x18 umask=0x1 n=2222 >/dev/null
		taskset -c 1 pmonctl inject die=1 unit='$where' event=0x18 umask=0x1 n=50005 >/dev/null
		/tmp/switch_everywhere" >/tmp/out 2>&1
	sed 's/^/# /' /tmp/out
	for cpu in 0 1 2 3; do
		expected=$((units * 3333))
		[ $cpu -lt 2 ] || expected=$((units * 50005))
		equal "$name on CPU $cpu, count and reads that failed" \
			"$(awk -v cpu=$cpu 'NF == 6 && $1 == cpu { print $6, $5 }' /tmp/out)" "$expected 0"
	done
	# 6.1 lets a program read on one CPU only, the later ones on all of the die.
	case $SERIES in
	6.1)	check "$name: CPUs 1 and 3 have published values, and only these" \
			awk 'NF == 6 && ($1 == 1 || $1 == 3) { n += $4 > 0 && $3 == 0 } END { exit n != 2 }' /tmp/out ;;
	*)	check "$name: each CPU reads itself" \
			awk 'NF == 6 && $1 ~ /^[0-3]$/ { n += $3 > 0 && $4 == 0 } END { exit n != 4 }' /tmp/out ;;
	esac
done

# Nothing else happened on that die while the task ran.
if [ "$SERIES" != 6.1 ]; then
	cp /bin/pmonctl /tmp/injector
	read_at uncoreall_cha 0x118 sh -c "
		taskset -c 3 /tmp/injector inject die=1 unit=cha:* event=0x18 umask=0x1 n=70007 >/dev/null
		/tmp/switch_everywhere" >/tmp/out 2>&1
	equal "what the die counted while the task ran" "$(awk '$1 == "injector" { print $3 }' /tmp/out)" $((4 * 70007))
fi

# --- in windows
for n in 30000 70000 20000; do
	echo "inject die=0 unit=cha:* event=0x36 umask=0x1 n=$n"
	echo "inject die=0 unit=m2m:1 event=0x19 umask=0x1 n=$((n + 3))"
	echo "inject die=0 unit=cha:1 event=0x35 umask=0x1 n=1000"
	echo "inject die=1 unit=cha:3 event=0x36 umask=0x1 n=$((n + 5))"
	echo "inject die=1 unit=cha:1 event=0x35 umask=0x1 n=1000"
done >/tmp/commands
cat >/tmp/expected <<END
0 1000 120000 30003
0 2000 400000 100006
0 3000 480000 120009
1 1000 30005 0
1 2000 100010 0
1 3000 120015 0
END
sim clock die=0 unit=cha:* hz=1000000000 >/dev/null
read_in_window uncore_cha_1 0x135 1000 uncoreall_cha 0x136 uncore_m2m_1 0x119 uncore_cha_2 0x1 uncore_cha_3 0x1 \
	-- sh /test/run_commands.sh /tmp/commands >/tmp/out 2>&1
equal "status of read_in_window" $? 0
sim clock die=0 unit=cha:* hz=0 >/dev/null
sed 's/^/# /' /tmp/out
awk '/^window/ { print $4, $8, $9, $10 }' /tmp/out | sort -s -k1,1 >/tmp/got
check "values in the windows of both dies" cmp /tmp/got /tmp/expected
refuse "failed reads or lost windows" grep -E 'error|lost' /tmp/out
# Clocks that are read one by one while they run differ by what happens in between.
equal "clocks of two CHAs in the windows of die 0: values, differences" \
	"$(awk '/^window/ && $4 == 0 { print $11 }' /tmp/out | sort -u | wc -l) $(
	   awk '/^window/ && $4 == 0 { print $11 - $12 }' /tmp/out | sort -u | wc -l)" "3 1"

# --- at every tracepoint that the driver and its register accesses have, among them those under its locks
cat >/tmp/drive <<'END'
#!/bin/sh
{
	echo "section BPF programs at $1"
	for unit in cha m2m imc; do
		echo "open plain.$unit uncore_${unit}_0/event=0x19,umask=0x1/ cpu=0"
		echo "open s.$unit uncore_${unit}_0/event=0x60,umask=0x1/ cpu=0 period=1000 sample_type=0x10 samples"
	done
	for round in 1 2 3; do
		echo "cpu $((round % 2))"
		for unit in cha m2m imc; do
			echo "sim inject die=0 unit=$unit:0 event=0x19 umask=0x1 n=10"
			echo "sim inject die=0 unit=$unit:0 event=0x60 umask=0x1 n=1000"
			echo "thaw 0"
			echo "monotonic plain.$unit 20 0"
			echo "expect plain.$unit $((10 * round))"
			echo "expect-samples s.$unit $round"
		done
		echo "wait 30"
	done
	# Another thing that the driver may tell about.
	echo "refuse EINVAL uncore_cha_0/event=0x1,config2=0x1/ cpu=0"
	echo "close all"
	echo "end"
} | pmontest
END
chmod +x /tmp/drive
# at TEXT PMU TRACEPOINT...
at() {
	text=$1 pmu=$2
	shift 2
	options=
	for point; do
		options="$options -t ${point%/*}:${point#*/}"
	done
	read_at $options $pmu 0x118 /tmp/drive "$text, $pmu is read" >/tmp/out 2>&1
	grep -E '^(not )?ok' /tmp/out || not_ok "$text: $(cat /tmp/out)"
}
points=
for point in $EVENTS/uncore_pmon/*/id $EVENTS/msr/*_msr/id $EVENTS/timer/hrtimer_start/id \
	     $EVENTS/lock/contention_begin/id $EVENTS/lock/contention_end/id; do
	[ -e $point ] || { note "this kernel has no $point"; continue; }
	point=${point#$EVENTS/}
	point=${point%/id}
	points="$points $point"
	at $point uncoreall_cha $point
	case $point in
	# Whether somebody has to wait for a lock is not ours to say.
	lock/*)	;;
	*)	at_most "at least one try to read at $point" 1 \
			"$(awk 'NF == 6 && $1 ~ /^[0-3]$/ { n += $3 + $4 + $5 } END { print n + 0 }' /tmp/out)" ;;
	esac
done
for pmu in uncoreall_cha uncore_m2m_0 uncore_imc_0; do
	at "all of these and at context switches" $pmu $points sched/sched_switch
done

# --- the lines of the documentation, as they stand
sed -n 's/^    \(read_[a-z_]* .*\)$/\1/p' /test/bpf.rst >/tmp/lines
equal "lines with these programs" "$(wc -l </tmp/lines)" 4
while read -r line; do
	(eval "$line") >/tmp/out 2>&1 </dev/null
	equal "$line" $? 0
done </tmp/lines
