# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: each filter and match register selects, is shared by equals, and parts the others
# machine: snbep_qpi ivbep_all hsx_all bdx_all
# kernels: 6.12
load

case $PROCESSOR in
snbep)	all_states=0x1f ;;
ivbep)	all_states=0x3f ;;
*)	all_states=0x7f ;;
esac
lookup="event=0x34,umask=0x3"
sim_lookup="event=0x34 umask=0x3"
by_opcode="event=0x35,umask=0x1"
sim_by_opcode="event=0x35 umask=0x1"
by_node="event=0x37,umask=0x41"
sim_by_node="event=0x37 umask=0x41"
both="event=0x35,umask=0x41"
sim_both="event=0x35 umask=0x41"

cbox() {
	pmu=uncore_cbox_3 unit=cbox:3
	# Every pair of a field: the same value together, different ones apart.
	together "CBo, one thread" $pmu $unit <<END
event=0x0,umask=2,tid_en=1,filter_tid=0x5|event=0x0 umask=2 tid=5|event=0x0 umask=2 tid=6
event=0x2,umask=2,tid_en=1,filter_tid=0x5|event=0x2 umask=2 tid=5|event=0x2 umask=2
event=0x4,umask=2|event=0x4 umask=2 tid=9|
END
	apart "CBo, two threads" $pmu $unit "event=0x0,umask=2,tid_en=1,filter_tid=0x5" "event=0x0 umask=2 tid=5" \
		"event=0x2,umask=2,tid_en=1,filter_tid=0x1e" "event=0x2 umask=2 tid=0x1e"
	together "CBo, one state" $pmu $unit <<END
$lookup,filter_state=0x3|$sim_lookup state=1|$sim_lookup state=4
event=0x34,umask=0x5,filter_state=0x3|event=0x34 umask=0x5 state=2|event=0x34 umask=0x5 state=0x10
END
	apart "CBo, two states" $pmu $unit "$lookup,filter_state=0x1" "$sim_lookup state=1" \
		"event=0x34,umask=0x5,filter_state=0x2" "event=0x34 umask=0x5 state=2"
	# As in perf's lists: without a state nothing would count.
	together "CBo, no state" $pmu $unit <<END
$lookup|$sim_lookup state=1|
event=0x34,umask=0x9,filter_state=$all_states|event=0x34 umask=0x9 state=4|
END
	apart "CBo, no state and one" $pmu $unit "$lookup" "$sim_lookup state=8" \
		"event=0x34,umask=0x5,filter_state=0x2" "event=0x34 umask=0x5 state=2"
	together "CBo, one node" $pmu $unit <<END
$by_node,filter_nid=0x2|$sim_by_node nid=1|$sim_by_node nid=0
event=0x37,umask=0x42,filter_nid=0x2|event=0x37 umask=0x42 nid=1|event=0x37 umask=0x42 nid=3
END
	apart "CBo, two nodes" $pmu $unit "$by_node,filter_nid=0x2" "$sim_by_node nid=1" \
		"event=0x37,umask=0x42,filter_nid=0x4" "event=0x37 umask=0x42 nid=2"
	together "CBo, one opcode" $pmu $unit <<END
$by_opcode,filter_opc=0x182|$sim_by_opcode opc=0x182|$sim_by_opcode opc=0x187
event=0x36,umask=0x1,filter_opc=0x182|event=0x36 umask=0x1 opc=0x182|event=0x36 umask=0x1 opc=0x180
END
	apart "CBo, two opcodes" $pmu $unit "$by_opcode,filter_opc=0x182" "$sim_by_opcode opc=0x182" \
		"event=0x36,umask=0x1,filter_opc=0x1c8" "event=0x36 umask=0x1 opc=0x1c8"
	# Different fields of the register do not disturb each other.
	together "CBo, a thread, a node, an opcode" $pmu $unit <<END
event=0x0,umask=2,tid_en=1,filter_tid=0x3|event=0x0 umask=2 tid=3|event=0x0 umask=2 tid=4
$both,filter_opc=0x194,filter_nid=0x1|$sim_both opc=0x194 nid=0|$sim_both opc=0x194 nid=1
event=0x36,umask=0x44,filter_nid=0x1|event=0x36 umask=0x44 nid=0|event=0x36 umask=0x44 nid=2
END
	together "CBo, a state and an opcode" $pmu $unit <<END
$lookup,filter_state=0x1|$sim_lookup state=1|$sim_lookup state=2
$by_opcode,filter_opc=0x182|$sim_by_opcode opc=0x182|$sim_by_opcode opc=0x180
END
	apart "CBo, of two fields one differs" $pmu $unit "$both,filter_opc=0x194,filter_nid=0x1" \
		"$sim_both opc=0x194 nid=0" "event=0x36,umask=0x41,filter_opc=0x194,filter_nid=0x2" \
		"event=0x36 umask=0x41 opc=0x194 nid=1"
	# A filter that the event does not look at would do nothing.
	echo "refuse EINVAL $pmu/event=0x2,umask=1,filter_tid=0x5/ die=0"
	echo "refuse EINVAL $pmu/event=0x35,umask=0x3,tid_en=1,filter_state=0x1/ die=0"
	echo "refuse EINVAL $pmu/event=0x37,umask=0x1,filter_nid=0x1/ die=0"
	echo "refuse EINVAL $pmu/event=0x35,umask=0x44,filter_opc=0x182/ die=0"
}

