# SPDX-License-Identifier: GPL-2.0-only
# Reads what a guest said on its two serial ports and turns it into results.
#
# A result is a line `ok|not ok - KERNEL NAME: detail` in the file $results, and the same on
# standard output. A guest test is one result, however many checks it makes; KUnit cases are one
# result each. Used by lib/boot.sh, which sets kernel, machine, name, results and dir.

# What a healthy kernel never prints.
KERNEL_REPORTS='WARNING:|BUG:|BUG |Oops|general protection fault|KASAN|UBSAN|kernel BUG at|INFO: rcu|rcu:.*(stall|detected)|blocked for more than|INFO: trying to register|Call Trace:|unchecked MSR access|cannot create duplicate filename|lockup|Kernel panic|scheduling while atomic|ioremap on RAM|page allocation failure|refcount_t:|list_(add|del) corruption|segfault at|divide error|invalid opcode|unregister_netdevice|Unable to handle|memory leak|leaked|Modules linked in'
# Lines of a healthy boot that look like it, and races of tracing with itself: the flags of a tracepoint are read while it is
# switched. (Two who are both ours are told as "A / B".)
KERNEL_NOISE='KASAN: (enabled|KernelAddressSanitizer initialized)|kasan: KernelAddressSanitizer initialized|kmemleak: Kernel memory leak detector (disabled|initialized)|lockdep|debug_locks|oops=panic|Kernel command line|Command line:|watchdog: NMI|hung_task|KCSAN: data-race in trace_event_raw_event_[a-z_]*[+]'

# A warning of 6.12 that no driver causes: on a busy host, the accounting of the fair server sometimes fails. It came during
# tests of CPU hotplug, and when a guest turned the fair server off before its first test.
KERNEL_FAULT_6_12='WARNING: .* at kernel/sched/deadline\\.c:[0-9]+ '

# kernel_reports CONSOLE BEGIN END: suspicious lines between two markers (empty BEGIN: from the start)
kernel_reports() {
	local fault=

	case $kernel in
	6.12* | debug* | kcsan)	fault=$KERNEL_FAULT_6_12 ;;
	esac
	# The known report is left out by its own lines: its warning, and one list of modules and one trace before its end mark.
	awk -v begin="$2" -v end="$3" -v reports="$KERNEL_REPORTS" -v noise="$KERNEL_NOISE" -v fault="$fault" '
		BEGIN { active = begin == "" }
		end != "" && index($0, end) { exit }
		fault != "" && $0 ~ fault { modules = trace = 1; next }
		/---\[ end trace / { modules = trace = 0 }
		modules && /Modules linked in:/ { modules = 0; next }
		trace && /Call Trace:/ { trace = 0; next }
		active && $0 ~ reports && $0 !~ noise { print }
		begin != "" && index($0, begin) { active = 1 }' "$1"
}

# result ok|"not ok" NAME DETAIL
result() {
	printf '%s - %-12s %s%s\n' "$1" "$kernel" "$2" "${3:+: $3}" | tee -a "$results"
}

start_results() {
	tests_file=$1
	first_number=$2
	finished=0
	used=0
	used_before=0
}

# read_used: the processor time that the guest has used, in hundredths of a second. A guest that has ended keeps the last figure.
read_used() {
	local stat

	read -r stat 2>/dev/null <"/proc/$qemu_pid/stat" || return 0
	# Behind the program's name, which ends with the last bracket: fields 14 and 15 of proc(5).
	read -ra stat <<<"${stat##*) }"
	used=$((stat[11] + stat[12]))
}

# note_used NAME: what the guest has used since the last call is NAME's
note_used() {
	printf '%d\t%s %s\n' $((used - used_before)) "$kernel" "$1" >>"${USED:-/dev/null}"
	used_before=$used
}

test_at() { sed -n "${1}p" "$tests_file"; }

