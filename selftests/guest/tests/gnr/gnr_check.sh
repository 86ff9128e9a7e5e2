# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: `uncore check` passes a machine that is good, without and with sampling, and names a broken unit
# machine: gnr_small
# kernels: 6.12
own_clocks
load
# good WHAT [NAME...]: all checks, or those with these names
good() {
	what=$1
	shift
	uncore check --buffer 16 "$@" >/tmp/out 2>/tmp/err
	equal "a good machine, $what" "$?" 0
	sed 's/^/# /' /tmp/out /tmp/err
	equal "checks that fail, $what" "$(grep -c '^fail' /tmp/out)" 0
	for name in table clocks counters sums snapshot multiplex fixed; do
		check "$what: $name passes" grep -q "^pass *$name " /tmp/out
	done
}
# The others are the same without windows.
good "without sampling" table clocks counters sums snapshot multiplex fixed windows freeze start
check "windows name the parameter" grep -q "^no *windows .*sample_untried=1" /tmp/out
unload
load sample_untried=1
good "with sampling"
check "windows pass" grep -q "^pass *windows " /tmp/out
sim fault dead die=1 unit=cha:1 counter=2 >/dev/null
uncore check --once counters >/tmp/out 2>&1
equal "a dead counter" "$?" 1
check "its name" grep -q 'cha 1 of die 1: counter 2 of 4 counts 0.00' /tmp/out
pmonctl fault none >/dev/null
