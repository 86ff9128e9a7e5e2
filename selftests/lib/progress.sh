# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Sourced by programs with long steps: shows the progress of a step. On a terminal one line changes four times a second: the seconds,
# and the end of the step's log. Elsewhere a line comes after 15 seconds (PROGRESS_PAUSE), 30 more, 60 more and so on.

PROGRESS_PID=

# progress_begin NAME LOG: until progress_end, or the next begin
progress_begin()
{
	progress_end
	# Not with a lock of its parent: a pause can be left over.
	watch_log "$1" "$2" $$ 8>&- &
	PROGRESS_PID=$!
}

progress_end()
{
	[ -n "$PROGRESS_PID" ] || return 0
	# Not by a signal that can be caught: right after the fork it would still run the traps of its parent.
	kill -KILL "$PROGRESS_PID" 2> /dev/null || true
	wait "$PROGRESS_PID" 2> /dev/null || true
	PROGRESS_PID=
	clear_line
}

clear_line()
{
	[ ! -t 1 ] || printf '\r\033[K'
}

# The last line of a log, in few words. apt's status lines are "dlstatus:NUMBER:PERCENT:TEXT" and "pmstatus:PACKAGE:PERCENT:TEXT".
last_words()
{
	tail -c 400 "$1" 2> /dev/null | tr '\r' '\n' | grep -a . | tail -n 1 |
		sed -E 's/^[dp][lm]status:[^:]*:([0-9]*)[^:]*:/\1 % /' | tr -cd '[:print:]' | cut -c 1-60 || true
}

# A pause that is left over has no output: a reader of this output does not wait for its end.
watch_log()
{
	local name=$1 log=$2 parent=$3 began=$SECONDS pause=${PROGRESS_PAUSE:-15} words

	trap - EXIT
	[ ! -t 1 ] || pause=0.25
	while sleep $pause > /dev/null 2>&1 && kill -0 "$parent" 2> /dev/null; do
		words=$(last_words "$log")
		words="$name: $((SECONDS - began)) s${words:+: $words}"
		if [ -t 1 ]; then
			printf '\r\033[K%s' "$words"
		else
			printf '%s\n' "$words"
			pause=$((2 * pause))
		fi
	done
}
