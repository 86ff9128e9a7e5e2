# SPDX-License-Identifier: GPL-2.0-only
# what: the owner CPU of a die is not an isolated one, or is one of owner_cpus; events move there and lose no count
# machine: small
# kernels: 6.1 6.12
# why: 6.1 tells isolated CPUs in another way
# variant: isolated	kernel:isolcpus=nohz,domain,managed_irq,2 kernel:nohz_full=2
parameter=/sys/module/uncore_pmon/parameters/owner_cpus

text_command

equal "isolated CPUs" "$(cat /sys/devices/system/cpu/isolated)" 2
load
equal "owners" "$(cpumask uncore_cha_0)" 0,3

# Each register space, both kinds of PMUs, a group, a free-running counter, an event that is off, and one that samples.
chas=$(expected_units cha) total=0
happen() {
	echo "sim inject die=1 unit=cha:* event=0x35 umask=0x1 n=10"
	echo "sim inject die=1 unit=imc:1 event=0x2 umask=0x11 n=10"
	echo "sim inject-free die=1 unit=imc:0 counter=dclk n=10"
	# Last, as every second time freezes the package.
	echo "sim inject die=1 unit=m2m:0 event=0x18 umask=0x1 n=10"
	total=$((total + 10))
	echo "expect all $((total * chas))"
	echo "expect-group lead $total $total"
	echo "expect imc $total"
	echo "expect dclk $total"
	echo "expect off 0"
	echo "expect under 0"
	echo "expect soft 0"
	[ $((total % 20)) != 0 ] || echo "await-samples window $((total / 20))"
	echo "thaw 1"
}
{
	echo "section owners change while events count"
	echo "open all uncoreall_cha/event=0x35,umask=0x1/ die=1"
	echo "open off uncore_cha_0/event=0x35,umask=0x1/ die=1 disabled"
	# Its group is off with it. A CPU clock: its count shows whether it is on.
	echo "open soft software/config=0/ cpu=3 disabled"
	echo "open under uncore_cha_0/event=0x35,umask=0x1/ die=1 leader=soft"
	echo "open lead uncore_m2m_0/event=0x18,umask=0x1/ die=1 group"
	echo "open member uncore_m2m_0/event=0x18,umask=0x1/ die=1 leader=lead"
	echo "open window uncore_m2m_0/event=0x18,umask=0x1/ die=1 period=20 sample_type=0x10 samples"
	echo "open imc uncore_imc_1/event=0x2,umask=0x11/ die=1"
	echo "open dclk uncore_imc_free_running_0/event=0xff,umask=0x10/ die=1"
	happen
	echo "run echo 0 >/sys/devices/system/cpu/cpu3/online"
	echo "run /tmp/text-is $PMUS/uncore_cha_0/cpumask 0,2"
	happen
	echo "run echo 1 >/sys/devices/system/cpu/cpu3/online"
	echo "run /tmp/text-is $PMUS/uncore_cha_0/cpumask 0,3"
	happen
	echo "run echo 1-2 >$parameter"
	echo "run grep -qx 1-2 $PMUS/uncore_cha_0/cpumask"
	echo "run grep -qx 1-2 $parameter"
	happen
	echo "open late uncore_cha_1/event=0x35,umask=0x1/ die=1"
	echo "run echo 3 >$parameter"
	echo "run grep -qx 1,3 $PMUS/uncore_cha_0/cpumask"
	happen
	echo "expect late 10"
	echo "run echo 2 >$parameter"
	echo "run echo >$parameter"
	echo "run grep -qx 1,3 $PMUS/uncore_cha_0/cpumask"
	happen
	echo "expect late 20"
	echo "enable soft"
	echo "sim inject die=1 unit=cha:0 event=0x35 umask=0x1 n=7"
	echo "expect under 7"
	echo "close all"
	echo "end"
} | pmontest
refuse "what is no list of CPUs" sh -c "echo two >$parameter"
refuse "a CPU that cannot exist" sh -c "echo 9999 >$parameter"
equal "the list after that" "$(cat $parameter)" ""
counters_are_free "after all moves"

# Preferred CPUs may be isolated.
unload
load owner_cpus=1-2
equal "owners, chosen at load" "$(cpumask uncore_cha_0)" 1-2
