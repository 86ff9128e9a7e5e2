# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore check, on events that count by a rule: all clocks of a type tick at the same rate there.
says 0 '^clocks +the clock of each unit' "list of checks" "$uncore" check --list
says 2 'there is no check nonsense' "a check that there is not" "$uncore" check nonsense
says 2 'not a number of MiB' "no memory" "$uncore" check -b 0
says 0 '^no +memory +.*NUMA nodes' "what cannot be done here" "$uncore" check memory
says 0 '^no +units +no capability registers' "registers that are not there" "$uncore" check units
says 0 '^no +start +.*no parameter' "a module that is not there" "$uncore" check start
says 0 '^no +freeze +' "windows that nobody ends" "$uncore" check freeze
says 0 '^no +windows +' "on any unit" "$uncore" check windows
says 0 '"check":"units","verdict":"no"' "as an object" "$uncore" check -j units
says 1 'cannot write' "a report that cannot be written" "$uncore" check -r /nowhere/report units
"$uncore" check -r "$out/report.json" units >"$out/text" 2>&1
equal "a report" "$(grep -c '"checks"' "$out/report.json")" 1
equal "has no name of this host" "$(grep -cF "$(uname -n)" "$out/report.json")" 0
says 3 'no uncore PMU' "nothing to check" env SYSFS_PATH="$out/nothing" "$uncore" check
