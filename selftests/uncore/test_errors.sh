# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Each error of the system is printed as that error, by each command that opens events: no descriptor, no memory, a busy device, a
# unit that is gone, an input error, two kinds of a missing permission.

errors=$out/errors
fake_sysfs "$errors" emr 00CF 1 cha=2 imc=2 iio=2
in_tree_errors=$out/errors_in_tree
fake_in_tree "$in_tree_errors" emr 00CF 1 cha=2 imc=2
for error in "24 Too many open files" "23 Too many open files in system" "12 Cannot allocate memory" "16 Device or resource busy" "19 No such device" "5 Input/output error"; do
	number=${error%% *} words=${error#* } remedy= also=
	case $number in
	24)	remedy='; raise the limit of open files [(]ulimit -Hn, LimitNOFILE=[)]' ;;
	23)	remedy='; raise the limit of open files of all programs [(]sysctl fs.file-max[)]' ;;
	# A port whose unit is gone is open, and counts when it is back.
	19)	remedy='; its units do not answer, see the file gone of the PMU' also="|not counted: uncore_iio_0 of die 0, no answer" ;;
	esac
	while read -r tree status command; do
		# shellcheck disable=SC2086
		COLUMNS=200 LINES=60 FAKE_PERF=errno=$number SYSFS_PATH=$tree says "$status" "cannot open (imc/cas_count[.][rdw]+|cha/clockticks|uncore_iio_0/[a-z0-9_=,]+)/ on die 0: $words$remedy$also" "$words: $command" \
			timeout "$PATIENCE" "$uncore" $command
	done <<-END
		$errors 0 metrics mem_bw_reads -- true
		$errors 0 metrics mem_bw_total -- true
		$errors 0 top --once -I 1
		$errors 1 export --once
		$errors 0 io -- true
		$errors 1 record -o $out/errors.record mem_bw_reads -- true
		$errors 1 tasks true
		$errors 1 windows record -c 5 -e cha/clockticks/ -o $out/errors.windows -- true
		$in_tree_errors 1 units -e cha/clockticks/ -- true
	END
	reason="any event would be; raise the limit of open files, ulimit -n|this does not depend on the event|the unit no longer answers"
	FAKE_PERF=errno=$number SYSFS_PATH=$errors says 1 "rejects it [(]$words[)]: ($reason)[.]\$" "$words: explain blames no event" "$uncore" explain cha/clockticks/
done
for number in 1 13; do
	while read -r command; do
		# shellcheck disable=SC2086
		FAKE_PERF=errno=$number SYSFS_PATH=$errors says 4 'no permission to count (imc/[a-z_.]+|cha/[a-z_.]+|uncore_iio_0/[a-z0-9_=,]+)/: ' "permission, errno $number: $command" timeout "$PATIENCE" "$uncore" $command
	done <<-END
		metrics mem_bw_total -- true
		top --once -I 1
		export --once
		explain cha/clockticks/
		io -- true
		record -o $out/errors.record mem_bw_reads -- true
		windows record -c 5 -e cha/clockticks/ -o $out/errors.windows -- true
	END
done
# PMUs that are there and cannot be read are not PMUs that are missing.
says 1 '^uncore: cannot read the PMUs in .*/bus/event_source/devices: Too many open files$' "no descriptor for sysfs" \
	bash -c "ulimit -n 4; exec env SYSFS_PATH=$errors ASAN_OPTIONS=detect_leaks=0 $uncore list"
if [ "$(id -u)" = 0 ]; then
	chmod 700 "$errors/bus/event_source/devices"
	says 4 '^uncore: cannot read the PMUs in .*/bus/event_source/devices: Permission denied$' "sysfs that is not for this user" \
		setpriv --reuid=65534 --regid=65534 --clear-groups env SYSFS_PATH="$errors" ASAN_OPTIONS=detect_leaks=0 "$uncore" list
	chmod 755 "$errors/bus/event_source/devices"
fi
says 3 'no uncore PMU; load uncore_pmon' "and none is none" env SYSFS_PATH="$out/nowhere" "$uncore" list
# Files without an end, such as /dev/zero: 20 MB of it are enough.
export SYSFS_PATH=$errors
while read -r command; do
	says 1 '^uncore: (--ids: )?/dev/stdin: File too large$' "a file without an end: $command" \
		bash -c "head -c 20000000 /dev/zero | timeout '$PATIENCE' '$uncore' $command"
done <<END
metrics -f /dev/stdin -- true
record -f /dev/stdin -o $out/errors.record -- true
record --devices --ids /dev/stdin -o $out/errors.record -- true
io --ids /dev/stdin -- true
export --once --config /dev/stdin
report /dev/stdin
windows report /dev/stdin
END
says 2 '^uncore: /dev/stdin: File too large$' "a file without an end: diff" bash -c "head -c 20000000 /dev/zero | '$uncore' diff /dev/stdin /dev/null"
equal "20 wrong lines are enough" "$(yes | head -n 100 | "$uncore" metrics -f /dev/stdin -- true 2>&1 | grep -c '^uncore: /dev/stdin:[0-9]*: ')" 20
# A recording can be as long as it likes. Each of these lines is good.
SYSFS_PATH=$errors "$uncore" record -o "$out/errors.record" mem_bw_reads -- true 2>/dev/null
{ head -n 1 "$out/errors.record"; jq -c 'select(.values)' "$out/errors.record" | head -n 1 | awk '{ for (i = 0; i < 200000; i++) print }'; } >"$out/errors.long"
equal "a recording of $(($(stat -c %s "$out/errors.long") / 1000000)) MB" "$("$uncore" report --json "$out/errors.long" | jq .intervals)" 200000
export SYSFS_PATH=$out/emr
