# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore check, on events that count by a rule: all clocks of a type tick at the same rate there.
says 0 '^clocks +the clock of each unit' "list of checks" "$uncore" check --list
says 2 'unknown check nonsense' "a check that there is not" "$uncore" check nonsense
says 2 'not a number of MiB' "no memory" "$uncore" check -b 0
says 0 '^no +memory +.*NUMA nodes' "what cannot be done here" "$uncore" check memory
says 0 '^no +nodes +.*NUMA nodes' "nodes that are not known" "$uncore" check nodes
says 0 '^no +units +no access to capability registers' "registers that are not there" "$uncore" check units
says 0 '^no +start +.*no parameter' "a module that is not there" "$uncore" check start
says 0 '^no +freeze +' "windows that nobody ends" "$uncore" check freeze
says 0 '^no +windows +' "on any unit" "$uncore" check windows
says 0 '"check":"units","verdict":"no"' "as an object" "$uncore" check -j units
says 2 'device requires an option: --device' "a check that needs a device" "$uncore" check device
says 0 '^no +device +/nowhere: No such file' "no such device" "$uncore" check --device=/nowhere units
says 0 '^no +device +.*/run is no block device' "no block device" "$uncore" check --device="$here/run" units
says 1 '^uncore: cannot write /nowhere/report: No such file or directory$' "a report that cannot be written" "$uncore" check -r /nowhere/report units
equal "it says so before the checks" "$("$uncore" check -r /nowhere/report units 2>/dev/null)" ""
echo '{"version":1,"format":"uncore record 1"}' >"$out/check.record"
equal "nor into a recording, before the checks" "$("$uncore" check -r "$out/check.record" units 2>&1)" "uncore: $out/check.record is a recording; choose another file"
says 1 '^uncore: cannot write /dev/full: No space left on device$' "a report for which there is no room" "$uncore" check -r /dev/full units
for name in "$out/both.json" /dev/stdout; do
	says 1 "^uncore: $name is standard output, too; choose another file\$" "a report into the file of standard output: ${name##*/}" \
		bash -c "exec '$uncore' check --json -r '$name' units >'$out/both.json'"
done
equal "a report into the pipe of standard output" "$("$uncore" check -r /dev/stdout units | grep -c '"checks"')" 1
"$uncore" check -r "$out/report.json" units >"$out/text" 2>&1
equal "a report" "$(grep -c '"checks"' "$out/report.json")" 1
equal "has no name of this host" "$(grep -cF "$(uname -n)" "$out/report.json")" 0
# Ctrl-C during the checks: an empty file looks like a report. The checks run once the program has opened the directory
# that it locks. A loop that took the lock would be another check to the program.
rm "$out/report.json"
for report in report.json text; do
	before=$(stat -c %s "$out/$report" 2>/dev/null)
	FAKE_PERF=slow=300 env --default-signal=INT "$uncore" check -r "$out/$report" >/dev/null 2>&1 &
	until readlink "/proc/$!/fd/"* | grep '/kernel/debug$' >/dev/null || ! kill -0 $!; do sleep 0.1; done
	sleep 1
	kill -INT $!
	wait $!
	equal "SIGINT during the checks: no report, an old file stays: $report" "$? $(stat -c %s "$out/$report" 2>/dev/null)" "130 $before"
done
printf 'processor\t: 0\nmodel name\t: A processor of this tree\nmicrocode\t: 0x5\n\n' >"$SYSFS_PATH/cpuinfo"
"$uncore" check -r "$out/report.json" units >/dev/null 2>&1
equal "the processor of a report is that of the tree in SYSFS_PATH" "$(jq -c '[."model name", .microcode]' "$out/report.json")" '["A processor of this tree","0x5"]'
rm "$SYSFS_PATH/cpuinfo"
says 3 'no uncore PMU' "nothing to check" env SYSFS_PATH="$out/nothing" "$uncore" check
exec 9<"$SYSFS_PATH/kernel/debug"
flock 9
says 1 "^uncore: another .uncore check' runs on this machine; wait for its end\$" "a second check at once" "$uncore" check units
exec 9<&-
# Memory modules: a structure of 27 bytes with a size and DDR5, its strings, and the same cut off at each byte.
dmi=$SYSFS_PATH/firmware/dmi/tables/DMI
mkdir -p "${dmi%/*}"
module='\x11\x1b\x00\x11\x00\x10\xfe\xff\x50\x00\x40\x00\x00\x10\x09\x00\x01\x02\x22\x80\x00\xc0\x12\x00\x00\x00\x00A\0B\0\0'
printf "$module%.0s" {1..32} >"$dmi"
says 0 '^pass +units +agrees with 32 memory modules' "two memory modules for each of 16 channels" "$uncore" check units
printf "$module%.0s" {1..33} >"$dmi"
says 1 '^fail +units +16 memory channels .* too few for 33 DDR5' "one module more" "$uncore" check --once units
crashed=
for ((bytes = 0; bytes <= 32; bytes++)); do
	printf "$module" | head -c $bytes >"$dmi"
	"$uncore" check units >/dev/null 2>&1 || crashed="$crashed $bytes"
	printf "$module$module" | head -c $((bytes + 32)) >"$dmi"
	"$uncore" check units >/dev/null 2>&1 || crashed="$crashed $((bytes + 32))"
