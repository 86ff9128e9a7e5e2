# SPDX-License-Identifier: GPL-2.0-only
# what: the KUnit suites of the driver's logic, on a kernel with sanitizers and lock checking
# machine: small
# kernels: debug
# why: KUnit with the kernel's sanitizers and lock checking
. /test/ktap.sh
[ -n "$(ls /lib/kunit/*.ko 2>/dev/null)" ] || fail "no KUnit module was built for this kernel"

# KCSAN delays accesses: 100,000 random calls take longer than KUnit lets a case run, and than a task may wait.
parameters=
if [ $KERNEL = kcsan ]; then
	parameters=model_calls=20000
	echo 0 >/proc/sys/kernel/hung_task_timeout_secs
fi

# Suites run while their module loads and report through the kernel log, in KTAP.
loaded uncore_pmon || insmod $MODULE 2>/dev/null
for module in /lib/kunit/*.ko; do
	name=${module##*/}
	log_of_test >/tmp/log.before
	check "$name loads" insmod $module $parameters
	log_of_test | tail -n +$(($(wc -l </tmp/log.before) + 1)) | sed 's/^\[[^]]*\] //' >/tmp/ktap
	rmmod ${name%.ko} 2>/dev/null

	kunit_results /tmp/ktap
	kunit_suites "$name" /tmp/ktap
done
