# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Output that cannot be written: each command that prints fails with a message. uncore tasks and windows record are in a guest.

full=$out/full
fake_in_tree "$full" emr 00CF 2 cha=3 imc=2 iio=2
SYSFS_PATH=$full "$uncore" record -I 20 -o "$full/series" mem_bw_reads -- sleep 0.3 2>/dev/null
echo '{"format":"uncore windows 1","events":["cha/clockticks/"],"period":1000,"duration_ns":2000000000,"lost":0,"frozen":[]}' >"$full/record"
# to_full COMMAND...: an interval that is lost ends the run, so none of these needs the time
to_full() { SYSFS_PATH=$full timeout "$PATIENCE" "$uncore" "$@" >/dev/full; }
while read -r line; do
	reason=': No space left on device'
	# stdio does not keep the reason of a text that is longer than its buffer.
	[ "$line" != "list --events --json" ] || reason="($reason)?"
	# shellcheck disable=SC2086
	status=1
	[ "${line%% *}" != diff ] || status=2
	says $status "^uncore: cannot write the output$reason\$" "/dev/full: $line" to_full $line
done <<END
list
list cas_count
list --events --json
explain cha/clockticks/
explain --json cha/clockticks/
units -e cha/clockticks/ -- true
units -I 100 -e cha/clockticks/
metrics mem_bw_reads -- true
metrics -I 100 mem_bw_reads
metrics -I 100 --csv mem_bw_reads
metrics -I 100 --json mem_bw_reads
metrics --list
top --once
windows report $full/record
report $full/series
report --json $full/series
report --csv --series $full/series
diff $full/series $full/series
io -- true
io -I 100
io -I 100 --json
export --once
check units
check --json units
check --list
--help
--version
list --help
list -h
tasks --usage
windows --help
END
# With all three closed, none of them becomes a file of the program.
for line in "list" "metrics --list" "top --once -I 1" "export --once"; do
	# shellcheck disable=SC2086
	equal "no output at all: $line" "$(SYSFS_PATH=$full "$uncore" $line <&- >&- 2>&-; echo $?)" 1
done
# Nor is the end of a pipe, which would wait for itself, nor /dev/null, where what is written would be lost.
for line in "record -o /dev/stdout mem_bw_reads -- true" "report --html /dev/stdout $full/series"; do
	# shellcheck disable=SC2086
	SYSFS_PATH=$full says 1 '^uncore: /dev/stdout: ' "a closed file by its name: $line" bash -c "exec timeout -k 1 $PATIENCE '$uncore' $line >&-"
done
for closed in "2>&-" "<&- >&- 2>&-"; do
	bash -c "SYSFS_PATH=$full exec $uncore record -o $full/closed mem_bw_reads -- sh -c 'exit 7' $closed"
	equal "record $closed: the status, and the end of the file" "$? $(tail -n 1 "$full/closed" | jq .end)" "7 true"
done
equal "the message comes once" "$(to_full metrics -I 100 mem_bw_reads 2>&1 | grep -c 'cannot write')" 1
while read -r line; do
	# The reader is gone before the program is started: the shell has waited for its end.
	says 141 '^$' "a pipe without a reader: SIGPIPE, not a message: $line" \
		bash -c "exec > >(true); wait \$!; exec env SYSFS_PATH=$full timeout $PATIENCE $uncore $line"
done <<END
metrics -I 100 mem_bw_reads
metrics mem_bw_reads -- true
metrics --json mem_bw_reads -- true
metrics --list
metrics --list --json
units -e cha/clockticks/ -- true
io -- true
top --once -I 1
top --json --once -I 1
list
explain cha/clockticks/
report $full/series
diff $full/series $full/series
check --list
record -o /dev/stdout mem_bw_reads -- true
END
for command in "" "-- sh -c 'exit 7'" "-- sleep 60"; do
	says 141 '^$' "a pipe without a reader: windows record $command" bash -c "exec > >(true); wait \$!
		FAKE_TRACE=2 exec timeout $PATIENCE $uncore windows record -e cha/clockticks/ -c 5 -o /dev/stdout $command"
done
# Errors that come only when a file is closed.
says 1 "^uncore: cannot write $full/closed: Input/output error\$" "close: record" env FAKE_CLOSE=5 SYSFS_PATH="$full" "$uncore" record -o "$full/closed" mem_bw_reads -- true
for line in "metrics --list" "list" "--version" "diff $full/series $full/series"; do
	status=1
	[ "${line%% *}" != diff ] || status=2
	# shellcheck disable=SC2016 # the shell in it expands that
	says $status '^uncore: cannot write the output: Input/output error$' "close: ${line%% *}" \
		env FAKE_CLOSE=5 SYSFS_PATH="$full" bash -c "exec '$uncore' $line >'$full/closed'"
done
