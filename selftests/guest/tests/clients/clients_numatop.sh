# SPDX-License-Identifier: GPL-2.0-only
# what: numatop counts the injected events on the UPI links and memory channels of a node
# machine: small
# kernels: 6.12
. /test/clients.sh
note "numatop $(version_of numatop)"

mkdir -p $C/dev/pts
mount -t devpts devpts $C/dev/pts
equal "without core counters" "$(client numatop -t 1 </dev/null 2>&1 | grep -o 'Fail to setup perf')" "Fail to setup perf"
insmod /lib/core_pmu.ko || fail "core_pmu does not load"

# On every processor it counts these two: data flits of UPI links, and an iMC event that on other processors is CAS_COUNT.
watched() {
	: >/tmp/commands
	: >/tmp/expected
	: >/tmp/log
	for die in $(dies); do
		for unit in 0 1; do
			n=$((1000 * (die + 1) + 10 * unit))
			echo "inject die=$die unit=imc:$unit event=0x4 umask=0xff n=$((n + 1))" >>/tmp/commands
			echo "inject die=$die unit=upi:$unit event=0x2 umask=0xf n=$((n + 2))" >>/tmp/commands
		done
	done
	printf '%s\n' "imc 0 1001" "imc 1 1011" "qpi 0 1002" "qpi 1 1012" >/tmp/expected
	# intel_uncore counts link 0 in place of the other links.
	loaded uncore_pmon || sed -i 's/^qpi 1 .*/qpi 1 1002/' /tmp/expected
	client python3 /clients/numatop.py /tmp/log /tmp/commands >/tmp/got 2>&1
	check "$(driver_name): links and channels of node 0" cmp /tmp/got /tmp/expected ||
		diff /tmp/expected /tmp/got | head -n 8 | sed 's/^/# /'
}
with_each_driver watched
umount $C/dev/pts
# The kernel frees the events a little later.
for try in $(seq 50); do
	rmmod core_pmu 2>/dev/null && break
	usleep 100000
done
refuse "core_pmu is unloaded" loaded core_pmu