done
equal "tables that end anywhere" "$crashed" ""
rm -r "$SYSFS_PATH/firmware"

# PCI functions as on real machines. fake_layout BUS DEVICE.FUNCTION=ID...
fake_layout() {
	local bus=$1 word
	shift

	for word; do
		fake_function "$SYSFS_PATH" "0000:$bus:${word%=*}" "${word#*=}"
	done
}
# capabilities BUS CHAS LINKS
capabilities() {
	fake_function "$SYSFS_PATH" "0000:$1:1e.3" 0x325b 0x94=$((((1 << $3) - 1) << 23)) 0x9c=$(((1 << $2) - 1))
}
m3upis=$(for n in 5 6 7 8; do echo 0$n.1=0x3246; done)
m2ms=$(for n in c d e f; do echo 0$n.0=0x324a; done)
upis=$(for n in 1 2 3; do echo 0$n.1=0x3241; done)
usual=$SYSFS_PATH

# A workstation: no UPI function, whatever the capability registers say; M3UPI functions without units.
fake_sysfs "$out/w790" emr 008F 1 cha=8 imc=8 m2m=4 iio=12 pcu=1 ubox=1
export SYSFS_PATH=$out/w790
# shellcheck disable=SC2086 # words
fake_layout fe $m3upis $m2ms 1a.0=0x2880 1b.0=0x2880 1c.0=0x2880 1d.0=0x2880
capabilities ff 8 4
says 0 '^pass +units +agrees with capability registers of 1 packages, PCI functions' "one socket: M3UPI functions without links" \
	"$uncore" check units
capabilities ff 7 4
says 1 '^fail +units +die 0 has 8 units of cha, its capability registers list 7' "a CHA more than listed" "$uncore" check --once units
capabilities ff 8 0
fake_pmu "$SYSFS_PATH" emr upi uncore_upi 90 0
says 1 '1 units of upi are counted, and there are 0 PCI functions' "a link without a function" "$uncore" check --once units

# Its smaller sister has two memory controllers, and all M2M functions. Its table can list two M2Ms or four.
for listed in 2 4; do
	fake_sysfs "$out/w2400" emr 008F 1 cha=8 imc=4 m2m=$listed iio=6 pcu=1 ubox=1
	export SYSFS_PATH=$out/w2400
	# shellcheck disable=SC2086 # words
	fake_layout fe $m3upis $m2ms 1a.0=0x2880 1c.0=0x2880
	capabilities ff 8 3
	says 0 '^pass +units +agrees' "two memory controllers, $listed M2Ms" "$uncore" check units
done
fake_sysfs "$out/w2400" emr 008F 1 cha=8 imc=4 m2m=1 iio=6 pcu=1 ubox=1
# shellcheck disable=SC2086 # words
fake_layout fe $m2ms 1a.0=0x2880 1c.0=0x2880
capabilities ff 8 3
says 1 '1 units of m2m are counted, and there are 4 PCI functions' "two memory controllers, one M2M" "$uncore" check --once units

# Two sockets, three links, four M3UPI functions on each.
for units in 3 4; do
	fake_sysfs "$out/d54q" emr 008F 1 cha=8 imc=8 m2m=4 upi=3 m3upi=$units iio=12 pcu=1 ubox=1
	export SYSFS_PATH=$out/d54q
	# shellcheck disable=SC2086 # words
	fake_layout fe $upis $m3upis $m2ms
	capabilities ff 8 4
	says 0 '^pass +units +agrees' "three links, $units M3UPIs" "$uncore" check units
done
fake_sysfs "$out/d54q" emr 008F 1 cha=8 imc=8 m2m=4 upi=2 m3upi=2 iio=12 pcu=1 ubox=1
# shellcheck disable=SC2086 # words
fake_layout fe $upis $m3upis $m2ms
capabilities ff 8 3
says 1 '2 units of upi are counted, and there are 3 PCI functions' "a link left out" "$uncore" check --once units
says 1 'die 0 has 2 units of upi, its capability registers list 3' "it is listed" "$uncore" check --once units

# Xeon Max: the M2Ms of HBM have the same id.
fake_sysfs "$out/max" emr 008F 1 cha=8 imc=8 m2m=4 m2hbm=5 hbm=10 iio=12 pcu=1 ubox=1
export SYSFS_PATH=$out/max
# shellcheck disable=SC2086 # words
fake_layout fe $m2ms 0c.1=0x324a 0c.2=0x324a 0d.1=0x324a 0e.1=0x324a 0f.4=0x324a
capabilities ff 8 0
says 0 '^pass +units +agrees' "units of memory and HBM behind one id" "$uncore" check units
fake_layout fe 0f.3=0x324a
says 1 '5 units of m2hbm are counted, and there are 6 PCI functions' "one of HBM left out" "$uncore" check --once units
export SYSFS_PATH=$usual
