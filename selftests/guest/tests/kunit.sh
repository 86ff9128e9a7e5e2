# SPDX-License-Identifier: GPL-2.0-only
# what: the KUnit suites of the driver's logic, on a kernel with sanitizers and lock checking
# machine: small
# kernels: debug
. /test/ktap.sh
[ -n "$(ls /lib/kunit/*.ko 2>/dev/null)" ] || fail "no KUnit module was built for this kernel"

# Suites run while their module loads and report through the kernel log, in KTAP.
loaded uncore_pmon || insmod $MODULE 2>/dev/null
for module in /lib/kunit/*.ko; do
	name=${module##*/}
	log_of_test >/tmp/log.before
	check "$name loads" insmod $module
	log_of_test | tail -n +$(($(wc -l </tmp/log.before) + 1)) | sed 's/^\[[^]]*\] //' >/tmp/ktap
	rmmod ${name%.ko} 2>/dev/null

	kunit_results /tmp/ktap
	kunit_suites "$name" /tmp/ktap
done
