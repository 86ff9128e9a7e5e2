# SPDX-License-Identifier: GPL-2.0-only
# what: as a part of the kernel the driver counts on every unit, and its KUnit tests pass there
# machine: small
# kernels: 6.12-tree 7.3-tree
# why: the driver is compiled into these kernels
# perf: 6.12
# module: none
. /test/ktap.sh
refuse "there is no module" loaded uncore_pmon
check "its parameters are there" test -e /sys/module/uncore_pmon/parameters/poll_period_ms
check "and those of the tests" test -e /sys/module/uncore_pmon_test/parameters/model_calls

# They ran before the first process.
dmesg | sed 's/^\[[^]]*\] //' | sed -n '/^KTAP version/,/pmon-selftest: begin/p' |
	grep -v pmon-selftest >/tmp/ktap
kunit_results /tmp/ktap
kunit_suites "KUnit" /tmp/ktap

count_every_unit
