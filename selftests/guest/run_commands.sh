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
# After a freeze, the driver checks whether the package counts again (count/watch.c). If no counter moves, the check freezes
# the package for an instant. Events that are injected at this instant are not counted, so they are injected again.
run()
{
	for try in $(seq 20); do
		reply=$(pmonctl $1) || { echo "error: $1"; return; }
		[ "$reply" = "ok seen=0" ] || return
		usleep 10000
	done
}
while read -r line; do
	run "$line"
	until goes_on 0 && goes_on 1; do :; done
done <"$1"
