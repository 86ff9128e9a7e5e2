# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What every part of the set-up shares: where things are, progress lines,
# locks, stamps and the packages that the host itself needs.

SETUP_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
TOP=$(cd "$SETUP_DIR/../.." && pwd -P)
BUILD=${PMON_BUILD:-$TOP/build}
export LC_ALL=C.UTF-8
umask 022
# shellcheck source=/dev/null
. "$TOP/selftests/lib/progress.sh"

# The step under way, for the message of a failure, and its log.
STEP=start
LOG=/dev/stderr

say()
{
	clear_line
	printf 'setup: %s\n' "$*"
}

die()
{
	printf 'setup: %s: %s\n' "$STEP" "$*" >&2
	LOG=
	exit 1
}

# Commands run under set -e and write to a log: the end of it is what a person
# needs to see when one of them fails.
report_failure()
{
	local rc=$?

	progress_end
	[ $rc -eq 0 ] && return
	if [ -n "$LOG" ]; then
		printf 'setup: %s failed (status %d)\n' "$STEP" $rc >&2
		if [ -f "$LOG" ]; then
			grep -v '^[dp][lm]status:' "$LOG" | tail -n 25 | sed 's/^/  | /' >&2
			printf 'setup: the whole log is %s\n' "$LOG" >&2
		fi
	fi
}

# Starts a target: its name stands in every message, its output in its own log.
begin()
{
	STEP=$1
	LOG=$BUILD/log/$1.log
	mkdir -p "$BUILD/log"
	: > "$LOG"
	progress_begin "setup: $1" "$LOG"
}

# download_of APT-GET-COMMAND...: how much it will fetch, by apt's own numbers
download_of()
{
	"$@" --print-uris 2>> "$LOG" < /dev/null |
		awk '/^\47/ { n++; bytes += $3 }
			END { if (n) printf "%d package%s to fetch, %.1f MB\n", n, n == 1 ? "" : "s", bytes / 1e6 }' || true
}

# Runs a command with its output in the log of the target.
logged()
{
	printf '+ %s\n' "$*" >> "$LOG"
	"$@" >> "$LOG" 2>&1 < /dev/null
}

# Runs a function while holding a lock, so that two runs of the set-up neither
# collide nor do the same work twice. The lock ends with the subshell's file.
# The caller must not test the status: that would switch set -e off inside.
with_lock()
{
	local name=$1 fd
	shift

	mkdir -p "$BUILD/lock"
	exec {fd}> "$BUILD/lock/$name"
	if ! flock -n "$fd"; then
		say "$STEP: waiting for another run that holds $name"
		flock "$fd"
	fi
	"$@"
	exec {fd}>&-
}

# A stamp holds all that a result depends on. Functions are part of it by
# their text, so that a changed recipe makes its result again, and only that.
stamp_is()
{
	local stamp=$BUILD/stamp/$1 key=$2

	[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$key" ]
}

stamp_set()
{
	mkdir -p "$BUILD/stamp"
	printf '%s\n' "$2" > "$BUILD/stamp/$1.new"
	mv "$BUILD/stamp/$1.new" "$BUILD/stamp/$1"
}

# Digest of the text of functions and of other words.
key_of()
{
	local word

	for word; do
		if declare -F "$word" > /dev/null; then
			declare -f "$word"
		else
			printf '%s\n' "$word"
		fi
	done | sha256sum | cut -d ' ' -f 1
}

need_root()
{
	[ "$(id -u)" -eq 0 ] || die "must run as root (packages are installed, roots are entered)"
	[ "$(uname -m)" = x86_64 ] || die "needs an x86-64 machine"
	command -v apt-get > /dev/null || die "needs a Debian machine (no apt-get here)"
}

# Installs on the host the packages whose commands are missing. Words are
# COMMAND:PACKAGE, or :PACKAGE for a package without a command to look for.
need_host()
{
	local word missing=

	for word; do
		if [ -n "${word%%:*}" ]; then
			command -v "${word%%:*}" > /dev/null && continue
		else
			dpkg-query -W -f '${db:Status-Status}' "${word#*:}" 2> /dev/null |
				grep -qx installed && continue
		fi
		missing="$missing ${word#*:}"
	done
	[ -z "$missing" ] && return
	# shellcheck disable=SC2086
	with_lock host-apt host_install $missing
}

host_install()
{
	local command=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=1
		--no-install-recommends install "$@")

	host_update
	say "installing on this machine: $* ($(download_of "${command[@]}"))"
	logged "${command[@]}"
}

# Once per run is enough.
HOST_UPDATED=
host_update()
{
	[ -n "$HOST_UPDATED" ] && return
	HOST_UPDATED=1
	logged apt-get -o DPkg::Lock::Timeout=300 update
}
