# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: an event that only some counters can count gets one of those, others make room
# machine: snbep ivbep_all hsx_all bdx_all skx_all
# kernels: 6.12
load

# type, event, counters that can count it, an event of the type that all count (Sandy Bridge-EP guide, 2.3.2;
# R2PCIe, R3QPI and CBo 0x23, 0x38 as the in-tree driver has them; Ivy Bridge-EP as Sandy Bridge-EP; Skylake-SP,
# Haswell-EP and Broadwell-EP: what Intel's list and the in-tree driver both allow). The simulator counts nothing on any
# other counter.
rules_skx() {
	for code in 0x11 0x36 0x3b; do
		echo "cha $code 0 0x66"
	done
	echo "cha 0x1f 1,2,3 0x66"
	echo "iio 0x83 0,1 0x66"
	for code in 0x88 0x95 0xc0 0xc5 0xd4 0xd5; do
		echo "iio $code 2,3 0x66"
	done
	echo "m2pcie 0x23 0,1 0x66"
	for code in 0x1c 0x1d 0x1e 0x3c 0x8e; do
		echo "m3upi $code 0 0x66"
	done
}

rules_bep() {
	for code in 0x01 0x11 0x36 0x3b; do
		echo "cbox $code 0 0x0"
	done
	for code in 0x02 0x04 0x05 0x07 0x09 0x12 0x13 0x21 0x23 0x31 0x32 0x33 0x34 0x35 0x37 0x38 0x39; do
		echo "cbox $code 0,1 0x0"
	done
	for code in 0x1b 0x1c 0x1d 0x1e; do
		echo "cbox $code 2,3 0x0"
	done
	echo "cbox 0x1f 1,2,3 0x0"
	for code in 0x10 0x11 0x24 0x26 0x32 0x33 0x34; do
		echo "r2pcie $code 0,1 0x1"
	done
	# perf's lists have 0x23 and 0x25 on counter 0 alone.
	for code in 0x12 0x23 0x25; do
		echo "r2pcie $code 0 0x1"
	done
	for code in 0x10 0x11 0x12 0x20 0x21 0x22 0x23 0x24 0x25 0x26 0x28 0x29 0x2a 0x2b 0x2c 0x2d \
		    0x2e 0x2f 0x30 0x31 0x32 0x33 0x34 0x36 0x37 0x38 0x39; do
		echo "r3qpi $code 0,1 0x1"
	done
	echo "r3qpi 0x13 0 0x1"
}

# The counters that both Intel's list and the in-tree driver have.
rules_hsx() {
	case $PROCESSOR in
	hsx)	cbox="0x01 0x09 0x11 0x36 0x3b 0x3e" both="0x38" r2pcie="0x13 0x23 0x24 0x25 0x27 0x2a"
		r2pcie_both="0x10 0x11 0x26 0x28 0x29 0x2b 0x2c 0x2d 0x32 0x33 0x34 0x35" r3qpi="0x01 0x12 0x31 0x32" ;;
	bdx)	cbox="0x11 0x36 0x3e" both="0x09" r2pcie="0x13 0x23 0x25 0x2a"
		r2pcie_both="0x10 0x11 0x26 0x28 0x2c 0x2d 0x32 0x33" r3qpi="" ;;
	esac
	for code in $cbox; do
		echo "cbox $code 0 0x0"
	done
	echo "cbox $both 0,1 0x0"
	echo "cbox 0x1f 1,2,3 0x0"
	for code in 0x61 0x62 0x64 0x65; do
		echo "ha $code 0,1,2 0x1"
	done
	for code in $r2pcie; do
		echo "r2pcie $code 0 0x7"
	done
	for code in $r2pcie_both; do
		echo "r2pcie $code 0,1 0x7"
	done
	for code in $r3qpi 0x10 0x11 0x14 0x15 0x1f 0x20 0x21 0x22 0x23 0x25 0x26 0x28 0x29 0x2c 0x2d 0x2e 0x2f \
		    0x33 0x34 0x36 0x37 0x38 0x39; do
		echo "r3qpi $code 0,1 0x7"
	done
	for code in 0x13 0x2a 0x2b; do
		echo "r3qpi $code 0 0x7"
	done
}

