#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The simulator's commands in a file, each when both packages have gone on after the one before:
#	run_commands.sh FILE

# No answer is not "nothing is frozen".
goes_on()
{
	state=$(pmonctl global "die=$1") && case $state in *global_control*) ;; *) return 1 ;; esac &&
		! echo "$state" | grep -qE '^global_(control|status[0-9]*) 0x0*[1-9a-f]'
}
while read -r line; do
	pmonctl $line >/dev/null || echo "error: $line"
	until goes_on 0 && goes_on 1; do :; done
done <"$1"
