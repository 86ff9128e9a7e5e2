# SPDX-License-Identifier: GPL-2.0-only
# what: events are read in NMIs that interrupt accesses to PCI configuration space; nothing hangs
# machine: snbep_qpi
# kernels: 6.12
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

# Another module and BPF programs get an error there where the registers are behind that lock, and the count elsewhere.
check "a consumer" insmod /lib/consumer.ko
C=/sys/kernel/debug/uncore_consumer
ask() { echo "$*" >$C/command && cat $C/result; }
equal "a counter behind the lock" "$(ask open 0 uncore_imc_0 event=0x7,umask=0x1 0 0)" 0
equal "one in MSRs" "$(ask open 1 uncore_cbox_0 event=0x7,umask=0x1 0 0)" 0
sim inject die=0 unit=imc:0 event=0x7 umask=0x1 n=3 >/dev/null
sim inject die=0 unit=cbox:0 event=0x7 umask=0x1 n=4 >/dev/null
equal "read in an NMI, behind the lock" "$(ask read 0 0 nmi)" "-16 0"
equal "read in an NMI, in MSRs" "$(ask read 1 0 nmi)" "0 4"
equal "read in an interrupt" "$(ask read 0 0 hardirq)" "0 3"
equal "its units, in an NMI" "$(ask units 0 0 nmi)" "-16 1 0:3"

# In each NMI two programs and both counters read.
equal "the first one's reads in NMIs" "$(ask probe 0 nmi_handler)" 0
equal "the second one's" "$(ask probe 1 nmi_handler)" 0
cat >/tmp/nmis <<'END'
#!/bin/sh
i=0
while [ $i -lt 50 ]; do
	echo l >/proc/sysrq-trigger
	i=$((i + 1))
done
END
chmod +x /tmp/nmis
read_units -t nmi_handler -d 0 uncore_imc_0 0x107 read_units -t nmi_handler -d 0 uncore_cbox_0 0x107 /tmp/nmis >/tmp/out 2>&1
equal "status of the programs" $? 0
sed 's/^/# /' /tmp/out
# The inner program prints first. Of CPU 0, each program: fresh, elsewhere, busy.
set -- $(awk 'NF >= 7 && $1 == 0 { print ($2 > 0), $3, ($4 > 0) }' /tmp/out)
equal "a program that reads MSRs: fresh, elsewhere" "$1 $2" "1 0"
equal "one that reads behind the lock: fresh, elsewhere, busy" "$4 $5 $6" "0 0 1"
read fresh busy elsewhere other <<END
$(ask unprobe 0)
END
equal "the consumer behind the lock: fresh, elsewhere, other errors" "$fresh $elsewhere $other" "0 0 0"
at_most "it was busy" 1 $busy
read fresh busy elsewhere other <<END
$(ask unprobe 1)
END
at_most "the consumer in MSRs: fresh" 1 $fresh
equal "other errors" $other 0
equal "the counts" "$(ask read 0 0 process) $(ask read 1 0 process)" "0 3 0 4"
rmmod consumer

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
