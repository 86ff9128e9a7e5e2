# SPDX-License-Identifier: GPL-2.0-only
# what: a package goes offline and comes back, again and again, while events sample and take turns there; both packages count exactly
# machine: small wide
# kernels of wide: 7.3
# kernels: 6.1 6.12 6.12-release 7.3-rt debug
# why: what perf drops with a package differs between series, and builds of 6.12; locks
. /test/hotplug.sh
load

# What differs between kernels shows each time.
rounds=3
[ $KERNEL != 6.12 ] || rounds=20
{
	echo "section $rounds times offline and back"
	echo "cpu 0"
	# A read may not stop what is counted, and an end of file not what comes later.
	echo "open here uncoreall_cha/event=0x60,umask=0x1/ die=0 pinned"
	for i in 1 2 3 4 5 6; do
		echo "open turn$i uncore_cha_1/event=0x61,umask=$i/ die=0"
	done
	round=0
	while [ $round -lt $rounds ]; do
		round=$((round + 1))
		echo "open one uncoreall_cha/event=0x60,umask=0x1/ die=1 pinned"
		echo "open m2m uncore_m2m_0/event=0x60,umask=0x1/ die=1"
		echo "open imc uncore_imc_0/event=0x60,umask=0x1/ die=1"
		echo "open sample uncore_upi_0/event=0x60,umask=0x1/ die=1 period=100 sample_type=0x10 samples"
		for i in 1 2 3 4 5 6; do
			echo "open t$i uncore_cha_1/event=0x61,umask=$i/ die=1"
		done
		echo "sim inject die=1 unit=upi:0 event=0x60 umask=0x1 n=100"
		echo "await-samples sample 1"
		echo "thaw 1"
		echo "sim inject die=* unit=* event=0x60 umask=0x1 n=50"
		echo "expect one $((50 * UNITS_cha))"
		echo "expect imc 50"
		echo "sim inject die=* unit=cha:1 event=0x61 umask=1 n=100000"
		echo "sim inject die=1 unit=upi:0 event=0x60 umask=0x1 n=50"
		# Frozen, perhaps, by what nobody can look for any more.
		package_1 0 $round
		for name in one m2m imc sample t1 t6; do
			echo "expect-end $name"
		done
		echo "sim inject die=0 unit=* event=0x60 umask=0x1 n=25"
		echo "expect here $((75 * round * UNITS_cha))"
		package_1 1
		echo "close one m2m imc sample t1 t2 t3 t4 t5 t6"
	done
	echo "close all"
	echo "end"
} | pmontest

# An event on package 1, which goes and comes back, and another one there, "after".
away_and_back() {
	echo "cpu 0"
	echo "open before uncore_cha_1/event=0x60,umask=0x1/ die=1"
	package_1 0
	package_1 1
	echo "close before"
	echo "open after uncore_cha_1/event=0x60,umask=0x1/ die=1"
}

# The timer that reads counters before they wrap ends with the package, and begins with the first event there. A look at the
# controls follows each time that it has read them; the first one may have begun before.
cat >/tmp/await-polls <<'END'
#!/bin/sh
checked() { sed -n 's/^die 1: checked \([0-9]*\) .*/\1/p' /sys/kernel/debug/uncore_pmon/controls; }
last=$(checked) checks=0
for i in $(seq 600); do
	now=$(checked)
	[ "$now" = "$last" ] || checks=$((checks + 1))
	[ $checks -lt 2 ] || exit 0
	last=$now
	usleep 20000
done
echo "no timer polls package 1: $checks"
exit 1
END
chmod +x /tmp/await-polls
unload
load poll_period_ms=20
half=$((1 << 47))
{
	echo "section counters wrap in a package that was away"
	away_and_back
	for step in 1 2 3; do
		echo "sim inject die=1 unit=cha:1 event=0x60 umask=0x1 n=$((half - 3))"
		echo "run /tmp/await-polls"
	done
	echo "expect after $((3 * (half - 3)))"
	echo "end"
} | pmontest

# All of that package's timers end with it, before they are due: on a CPU of the other package they would read that one's
# registers. There are events on several PMUs in each register space: perf removes them one after the other, and the last ones
# count until then. `make soak TRANSITIONS=1000` has more rounds.
[ $rounds = 3 ] || rounds=6
rounds=${SOAK_TRANSITIONS:-$rounds}
units="cha:0 cha:1 m2m:1 imc:0 upi:0"
timers_command

# each_unit COMMAND: the command for each unit, with its NAME, PMU and UNIT
each_unit() {
	for unit in $units; do
		each_line=${1//UNIT/$unit}
		each_line=${each_line//PMU/$(pmu_of ${unit%:*} ${unit#*:})}
		echo "${each_line//NAME/${unit/:/}}"
	done
}
unload
load poll_period_ms=60000
{
	echo "section several events, $rounds rounds"
	echo "cpu 0"
	each_unit "open here_NAME PMU/event=0x60,umask=0x1/ die=0"
	round=0
	while [ $round -lt $rounds ]; do
		round=$((round + 1))
		for umask in 1 2 3; do
			each_unit "open NAME_$umask PMU/event=0x60,umask=$umask/ die=1"
		done
		echo "open sample uncore_cha_2/event=0x60,umask=0x1/ die=1 period=100 sample_type=0x10 samples"
		each_unit "sim inject die=1 unit=UNIT event=0x60 umask=0x2 n=$round"
		each_unit "sim inject die=0 unit=UNIT event=0x60 umask=0x1 n=1000"
		each_unit "expect NAME_2 $round round $round: NAME"
		package_1 0
		echo "run [ \$(/tmp/timers-of die_timer) = 1 ] # round $round: the poll timer of package 0 is the only one"
		each_unit "expect-end NAME_3 round $round: NAME"
		package_1 1
		# Its group is no more on a CPU: a new member would never count.
		each_unit "refuse ENODEV PMU/event=0x60,umask=0x4/ die=1 leader=NAME_1"
		each_unit "close NAME_1 NAME_2 NAME_3"
		echo "close sample"
		each_unit "expect here_NAME $((1000 * round)) round $round: NAME in package 0"
	done
	echo "end"
} | pmontest

# What such a timer would read, when it is due.
unload
load poll_period_ms=6000
{
	echo "section a package that was away for less than a period"
	echo "cpu 0"
	for umask in 1 2 3; do
		each_unit "open NAME_$umask PMU/event=0x60,umask=$umask/ die=1"
	done
	package_1 0
	package_1 1
	for umask in 1 2 3; do
		each_unit "close NAME_$umask"
	done
	each_unit "open after_NAME PMU/event=0x60,umask=0x1/ die=1"
	each_unit "open other_NAME PMU/event=0x60,umask=0x1/ die=0"
	each_unit "sim inject die=1 unit=UNIT event=0x60 umask=0x1 n=50"
	each_unit "sim inject die=0 unit=UNIT event=0x60 umask=0x1 n=3000"
	echo "wait 7000"
	each_unit "expect after_NAME 50"
	each_unit "expect other_NAME 3000"
	echo "end"
} | pmontest