# What Ivy Bridge-EP's second register has besides.
cbox_ivbep() {
	pmu=uncore_cbox_14 unit=cbox:14
	apart "CBo, two links" $pmu $unit "event=0x31,umask=0x10,filter_link=0x1" "event=0x31 umask=0x10 link=1" \
		"event=0x31,umask=0xff,filter_link=0x2" "event=0x31 umask=0xff link=2"
	together "CBo, a link, a thread, a state" $pmu $unit <<END
event=0x31,umask=0x10,filter_link=0x4|event=0x31 umask=0x10 link=4|event=0x31 umask=0x10 link=5
event=0x0,umask=2,tid_en=1,filter_tid=0x1f|event=0x0 umask=2 tid=0x1f|event=0x0 umask=2 tid=6
$lookup,filter_state=0x20|$sim_lookup state=0x20|$sim_lookup state=1
END
	apart "CBo, a link and another in use by a state" $pmu $unit "$lookup,filter_state=0x8" \
		"$sim_lookup state=8" "event=0x34,umask=0x9,filter_state=0x10" "event=0x34 umask=0x9 state=0x10"
	for bit in c6 nc isoc; do
		together "CBo, opcode and $bit" $pmu $unit <<END
$by_opcode,filter_opc=0x19e,filter_$bit=1|$sim_by_opcode opc=0x19e $bit=1|$sim_by_opcode opc=0x19e
END
		apart "CBo, with $bit and without" $pmu $unit "$by_opcode,filter_opc=0x19e,filter_$bit=1" \
			"$sim_by_opcode opc=0x19e $bit=1" "event=0x36,umask=0x1,filter_opc=0x19e" \
			"event=0x36 umask=0x1 opc=0x19e"
	done
}

# What Haswell-EP has besides: more events by node, longer threads and states, and no link.
cbox_hsx() {
	pmu=uncore_cbox_17 unit=cbox:17
	together "CBo, retries of one node" $pmu $unit <<END
event=0x28,umask=0x40,filter_nid=0x2|event=0x28 umask=0x40 nid=1|event=0x28 umask=0x40 nid=0
event=0x29,umask=0x40,filter_nid=0x2|event=0x29 umask=0x40 nid=1|event=0x29 umask=0x40 nid=0
event=0x2a,umask=0x40,filter_nid=0x2|event=0x2a umask=0x40 nid=1|event=0x2a umask=0x40 nid=2
event=0x32,umask=0x40,filter_nid=0x2|event=0x32 umask=0x40 nid=1|event=0x32 umask=0x40 nid=3
END
	apart "CBo, retries of two nodes" $pmu $unit "event=0x33,umask=0x80,filter_nid=0x2" \
		"event=0x33 umask=0x80 nid=1" "event=0x33,umask=0x40,filter_nid=0x4" "event=0x33 umask=0x40 nid=2"
	together "CBo, the highest state and thread" $pmu $unit <<END
$lookup,filter_state=0x40|$sim_lookup state=0x40|$sim_lookup state=0x20
event=0x0,umask=2,tid_en=1,filter_tid=0x3f|event=0x0 umask=2 tid=0x3f|event=0x0 umask=2 tid=0x1f
END
	for bit in c6 nc isoc; do
		apart "CBo, with $bit and without" $pmu $unit "$by_opcode,filter_opc=0x19e,filter_$bit=1" \
			"$sim_by_opcode opc=0x19e $bit=1" "event=0x36,umask=0x1,filter_opc=0x19e" \
			"event=0x36 umask=0x1 opc=0x19e"
	done
	# The in-tree driver's link, 9:6, which it gives to lookups of opcodes. Two of these count together here.
	echo "refuse EINVAL $pmu/event=0x35,umask=0x1,config1=0x1820000000000040/ die=0"
	echo "refuse EINVAL $pmu/event=0x31,umask=0x10,config1=0x40/ die=0"
	echo "refuse EINVAL $pmu/event=0x28,umask=0x1,filter_nid=0x2/ die=0"
}

