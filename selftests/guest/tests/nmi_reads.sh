# SPDX-License-Identifier: GPL-2.0-only
# what: events are read in NMIs that interrupt accesses to PCI configuration space; nothing hangs
# machine: snbep
# kernels: 6.1 6.12 7.3
# kernel-may-say: Call Trace:|Modules linked in
load

EVENTS=/sys/kernel/tracing/events
[ -e $EVENTS/nmi/nmi_handler/id ] || fail "this kernel has no tracepoint in NMIs"
echo 1 >/proc/sys/kernel/sysrq
# What each NMI prints is of no interest, and takes long to print.
dmesg -n 1

# The registers of a memory controller are behind two I/O ports, and a lock that the reader below holds
# most of the time.
taskset 1 sh -c 'while [ ! -e /tmp/stop ]; do
	for i in 1 2 3 4 5 6 7 8 9; do cat /sys/bus/pci/devices/*/config; done >/dev/null; done' &

{
	echo "section a hundred NMIs"
	echo "cpu 1"
	for pmu in uncore_imc_0 uncore_cbox_0; do
		echo "open t.$pmu tracepoint/config=$(cat $EVENTS/nmi/nmi_handler/id)/ cpu=0 period=1 sample_type=0x10 samples group"
		echo "open e.$pmu $pmu/event=0x7,umask=0x1/ cpu=0 leader=t.$pmu"
	done
	i=0
	while [ $i -lt 100 ]; do
		echo "run echo l >/proc/sysrq-trigger"
		i=$((i + 1))
	done
	for pmu in uncore_imc_0 uncore_cbox_0; do
		echo "samples n t.$pmu"
		echo "expect-at-most 50 @n NMIs in which $pmu was read"
		echo "close t.$pmu"
	done
	echo "sim inject die=0 unit=imc:0 event=0x7 umask=0x1 n=5"
	echo "sim inject die=0 unit=cbox:0 event=0x7 umask=0x1 n=6"
	echo "expect e.uncore_imc_0 5"
	echo "expect e.uncore_cbox_0 6"
	echo "end"
} | pmontest
touch /tmp/stop
wait
dmesg -n 7
