# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # variables of run
# Sourced by run: the stages of mutants that need a kernel. Each test of each mutant becomes a guest test that puts the mutant in
# the module's place and runs the original test, so that many of them share a boot. lib/boot.sh boots once more when one has
# ended the kernel. A mutant that one test has noticed is left alone by those behind it.

# Those that are made here have a folder of their own among the tests of the copy.
MUTANT_TESTS=$TREE/selftests/guest/tests/mutants

# wrap NAME MUTANT TEST KERNEL: the guest test NAME
wrap() {
	# Only tests that git tracks are copied.
	[ -e "$(test_file "$3")" ] || die "there is no guest test $3"
	mkdir -p "$MUTANT_TESTS"
	{
		echo "# SPDX-License-Identifier: GPL-2.0-only"
		grep '^# \(kernel-may-say\|machine\):' "$(test_file "$3")"
		cat <<-END
		mkdir -p /noticed /whole
		[ -e /whole/kept ] || { mv /lib/kunit /whole/; touch /whole/kept; }
		[ ! -e /lib/m$2.ko ] || cp /lib/m$2.ko /lib/uncore_pmon.ko
		rm -rf /lib/kunit
		mkdir /lib/kunit
		[ ! -e /whole/kunit/m$2_test.ko ] || cp /whole/kunit/m$2_test.ko /lib/kunit/uncore_pmon_test.ko
		{
			( . /test/tests/$3.sh ) || echo "not ok - the test ended early"
		} >/noticed/said 2>&1
		grep -v '^case ' /noticed/said
		# Whatever it has damaged is not charged to those behind it. What the kernel reports is looked at on the host, too.
		if grep -q '^not ok' /noticed/said || {
			! grep -q '^# kernel-may-say' /test/tests/$3.sh && dmesg | grep -E '(WARNING|BUG|KASAN|UBSAN):' |
				grep -qv 'at kernel/sched/deadline\.c'; }; then
			sync
			sleep 1
			poweroff -f
		fi
		END
	} >"$MUTANT_TESTS/$1.sh"
}

