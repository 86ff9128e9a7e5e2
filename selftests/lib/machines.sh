# SPDX-License-Identifier: GPL-2.0-only
# The simulated machines that tests can ask for with `# machine: NAME`.

. "$SELFTESTS/lib/processors.sh"

# What MACHINE of `make shell` and `make demo` can be.
SHELL_MACHINES=$(list_column MODEL 1 | xargs)

# shell_machine MACHINE: the name that it has here
shell_machine() {
	case " $SHELL_MACHINES " in
	*" $1 "*) ;;
	*)	return 1 ;;
	esac
	case $1 in
	emr)	echo large ;;
	spr)	echo xeonmax ;;
	*)	echo "$1" ;;
	esac
}

# machine_options NAME: the simulator's options
machine_options() {
	local small="packages=2 cpus=4 cha=4 iio=2 irp=2 m2pcie=2 imc=2 m2m=2 upi=2 m3upi=2 mdf=2
		     pcu=1 ubox=1 cxlcm=2 cxldp=2 edac=1"
	local snbep="cbox=8 ha=1 imc=4 pcu=1 qpi=0 r2pcie=1 r3qpi=2 ubox=1"
	local ivbep="cbox=8 ha=1 imc=4 irp=0 pcu=1 qpi=0 r2pcie=1 r3qpi=1 ubox=1"
	# One unit in each place that matters, and ids with gaps.
	local gnr="packages=2 cpus=4 cha=4 iio=4 irp=4 pcu=2 ubox=1 imc=2 upi=2 cxlcm=2 cxldp=2 b2hot=2 b2cmi=2
		   b2cxl=2 b2upi=2 mdf=2 pciex16=2 pciex8=1"
	# A small die, with two SBoxes and one home agent; a large die with all that the drivers know.
	local hsx="cbox=8 sbox=2 ha=1 imc=4 irp=0 pcu=1 qpi=2 r2pcie=1 r3qpi=2 ubox=1"
	local large="sbox=4 ha=2 imc=8 irp=1 pcu=1 qpi=3 r2pcie=1 r3qpi=3 ubox=1"
	local bdxde="cbox=8 sbox=0 ha=1 imc=4 irp=1 pcu=1 qpi=0 r2pcie=1 r3qpi=2 ubox=1"
	# A large die of stepping 4, which has no M2PCIe.
	local skx="cha=10 iio=6 irp=6 imc=6 m2m=2 upi=3 m2pcie=0 m3upi=3 pcu=1 ubox=1"
	local cpx="cha=10 iio=6 irp=6 imc=6 m2m=2 upi=6 m2pcie=3 m3upi=6 pcu=1 ubox=1"
	local icx="iio=6 irp=6 m2pcie=6 pcu=1 ubox=1"
	local snr="cha=6 iio=5 irp=5 m2pcie=5 pcu=1 ubox=1 imc=2 m2m=1"
	local nhmex="ubox=1 wbox=1 bbox=2 cbox=10 mbox=2 rbox=2 sbox=2"

	case $1 in
	# As many units as an Emerald Rapids package has.
	large)	echo "packages=2 cpus=4 cha=60 iio=12 irp=12 m2pcie=12 imc=8 m2m=4 upi=4 m3upi=4
		      mdf=14 pcu=1 ubox=1 cxlcm=2 cxldp=2" ;;
	# Few of each type, for tests of behaviour rather than of numbers.
	small)	echo $small ;;
	# The same with more CPUs than an owner and another one.
	wide)	echo ${small/cpus=4/cpus=6} ;;
	# A Sapphire Rapids with HBM: two devices with M2Ms of HBM, MDFs where the Emerald Rapids guide has none.
	xeonmax) echo "machine=spr packages=2 cpus=4 cha=2 iio=1 irp=1 m2pcie=1 imc=2 m2m=2 upi=1 m3upi=1 mdf=32
		      pcu=1 ubox=1 cxlcm=0 cxldp=0 hbm=6 m2hbm=5" ;;
	# The same with memory: counts follow from what programs do.
	memory)	echo $small memory=on llc_slice=16 ;;
	# Other numbers of units, none of them a power of two, a cache that keeps more, channels without memory, a CXL port
	# without a device, and two NUMA nodes in each package.
	memory_odd) echo packages=2 cpus=4 numa=2 cha=14 iio=3 irp=3 m2pcie=3 imc=6 m2m=3 upi=3 m3upi=3 mdf=5 pcu=1 ubox=1 \
			 cxlcm=1 cxldp=1 memory=on llc_slice=32 core_cache=32 interleave=512 \
			 empty.0=imc:1 empty.1=imc:1,imc:4,cxldp:0 ;;
	# Four sockets with the links of a published map, each with a device.
	sockets4) echo "packages=4 cpus=4 numa=1 cha=1 iio=2 irp=0 m2pcie=0 imc=1 m2m=1 upi=3 m3upi=0 mdf=0 pcu=0 ubox=0 cxlcm=0
			cxldp=0 stacks.0=1:0x18 stacks.1=1:0x58 stacks.2=1:0x98 stacks.3=1:0xd8" ;;
	# Some of the I/O stacks of a package, two of them with devices below two ports; the same of Sapphire Rapids, and with disks,
	# see lib/guest.sh.
	stacks | stacks_spr | disks) echo $([ $1 != stacks_spr ] || echo machine=spr) packages=2 cpus=4 numa=1 cha=1 iio=11 irp=0 m2pcie=0 \
			imc=1 m2m=1 upi=2 m3upi=0 mdf=0 pcu=0 ubox=0 cxlcm=0 cxldp=0 \
			stacks.0=0:0x00,1:0x15,4:0x26 stacks.1=0:0x8a,1:0x97,4:0xa6 ;;
	# The same of Granite Rapids, which has two stacks without being asked.
	stacks_gnr) echo "machine=gnr numa=1 $gnr stacks.0=1:0x28,2:0x30 stacks.1=1:0xa8,2:0xb0" ;;
	# Of Ice Lake-SP, where bus 0 cannot have a stack's own function, and of Skylake-SP, whose MSR has four buses in any case.
	stacks_icx) echo "machine=icx packages=2 cpus=4 numa=1 cha=1 $icx imc=2 m2m=1 upi=2 m3upi=0 stacks.0=0:0x08,1:0x16,4:0x30
			stacks.1=0:0x88,1:0x96,4:0xb0" ;;
	# Of Snow Ridge, with one package as its boards.
	stacks_snr) echo "machine=snr packages=1 cpus=2 numa=1 $snr stacks=0:0x08,1:0x16,3:0x30,4:0x40" ;;
	# Of Grand Ridge, the stack with the table first.
	stacks_grr) echo "$(machine_options grr) numa=1 stack_bus=0x08 stacks=0:0x08,1:0x20,2:0x30" ;;
	stacks_skx) echo "machine=skx numa=1 packages=2 cpus=4 cha=1 iio=6 irp=1 imc=1 m2m=1 upi=2 m2pcie=0 m3upi=0 pcu=1 ubox=1
			stacks.0=2:0x3a,4:0x70 stacks.1=2:0xae" ;;
	# The first one with a network card, see lib/guest.sh, and the CPUID bit by which a guest knows that it is one.
	network) echo $small hypervisor=1 numa=1 stacks.0=0:0x00,1:0x15 stacks.1=0:0x8a,1:0x97 ;;
	# A unit or two in each space, so that a load takes a moment, and a kernel that looks for leaks.
	starved) echo "packages=1 cpus=2 cha=2 iio=0 irp=0 m2pcie=0 imc=1 m2m=1 upi=0 m3upi=0 mdf=0
		      pcu=0 ubox=0 cxlcm=0 cxldp=0" ;;
	# The Granite Rapids family, with as many units as a big model is known to have.
	gnr)	echo "machine=gnr packages=2 cpus=4 cha=126 iio=16 irp=16 pcu=5 ubox=1 imc=12 upi=6 cxlcm=4 cxldp=4
		      b2hot=20 b2cmi=12 b2cxl=16 b2upi=6 mdf=80 pciex16=4 pciex8=1" ;;
	# The same with few of each type.
	gnr_small) echo "machine=gnr $gnr" ;;
	srf)	echo "machine=srf $gnr" ;;
	cwf)	echo "machine=cwf $gnr" ;;
	# These have no UPI; Grand Ridge has the places of a small processor.
	gnrd)	echo "machine=gnrd packages=1 cpus=2 cha=4 iio=4 irp=4 pcu=2 ubox=1 imc=4 upi=0 cxlcm=1 cxldp=1 b2hot=1
		      b2cmi=4 b2cxl=1 b2upi=0 mdf=2 pciex16=2 pciex8=1" ;;
	grr)	echo "machine=grr packages=1 cpus=2 cha=6 iio=3 irp=3 pcu=1 ubox=1 imc=2 upi=0 cxlcm=0 cxldp=0 b2hot=0
		      b2cmi=2 b2cxl=0 b2upi=0 mdf=0 pciex16=0 pciex8=0" ;;
	# As captured: a small die of Emerald Rapids with two NUMA nodes a package, a workstation of Sapphire Rapids without links
	# and with every other memory controller, Granite Rapids with three nodes a package. All have the slices' functions, too.
	# The workstation's table lists two links and a memory controller that are not there.
	real_emr) echo "packages=2 cpus=4 numa=2 slices=1 cha=20 iio=10 irp=10 m2pcie=10 imc=8 m2m=4 upi=3 m3upi=3 mdf=4 pcu=1
			ubox=1 cxlcm=2 cxldp=2 stacks.0=1:0x18 stacks.1=1:0x98" ;;
	real_spr) echo "machine=spr packages=1 cpus=2 numa=1 ubox_node=0 slices=1 cha=8 iio=6 irp=6 m2pcie=6 imc=8
			absent=imc:2,imc:3 m2m=4 upi=2 hidden=upi:0,upi:1,imc:6,imc:7 m3upi=3 mdf=4 pcu=1 ubox=1 cxlcm=0
			cxldp=0 hbm=0 m2hbm=0 stacks=1:0x18" ;;
	# Sapphire Rapids with four tiles and SNC4, as eight nodes were seen on two packages of 56 cores.
	real_spr_snc4) echo "machine=spr packages=2 cpus=8 numa=4 slices=1 cha=8 iio=6 irp=6 m2pcie=6 imc=8 m2m=4 upi=4 m3upi=4 mdf=4
			pcu=1 ubox=1 cxlcm=2 cxldp=2 hbm=0 m2hbm=0 stacks.0=1:0x18 stacks.1=1:0x98" ;;
	real_gnr) echo "machine=gnr numa=3 slices=1 $gnr cpus=6 cha=6 imc=12 upi=6 b2cmi=12 b2upi=6" ;;
	real_gnr_no_nodes) echo "machine=gnr slices=1 $gnr imc=12 upi=6 b2cmi=12 b2upi=6" ;;
	# Processors without a discovery table. A name that ends in 1 has one package. The units are as in listings of real
	# machines; snbep1 is a Sandy Bridge-EN, which has no third channel.
	snbep)	echo "machine=snbep packages=2 cpus=4 $snbep" ;;
	snbep1)	echo "machine=snbep packages=1 cpus=2 $snbep absent=imc:2" ;;
	ivbep)	echo "machine=ivbep packages=2 cpus=4 $ivbep" ;;
	ivbep1)	echo "machine=ivbep packages=1 cpus=2 $ivbep frozen=1" ;;
	# With all units that the drivers know. No listing shows some of them.
	snbep_qpi) echo "machine=snbep packages=2 cpus=4 ${snbep/qpi=0/qpi=2}" ;;
	ivbep_all) echo "machine=ivbep packages=2 cpus=4 cbox=15 ha=2 imc=8 irp=1 pcu=1 qpi=3 r2pcie=1 r3qpi=3 ubox=1" ;;
	# Haswell-EP; with one package R3QPI units have no link, and firmware has left the uncore frozen. bdx1 has channels 0, 1, 4
	# and 5, as large dies of listings. Broadwell-DE has no SBox.
	hsx)	echo "machine=hsx packages=2 cpus=4 $hsx" ;;
	# With four packages, and few of each type. Ice Lake-SP has one or two.
	snbep4)	echo "machine=snbep packages=4 cpus=8 cbox=2 ha=1 imc=2 pcu=1 qpi=2 r2pcie=1 r3qpi=2 ubox=1" ;;
	ivbep4)	echo "machine=ivbep packages=4 cpus=8 cbox=2 ha=1 imc=2 irp=1 pcu=1 qpi=2 r2pcie=1 r3qpi=2 ubox=1" ;;
	bdx4)	echo "machine=bdx packages=4 cpus=8 cbox=2 sbox=0 ha=1 imc=2 irp=0 pcu=1 qpi=2 r2pcie=1 r3qpi=2 ubox=1" ;;
	clx4)	echo "machine=clx packages=4 cpus=8 cha=2 iio=1 irp=1 imc=2 m2m=2 upi=2 m2pcie=2 m3upi=2 pcu=1 ubox=1" ;;
	cpx4)	echo "machine=cpx packages=4 cpus=8 cha=2 iio=1 irp=1 imc=2 m2m=2 upi=6 m2pcie=1 m3upi=6 pcu=1 ubox=1" ;;
	nhmex4)	echo "machine=nhmex packages=4 cpus=8 ubox=1 wbox=1 bbox=2 cbox=2 mbox=2 rbox=2 sbox=2" ;;
	hsx4)	echo "machine=hsx packages=4 cpus=8 cbox=2 sbox=2 ha=1 imc=2 irp=0 pcu=1 qpi=2 r2pcie=1 r3qpi=2 ubox=1" ;;
	hsx1)	echo "machine=hsx packages=1 cpus=2 ${hsx/qpi=2/qpi=0} frozen=1" ;;
	hsx_all) echo "machine=hsx packages=2 cpus=4 cbox=18 $large" ;;
	bdx)	echo "machine=bdx packages=2 cpus=4 ${hsx/sbox=2/sbox=0}" ;;
	bdx1)	echo "machine=bdx packages=1 cpus=2 cbox=8 sbox=0 ha=2 imc=8 absent=imc:2,imc:3,imc:6,imc:7 irp=0 pcu=1 qpi=0
			r2pcie=1 r3qpi=2 ubox=1" ;;
	bdx_all) echo "machine=bdx packages=2 cpus=4 cbox=24 $large" ;;
	bdxde)	echo "machine=bdxde packages=1 cpus=2 $bdxde" ;;
	# No board has two, but tests of names count on the second one.
	bdxde2)	echo "machine=bdxde packages=2 cpus=4 $bdxde" ;;
	# Skylake-SP, with one (left frozen by firmware), two and four packages. With all units that the drivers know.
	skx)	echo "machine=skx packages=2 cpus=4 $skx" ;;
	skx1)	echo "machine=skx packages=1 cpus=2 ${skx//=3/=1} frozen=1" ;;
	clx)	echo "machine=clx packages=2 cpus=4 ${skx/m2pcie=0/m2pcie=4}" ;;
	# For all that a kernel knows, its functions have 256 bytes of configuration space.
	clx1)	echo "machine=clx packages=1 cpus=2 ${skx/m2pcie=0/m2pcie=4} pcie_capability=0" ;;
	cpx)	echo "machine=cpx packages=2 cpus=4 $cpx" ;;
	cpx1)	echo "machine=cpx packages=1 cpus=2 $cpx" ;;
	skx4)	echo "machine=skx packages=4 cpus=8 cha=3 iio=2 irp=2 imc=2 m2m=2 upi=3 m2pcie=0 m3upi=2 pcu=1 ubox=1" ;;
	skx_all) echo "machine=skx packages=2 cpus=4 cha=28 iio=6 irp=6 imc=6 m2m=2 upi=3 m2pcie=4 m3upi=3 pcu=1 ubox=1" ;;
	# CHAs at all three places, and a link that is missing in the middle, as on a captured machine.
	icx)	echo "machine=icx packages=2 cpus=4 cha=36 $icx imc=8 m2m=4 upi=3 m3upi=3 absent=upi:1" ;;
	# Few of each type, without gaps in their numbers.
	icx_small) echo "machine=icx packages=2 cpus=4 cha=2 iio=2 irp=2 m2pcie=2 pcu=1 ubox=1 imc=2 m2m=2 upi=2 m3upi=2" ;;
	icx1)	echo "machine=icx packages=1 cpus=2 cha=2 iio=2 irp=2 m2pcie=2 pcu=1 ubox=1 imc=2 m2m=2 upi=1 m3upi=1" ;;
	# A Xeon D-2700: controllers with three channels, no link, and here without one of the stacks. Firmware has left it frozen.
	icxd)	echo "machine=icxd packages=1 cpus=2 cha=6 $icx imc=6 m2m=2 upi=0 m3upi=0 absent=iio:4,irp:4,m2pcie:4 frozen=1" ;;
	# A Snow Ridge, without one of the CHAs and of the stacks; and with two packages, which no board has, for tests of names
	# that count on the second one.
	snr)	echo "machine=snr packages=1 cpus=2 $snr absent=cha:3,iio:4,irp:4,m2pcie:4" ;;
	snr2)	echo "machine=snr packages=2 cpus=4 $snr" ;;
	nhmex)	echo "machine=nhmex packages=2 cpus=4 $nhmex" ;;
	nhmex1)	echo "machine=nhmex packages=1 cpus=2 $nhmex" ;;
	wsmex)	echo "machine=wsmex packages=1 cpus=2 $nhmex" ;;
	# QEMU's own machine: no uncore at all.
	bare)	echo none ;;
	*)	return 1 ;;
	esac
}

# machine_config NAME: the same as shell assignments for the guest. Options come before the units that are absent.
machine_config() {
	local option unit
	for option in $(machine_options "$1"); do
		case $option in
		none)		echo SIMULATOR=no ;;
		machine=spr)	;;
		machine=*)	echo "PROCESSOR=${option#*=}"
				echo "FAMILY=$(list_of DESCRIPTION "$(list_of MODEL "${option#*=}" 6)" 2)"
				echo "TITLE='$(list_title MODEL "${option#*=}")'" ;;
		edac=*|frozen=*) ;;
		absent=*)	for unit in ${option//[,=]/ }; do
					[ $unit = absent ] || echo "UNITS_${unit%:*}=\$((UNITS_${unit%:*} - 1))"
				done ;;
		packages=*)	echo "PACKAGES=${option#*=}" ;;
		cpus=*)		echo "CPUS=${option#*=}" ;;
		*[!a-z0-9=]*)	;;
		*=*)		echo "UNITS_${option%%=*}=${option#*=}" ;;
		esac
	done
	[ "$1" = bare ] || echo SIMULATOR=yes
}
