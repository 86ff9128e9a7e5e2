# SPDX-License-Identifier: GPL-2.0-only
# what: the perf tool's own tests of PMUs in sysfs pass as they do without the module
# machine: small
# kernels: 6.12
# perf: each
#
# The guest has no core PMU, so some of them cannot pass, and some find nothing to do without any
# uncore PMU: what counts is the difference from no driver, or else from the in-tree one. Tests of the
# tables that perf was built with are left out: they look at no PMU of this machine.

# run_tests FILE: `NUMBER NAME: RESULT` of each test and subtest
run_tests() {
	$PERF test list 2>&1 | sed -nE 's/^ *([0-9]+)[:.]? *(.*)$/\1 \2/p' |
		grep -iE '^[0-9]+ (parse event def|parse perf pmu|uncore event sort|sysfs pmu|event groups)' |
		sed -E 's/^([0-9]+).*/\1/' | sort -un >/tmp/perf-numbers
	# shellcheck disable=SC2046 # numbers
	$PERF test $(cat /tmp/perf-numbers) >/tmp/perf.out 2>&1
	sed -nE 's/^ *([0-9.:]+) *: *(.*[^ ]) *: *((Ok|FAILED!?|Skip).*)$/\1 \2: \3/p' /tmp/perf.out >"$1"
}

# worse THAN: the tests whose result is worse now; one that failed or was skipped may pass
worse() {
	awk -F': ' 'FNR == NR { before[$1] = $2; next }
		{ was = $1 in before ? before[$1] : "not there" }
		was ~ /^Ok/ && $2 !~ /^Ok/ || was !~ /^FAIL/ && $2 ~ /^FAIL/ {
			print $1 ": " $2 ", before " was }' "$1" /tmp/with
}

run_tests /tmp/without
load
run_tests /tmp/with
unload
[ -s /tmp/with ] || not_ok "perf $PERF_VERSION test said nothing: $(head -n 3 /tmp/perf.out)"
at_most "tests of perf $PERF_VERSION that are missing" $((4 - $(wc -l </tmp/with))) 0
sed "s/^/# with the module: /" /tmp/with

worse /tmp/without >/tmp/worse
if [ -s /tmp/worse ]; then
	insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
	load_in_tree
	run_tests /tmp/in-tree
	sed "s/^/# worse than without: /" /tmp/worse
	sed "s/^/# with intel_uncore: /" /tmp/in-tree
	cut -d: -f1 /tmp/worse >/tmp/names
	worse /tmp/in-tree | grep -F -f /tmp/names >/tmp/worse
fi
equal "tests of perf $PERF_VERSION that the module spoils" "$(cat /tmp/worse)" ""
