# SPDX-License-Identifier: GPL-2.0-only
# Turns KERNEL and TEST into a list of jobs. A job is a line
#	guest KERNEL MACHINE[@guest]
#	boots KERNEL TEST FIRST LAST
#	host SUITE
# in the file `jobs`; the tests of a guest job are in `KERNEL-MACHINE.list`. A `boots` job boots
# the machine anew for each of a test's variants, which are counted from 1.

HOST_SUITES="pmonsim runner fuzz events docs dist setup uncore shell packages tree headers"
BOOTS_PER_JOB=13

# What read_headers has read: FILE, if it was read, and FILE NAME for each header.
declare -gA header_lines

# read_headers FILE...: all of these at once. A plan of all kernels asks some ten thousand times: a process for each question
# would be half a minute of a processor.
read_headers() {
	local file name value

	while IFS=$'\t' read -r file name value; do
		header_lines[$file]=read
		header_lines[$file $name]=$value
	done < <(awk '
		FNR == 1 { print FILENAME }
		match($0, /^# [^:]*: */) {
			name = substr($0, 3)
			sub(/:.*/, "", name)
			if (!seen[FILENAME, name]++)
				print FILENAME "\t" name "\t" substr($0, RLENGTH + 1)
		}' "$@")
}

# header_of FILE NAME: sets `value'
header_of() {
	if [ -n "${header_lines[$1]:-}" ]; then
		value=${header_lines[$1 $2]:-}
	else
		value=$(sed -n "s/^# $2: *//p" "$1" | head -n 1)
	fi
}

header() {
	local value

	header_of "$@"
	[ -z "$value" ] || printf '%s\n' "$value"
}

# without_reason FILE...: prints each test that runs on other kernels than 6.12 without a line "why"
without_reason() {
	awk '/^# kernels/ { sub(/^[^:]*: */, ""); if ($0 != "6.12" && $0 != "none") other[FILENAME] }
		/^# why: ./ { reason[FILENAME] }
		END { for (file in other) if (!(file in reason)) print file }' "$@"
}

# runs_on FILE KERNEL MACHINE: the header names the kernels. Another build of a series has all tests of the series where it is asked
# for by name, and each kernel has a test that is asked for by its name.
runs_on() {
	local value series=$2

	if [ -n "$QUICK" ]; then
		header_of "$1" quick
		[ "$value" = yes ] || return
	fi
	if [ -n "$KERNEL" ]; then
		series=${2%-release}
		series=${series%-rt}
		# The same kernel with another checker.
		[ "$series" != kcsan ] || series=debug
	fi
	header_of "$1" "kernels of $3"
	[ -n "$value" ] || header_of "$1" kernels
	[ -n "$value" ] || die "${1##*/} does not say on which kernels it runs"
	case " $value " in
	*" $2 "* | *" $series "*)	;;
	" none ")	return 1 ;;
	*)	[ -n "$KERNEL" ] && [ "${1##*/}" = "${TEST:-}.sh" ] ;;
	esac
}

# perfs FILE KERNEL MACHINE: the perfs that it runs with, or "-". A stock kernel's own is that of its series; 6.12 has all of them, but
# not with PREEMPT_RT.
perfs() {
	local value

	header_of "$1" "perf of $3"
	[ -n "$value" ] || header_of "$1" perf
	if [ "$value" = own ]; then
		value=${2%-*}
		[ "$value" != 6.12 ] || [ "$2" = 6.12-rt ] || value=each
	fi
	[ "$value" != each ] || value=$PERF_VERSIONS
	echo "${value:--}"
}

