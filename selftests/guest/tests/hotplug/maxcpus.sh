# SPDX-License-Identifier: GPL-2.0-only
# what: a package that has no online CPU when the module is loaded gets its PMUs with its first CPU, and counts exactly
# machine: small
# kernels: 6.1 debug
# why: 6.1 learns of a package when its first CPU comes, later kernels at boot; locks and lifetimes
# variant: unlike	kernel:maxcpus=1 cha.0=2 cha.1=4 mdf.0=0 mdf.1=3 upi.0=1 m3upi.0=1 imc.0=1
. /test/arrival.sh

online() { echo $2 >/sys/devices/system/cpu/cpu$1/online; }

refuse "CPUs are offline" grep -x 0-3 /sys/devices/system/cpu/online
load
equal "the owner of package 0 alone" "$(cpumask uncore_cha_0)" 0
every_unit_counts 0 "package 0 alone"
equal "the verdict on the table of package 1" "$(sed -n 's/^no die: .*: its package/its package/p' /sys/kernel/debug/uncore_pmon/discovery)" \
	"its package has no online CPU: not used until one is online"
chas=$(unit_ids cha | wc -l)

# What counts in the other package goes on meanwhile, also a unit that does not answer then.
{
	echo "open gone uncore_imc_0/event=0x60,umask=0x1/ die=0"
	echo "sim gone die=0 unit=imc:0 gone"
	echo "expect gone 0"
	echo "open here uncoreall_cha/event=0x60,umask=0x1/ die=0"
	echo "open window uncore_m2m_0/event=0x61,umask=0x1/ die=0 period=100 sample_type=0x10 samples"
	echo "sim inject die=0 unit=* event=0x60 umask=0x1 n=50"
	echo "write /sys/devices/system/cpu/cpu3/online 1"
	echo "sim inject die=0 unit=* event=0x60 umask=0x1 n=50"
	echo "expect here $((100 * chas))"
	echo "sim inject die=0 unit=m2m:0 event=0x61 umask=0x1 n=100"
	echo "await-samples window 1"
	echo "thaw 0"
} | pmontest
await_package 1 uncore_cha_0
equal "units whose registers do not answer" "$(grep -c 'registers do not answer$' /sys/kernel/debug/uncore_pmon/discovery)" 0
refuse "a unit with a PMU is ignored" sh -c "dmesg | grep ignored"
sim gone die=0 unit=imc:0 back
equal "the owner of package 1" "$(cpumask uncore_cha_0)" 0,3
for pmu in cha_3 iio_1 irp_1 m2pcie_1 imc_1 m2m_1 upi_1 m3upi_1 mdf_1 pcu ubox cxlcm_1 cxldp_1; do
	await_package 1 uncore_$pmu
done
every_unit_counts 1 "package 1 with one CPU"
every_unit_counts 0 "package 0 beside it"
equal "units of package 1" "$(units_of 1 cha) $(units_of 1 imc) $(units_of 1 m2m) $(units_of 1 irp)" "4 2 2 2"
equal "CHAs and MDFs of package 0" "$(units_of 0 cha) $(units_of 0 mdf)" "2 0"
equal "MDFs of package 1" "$(units_of 1 mdf)" 3

# A second CPU changes nothing, and becomes the owner when the first one goes.
online 1 1
online 2 1
equal "the owners with all CPUs" "$(cpumask uncore_cha_0)" 0,3
{
	echo "open a uncoreall_cha/event=0x60,umask=0x1/ die=1"
	echo "open f uncore_imc_free_running_0/event=0xff,umask=0x10/ die=1"
	echo "open s uncore_upi_0/event=0x61,umask=0x1/ die=1 period=100 sample_type=0x10 samples"
	echo "sim inject die=1 unit=* event=0x60 umask=0x1 n=70"
	echo "write /sys/devices/system/cpu/cpu3/online 0"
	echo "sim inject die=1 unit=* event=0x60 umask=0x1 n=70"
	echo "sim inject-free die=1 unit=imc:0 counter=dclk n=5"
	echo "expect a $((140 * $(units_of 1 cha)))"
	echo "expect f 5"
	echo "sim inject die=1 unit=upi:0 event=0x61 umask=0x1 n=100"
	echo "await-samples s 1"
	echo "thaw 1"
} | pmontest
equal "the owner of package 1 after that" "$(cpumask uncore_cha_0)" 0,2

# Gone and back, then loaded anew with all there is.
online 2 0
every_unit_counts 0 "package 0 without the other"
online 2 1
await_package 1 uncore_cha_0
every_unit_counts 1 "package 1 back again"
unload
load
online 3 1
every_unit_counts 1 "package 1, there at the load"

# Unloaded before the driver has done what the package's first CPU asks for.
for first in 2 3; do
	unload
	online 2 0
	online 3 0
	load
	online $first 1
done
unload

# CPU hotplug has ended before the memory of a package that came late is freed.
online 2 0
online 3 0
load
check "a CPU that is toggled between" insmod /lib/toggle_at_release.ko device=uncore_pmon cpu=3
online 3 1
await_package 1 uncore_cha_0
unload
check "it was" sh -c "dmesg | grep -q 'toggle_at_release: CPU 3: 0'"
rmmod toggle_at_release
equal "PMUs that are left" "$(ls -d $PMUS/uncore* 2>/dev/null | wc -l)" 0
