# SPDX-License-Identifier: GPL-2.0-only
# Sourced by every script of the test runner: where things are, and how to say what goes wrong.

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
SELFTESTS=$TOP/selftests
BUILD=${PMON_BUILD:-$TOP/build}
LOGS=$BUILD/logs

# Of each series the newest build that is offered, the oldest, and the newest with PREEMPT_RT.
ALL_KERNELS="6.1 6.12 7.3 6.1-release 6.12-release 7.3-release 6.1-rt 6.12-rt 7.3-rt debug"
# Only for who asks for one: with the driver in it, compiled here; the debug kernel that looks for data races, and that with
# PREEMPT_RT. 7.3-core also has the patches of tools/perf-core.
OTHER_KERNELS="6.12-tree 7.3-tree 7.3-core kcsan debug-rt"
PERF_VERSIONS="6.1 6.12 7.3"

. "$SELFTESTS/lib/progress.sh"
. "$SELFTESTS/lib/files.sh"

# The guest tests, in a folder for each subject. Each name is unique.
GUEST_TESTS=$SELFTESTS/guest/tests
test_file() { echo "$GUEST_TESTS"/*/"$1.sh"; }
test_files() { printf '%s\n' "$GUEST_TESTS"/*/*.sh | awk -F/ '{ print $NF, $0 }' | sort | cut -d' ' -f2-; }

say() { printf '%s\n' "$*"; }

# Marks the output of a failed test: the end of the run prints it again.
said() { sed -u 's/^/    > /'; }

die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}

# choose_kernel NAME...: sets kernel to KERNEL, 6.12 by default, which has to be one of these
choose_kernel() {
	local names="$*"

	kernel=${KERNEL:-6.12}
	case " $names " in
	*" $kernel "*)	return ;;
	esac
	names=${names// /, }
	die "KERNEL=$kernel: choose ${names%, *} or ${names##*, }"
}

# quietly LOG COMMAND...: run with the output in a file, and show the file's end if it fails
quietly() {
	local log=$1 status=0
	shift
	mkdir -p "$(dirname "$log")"
	progress_begin "$(basename "$log" .log)" "$log"
	"$@" >"$log" 2>&1 </dev/null || status=$?
	progress_end
	[ $status != 0 ] || return 0
	say "failed: $*" >&2
	tail -n 25 "$log" | sed 's/^/    /' >&2
	say "    (all of it: ${log#"$TOP"/})" >&2
	return 1
}