# Only two events use the filter of the UBox, and both all of it. The in-tree driver writes 0.
ubox() {
	together "UBox, one thread" uncore_ubox ubox:0 <<END
event=0x41,umask=0x1,filter_tid=1,filter_cid=0x1f|event=0x41 umask=0x1 tid=0x3f|event=0x41 umask=0x1 tid=0x1f
event=0x41,umask=0x4,filter_tid=1,filter_cid=0x1f|event=0x41 umask=0x4 tid=0x3f|event=0x41 umask=0x4 tid=0x3e
END
	together "UBox, a thread and an event without" uncore_ubox ubox:0 <<END
event=0x41,umask=0x1,filter_cid=0x12|event=0x41 umask=0x1 tid=0x24|event=0x41 umask=0x1 tid=0x25
event=0x42,umask=0x8|event=0x42 umask=0x8 tid=0x3|
END
	apart "UBox, two threads" uncore_ubox ubox:0 "event=0x41,umask=0x1,filter_cid=0x12" "event=0x41 umask=0x1 tid=0x24" \
		"event=0x41,umask=0x4,filter_cid=0x10" "event=0x41 umask=0x4 tid=0x20"
	echo "refuse EINVAL uncore_ubox/event=0x42,umask=0x8,filter_tid=1/ die=0"
	echo "refuse EINVAL uncore_ubox/event=0x41,umask=0x2,filter_cid=1/ die=0"
}

# The frequency bands are alternatives: an event goes to a band that is free, or holds its value.
pcu() {
	four_frequencies 0
	cat <<END
section PCU: one frequency in one band
open a uncore_pcu/event=0xc,filter_band1=15/ die=1
open b uncore_pcu/event=0xc,filter_band1=15,edge=1,thresh=1/ die=1
open c uncore_pcu/event=0xc,filter_band1=16/ die=1
sim inject die=1 unit=pcu:0 event=0xb mhz=1500 n=10
sim inject die=1 unit=pcu:0 event=0xc mhz=1500 n=10
sim inject die=1 unit=pcu:0 event=0xd mhz=1500 n=10
sim inject die=1 unit=pcu:0 event=0xe mhz=1500 n=10
expect a 10
expect b 1
expect c 0
close all
end
section PCU: frequencies with an occupancy, which bit 7 of the event adds
open a uncore_pcu/event=0x8b,occ_sel=1,filter_band0=20/ die=1
open b uncore_pcu/event=0x8b,occ_sel=1,filter_band0=30/ die=1
sim inject die=1 unit=pcu:0 event=0x8b umask=0x40 mhz=1900 n=100
sim inject die=1 unit=pcu:0 event=0x8b umask=0x40 mhz=2100 n=10
sim inject die=1 unit=pcu:0 event=0x8c umask=0x40 mhz=2100 n=10
sim inject die=1 unit=pcu:0 event=0x8c umask=0x40 mhz=3500 n=5
expect a 10
expect b 5
close all
end
refuse EINVAL uncore_pcu/event=0x85,occ_sel=1,filter_band0=12/ die=0
refuse EINVAL uncore_pcu/event=0x5,filter_band0=12/ die=0
refuse EINVAL uncore_pcu/event=0xb,filter_band1=12/ die=0
END
	# Codes with the extra bit are other events.
	case $PROCESSOR in
	snbep)	pairs="103 3" ;;
	ivbep)	pairs="117 17
			11e 1e
			125 25" ;;
	esac
	echo "${pairs:-}" | grep . | while read -r extended plain; do
		together "PCU, extra select, code 0x$plain" uncore_pcu pcu:0 <<END