# Occupancies of power states on all counters of the PCU or, on Broadwell-EP, not on counter 0.
occupancies() {
	echo "section pcu: occupancies of power states"
	for state in 1 2 3; do
		echo "open o$state uncore_pcu/event=0x80,occ_sel=$state/ die=1$([ $state = 1 ] || echo ' leader=o1')"
	done
	[ $PROCESSOR != bdx ] || echo "refuse EINVAL uncore_pcu/event=0x80,occ_sel=1,thresh=1/ die=1 leader=o1"
	# The IRP has two counters.
	echo "open i0 uncore_irp/event=0x13,umask=1/ die=1"
	echo "open i1 uncore_irp/event=0x13,umask=2/ die=1 leader=i0"
	echo "refuse EINVAL uncore_irp/event=0x13,umask=4/ die=1 leader=i0"
	echo "open other uncore_pcu/event=0x5/ die=1"
	for state in 1 2 3; do
		echo "sim inject die=1 unit=pcu:0 event=0x80 umask=$((state << 6)) n=$((state * 10))"
	done
	echo "sim inject die=1 unit=pcu:0 event=0x5 n=7"
	for state in 1 2 3; do
		echo "expect o$state $((state * 10))"
	done
	echo "expect other 7"
	echo "close all"
	echo "end"
}

counters_of() {
	case $1 in
	r3qpi|m3upi) echo 3 ;;
	*)	echo 4 ;;
	esac
}
# Look-ups are counted by state, an IIO's requests by port and flow class.
filter() {
	case $1-$2 in
	cbox-0x34) echo ",filter_state=0x1" ;;
	iio-0x83|iio-0xc0) echo ",ch_mask=0x1,fc_mask=0x7" ;;
	esac
}
state() { [ $1 = cbox ] && [ $2 = 0x34 ] && echo "state=1"; }

case $FAMILY in
skx | hsx) rules=rules_$FAMILY ;;
*)	rules=rules_bep ;;
esac
$rules | while read -r type event may free; do
	may=$(echo $may | tr ',' '\n' | wc -l)
	all=$(counters_of $type)
	id=$(unit_ids $type | tail -n 1)
	pmu=$(pmu_of $type $id)
	unit=$type:$(unit_number $id)
	# Umask bits that ask for no filter, whatever the event.
	umasks="2 4 8"
	echo "section $type event $event on $may of $all counters"
	# Fill the unit with events that any counter can count, then as many of the restricted ones as
	# fit: the others have to move, and lose nothing.
	k=0
	for umask in $umasks; do
		[ $k -lt $((all - may)) ] || break
		echo "open free$k $pmu/event=$free,umask=$umask/ die=1"
		echo "sim inject die=1 unit=$unit event=$free umask=$umask n=$((100 + k))"
		k=$((k + 1))
	done
	k=0
	for umask in $umasks; do
		[ $k -lt $may ] || break
		echo "open e$k $pmu/event=$event,umask=$umask$(filter $type $event)/ die=1"
		echo "sim inject die=1 unit=$unit event=$event umask=$umask $(state $type $event) n=$((5000 + k))"
		k=$((k + 1))
	done
	k=0
	for umask in $umasks; do
		[ $k -lt $((all - may)) ] || break
		echo "sim inject die=1 unit=$unit event=$free umask=$umask n=1000"
		echo "expect free$k $((1100 + k)) free event $k"
		k=$((k + 1))
	done
	k=0
	while [ $k -lt $may ]; do
		echo "expect e$k $((5000 + k)) restricted event $k"
		k=$((k + 1))
	done
	echo "close all"
	# A group of one more than fit can never count.
	k=0
	for umask in $umasks; do
		[ $k -lt $may ] || break
		echo "open g$k $pmu/event=$event,umask=$umask$(filter $type $event)/ die=1$([ $k = 0 ] || echo ' leader=g0')"
		k=$((k + 1))
	done
	echo "refuse EINVAL $pmu/event=$event,umask=0x80$(filter $type $event)/ die=1 leader=g0"
	echo "close all"
	echo "end"
done | pmontest
[ $FAMILY != hsx ] || occupancies | pmontest
