# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154,SC2034 # variables of run
# Sourced by run for SEMANTIC=1: mistakes that a programmer makes, one in each patch of semantic/. A patch begins with one sentence
# on what is wrong. The lines of its header:
#
#	Tests: NAME...	what must notice it, cheapest first: suites of selftests/fuzz, kunit, or guest tests as in tests.tsv
#	Equal: REASON	instead of tests: why it behaves as the original does
#
# Each patch changes one file, and applies to the sources as they are. The outer two lines around a change may differ, as patch
# allows: they are often comments. `selftests/mutate/run --check' says which patches do not apply.

SEMANTIC_PATCHES=$HERE/semantic
HOST_SUITES=" mutations schedule table place config count model latency growth "

# header_of PATCH FIELD
header_of() {
	sed -n "/^--- /q; s/^$2: *//p" "$1"
}

sentence_of() {
	sed -n '/^$/q; p' "$1" | tr '\n' ' ' | sed 's/ $//'
}

# Sets patches to the selected ones.
select_patches() {
	local pattern name
	set -f
	# shellcheck disable=SC2086 # patterns
	set -- ${PATCHES:-*}
	set +f
	patches=
	for pattern; do
		for name in "$SEMANTIC_PATCHES"/$pattern.patch; do
			[ ! -e "$name" ] || patches="$patches $(basename "$name" .patch)"
		done
	done
	[ -n "$patches" ] || die "there is no patch ${PATCHES:-} in $SEMANTIC_PATCHES"
}

# A mutant of each patch; sets mutants, and says what is wrong with a patch.
make_semantic() {
	local name patch dir file wrong=0

	mutants=
	for name in $patches; do
		patch=$SEMANTIC_PATCHES/$name.patch
		# Names of guest tests have no dashes.
		dir=$OUT/mutants/${name//-/}
		rm -rf "$dir"
		mkdir -p "$dir"
		file=$(sed -n "s,^+++ b/$DRIVER/,,p" "$patch")
		echo "$name" >"$dir/name"
		echo "$file" >"$dir/file"
		sentence_of "$patch" >"$dir/where"
		header_of "$patch" Tests >"$dir/tests"
		header_of "$patch" Equal >"$dir/equal"
		if [ "$(wc -w <"$dir/file")" != 1 ] || [ ! -e "$TOP/$DRIVER/$file" ]; then
			echo "$name: not a patch of one file of the driver"
			wrong=$((wrong + 1))
		elif [ ! -s "$dir/tests" ] && [ ! -s "$dir/equal" ]; then
			echo "$name: has neither tests nor a reason why it is equal"
			wrong=$((wrong + 1))
		elif ! patch -s -o "$dir/broken.c" "$TOP/$DRIVER/$file" "$patch" >"$dir/log" 2>&1; then
			echo "$name: does not apply to $file: $(tail -n 1 "$dir/log")"
			wrong=$((wrong + 1))
		else
			mutants="$mutants ${dir##*/}"
		fi
	done
	[ $wrong = 0 ]
}

# tests_of_patch MUTANT host|kunit|guest
tests_of_patch() {
	local test which

	for test in $(cat "$OUT/mutants/$1/tests"); do
		which=guest
		[[ $HOST_SUITES != *" $test "* ]] || which=host
		[ "$test" != kunit ] || which=kunit
		[ $which != "$2" ] || echo "$test"
	done
}

# needs_kernel MUTANT KERNEL
needs_kernel() {
	local test

	for test in $(tests_of_patch "$1" kunit) $(tests_of_patch "$1" guest); do
		case $2-$test in
		debug-kunit | debug-debug/*) return 0 ;;
		debug-* | 6.12-kunit | 6.12-debug/*) ;;
		6.12-*)	return 0 ;;
		esac
	done
	return 1
}

semantic_table() {
	local name who sentence

	printf '%-36s %-24s %s\n' mutant "noticed by" mistake
	while IFS=$'\t' read -r name who sentence; do
		printf '%-36s %-24s %s\n' "$name" "$who" "$sentence"
	done < <(sort "$RESULTS")
	awk -F'\t' '
		{ n[$2 ~ /^(SURVIVED|BROKEN|equal)/ ? substr($2, 1, 5) : "noticed"]++ }
		END {
			printf "%d mutants: %d noticed, %d equal, %d not noticed, %d do not compile\n", NR, n["noticed"],
				n["equal"], n["SURVI"], n["BROKE"]
		}' "$RESULTS"
}

run_semantic() {
	local mutant kernel

	select_patches
	make_semantic || exit 1
	: >"$RESULTS"
	for mutant in $mutants; do
		[ ! -s "$OUT/mutants/$mutant/equal" ] || verdict "$mutant" equal
	done
	case $stages in *host*) host_stage ;; esac
	for kernel in debug 6.12; do
		case $kernel$stages in
		debug*kunit* | *guest*) compile "$kernel" ;;
		esac
	done
	case $stages in *kunit*) kunit_stage ;; esac
	case $stages in *guest*) guest_stage ;; esac
	for mutant in $mutants; do
		verdict "$mutant" SURVIVED
	done
	semantic_table
	! grep -qE $'\t(SURVIVED|BROKEN)' "$RESULTS"
}
