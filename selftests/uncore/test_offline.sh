# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Offline packages: the kernel numbers the dies of all packages that it knows, the program only dies that it can count. What the
# driver traces has the kernel's numbers. The id of an event, which is another one on each die, joins the two.

four=$out/four
fake_sysfs "$four" emr 00CF 4 cha=2 imc=2 upi=2 iio=2 pcu=1
for mask in "$four"/bus/event_source/devices/*/cpumask; do echo 0,4,6 >"$mask"; done
rm -r "$four"/devices/system/cpu/cpu[23]/topology
got=$(SYSFS_PATH=$four FAKE_TRACE=2 "$uncore" units -e cha/clockticks/ -- true 2>&1)
for cpu in 0 4 6; do
	count=$(SYSFS_PATH=$four rate 1 0 "$(SYSFS_PATH=$four type_of uncoreall_cha)" $cpu)
	die=$(SYSFS_PATH=$four "$uncore" list | sed -n "s/^die \([0-9]\): .*counted by CPU $cpu\$/\1/p")
	equal "units: the die that list shows for CPU $cpu has its counts" "$(grep -cE "die $die +box [01] +$count  cha/clockticks/$" <<<"$got")" 2
done
equal "units: no other die" "$(grep -c 'die' <<<"$got")" 9
# Each of the two units has counted as much as the sum, as fake_perf.c says: no 0.
top_of() { SYSFS_PATH=$four FAKE_TRACE=2 LINES=60 COLUMNS=100 "$uncore" top --once -I 1 --socket "$1" 2>&1; }
for package in 0 2 3; do
	got=$(top_of $package | sed -n '/^Memory/,/^Heat/p')
	sum=$(sed -n 's/^Memory .*read \([0-9.]* .B.s\).*/\1/p' <<<"$got")
	equal "top: units of package $package have their rates" "$(grep -cE "^ +[01] .* $sum " <<<"$got")" 2
done
equal "top: a package that is offline is not one that does nothing" "$(top_of 1 | grep -cE '^Memory .not counted. .*read - +write -')" 1
says 1 'there is no package 4' "top: no such package" env SYSFS_PATH="$four" "$uncore" top --once --socket 4
says 2 'not a package' "top: no number" "$uncore" top --once --socket -1
# Windows: units and frozen times are those of the die.
SYSFS_PATH=$four FAKE_TRACE=2 "$uncore" windows record -c 1000 -e cha/clockticks/ -o "$out/four.windows" -- true 2>/dev/null
for cpu in 0 4 6; do
	die=$(SYSFS_PATH=$four "$uncore" list | sed -n "s/^die \([0-9]\): .*counted by CPU $cpu\$/\1/p")
	equal "windows: the unit of the die of CPU $cpu" "$(sed -n "s/.*\"die\":$die,\"end_ns.*\"values\":\[\([0-9]*\)\].*\"unit\":\([0-9]*\).*/\1 \2/p" "$out/four.windows")" \
		"$(SYSFS_PATH=$four rate 1 0 "$(SYSFS_PATH=$four type_of uncoreall_cha)" $cpu) $((cpu + 1))"
	equal "windows: the frozen time of the die of CPU $cpu" \
		"$(tail -n 1 "$out/four.windows" | grep -o "{\"die\":$die,[^}]*" | sed 's/.*"handled_ns":\([0-9]*\).*/\1/')" $((1000 * (cpu + 1)))
done