# The name a test goes by in results: with the machine if it runs on several, with the perf version
# if it runs with each.
title_of() {
	set -- $1
	local where=
	[ "$(test_header "$1" machine | wc -w)" -le 1 ] || where=" on $machine"
	[ "${2:--}" = - ] && echo "$1$where" || echo "$1$where (perf $2)"
}

test_header() {
	sed -n "s/^# $2: *//p" "$(test_file "$1")" | head -n 1
}

report_test() {
	local console=$1 output=$2 number=$3 entry=$4
	local test=${entry%% *} title part kernel_part good bad seconds allowed

	title=$(title_of "$entry")
	part=$(sed -n "/^# begin $number /,/^# end $number /p" "$output")
	seconds=$(sed -n "s/^# end $number .*seconds=//p" "$output")
	kernel_part=$(kernel_reports "$console" "pmon-selftest: begin $number " \
				     "pmon-selftest: end $number ")
	allowed=$(test_header "$test" kernel-may-say)
	[ -z "$allowed" ] || kernel_part=$(grep -vE "$allowed" <<<"$kernel_part")
	good=$(grep -c '^ok' <<<"$part")
	bad=$(grep -c '^not ok' <<<"$part")

	# Cases that count for themselves.
	grep -E '^case (ok|not ok)' <<<"$part" | while read -r _ line; do
		case $line in
		ok*)	result ok "${line#ok - }" ;;
		*)	result "not ok" "${line#not ok - }" ;;
		esac
	done

	if [ -n "$kernel_part" ]; then
		result "not ok" "$title" "kernel: $(head -n 1 <<<"$kernel_part" | cut -c1-160), $seconds s"
		head -n 6 <<<"$kernel_part" | said
		[ "$bad" = 0 ] || grep -B4 -A8 '^not ok' <<<"$part" | head -n 16 | said
	elif [ "$bad" != 0 ]; then
		result "not ok" "$title" "$bad of $((good + bad)) checks failed, $seconds s"
		grep -B4 -A8 '^not ok' <<<"$part" | head -n 24 | said
	elif [ "$good" = 0 ]; then
		result "not ok" "$title" "it checked nothing, $seconds s"
	else
		result ok "$title" "$good checks, $seconds s"
	fi
}

# Print the tests that have finished since the last call.
report_finished() {
	local console=$1 output=$2 entry number text

	while entry=$(test_at $((finished + 1))); [ -n "$entry" ]; do
		number=$((first_number + finished))
		grep -q "^# end $number " "$output" &&
			grep -q "pmon-selftest: end $number " "$console" || return 0
		# In one piece, because another guest reports at the same time.
		text=$(report_test "$console" "$output" "$number" "$entry")
		printf '%s\n' "$text"
		note_used "$(title_of "$entry")"
		finished=$((finished + 1))
	done
}

# What the kernel said outside of any test: while booting and while going down.
report_boot() {
	local reports
	reports=$(kernel_reports "$1" "" "pmon-selftest: begin $first_number ")
	stale_code "$1" || reports="$reports$(kernel_reports "$1" "pmon-selftest: all done" "")"
	if [ -n "$reports" ] && { [ "$finished" != 0 ] || ! grep -q 'Kernel panic' "$1"; }; then
		result "not ok" "boot on machine $name" "kernel: $(head -n 1 <<<"$reports")"
	fi
}

# The test during which the guest ended.
fail_running() {
	local entry number
	entry=$(test_at $((finished + 1)))
	number=$((first_number + finished))
	if grep -q "^# begin $number " "$3"; then
		result "not ok" "$(title_of "$entry")" "$1"
	else
		result "not ok" "$(title_of "$entry")" "not started, $1"
	fi
	tail -n 3 "$3" | sed 's/^/    last said: /'
	tail -n 6 "$2" | sed 's/^/    console: /'
	[ ! -s "$dir/qemu.log" ] || tail -n 4 "$dir/qemu.log" | sed 's/^/    simulator: /'
}

# fail_all LIST REASON
fail_all() {
	local entry
	while read -r entry; do
		result "not ok" "$(title_of "$entry")" "$2"
	done <"$1"
}