event=0x$extended|event=0x$plain ext=1|event=0x$plain umask=1
event=0x$plain|event=0x$plain|event=0x$plain ext=1 umask=1
END
	done
	case $PROCESSOR in
	snbep)	cores="1e 1f 20 21 22 23 24 25" ;;
	ivbep)	cores="1e 1f 20 21 22 23 24 25 40 41 42 43 44 45 46" ;;
	esac
	# A demotion takes band 0, before Haswell-EP, and a frequency then another one. Two of them need the same value.
	for code in $cores; do
		cat <<END
section PCU: demotions, code 0x$code, and a frequency
open demotions uncore_pcu/event=0x$code,filter_band0=12/ die=1
open frequency uncore_pcu/event=0xb,filter_band0=20/ die=1
refuse EINVAL uncore_pcu/event=0x1e,filter_band0=13/ die=1 leader=demotions
sim inject die=1 unit=pcu:0 event=0x$code n=7
sim inject die=1 unit=pcu:0 event=0x$code ext=1 n=50
sim inject die=1 unit=pcu:0 event=0xb mhz=1500 n=900
sim inject die=1 unit=pcu:0 event=0xc mhz=2000 n=11
sim inject die=1 unit=pcu:0 event=0xd mhz=2000 n=11
sim inject die=1 unit=pcu:0 event=0xe mhz=2000 n=11
expect demotions 7
expect frequency 11 in a band that is free
close all
end
END
	done
	[ $PROCESSOR != ivbep ] || echo "refuse EINVAL uncore_pcu/event=0x11e,filter_band0=12/ die=0"
	[ $PROCESSOR != snbep ] || echo "refuse EINVAL uncore_pcu/event=0x40,filter_band0=12/ die=0"
}

# What a demotion puts into the filter register; nothing at hand says what the register does to it.
demotion_filter() {
	for code in $1; do
		filter=$($PERF stat -x '|' -o /tmp/perf.out -C 0 -e "uncore_pcu/event=$code,filter_band0=0x1b/" -- \
			pmonctl get die=0 unit=pcu:0 | awk '$1 == "filter" { print $2 }')
		equal "band 0 for PCU event $code" "$filter" 0x1b
	done
}

occupancy() {
	cat <<END
section PCU: occupancy of a power state
open c0 uncore_pcu/event=0x80,occ_sel=1/ die=1
open c6 uncore_pcu/event=0x80,occ_sel=3/ die=1
open most uncore_pcu/event=0x80,occ_sel=3,thresh=4/ die=1
open few uncore_pcu/event=0x80,occ_sel=3,thresh=4,occ_invert=1/ die=1
sim inject die=1 unit=pcu:0 event=0x80 umask=0x40 inc=8 n=100
sim inject die=1 unit=pcu:0 event=0x80 umask=0xc0 inc=3 n=10
sim inject die=1 unit=pcu:0 event=0x80 umask=0xc0 inc=6 n=20
expect c0 800
expect c6 150
expect most 20
expect few 10
close all
end
END
}

