# SPDX-License-Identifier: GPL-2.0-only
# what: discovery structures that are unusual, broken or missing cost what they must and no more
# machine: small
# kernels: 6.12
# What costs nothing shares a boot with what costs nothing, an oddity for each package and one for the machine: all of it has
# to count. What costs a package shares a boot with what costs another one; the last package has nothing unusual, and counts.
# variant: places-no-upi-nodes	packages=4 table_bar.0=64 bir.1=5 table_offset.2=0x800 stride.3=8 upi_table=missing node_id.0=1 node_id.1=0
# variant: dvsecs-mangled-upi	dvsec.0=twice dvsec.1=foreign-first bus.0=0x60 stack_bus.0=0x50 discovery.1=ubox upi_table=mangled
# variant: holes-numa-36-bits	holes.0=9 numa=1 iio_bw_width=36
# variant: two-dies		dies=1
# Packages with different units are in type_pmu_unequal_dies.
# variant: one-package		packages=1 cpus=2 kernel:memmap=16M!1G kernel:memmap=16M%0x41000000-1+0xefffffff
# variant: no-dvsec		dvsec=none
# variant: lost-bars		packages=4 table_bar.0=io bir.1=7 dvsec.2=other-id
# variant: other-vendor		dvsec.0=other-vendor

# counts DIE: one unit of each register space
counts() {
	pmontest <<END
section package $1 counts
open a uncore_cha_1/event=0x35,umask=0x1/ die=$1
open m uncore_m2m_0/event=0x18,umask=0x1/ die=$1
open i uncore_imc_0/event=0x2,umask=0x11/ die=$1
sim inject die=$1 unit=cha:1 event=0x35 umask=0x1 n=31
sim inject die=$1 unit=m2m:0 event=0x18 umask=0x1 n=32
sim inject die=$1 unit=imc:0 event=0x2 umask=0x11 n=33
expect a 31
expect m 32
expect i 33
end
END
}

links_count() {
	for type in upi m3upi; do
		for id in 0 1; do
			for die in $(dies); do
				cat <<END
open l uncore_${type}_$id/$(event_terms $type)/ die=$die
sim inject die=$die unit=$type:$id $(sim_terms $type) n=$((100 * id + 10 * die + 3))
expect l $((100 * id + 10 * die + 3)) ${type} link $id of package $die
close l
END
			done
		done
	done | pmontest
}

says_something() {
	check "a message tells what is lost" test -n "$(module_messages |
		grep -v 'out-of-tree\|taints kernel\|verification failed')"
}

# A bandwidth counter that goes round twice, with a read before each half.
bandwidth_counts() {
	half=$((1 << 35))
	{
		echo "section bandwidth counters of 36 bits of package $1"
		echo "open in uncore_iio_free_running_1/event=0xff,umask=0x23/ die=$1"
		echo "open out uncore_iio_free_running_0/event=0xff,umask=0x37/ die=$1"
		for step in 1 2 3 4; do
			echo "sim inject-free die=$1 unit=iio:1 counter=bw_in3 n=$((half - 3))"
			echo "sim inject-free die=$1 unit=iio:0 counter=bw_out7 n=$((half - 5))"
			echo "expect in $((step * (half - 3)))"
			echo "expect out $((step * (half - 5)))"
		done
		echo "end"
	} | pmontest
}

case $VARIANT in
no-dvsec)
	message=$(insmod $MODULE 2>&1) && fail "it loaded without a discovery table"
	case $message in
	*"No such device"*) ok "refused with ENODEV" ;;
	*) not_ok "insmod said: $message" ;;
	esac
	says_something
	;;
lost-bars)
	# Packages 0 to 2 have no table that can be used: they are lost, and only they. There is a CPU in each package.
	load
	counts 3
	equal "packages that have PMUs" "$(cpumask uncore_cha_0)" 3
	equal "messages about a BAR" "$(module_messages | grep -c 'PMON discovery in BAR [07], which is not a memory BAR')" 2
	equal "messages about packages without a table" "$(module_messages | grep -o 'die .: no PMON discovery table')" \
		"die 2: no PMON discovery table"
	;;
other-vendor)
	load
	counts 1
	equal "packages that have PMUs" "$(cpumask uncore_cha_0)" 2
	;;
two-dies)
	equal "processor packages" \
		"$(cat /sys/devices/system/cpu/cpu*/topology/physical_package_id | sort -u | wc -l)" 1
	load
	counts 0
	counts 1
	links_count
	equal "a CPU of each die counts" "$(cpumask uncore_cha_1)" 0,2
	# What perf may read on any CPU of the package it must not read on one of the other die.
	{
		for space in cha:0x35 m2m:0x18 imc:0x02; do
			type=${space%:*}
			for die in 0 1; do
				echo "open $type$die uncore_${type}_0/event=${space#*:},umask=0x1/ die=$die"
				echo "sim inject die=$die unit=$type:0 event=${space#*:} umask=0x1 n=$((100 + die))"
				for cpu in 0 1 2 3; do
					echo "cpu $cpu"
					echo "expect $type$die $((100 + die)) $type of die $die, read on CPU $cpu"
				done
			done
		done
	} | pmontest
	;;
one-package)
	load
	counts 0
	equal "cpumask" "$(cpumask uncore_cha_0)" 0
	unload
	# A table places a unit of an unknown type in memory that no driver uses.
	check "persistent memory" grep -q '^ *40000000-40ffffff : Persistent Memory (legacy)' /proc/iomem
	. /test/tables.sh
	read_table 0
	at=$(entry 6 1)
	for place in 0x40000000 0x41000000; do
		poke $((at + 1)) $place
		poke $((at + 2)) 77
		load
		equal "a unit at $place" "$(ls -d $PMUS/uncore_type_77* 2>/dev/null)" ""
		check "a message" sh -c "dmesg | grep -q 'type 77.*$place'"
		counts 0
		unload
		restore_table
	done
	;;
*)
	[ $VARIANT != places-no-upi-nodes ] || PACKAGES=4
	load
	for die in $(dies); do
		counts $die
	done
	links_count
	case $VARIANT in
	*-36-bits)
		bandwidth_counts 0
		bandwidth_counts 1
		;;
	esac
	[ $VARIANT != dvsecs-mangled-upi ] ||
		equal "entries that are not used" "$(module_messages | grep -c 'not used')" 0
	;;
esac