# One line `kernel machine test perf` for each thing to run in a guest.
guest_tests() {
	local kernels=$1 wish=$2 file test kernel machine machines perf value

	for file in $(test_files); do
		test=${file##*/}
		test=${test%.sh}
		# shellcheck disable=SC2053 # a pattern
		[ -z "$wish" ] || [[ $test == $wish ]] || continue
		header_of "$file" machine
		machines=$value
		for kernel in $kernels; do
			for machine in $machines; do
				runs_on "$file" "$kernel" "$machine" || continue
				for perf in $(perfs "$file" "$kernel" "$machine"); do
					echo "$kernel $machine $test $perf"
				done
			done
		done
	done
}

# variants TEST: `NAME OPTION...` for each machine that the test is booted on, if it is one that
# needs a boot of its own. A program may have more of them.
variants() {
	local file value

	file=$(test_file "$1")
	header_of "$file" variant
	[ -z "$value" ] || sed -n 's/^# variant: *//p' "$file"
	header_of "$file" variants
	[ -z "$value" ] || "$TOP/$value"
}

# with_clock TEST MACHINE: as boot.sh takes it
with_clock() {
	[ "$(header "$(test_file "$1")" clock)" = guest ] && echo "$2@guest" || echo "$2"
}

# plan_jobs DIRECTORY KERNELS WISH
plan_jobs() {
	local work=$1 kernels=$2 wish=$3 suite kernel machine test perf boots first wrong

	: >"$work/jobs"
	for suite in $HOST_SUITES; do
		[ "$wish" = "$suite" ] || [ -z "$wish$KERNEL" ] || continue
		echo "host $suite" >>"$work/jobs"
	done
	wrong=$(test_files | sed 's|.*/||' | uniq -d)
	[ -z "$wrong" ] || die "two guest tests are named ${wrong//$'\n'/, }"
	# shellcheck disable=SC2046 # a word for each file
	wrong=$(without_reason $(test_files))
	[ -z "$wrong" ] || die "no reason (\"why\") for other kernels than 6.12 in: $wrong"
	# shellcheck disable=SC2046
	read_headers $(test_files)
	guest_tests "$kernels" "$wish" >"$work/tests"
	while read -r kernel machine test perf; do
		boots=$(variants "$test" | wc -l)
		if [ "$boots" != 0 ]; then
			for ((first = 1; first <= boots; first += BOOTS_PER_JOB)); do
				echo "boots $kernel $test $first" \
				     "$((first + BOOTS_PER_JOB > boots ? boots : first + BOOTS_PER_JOB - 1))"
			done >>"$work/jobs"
			continue
		fi
		# Of a machine whose time does not depend on the host there is a boot of its own.
		machine=$(with_clock "$test" "$machine")
		[ -e "$work/$kernel-$machine.list" ] ||
			echo "guest $kernel $machine" >>"$work/jobs"
		echo "$test $perf" >>"$work/$kernel-$machine.list"
	done <"$work/tests"
}

needed_kernels() { cut -d' ' -f1 "$1/tests" | sort -u; }

# Of these selftests/setup/setup installs packages on this machine.
MACHINE_PARTS="compiler uncore tasks documentation terminal schema fuzzer packaging"

# needs_guest_programs DIRECTORY: whether anything is planned that boots a guest of the tests
needs_guest_programs() { grep -qv '^host ' "$1/jobs"; }

# The suite "packages" installs into directories of build/, and what is installed there opens /dev/null. A machine or a file system
# without devices is found out before an hour of other tests.
check_place() {
	local device=$BUILD/device.$$ wrong=

	# Who is not root learns that from the set-up.
	grep -q '^host packages$' "$1/jobs" && [ "$(id -u)" = 0 ] || return 0
	if ! mknod "$device" c 1 3 2>/dev/null; then
		wrong="no permission to make devices (CAP_MKNOD), which the suite packages needs: allow it, as in docker run --cap-add=MKNOD"
	elif ! : 2>/dev/null >"$device"; then
		wrong="$TOP is on a file system without devices (mounted with nodev, see findmnt -T .): move this directory"
	fi
	rm -f "$device"
	[ -z "$wrong" ] || die "$wrong"
}

# parts_of SUITE: sets `parts' to what selftests/setup/setup has to provide for a host suite besides a compiler
parts_of() {
	case $1 in
	fuzz)	parts="fuzzer" ;;
	docs)	parts="documentation" ;;
	dist)	parts="uncore qemu" ;;
	uncore)	parts="tasks documentation terminal schema prometheus" ;;
	shell)	parts="uncore tasks documentation terminal qemu tools shell bpftrace kernel-6.1 kernel-6.12 kernel-7.3 perf-6.12" ;;
	packages)	parts="packaging qemu perf-6.1 perf-6.12 kernel-6.1 kernel-6.12 kernel-7.3 packages firmware" ;;
	# Its comparison with perf's own lists.
	events)	parts="perf-6.12 perf-7.3" ;;
	# The root that it enters, and what `make demo` boots there.
	setup)	parts="qemu tools kernel-6.12 perf-6.12" ;;
	tree)	parts="source-6.12" ;;
	headers)	parts="headers${HEADERS:+-$HEADERS} kernel-6.12" ;;
	*)	parts= ;;
	esac
}

# needs_of KIND NAME: sets `needs' to what a job waits for: parts of the set-up, `all' of them, `module-KERNEL' or all `modules'.
# These suites copy or move what others install and build.
needs_of() {
	local parts part

	needs=
	case $1:$2 in
	host:setup | host:shell | host:packages)	needs="all modules" ;;
	host:*)
		parts_of "$2"
		for part in $parts; do
			[[ " $MACHINE_PARTS " == *" $part "* ]] || needs="$needs $part"
		done ;;
	*)	needs="all module-$2" ;;
	esac
}

# is_done DIRECTORY WHAT...: has all of this been made, or failed?
is_done() {
	local what

	for what in "${@:2}"; do
		[ -e "$1/done/$what" ] || return
	done
}

# is_now_done DIRECTORY WHAT...
is_now_done() {
	local what

	mkdir -p "$1/done"
	for what in "${@:2}"; do
		: >"$1/done/$what"
	done
}

# kernel_part KERNEL: sets `part' to what its module is compiled with
kernel_part() {
	case $1 in
	*-tree | *-core)	part=source-${1%-*} ;;
	*)	part=kernel-$1 ;;
	esac
}

