# SPDX-License-Identifier: GPL-2.0-only
# what: a unit that stops answering costs its own counts and nothing else; when it answers again, it counts again
# machine: small
# kernels: 6.12
load poll_period_ms=100
uncore_pmon=/sys/kernel/debug/uncore_pmon

text_command

# script TYPE: both packages, unit PMU, type PMU, and a snapshot of a group that is opened meanwhile; twice
script() {
	all=uncoreall_$1/$(event_terms $1) own=uncore_$1_0/$(event_terms $1)/
	happens="sim inject die=* unit=$1:* $(sim_terms $1)" units=$(expected_units $1)
	others=$((units - 1))
	echo "section $1"
	echo "open before $all/ die=0"
	echo "open far $all/ die=1"
	echo "open own $own die=0"
	echo "$happens n=10"
	sum=$((10 * units)) first=10 far=$((10 * units))
	for time in 1 2; do
		echo "expect before $sum"
		echo "expect own $first"
		echo "expect far $far"
		echo "section $1 does not answer, time $time"
		echo "sim gone die=0 unit=$1:0 gone"
		echo "$happens n=5"
		echo "expect before $((sum + 5 * others))"
		echo "expect own $first"
		echo "run /tmp/text-is $PMUS/uncoreall_$1/gone 0:0"
		echo "run /tmp/text-is $PMUS/uncore_$1_0/gone 0:0"
		echo "run /tmp/text-is $PMUS/uncore_$1_1/gone ''"
		echo "refuse ENODEV $own die=0"
		echo "refuse ENODEV $all,unit_mask=0x1/ die=0"
		echo "open lead $all,snapshot=1/ die=0 group"
		echo "open member $all,unit_mask=0x3/ die=0 leader=lead"
		echo "open there $own die=1"
		echo "$happens n=3"
		echo "expect before $((sum + 8 * others))"
		echo "expect own $first"
		echo "expect far $((far + 8 * units))"
		echo "expect there 3"
		echo "expect-group lead $((3 * others)) 3"
		echo "section $1 answers again, time $time"
		echo "sim gone die=0 unit=$1:0 back"
		echo "run /tmp/text-is $PMUS/uncoreall_$1/gone ''"
		echo "expect before $((sum + 8 * others))"
		echo "$happens n=2"
		sum=$((sum + 8 * others + 2 * units)) first=$((first + 2)) far=$((far + 10 * units))
		echo "expect there 5"
		echo "expect-group lead $((3 * others + 2 * units)) 7"
		echo "close there"
		echo "close member"
		echo "close lead"
	done
	echo "expect before $sum"
	echo "expect own $first"
	echo "expect far $far"
	echo "close all"
	echo "end"
}

# A unit of each register space.
for type in cha m2m imc; do
	script $type >/tmp/script
	pmontest </tmp/script
	equal "$type that does not answer, in the log" \
		"$(log_of_test | grep -c "$type unit 0 of die 0 does not answer, its counts stop here")" 1
	equal "$type that answers again, in the log" \
		"$(log_of_test | grep -c "$type unit 0 of die 0 answers again")" 1
done
equal "times that units went" "$(sed 's/.* gone //' $uncore_pmon/readings | xargs)" "6 0"

pmontest <<END
section nothing counts when the unit comes back: the next event finds it
open own uncore_m2m_1/event=0x18,umask=0x1/ die=1
sim gone die=1 unit=m2m:1 gone
expect own 0
close own
run grep -q "m2m .* does not answer any more" $uncore_pmon/discovery
refuse ENODEV uncore_m2m_1/event=0x18,umask=0x1/ die=1
run sleep 1
sim gone die=1 unit=m2m:1 back
open own uncore_m2m_1/event=0x18,umask=0x1/ die=1
run /tmp/text-is $PMUS/uncore_m2m_1/gone ''
sim inject die=1 unit=m2m:1 event=0x18 umask=0x1 n=9
expect own 9
close all
section windows: of the others meanwhile, of all afterwards, and a period continues
open window uncoreall_m2m/event=0x18,umask=0x1/ die=0 period=100 sample_type=0x10 samples
open plain uncore_m2m_0/event=0x18,umask=0x2/ die=0
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=40
expect window 40
sim gone die=0 unit=m2m:0 gone
expect plain 0
sim inject die=0 unit=m2m:1 event=0x18 umask=0x1 n=100
await-samples window 1
thaw 0
expect window 140
sim gone die=0 unit=m2m:0 back
run /tmp/text-is $PMUS/uncoreall_m2m/gone ''
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=60
await-samples window 2
thaw 0
expect window 200
close all
end
END

# From here on the timer reads counters once a minute. It asks units that are gone each second, also if a reader finds them.
echo 0 >/sys/module/uncore_pmon/parameters/poll_period_ms
pmontest <<END
section a reader finds that units are gone
open all uncoreall_cha/event=0x35,umask=0x1/ die=0
open own uncore_imc_1/event=0x2,umask=0x11/ die=1
sim gone die=0 unit=cha:1 gone
sim gone die=1 unit=imc:1 gone
expect all 0
expect own 0
run /tmp/text-is $PMUS/uncoreall_cha/gone 0:1
run /tmp/text-is $PMUS/uncore_imc_1/gone 1:1
sim gone die=0 unit=cha:1 back
sim gone die=1 unit=imc:1 back
run /tmp/text-is $PMUS/uncoreall_cha/gone ''
run /tmp/text-is $PMUS/uncore_imc_1/gone ''
sim inject die=0 unit=cha:1 event=0x35 umask=0x1 n=4
sim inject die=1 unit=imc:1 event=0x2 umask=0x11 n=5
expect all 4
expect own 5
close all
end
END

# Suspend to idle: one unit goes before it, unnoticed; another one comes back.
echo 0 >/sys/module/suspend/parameters/pm_test_delay
echo platform >/sys/power/pm_test
imcs=$(expected_units imc)
pmontest <<END
section a suspend
open goes uncoreall_imc/event=0x2,umask=0x11/ die=0
open comes uncoreall_cha/event=0x35,umask=0x1/ die=0
sim inject die=0 unit=imc:* event=0x2 umask=0x11 n=10
expect goes $((10 * imcs))
sim gone die=0 unit=cha:1 gone
expect comes 0
sim gone die=0 unit=imc:0 gone
run echo freeze >/sys/power/state
sim gone die=0 unit=cha:1 back
sim inject die=0 unit=imc:* event=0x2 umask=0x11 n=7
run /tmp/text-is $PMUS/uncoreall_imc/gone 0:0
run /tmp/text-is $PMUS/uncoreall_cha/gone ''
sim inject die=0 unit=cha:* event=0x35 umask=0x1 n=4
expect comes $((4 * $(expected_units cha)))
expect goes $((10 * imcs + 7 * (imcs - 1)))
sim gone die=0 unit=imc:0 back
run /tmp/text-is $PMUS/uncoreall_imc/gone ''
sim inject die=0 unit=imc:* event=0x2 umask=0x11 n=1
expect goes $((10 * imcs + 7 * (imcs - 1) + imcs))
close all
end
END
echo none >/sys/power/pm_test
