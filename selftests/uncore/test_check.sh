# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore check, on events that count by a rule: all clocks of a type tick at the same rate there.
says 0 '^clocks +the clock of each unit' "list of checks" "$uncore" check --list
says 2 'unknown check nonsense' "a check that there is not" "$uncore" check nonsense
says 2 'not a number of MiB' "no memory" "$uncore" check -b 0
says 0 '^no +memory +.*NUMA nodes' "what cannot be done here" "$uncore" check memory
says 0 '^no +units +no access to capability registers' "registers that are not there" "$uncore" check units
says 0 '^no +start +.*no parameter' "a module that is not there" "$uncore" check start
says 0 '^no +freeze +' "windows that nobody ends" "$uncore" check freeze
says 0 '^no +windows +' "on any unit" "$uncore" check windows
says 0 '"check":"units","verdict":"no"' "as an object" "$uncore" check -j units
says 1 'cannot write' "a report that cannot be written" "$uncore" check -r /nowhere/report units
"$uncore" check -r "$out/report.json" units >"$out/text" 2>&1
equal "a report" "$(grep -c '"checks"' "$out/report.json")" 1
equal "has no name of this host" "$(grep -cF "$(uname -n)" "$out/report.json")" 0
says 3 'no uncore PMU' "nothing to check" env SYSFS_PATH="$out/nothing" "$uncore" check
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
