# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
# One vocabulary: what each command prints as JSON is of the schema in Documentation/, CSV has the same names, and intervals have
# the time of day and end where the clock says.

began=$(date +%s)
valid "metrics" metrics 1 "$uncore" metrics --json -- true
valid "metrics --per-unit, with one that has none" metrics 1 "$uncore" metrics --json --per-unit mem_bw_reads llc_mpi -- true
valid "metrics that are refused" metrics 1 env FAKE_PERF=refuse=0xcf05 "$uncore" metrics --json mem_bw_total -- true
valid "metrics that never counted" metrics 1 env FAKE_PERF=share=0 "$uncore" metrics --json -- true
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.inf\tB\t0\t-\tcas_count.rd\t1e308*10*a\tx\nimc.nan\tB\t0\t-\tcas_count.rd\t0*1e308*10*a\tx\nimc.text\t\e[31m"\t0\t-\tcas_count.rd\ta\tx\n' >"$out/names.tsv"
valid "metrics without a finite value" metrics 1 "$uncore" metrics --json --file "$out/names.tsv" -- true
valid "metrics --list" metrics_list 1 "$uncore" metrics --json --list
fake_in_tree "$out/names" emr 00CF 2 cha=3 imc=2
valid "units, each with an event" units 8 env SYSFS_PATH="$out/names" "$uncore" units --json -e cha/clockticks/ -- true
valid "units that never counted" units 8 env FAKE_PERF=share=0 SYSFS_PATH="$out/names" "$uncore" units --json -e cha/clockticks/ -- true
valid "units, traced" units 6 env FAKE_TRACE=2 "$uncore" units --json -e cha/clockticks/ -- true
valid "top" top 1 "$uncore" top --json --once -I 1
valid "top that never counted" top 1 env FAKE_PERF=share=0 "$uncore" top --json --once -I 1
valid "list" list 1 "$uncore" list --json
mkdir -p "$out/names/kernel/debug/uncore_pmon"
valid "list, without uncore_pmon" list 1 env SYSFS_PATH="$out/names" "$uncore" list --json
valid "list of events" list_events 1 "$uncore" list --events --json
valid "explain" explain 1 "$uncore" explain --json tor_inserts.ia_miss_drd
valid "explain, rejected" explain 1 env FAKE_PERF=refuse=1 "$uncore" explain --json cha/clockticks/
valid "check" check 3 "$uncore" check --json clocks units memory
valid "check --list" check_list 1 "$uncore" check --json --list
"$uncore" check --report "$out/names.report" units >/dev/null 2>&1
valid "check --report" check_report 1 cat "$out/names.report"
FAKE_TRACE=2 "$uncore" windows record -c 5 -e cha/clockticks/ -o "$out/names.windows" -- true 2>/dev/null
"$uncore" windows report --json "$out/names.json" --csv "$out/names.csv" "$out/names.windows"
valid "windows" windows 1 cat "$out/names.json"
make -s -C "$top/tools/uncore" check-tasks OUT="$out" >"$out/build.log" 2>&1 || not_ok "what prints tasks compiles" "$(tail -n 5 "$out/build.log")"
for by in task command cgroup; do
	"$out/uncore-fake-tasks" $by >"$out/names.$by"
	valid "tasks by $by" tasks 8 grep '"shares"' "$out/names.$by"
	valid "tasks by $by: the costs" tasks_cost 2 grep '"switches"' "$out/names.$by"
	equal "schema: tasks by $by: nothing else" "$(wc -l <"$out/names.$by")" 10
done
# The validator refuses what is none of it.
for wrong in '{"version":2}' '{"version":1,"who":"x"}' '{"version":1,"value":NaN}'; do
	if "$here/validate" "$schema" metrics <<<"$wrong" >"$out/valid.err" 2>&1; then not_ok "schema: $wrong is refused"; else ok "schema: $wrong is refused"; fi
done
equal "each command that has --json is validated" \
	"$(for command in $("$uncore" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
		! "$uncore" "$command" --help | grep -- '--json' >/dev/null || grep -qhE "^valid .* \"\\\$uncore\" $command |^\"\\\$uncore\" $command |uncore-fake-$command" "$here"/test_{names,record,io}.sh ||
			echo "$command"; done)" ""
# CSV: the columns that have a name of the vocabulary.
equal "names: CSV of metrics" "$("$uncore" metrics --csv -- true | names)" \
	"box die enabled_share interval metric missing package seconds time unit unit_of_measure value version "
equal "names: CSV of windows" "$(names <"$out/names.csv")" "box die enabled_share interval package time unit version "

# The time of day is that of the clock, in each line of text on request.
near() { # TEXT TIME...: each is within the time in which the command ran
	local text=$1 time seconds wrong=
	shift
	for time; do
		seconds=$(date -d "$time" +%s 2>/dev/null) && [ "$seconds" -ge "$began" ] && [ "$seconds" -le "$(date +%s)" ] || wrong+=" $time"
	done
	equal "time of day: $text" "$# times, wrong:$wrong" "$# times, wrong:"
	[ $# -gt 0 ] || not_ok "time of day: $text: there are none"
}
form='[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{9}Z'
# shellcheck disable=SC2046
near "metrics" $("$uncore" metrics --time -I 50 mem_bw_reads -- sleep 0.2 | sed -nE "s/^ +[0-9.]+ s  ($form)\$/\\1/p")
# shellcheck disable=SC2046
near "units" $(SYSFS_PATH=$out/names "$uncore" units --time -e cha/clockticks/ -- true | sed -nE "s/^($form) +[0-9.]+  die .*/\\1/p")
# shellcheck disable=SC2046
near "tasks" $(TEXT=1 "$out/uncore-fake-tasks" task | sed -nE "s/^($form) +[0-9.]+ +[01] .*/\\1/p")
# shellcheck disable=SC2046
near "metrics --json" $("$uncore" metrics --json mem_bw_reads -- true | jq -r .time)
# shellcheck disable=SC2046
near "the end of a window" $(jq -r '.windows[].time' "$out/names.json")
equal "no time without --time" "$("$uncore" metrics mem_bw_reads -- true | grep -cE "$form")" 0

# The grid: a read of two packages takes 40 ms here. 20 intervals of 100 ms still take 2 s. If they drifted, none would be shorter than
# 140 ms. On a machine that is busy elsewhere many are longer, but not each one, and a shorter one follows.
for _ in 1 2 3 4 5 6; do
	read -r rows short < <(FAKE_PERF=slow=20 "$uncore" metrics --csv -I 100 mem_bw_reads -- sleep 2.02 |
		awk -F, '$3 == 0 && $1 <= 2.1 { if (rows++ && $1 - last < 0.125) short++; last = $1 } END { print rows - 1, short + 0 }')
	[ "$short" = 0 ] || break
done
equal "intervals do not drift: $rows in 2 s, $short of them without the time of a read" "$((short > 0 && rows <= 20))" 1
equal "the interval is what has gone by" "$(FAKE_PERF=slow=20 "$uncore" metrics --json -I 100 mem_bw_reads -- sleep 0.35 |
	jq -s 'map(.interval) | add - 0' | awk -v end="$(date +%s)" '{ print ($1 > 0.35 && $1 < 300) }')" 1
