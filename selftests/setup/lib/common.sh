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
	: >> "$LOG"
	progress_begin "setup: $1" "$LOG"
}

# anew COMMAND...: with an empty log. In the lock of the target: until then another run may write there.
anew()
{
	: > "$LOG"
	"$@"
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

# host_install PACKAGE...: in host-apt's lock
host_install()
{
	patiently host_install_once "$@"
}

host_install_once()
{
	local command=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=300 -o APT::Status-Fd=1
		--no-install-recommends install "$@")

	host_lists || say "$STEP: not all package lists of this machine could be fetched"
	say "installing on this machine: $* ($(download_of "${command[@]}"))"
	when_free logged "${command[@]}" || { HOST_UPDATED=; return 1; }
}

# Once per run is enough. A source that fails is no obstacle if it has nothing of what is missing.
HOST_UPDATED=
host_lists()
{
	[ -z "$HOST_UPDATED" ] || return 0
	HOST_UPDATED=1
	when_free logged apt-get -o DPkg::Lock::Timeout=300 -o APT::Update::Error-Mode=any update
}

# The machine's package lists, for who installs nothing. Other runs may be at it.
host_update()
{
	[ -n "$HOST_UPDATED" ] || with_lock host-apt host_update_locked
}

host_update_locked()
{
	patiently host_lists_again || say "$STEP: not all package lists of this machine could be fetched"
}

host_lists_again()
{
	HOST_UPDATED=
	host_lists
}

# Before each further attempt at what a mirror did not deliver.
PAUSES=${PAUSES-5 15 45}

# patiently COMMAND...: tries again after a pause. set -e is off in the command.
patiently()
{
	local pause

	for pause in $PAUSES; do
		! "$@" || return 0
		say "$STEP: failed; trying again in $pause s"
		sleep "$pause"
	done
	"$@"
}

# when_free COMMAND...: on a new machine, services renew the lists and install updates. apt waits for dpkg's locks, but not for the
# locks of the lists and of the downloaded packages.
when_free()
{
	local end=$((SECONDS + ${LOCK_TIMEOUT:-600}))

	until "$@"; do
		[ $SECONDS -lt $end ] && apt_was_locked || return 1
		say "$STEP: waiting for another program that holds a lock of apt"
		sleep 5
	done
}

# Did the last command in the log fail for a lock?
apt_was_locked()
{
	awk '/^\+ / { locked = 0 } /^E: Could not get lock / { locked = 1 } END { exit !locked }' "$LOG"
}