# boots KERNEL MACHINE VARIANT LIST [OPTION...]: sets verdicts from LIST's results, and what nobody could run stays in it
boots() {
	local kernel=$1 machine=$2 variant=$3 list=$4 tries=0 name most mutant
	shift 4

	# A boot ends with the first test that notices its mutant.
	most=$((8 + $(wc -l <"$list")))
	while [ -s "$list" ] && [ $((tries += 1)) -le $most ]; do
		VARIANT=$variant SILENCE=${SILENCE:-60} MAX_BOOTS=1 ONLY_PERF=6.12 ${AROUND:-} "$TREE/selftests/lib/boot.sh" "$kernel" "$machine" "$list" \
			"mutants-$machine" "$@" >"$OUT/boot.log" 2>&1 </dev/null
		cat "$OUT/boot.log" >>"$OUT/boots.log"
		# The boot has ended before their turn: they go into another one.
		sed -nE 's/^not ok - [^ ]+ +([a-z_0-9]+).*: not run: the guest died.*/\1 -/p' "$OUT/boot.log" >"$list.left"
		while read -r name; do
			note_noticed "$kernel" "$machine" "$name"
		done < <(sed -nE '/: not run: /d; s/^not ok - [^ ]+ +(m[0-9a-z]+_[a-z_0-9]+).*/\1/p' "$OUT/boot.log")
		while read -r name _; do
			mutant=${name#m}
			[ ! -e "$OUT/mutants/${mutant%%_*}" ] || echo "$name -"
		done <"$list.left" >"$list"
	done
	[ ! -s "$list" ] || die "the guests of $OUT/boots.log died too often"
}

# note_noticed KERNEL MACHINE NAME
note_noticed() {
	local mutant=${3#m} test=${3#*_}

	mutant=${mutant%%_*}
	[ -e "$OUT/mutants/$mutant" ] || return 0
	[ "$test" = kunit ] && verdict "$mutant" kunit || verdict "$mutant" "$test@$2"
}

# The modules of those that are left, and the lists of tests without those that are not.
put_modules() {
	local kernel=$1 mutant

	rm -f "$TREE/build/kernel/$kernel"/*.ko
	# With all modules that tests load besides.
	cp "$BUILD/kernel/$kernel"/*.ko "$TREE/build/kernel/$kernel/" || die "run make check for $kernel first"
	for mutant in $mutants; do
		[ ! -e "$OUT/mutants/$mutant/$kernel.ko" ] ||
			cp "$OUT/mutants/$mutant/$kernel.ko" "$TREE/build/kernel/$kernel/m$mutant.ko"
		[ ! -e "$OUT/mutants/$mutant/${kernel}_test.ko" ] ||
			cp "$OUT/mutants/$mutant/${kernel}_test.ko" "$TREE/build/kernel/$kernel/m${mutant}_test.ko"
	done
}

# Does the KUnit module have the file's code?
in_kunit() {
	grep -qF "tested-${1//\//-}" <(cd "$OUT/src-debug/$DRIVER/tests" && ls) 2>/dev/null
}

kunit_stage() {
	local mutant list=$OUT/kunit.list file

	: >"$list"
	for mutant in $mutants; do
		file=$(cat "$OUT/mutants/$mutant/file")
		if [ -n "$SEMANTIC" ]; then
			[ -n "$(tests_of_patch "$mutant" kunit)" ] || continue
		else
			in_kunit "${file%.c}.o" || continue
		fi
		wrap "m${mutant}_kunit" "$mutant" kunit
		echo "m${mutant}_kunit -" >>"$list"
	done
	[ -s "$list" ] || return 0
	put_modules debug
	# The random test was asked on the host.
	sed -i 's/insmod $module/insmod $module model_calls=3000/' "$TREE/selftests/guest/tests/module/kunit.sh"
	boots debug small "" "$list"
}

guest_stage() {
	local mutant file test machine kernel plan=$OUT/plan list=$OUT/guest.list variant options

	for mutant in $mutants; do
		file=$(cat "$OUT/mutants/$mutant/file")
		for test in $(tests_of "$mutant" guest); do
			kernel=6.12
			case $test in debug/*) kernel=debug test=${test#*/} ;; esac
			machine=$(sed -n 's/^# machine: *\([a-z0-9_]*\).*/\1/p' "$(test_file "${test%@*}")")
			[ "${test#*@}" = "$test" ] || machine=${test#*@}
			test=${test%@*}
			! grep -q '^# clock: guest$' "$(test_file "$test")" || machine=$machine@guest
			wrap "m${mutant}_$test" "$mutant" "$test"
			if grep -q '^# variant:' "$(test_file "$test")"; then
				[ "$(grep -c '^# variant:' "$(test_file "$test")")" -lt 4 ] || case $stages in
				*boots*) ;;
				*)	continue ;;
				esac
				sed -n 's/^# variant: *//p' "$(test_file "$test")" | while read -r variant options; do
					echo "$mutant 2$machine/$variant/$kernel m${mutant}_$test $options"
				done
			else
				[ $kernel = 6.12 ] && echo "$mutant 1$machine//$kernel m${mutant}_$test" ||
					echo "$mutant 3$machine//$kernel m${mutant}_$test"
			fi
		done
	done >"$plan"
	# The small machine first: most tests are there. Last the debug kernel, which is slow.
	for machine in $(cut -d' ' -f2 "$plan" | sort -u | sed 's,^1small/,0&,' | sort | sed 's/^01/1/'); do
		options=$(awk -v m="$machine" '$2 == m { $1 = $2 = $3 = ""; print; exit }' "$plan")
		: >"$list"
		while read -r mutant _ test _; do
			[ ! -e "$OUT/mutants/$mutant" ] || echo "$test -" >>"$list"
		done < <(awk -v m="$machine" '$2 == m' "$plan")
		kernel=${machine##*/}
		machine=${machine%/*}
		variant=${machine#*/}
		machine=${machine%%/*}
		[ -s "$list" ] || continue
		[ "$kernel" = 6.12 ] || [ -n "$SEMANTIC" ] || compile "$kernel"
		put_modules "$kernel"
		# shellcheck disable=SC2086 # words
		boots "$kernel" "${machine#?}" "$variant" "$list" $options
	done
}
