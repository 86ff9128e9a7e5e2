# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check` passes a machine that is good, leaves no trace, and names what is broken
# machine: memory
# kernels: 6.12
load
sim clock 'die=*' 'unit=*' hz=2000000000 >/dev/null

# All registers but counters, which keep what was counted last. So does the upper half of a control that is off: it is not
# written when a counter stops.
registers() {
	for type in $TYPES; do
		for id in $(unit_ids $type); do
			for die in $(dies); do
				echo "get die=$die unit=$type:$(unit_number $id)"
			done
		done
	done >/tmp/units
	# A reply begins with "ok": the name of the unit takes its place.
	pmonctl - </tmp/units | awk '/^ok/ { getline <"/tmp/units" }
		!/^(counter|fixed_counter|ioclk|bw_|dclk|rpq|wpq)/' |
		sed -E 's,^(control[0-9]) 0x[0-9a-f]+00000000$,\1 0x0,'
	for die in $(dies); do
		pmonctl global die=$die
	done
	grep -H . /sys/module/uncore_pmon/parameters/*
}

# untouched TEXT: as it was before
untouched() {
	registers >/tmp/after
	if cmp -s /tmp/before /tmp/after; then
		ok "$1: $(wc -l </tmp/after) lines of registers are as before"
	else
		not_ok "$1: registers differ: $(diff -U 4 /tmp/before /tmp/after | grep '^[ +-]' | head -n 14 | tr '\n' ';')"
	fi
}

# Those that are not only done when asked for.
usual=$(uncore check --list | grep -vc 'only with')
registers >/tmp/before
uncore check --buffer 4 --report /tmp/report >/tmp/out 2>/tmp/err
equal "a good machine" "$?" 0
sed 's/^/# /' /tmp/out /tmp/err
equal "all checks pass" "$(tail -n 1 /tmp/out)" "$usual passed, 0 failed, 0 not possible here"
untouched "after a check"
check "the report has the processor" grep -q '"model name": *"' /tmp/report
check "the firmware's table" grep -q '"discovery": *\[' /tmp/report
equal "and each check" "$(grep -c '"verdict": *"pass"' /tmp/report)" "$usual"
waits=$(sed -n 's/.*"seconds waited": *\([0-9.]*\).*/\1/p' /tmp/report | awk '{ sum += $1 } END { print int(sum) }')
at_most "seconds that a check of a good machine waits" "$waits" 30
equal "as objects" "$(uncore check -j table units | grep -c '"verdict":"pass"')" 2

# The parameter that it compares makes the driver write the unit control, twice to start and twice to stop.
writes() {
	echo $1 >/sys/module/uncore_pmon/parameters/freeze_start
	pmonctl stats reset >/dev/null
	pmontest >/dev/null <<-END
		open a uncore_cha_1/event=0x35,umask=0x1/ die=0
		close a
	END
	pmonctl stats | awk '/^wrmsr/ { print $2 }'
	echo 0 >/sys/module/uncore_pmon/parameters/freeze_start
}
plain=$(writes 0)
equal "writes that freeze_start adds" "$(($(writes 1) - plain))" 4

# Killed in the middle, wherever that is: what it has changed is put back by the kernel, and by its own child.
for moment in 1 3 5; do
	uncore check --buffer 8 start freeze windows memory >/dev/null 2>&1 &
	pid=$!
	usleep ${moment}00000
	kill -9 $pid
	wait $pid 2>/dev/null
	eventually "killed: the parameter is as before" 'grep -q N /sys/module/uncore_pmon/parameters/freeze_start'
done
untouched "after it was killed"
uncore check nonsense >/tmp/out 2>&1
equal "a check that there is not: status" "$?" 2

# broken CHECK PATTERN FAULT...: it is found by this check and named. Once will do; that the same must fail three times,
# `again` has shown.
once=--once
broken() {
	name=$1 pattern=$2
	shift 2
	sim fault "$@" >/dev/null
	uncore check $once --buffer 4 $name >/tmp/out 2>&1
	status=$?
	pmonctl fault none >/dev/null
	if [ $status = 1 ] && grep -qE "$pattern" /tmp/out; then
		ok "$*: $(grep -m 1 -E "$pattern" /tmp/out)"
	else
		not_ok "$*: status $status: $(head -n 4 /tmp/out | tr '\n' ';')"
	fi
}
again() { once=; broken "$@"; once=--once; }

# How much a fault makes is printed as it was measured: on a busy machine something is between a counter and what it is compared
# with. The units are read one after the other.
again clocks 'imc 1 of die 0 counts (1[.]9|2[.]0)[0-9]* of the clock' double die=0 unit=imc:1
broken counters 'cha 2 of die 1: counter 1 of 4 counts 0.00' dead die=1 unit=cha:2 counter=1
broken sums 'uncoreall_m2m of die 1 counts 0[.][4-9][0-9]* of the sum' dead die=1 unit=m2m:1 counter=0
broken snapshot 'iio 1 of die 0: counter . of 4 is -?[0-9]+ ticks from the others' no-unit-freeze die=0 unit=iio:1
broken multiplex 'uncore_cha_0 of die 1: 6 events that take turns count 0' dead die=1 unit=cha:0 counter=1
broken fixed 'imc/event=0xff/, unit 1 of die 0, counts 0.000 of the clock' dead die=0 unit=imc:1 counter=8
again start 'cha 2 of die 1, started without a freeze, counts 0.000' needs-freeze die=1 unit=cha:2
broken links 'die 0: link . counts the traffic of M3UPI .' other-link die=0 'unit=upi:*'
broken memory 'die 0, memory of die 0: reads of channels of die 1 count 1.0. of the bytes instead of 0.00' \
	other-die 'die=*' 'unit=imc:*'
broken memory 'die 0: reads of channels of die 0 count 0[.](49|5.) of the bytes' half die=0 'unit=imc:*' event=5
broken steady 'm2m 0 of die 0: counter . differs from the others after a (start|while)' leaps die=0 unit=m2m:0 ms=2000 bit=3
broken channels 'imc 1 of die 1 counts 0.00 of its share' left-out die=1 unit=imc:1
broken slices 'cha 2 of die 0 counts 0.00 of its share' left-out die=0 unit=cha:2
# Where the host held the guest up, the driver's timer has found the overflow of some or all counters before they were read.
broken windows 'm2m 0 of die 1: counter [0-3] jumps|die 1: [1-9][0-9]* overflows froze nothing' width die=1 unit=m2m:0 bits=44
broken windows 'iio 0 of die 1: counter 0 ends (no window|windows only after) .*overflows are lost' no-status die=1 unit=iio:0
broken freeze 'mdf 1 of die 0 continues while its package is frozen' no-freeze die=0 unit=mdf:1
broken select 'm3upi 1 of die 1: counter 2 counts the clock, programmed for another event' any-event die=1 unit=m3upi:1 counter=2
# A control that cannot be written keeps the upper half that an event had before.
unload
load
broken memory 'requests of an undefined opcode sent by links of die 1 count 0[.][45]' no-upper die=1 unit=upi:1

# Both ends name each other, but the links are crossed.
straight() {
	unload
	for link in 0 1; do
		sim config die=0 dev=$((link + 1)) fn=1 reg=0x94 value=$((0x10000 | ($1 ^ link) << 8)) >/dev/null
		sim config die=1 dev=$((link + 1)) fn=1 reg=0x94 value=$((($1 ^ link) << 8)) >/dev/null
	done
	load
}
straight 0
uncore check --once links >/tmp/out 2>&1
equal "a wrong map of links: status" "$?" 1
# It stops at the first line of memory that is wrong, and which link that takes is open.
check "$(grep -m 1 'leads to' /tmp/out)" grep -qE \
	'die 0: link (0 leads to link 0 of die 1, .* at link 1|1 leads to link 1 of die 1, .* at link 0) of die 1' /tmp/out
straight 1

# Without any traffic one line says so.
pmonctl memory off >/dev/null
uncore check --once --buffer 4 memory channels slices >/tmp/out
equal "without traffic: status" "$?" 1
equal "lines" "$(grep -c 'no unit of any die counts the moved bytes' /tmp/out) of $(wc -l </tmp/out)" "3 of 4"
pmonctl memory on >/dev/null
uncore check --once --soak 0.05 table >/tmp/out
equal "a soak: status" "$?" 0
check "$(grep soak /tmp/out)" grep -q '^pass  soak .* [1-9][0-9]* reads of counters' /tmp/out
refuse "a soak without an end" uncore check --soak 0

# What is only done when it is asked for. modprobe has to know the kernel's own driver.
tools=/opt/tools/bin
$tools/depmod -a || not_ok "depmod"
asked() { PATH=$tools:$PATH uncore check --buffer 4 "$@" table; }
parameters() { grep -H . /sys/module/uncore_pmon/parameters/*; }
refuse "not by name" uncore check offline
asked --in-tree >/tmp/out 2>&1
equal "without --in-tree=FILE: status" "$?" 0
sed 's/^/# /' /tmp/out
check "$(grep in-tree /tmp/out)" grep -q '^no  *in-tree .*say --in-tree=FILE' /tmp/out
# All this is of no use on a machine whose time is wrong. A second after its start the kernel measured the rate that it was told,
# which it keeps to itself if more than 1 % is between the two.
dmesg >/tmp/dmesg
check "the rate of the TSC is right" grep -q 'Refined TSC clocksource calibration' /tmp/dmesg
# On the CPUs of the die whose owner goes others have their turn, in the middle of a read as well.
for cpu in 2 3; do
	taskset -c $cpu sh -c 'while [ ! -e /tmp/idle ]; do :; done' &
done
PATH=$tools:$PATH taskset -c 2,3 uncore check --buffer 8 --offline table >/tmp/busy 2>&1
check "on a busy machine: $(grep ' offline ' /tmp/busy)" grep -qE '^pass  offline .* [1-9][0-9]* clocks' /tmp/busy
touch /tmp/idle
unload
load freeze_start=1 sample_poll_us=777
parameters >/tmp/parameters
asked --offline --in-tree=$MODULE >/tmp/out 2>&1
equal "asked for: status" "$?" 0
sed 's/^/# /' /tmp/out
check "offline passes" grep -qE '^pass  offline .* [1-9][0-9]* clocks continue .* on 1 of 2 dies' /tmp/out
check "in-tree passes" grep -qE '^pass  in-tree .*[1-9][0-9] counts' /tmp/out
equal "this driver's parameters" "$(parameters | tr '\n' ' ')" "$(tr '\n' ' ' </tmp/parameters)"

# The check stands still while the fault is made: however busy the host is, what it reads next is read with the fault. If its CPU was
# online again before this could be done, once more.
is_offline() { [ "$(cat /sys/devices/system/cpu/cpu2/online)" = 0 ]; }
faulty=
for i in 1 2 3 4 5; do
	PATH=$tools:$PATH uncore check --buffer 8 --once --offline table >/tmp/out 2>&1 &
	pid=$!
	until is_offline || [ ! -e /proc/$pid ]; do usleep 2000; done
	kill -STOP $pid 2>/dev/null
	if is_offline; then
		pmonctl fault dead die=1 unit=cha:1 counter=0 >/dev/null
		faulty=yes
	fi
	kill -CONT $pid 2>/dev/null
	wait $pid
	status=$?
	[ -z "$faulty" ] || break
done
equal "a counter that stops when its CPU goes: status" "$status" 1
check "$(grep 'went online' /tmp/out)" grep -q 'cha 1 of die 1 counts 0\.000 of its clock while CPU 2 went online' /tmp/out
pmonctl fault none >/dev/null
# Installed, so that modprobe knows this one, too. The fault comes with the kernel's own driver: between those who load and count.
installed=/lib/modules/$(uname -r)/updates
mkdir -p "$installed" /tmp/with_fault
cp $MODULE "$installed/"
$tools/depmod -a || not_ok "depmod"
cat >/tmp/with_fault/modprobe <<-END
	#!/bin/sh
	case "\$*" in
	"--ignore-install intel_uncore")
		pmonctl fault half die=1 'unit=imc:*' event=5 >/dev/null ;;
	esac
	exec $tools/modprobe "\$@"
END
chmod +x /tmp/with_fault/modprobe
PATH=/tmp/with_fault:$tools:$PATH uncore check --buffer 4 --once --in-tree table >/tmp/out 2>&1
status=$?
rm -r "$installed" /tmp/with_fault
$tools/depmod -a || not_ok "depmod"
pmonctl fault none >/dev/null
# It stays broken afterwards, so the mean is three quarters.
equal "intel_uncore counts less: status" "$status" 1
check "$(grep -m 1 'imc/.*intel_uncore' /tmp/out)" grep -q 'imc/.*of die 1: intel_uncore counts 0.[67]' /tmp/out
equal "this driver's parameters, by modprobe" "$(parameters | tr '\n' ' ')" "$(tr '\n' ' ' </tmp/parameters)"

# until_killed CONDITION: kills the check as soon as that is so
until_killed() {
	until eval "$1" || [ ! -e /proc/$pid ]; do
		usleep 5000
	done
	kill -9 $pid
}

# Killed half-way.
offline=--offline
for half in is_offline 'loaded intel_uncore' '! loaded uncore_pmon'; do
	PATH=$tools:$PATH uncore check --buffer 4 $offline --in-tree=$MODULE table >/dev/null 2>&1 &
	pid=$!
	until_killed "$half" 2>/dev/null
	wait $pid 2>/dev/null
	eventually "killed when $half: its CPU is back" '! is_offline'
	eventually "and this driver" 'grep -q "^uncore_pmon .* Live" /proc/modules && ! loaded intel_uncore'
	eventually "with its parameters" 'parameters | cmp -s - /tmp/parameters'
	offline=
done

# What the table says. On die 0 the second channel has the address of the first, and CHAs are not listed at all: an empty entry is
# no mistake. On die 1 two M2Ms are swapped, and two links with their mesh stops, which the driver puts right.
unload
place() { awk -v unit=$1 '$2 ~ unit "$" { print $1 - 1 }' /tmp/table; }
address() { awk -v place=$(place $1) '$1 == place { print $2 }' /tmp/table; }
poke() { sim table die=$1 poke qword=$2 value=$3 >/dev/null; }
# An entry is three qwords: the second is the address, the third has the type and the number.
pmonctl table die=0 dump >/tmp/table
poke 0 $(place 00010006) $(address 00000006)
for unit in 00010000 00020000 00030000; do
	for i in -1 0 1; do
		poke 0 $(($(place $unit) + i)) 0
	done
done
pmonctl table die=1 dump >/tmp/table
for type in 7 8 9; do
	poke 1 $(place 0000000$type) $(address 0001000$type)
	poke 1 $(place 0001000$type) $(address 0000000$type)
done
load
uncore check --once table units links >/tmp/out
equal "a table that is wrong: status" "$?" 1
sed 's/^/# /' /tmp/out
for line in 'imc 1 of die 0 is left out' 'm2m 0 of die 1 has the registers of PCI device 13, .* m2m 1' \
	    'm2m 1 of die 1 has the registers of PCI device 12' 'die 0 has 1 units of cha, .* list 4' 'die 0 has 1 CHAs for 2 cores' \
	    '3 memory channels .* too few for 8 DDR5 modules' 'pass  links'; do
	check "$line" grep -q "$line" /tmp/out
done
unload
for die in 0 1; do
	pmonctl table die=$die restore
done
sim violations reset >/dev/null
