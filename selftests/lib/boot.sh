#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Boots one kernel on one machine and runs a list of guest tests there.
#
#	boot.sh KERNEL MACHINE[@guest] LIST NAME [SIMULATOR-OPTION|kernel:ARGUMENT...]
#
# With @guest, the guest's time does not depend on the host. LIST has `test perf-version` lines. Logs and the file `results`
# (see lib/results.sh) go to build/logs/KERNEL/NAME. If the guest dies or prints nothing for a while, the running
# test has failed, and the machine is started again with the remaining tests.
set -u
. "${BASH_SOURCE[0]%/*}/common.sh"
. "$SELFTESTS/lib/machines.sh"
. "$SELFTESTS/lib/image.sh"
. "$SELFTESTS/lib/guest.sh"
. "$SELFTESTS/lib/results.sh"

# Seconds without a word from the guest until it is taken for dead. No test asserts on time; this
# only has to be longer than the slowest step of any test on a slow host with sanitizers.
SILENCE=${SILENCE:-420}
# The same for a kernel that has not come up yet: the module is not in the game by then, but a busy
# host can get a kernel on emulated CPUs stuck where it waits for a tick. Such a boot is done again.
BOOT_SILENCE=${BOOT_SILENCE:-120}
MAX_FAILED_STARTS=2
MAX_BOOTS=${MAX_BOOTS:-6}

kernel=$1 machine=${2%@guest} list=$3 name=$4 clock=host
# A guest with a clock of its own cannot get stuck where it waits for a tick; it is only slow on a busy host.
[ "$machine" = "$2" ] || clock=guest BOOT_SILENCE=$SILENCE
shift 4
extra_options=()
for option; do
	case $option in
	kernel:*) kernel_options="${kernel_options-modprobe.blacklist=intel_uncore} ${option#kernel:}" ;;
	*)	extra_options+=("$option") ;;
	esac
done
dir=$LOGS/$kernel/$name
mkdir -p "$dir"
# Another `make check` may be using this machine's logs.
exec 8>"$LOGS/$kernel-$name.lock"
flock 8
rm -f "$dir"/*
results=$dir/results
: >"$results"

trap stop_guest EXIT
trap 'exit 130' INT TERM

came_up() { grep -q '^# guest up' "$1"; }

# For the end of `make check`: the kernel that this guest says it is.
note_kernel() { sed -n 's/^# guest up: \([^,]*\),.*/\1/p' "$1" >>"${RAN:-/dev/null}"; }

# Wait for the guest to end, printing the result of each test as it finishes.
watch_guest() {
	local console=$1 output=$2
	local size last_size=-1 quiet=0 limit=$BOOT_SILENCE up=no

	ended="the guest powered off in the middle of it"
	while kill -0 "$qemu_pid" 2>/dev/null; do
		sleep 1
		read_used
		# Four guests are asked each second: what has said nothing has finished nothing.
		size=$(stat -c %s "$console" "$output")
		if [ "$size" = "$last_size" ]; then
			quiet=$((quiet + 1))
		else
			quiet=0
			last_size=$size
			if [ $up = no ] && came_up "$output"; then
				up=yes limit=$SILENCE
				note_used "boot on $machine"
			fi
			report_finished "$console" "$output"
		fi
		if [ $quiet -ge "$limit" ]; then
			ended="no output for $limit seconds, killed"
			stop_guest
			return
		fi
	done
	wait "$qemu_pid"
	local status=$?
	qemu_pid=
	[ $status = 0 ] || ended="the simulator ended with status $status: $(tail -n 1 "$dir/qemu.log")"
	grep -q 'Kernel panic' "$console" && ended="kernel panic: $(grep -m 1 -E "$KERNEL_REPORTS" \
		"$console" | sed 's/^\[[^]]*\] //')"
	report_finished "$console" "$output"
}

# A boot of its own for one short test is not worth unpacking a perf.
perfs=
[ "$machine" = bare ] || [ -n "${VARIANT:-}" ] || perfs=$(needed_perfs "$list")
# shellcheck disable=SC2086 # a list of words
base=$(base_image "$kernel" $perfs) || {
	fail_all "$list" "cannot make the initramfs"
	exit 1
}
mapfile -t base <<<"$base"
# Too large to be everywhere.
! grep -q '^clients_' "$list" || base+=("$BUILD/clients/clients.cpio")

first=1
boots=0
failed_starts=0
remaining=$dir/list
cp "$list" "$remaining"
while [ -s "$remaining" ]; do
	boots=$((boots + 1))
	if [ $boots -gt $MAX_BOOTS ]; then
		fail_all "$remaining" "not run: the guest died $MAX_BOOTS times before"
		break
	fi
	console=$dir/console.$boots.log
	output=$dir/tests.$boots.log
	job=$dir/job.cpio
	resumes=$(grep -m 1 -E '^(m[0-9a-z]+_)?suspend ' "$remaining")
	job_image "$kernel" "$machine" "$remaining" $first "$job" || {
		fail_all "$remaining" "cannot make the initramfs"
		break
	}
	cat "${base[@]}" "$job" >"$dir/initrd.cpio"
	start_results "$remaining" $first
	start_guest "$dir/initrd.cpio" "$console" "$output"
	watch_guest "$console" "$output"
	note_kernel "$output"
	report_boot "$console" "$output"
	[ "$finished" -lt "$(wc -l <"$remaining")" ] || break

	if ! came_up "$output" && [ $failed_starts -lt $MAX_FAILED_STARTS ]; then
		failed_starts=$((failed_starts + 1))
		say "# $kernel $name: the kernel did not come up ($ended, see $console), booted again"
		continue
	fi

	done_tests=$((finished + 1))
	if [ $boots -lt "$MAX_BOOTS" ] && stale_code "$console"; then
		done_tests=$finished
		say "# $kernel $name: QEMU ran stale code of the kernel (int3, see $console), the test runs again"
	else
		# It stopped early: blame the test that was running, go on behind it.
		fail_running "$ended" "$console" "$output"
	fi
	first=$((first + done_tests))
	tail -n +$((done_tests + 1)) "$remaining" >"$remaining.new"
	mv "$remaining.new" "$remaining"
done
rm -f "$dir/initrd.cpio" "$dir/job.cpio"
! grep -q '^not ok' "$results"
