#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Runs one job of lib/jobs.sh and prints its results: job.sh DIRECTORY JOB
set -u
. "${BASH_SOURCE[0]%/*}/common.sh"
. "$SELFTESTS/lib/jobs.sh"

work=$1
read -r kind first second third fourth <<<"$2"
began=$EPOCHSECONDS

# What this job took, in seconds of the clock and of a processor, for lib/summary.sh.
note_time() {
	times >"$work/times.$$"
	awk -v wall=$((EPOCHSECONDS - began)) -v job="$*" -F '[ms ]+' '
		{ cpu += 60 * ($1 + $3) + $2 + $4 }
		END { printf "%d\t%d\t%s\n", wall, cpu, job }' "$work/times.$$" >>"$work/times"
	rm "$work/times.$$"
}

# A suite that runs on this machine and prints TAP.
host_suite() {
	local suite=$1 log=$LOGS/host/$1.log status command

	case $suite in
	pmonsim) command=(make -s -C "$TOP/tools/pmonsim" check TEST=) ;;	# not our TEST
	*)	command=("$SELFTESTS/$suite/run") ;;
	esac
	if [ "$suite" != pmonsim ] && [ ! -e "${command[0]}" ]; then
		say "not ok - host         $suite: there is no ${command[0]#"$TOP"/}"
		return
	fi
	mkdir -p "$LOGS/host"
	# Another `make check` of this clone may be running it: both would write the same files in build/.
	exec 8>"$LOGS/host-$suite.lock"
	flock -n 8 || { say "# $suite: waiting for another run of it in this clone"; flock 8; }
	"${command[@]}" >"$log" 2>&1 </dev/null 8>&-
	status=$?
	# Subtests are indented and do not count; numbers and dashes are dropped for one look.
	# A line is written at once: all jobs write into one pipe.
	sed -nuE "s/^(ok|not ok)( +[0-9]+)?( +-)? +/\1 - host         $suite: /p" "$log"
	if [ $status != 0 ] && ! grep -q '^not ok' "$log"; then
		say "not ok - host         $suite: exit status $status"
		tail -n 12 "$log" | said
	elif [ $status = 0 ] && ! grep -q '^ok' "$log"; then
		say "not ok - host         $suite: it tested nothing"
	else
		grep -A20 '^not ok' "$log" | grep -v '^ok' | head -n 40 | said
	fi
}

# A whole boot for each variant of the machine; one result for those that are good.
many_boots() {
	local kernel=$1 test=$2 from=$3 to=$4 machine variant options output good=0 start=$EPOCHSECONDS

	machine=$(with_clock "$test" "$(header "$(test_file "$test")" machine)")
	echo "$test -" >"$work/$kernel-$test-$from.boot"
	while read -r variant options; do
		# shellcheck disable=SC2086 # options are words
		if output=$(VARIANT=$variant "$SELFTESTS/lib/boot.sh" "$kernel" "$machine" \
			    "$work/$kernel-$test-$from.boot" "$test-$variant" $options \
			    </dev/null); then
			good=$((good + 1))
			continue
		fi
		printf 'not ok - %-12s %s (%s)\n%s\n' "$kernel" "$test" "$variant" \
			"$(grep -v '^ok - ' <<<"$output" | said)"
	done < <(variants "$test" | sed -n "$from,${to}p")
	[ $good = 0 ] || printf 'ok - %-12s %s (%d to %d): %d boots, %d s\n' "$kernel" "$test" \
		"$from" "$to" "$good" $((EPOCHSECONDS - start))
}

case $kind in
host)
	host_suite "$first"
	;;
guest|boots)
	if [ "$first" = debug ] && [ ! -e "$work/debug-ready" ]; then
		say "not ok - debug        the debug kernel or the module for it cannot be built"
		exit 0
	fi
	if [ "$kind" = guest ]; then
		"$SELFTESTS/lib/boot.sh" "$first" "$second" "$work/$first-$second.list" "$second"
		status=$?
		[ $status = 0 ] || grep -q '^not ok' "$LOGS/$first/$second/results" ||
			say "not ok - $first $second: it ended with status $status, and no test says why"
	else
		many_boots "$first" "$second" "$third" "$fourth"
	fi
	;;
esac
note_time "$2"
exit 0