ha() {
	pmu=$(pmu_of ha "$(unit_ids ha | tail -n 1)")
	number=$(unit_number "$(unit_ids ha | tail -n 1)")
	# config1 45:6 is the address itself.
	together "HA, a page and an opcode" $pmu ha:$number <<END
event=0x20,umask=3,config1=$((0x123456000 | 5 << 46))|event=0x20 umask=3 address=0x123456fc0 opcode=5|event=0x20 umask=3 address=0x123457000 opcode=5
event=0x20,umask=1,config1=0x123456000|event=0x20 umask=1 address=0x123456000 opcode=9|event=0x20 umask=1 address=0x123455000 opcode=5
event=0x1,umask=1|event=0x1 umask=1|
END
	apart "HA, two pages" $pmu ha:$number "event=0x20,umask=3,config1=0x123456000" \
		"event=0x20 umask=3 address=0x123456000" "event=0x20,umask=3,config1=0x2000001000" \
		"event=0x20 umask=3 address=0x2000001000"
	echo "refuse EINVAL $pmu/event=0x21,config1=0x123456000/ die=0"
	apart "HA, two opcodes" $pmu ha:$number "event=0x20,umask=2,filter_opcode=5" "event=0x20 umask=2 opcode=5" \
		"event=0x20,umask=3,filter_opcode=6" "event=0x20 umask=3 address=0 opcode=6"
	echo "refuse EINVAL $pmu/event=0x20,umask=1,filter_opcode=5/ die=0"
	echo "refuse EINVAL $pmu/event=0x20,umask=2,filter_address=0x1000/ die=0"
	if [ $PROCESSOR = snbep ]; then
		echo "refuse EINVAL $pmu/event=0x20,umask=4,filter_opcode=5/ die=0"
		return
	fi
	together "HA, an opcode on three rings" $pmu ha:$number <<END
event=0x20,umask=4,filter_opcode=0x2a|event=0x20 umask=4 opcode=0x2a|event=0x20 umask=4 opcode=5
event=0x20,umask=8,filter_opcode=0x2a|event=0x20 umask=8 opcode=0x2a|event=0x20 umask=8 opcode=0x2b
event=0x20,umask=0x10,filter_opcode=0x2a|event=0x20 umask=0x10 opcode=0x2a|event=0x20 umask=0x10 opcode=0
END
	for umask in 4 8 0x10; do
		apart "HA, two opcodes, umask $umask" $pmu ha:$number \
			"event=0x20,umask=$umask,filter_opcode=5" "event=0x20 umask=$umask opcode=5" \
			"event=0x20,umask=2,filter_opcode=6" "event=0x20 umask=2 opcode=6"
		echo "refuse EINVAL $pmu/event=0x20,umask=$umask,filter_address=0x1000/ die=0"
	done
}

qpi() {
	pmu=uncore_qpi_1 unit=qpi:1
	cto="event=0x138"
	sim_cto="event=0x38 ext=1"
	any_data="match_mc=0xe,mask_mc=0xf"
	together "QPI, packets by message class" $pmu $unit <<END
$cto,$any_data|$sim_cto packet=0x1c40|$sim_cto packet=0x1840
$cto,umask=1,$any_data|$sim_cto umask=1 packet=0x1c20|$sim_cto umask=1 packet=0x0020
event=0x13,umask=1|event=0x13 umask=1|
END
	apart "QPI, two classes" $pmu $unit "$cto,$any_data" "$sim_cto packet=0x1c00" \
		"$cto,match_mc=0xc,mask_mc=0xf" "$sim_cto packet=0x1800"
	apart "QPI, two masks" $pmu $unit "$cto,match0=0x1c00,mask0=0x1e00" "$sim_cto packet=0x1c80" \
		"$cto,match0=0x0060,mask0=0x0060" "$sim_cto packet=0x0160"
	# The upper registers.
	together "QPI, node and RDS" $pmu $unit <<END
$cto,match_rds=0x3,mask_rds=0xf,match_rnid30=0x2,mask_rnid30=0xf|$sim_cto packet=0x3000200001c00|$sim_cto packet=0x3000300001c00
END
	echo "refuse EINVAL $pmu/event=0x13,umask=1,match_mc=0xe/ die=0"
	if [ $PROCESSOR = bdx ]; then
		apart "QPI, two classes on the third port" uncore_qpi_2 qpi:2 "$cto,$any_data" "$sim_cto packet=0x1c00" \
			"$cto,match_mc=0xc,mask_mc=0xf" "$sim_cto packet=0x1800"
	fi
	case $PROCESSOR in
	ivbep|hsx) ;;
	*)	return ;;
	esac
	# The third port has no match registers.
	echo "refuse EOPNOTSUPP uncore_qpi_2/$cto,$any_data/ die=0"
}

filters() {
	# The CBo, the PCU and the HA of Broadwell-EP are those of Haswell-EP.
	case $PROCESSOR in
	hsx|bdx) ubox ;;
	esac
	if [ $PROCESSOR = bdx ]; then
		qpi
		return
	fi
	cbox
	[ $PROCESSOR != hsx ] || cbox_hsx
	[ $PROCESSOR != ivbep ] || cbox_ivbep
	pcu
	occupancy
	ha
	qpi
}
filters | pmontest
case $PROCESSOR in
snbep)	demotion_filter "0x1e 0x25" ;;
ivbep)	demotion_filter "0x1e 0x25 0x40 0x46" ;;
esac
