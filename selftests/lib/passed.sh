# SPDX-License-Identifier: GPL-2.0-only
# Tests with the header `judges: simulator` use the kernel's own driver, so no change of ours can make them fail. One that
# has passed runs again when what it depends on has changed: the simulator, the kernel, QEMU, perf, the test and what it is made of.
# Used by selftests/run, which sets work and TEST.

# key_of KERNEL TEST
key_of() {
	{
		find "$TOP/tools/pmonsim" "$SELFTESTS/guest/pmontest" -name '*.[ch]' -o -name Makefile
		printf '%s\n' "$(test_file "$2")" "$SELFTESTS"/guest/*.sh "$SELFTESTS/guest/init" "$SELFTESTS"/lib/*.sh \
			"$BUILD/kernel/$1/release" "$BUILD/stamp/kernel-$1" "$BUILD/stamp/qemu" "$BUILD"/stamp/perf-*
	} | sort | xargs -d '\n' sha256sum | sed "s| $TOP/| |" | sha256sum | cut -d' ' -f1
}

# judging DIRECTORY: the lines of `tests` that are about the simulator, with the file that has the key of each that passed
judging() {
	local kernel machine test perf

	while read -r kernel machine test perf; do
		[ "$(header "$(test_file "$test")" judges)" != simulator ] ||
			echo "$kernel $machine $test $perf $BUILD/passed/$kernel-$machine-$test-$perf"
	done <"$1/tests"
}

# without_passed DIRECTORY: takes those off the plan whose key is that of their last pass, unless they are asked for by name
without_passed() {
	local kernel machine test perf file number=0

	[ -z "$TEST" ] || return 0
	while read -r kernel machine test perf file; do
		[ -e "$file" ] && [ "$(cat "$file")" = "$(key_of "$kernel" "$test")" ] || continue
		number=$((number + 1))
		sed -i "/^$kernel $machine $test $perf\$/d" "$1/tests"
		sed -i "/^boots $kernel $test /d" "$1/jobs"
		[ -e "$1/$kernel-$machine.list" ] || continue
		sed -i "/^$test $perf\$/d" "$1/$kernel-$machine.list"
		[ -s "$1/$kernel-$machine.list" ] || sed -i "/^guest $kernel $machine\$/d" "$1/jobs"
	done < <(judging "$1")
	[ $number = 0 ] || say "$number tests of the simulator have passed with this simulator and these kernels, and do not run again"
}

# note_passed DIRECTORY: keeps the key of each that has passed in this run
note_passed() {
	local kernel machine test perf file title

	mkdir -p "$BUILD/passed"
	while read -r kernel machine test perf file; do
		title=$test
		[ "$(header "$(test_file "$test")" machine | wc -w)" -le 1 ] || title="$test on $machine"
		rm -f "$file"
		! grep -qE "^not ok - $kernel +$title( \(|:)" "$1/report" || continue
		! grep -qE "^ok - $kernel +$title( \(|:)" "$1/report" || key_of "$kernel" "$test" >"$file"
	done < <(judging "$1")
}