# What selftests/setup/setup has to provide for the planned jobs, each once.
needed_parts() {
	local kernel suite part parts all="compiler"

	! needs_guest_programs "$1" || all="$all tasks"
	for suite in $(sed -n 's/^host //p' "$1/jobs"); do
		parts_of "$suite"
		all="$all $parts"
	done
	! grep -q ' uncore_export ' "$1/tests" || all="$all prometheus"
	if [ -s "$1/tests" ]; then
		all="$all qemu tools"
		! grep -q ' bpftrace -$' "$1/tests" || all="$all bpftrace"
		! grep -q ' clients_' "$1/tests" || all="$all clients"
		for kernel in $(needed_kernels "$1"); do
			kernel_part "$kernel"
			all="$all $part"
		done
		for kernel in $PERF_VERSIONS; do
			all="$all perf-$kernel"
		done
	fi
	tr ' ' '\n' <<<"$all" | awk '!seen[$0]++' | paste -sd ' '
}

# The longest first, so that both workers end at about the same time: the debug kernel is the slowest by far, and
# otherwise it is the number of tests.
order_jobs() {
	local job kind kernel machine rest

	while read -r job; do
		read -r kind kernel machine rest <<<"$job"
		case $kind in
		guest)	rest=$(wc -l <"$1/$kernel-$machine.list") ;;
		boots)	rest=5 ;;
		*)	rest=0
			# Minutes of compiling, of installing.
			case $kernel in
			packages)	rest=40 ;;
			tree)	rest=30 ;;
			uncore)	rest=25 ;;
			fuzz)	rest=20 ;;
			headers)	rest=15 ;;
			dist | shell | setup)	rest=10 ;;
			esac ;;
		esac
		[ "$kernel" != debug ] || rest=$((rest + 1000))
		echo "$rest $job"
	done <"$1/jobs" | sort -rn -s -k1,1 | cut -d' ' -f2- >"$1/jobs.new"
	mv "$1/jobs.new" "$1/jobs"
}

# next_job DIRECTORY: takes the first job off the list that has all that it needs, and prints it. A worker waits only when there is
# none.
next_job() {
	local job kind name rest needs

	while [ -s "$1/jobs" ]; do
		(
			flock 9
			while read -r job; do
				read -r kind name rest <<<"$job"
				needs_of "$kind" "$name"
				# shellcheck disable=SC2086 # words
				is_done "$1" $needs && break
			done <"$1/jobs"
			[ -n "$job" ] || exit 1
			awk -v job="$job" '$0 != job || taken { print; next } { taken = 1 }' \
				"$1/jobs" >"$1/jobs.new" && mv "$1/jobs.new" "$1/jobs"
			echo "$job"
		) 9>"$1/jobs.lock" && return
		sleep 2
	done
	return 1
}

# planning DIRECTORY COMMAND...: what changes the plan while jobs run
planning() {
	(flock 9 && "${@:2}") 9>"$1/jobs.lock"
}

# loads_others DIRECTORY KERNEL: does a test that is planned there load modules of /lib, besides the driver?
loads_others() {
	local kernel machine test rest

	while read -r kernel machine test rest; do
		[ "$kernel" != "$2" ] || ! grep -q 'insmod /lib/' "$(test_file "$test")" || return 0
	done <"$1/tests"
	return 1
}

# build_module DIRECTORY KERNEL
build_module() {
	local work=$1 alone=
	shift

	case $1 in
	*-tree)	quietly "$LOGS/build/$1.log" "$SELFTESTS/tree/run" --kernel "${1%-tree}"
		return ;;
	*-core)	quietly "$LOGS/build/$1.log" "$SELFTESTS/tree/run" --core "${1%-core}"
		return ;;
	esac
	say "module for $1"
	loads_others "$work" "$1" || alone=--alone
	quietly "$LOGS/build/module-$1.log" "$SELFTESTS/setup/build-module" $alone "$1"
}

# without_kernel DIRECTORY KERNEL: nothing runs there, as there is no such build.
without_kernel() {
	rm -f "$1/$2"-*.list
	sed -i "/^[^ ]* $2 /d" "$1/jobs"
	sed -i "/^$2 /d" "$1/tests"
}

# without_module DIRECTORY KERNEL: only what needs no module of ours is left to run there, as no
# older build of it may be tested in place of the one that failed.
without_module() {
	local list test perf

	rm -f "$BUILD/kernel/$2"/*.ko
	sed -i "/^boots $2 /d" "$1/jobs"
	for list in "$1/$2"-*.list; do
		[ -e "$list" ] || continue
		while read -r test perf; do
			[ "$(header "$(test_file "$test")" module)" != none ] ||
				echo "$test $perf"
		done <"$list" >"$list.new"
		mv "$list.new" "$list"
		[ -s "$list" ] || sed -i "/^guest $2 $(basename "${list#"$1/$2"-}" .list)\$/d" "$1/jobs"
	done
}
