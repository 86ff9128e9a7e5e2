# SPDX-License-Identifier: GPL-2.0-only
# what: Skylake-SP: each filter selects, is shared by equals and parts others; rows of the table of the in-tree driver's mistakes
# machine: skx_all
# kernels: 6.12
sim violations reset >/dev/null
load

lookup="event=0x34,umask=0x3"
sim_lookup="event=0x34 umask=0x3"
tor="event=0x35,umask=0x21"
sim_tor="event=0x35 umask=0x21"
occupancy="event=0x36,umask=0x21"
sim_occupancy="event=0x36 umask=0x21"

cha() {
	pmu=uncore_cha_27 unit=cha:27
	# Without terms everything is counted; with some, the others of their kind are not.
	together "CHA, TOR events without a filter" $pmu $unit <<END
$tor|$sim_tor|event=0x35 umask=0x22
$occupancy|$sim_occupancy remote=1 near=1 opc=0x259|
END
	together "CHA, one opcode, everywhere" $pmu $unit <<END
$tor,filter_opc0=0x202|$sim_tor opc=0x202|$sim_tor opc=0x200
$occupancy,filter_opc0=0x202|$sim_occupancy remote=1 opc=0x202|$sim_occupancy opc=0x203
END
	together "CHA, two opcodes in one event" $pmu $unit <<END
$tor,filter_opc0=0x202,filter_opc1=0x259|$sim_tor near=1 opc=0x259|$sim_tor opc=0x200
END
	together "CHA, local requests, all opcodes" $pmu $unit <<END
$tor,filter_loc=1|$sim_tor opc=0x202|$sim_tor remote=1
END
	together "CHA, remote requests to near memory" $pmu $unit <<END
$tor,filter_rem=1,filter_nm=1|$sim_tor remote=1 near=1|$sim_tor remote=1
END
	# Intel's value of the register: perf 6.12 has it in the upper half of config1, perf 7.3 in the lower one.
	together "CHA, FILTER1 as a value in either half" $pmu $unit <<END
$tor,config1=0x40433|$sim_tor opc=0x202|$sim_tor opc=0x200
$occupancy,config1=0x4043300000000|$sim_occupancy opc=0x202|$sim_occupancy opc=0x200
END
	together "CHA, FILTER1 by its name" $pmu $unit <<END
$tor,filter1=0x12cc0431|$sim_tor remote=1 opc=0x259|$sim_tor opc=0x202
END
	apart "CHA, two opcodes" $pmu $unit "$tor,filter_opc0=0x202" "$sim_tor opc=0x202" \
		"$occupancy,filter_opc0=0x200" "$sim_occupancy opc=0x200"
	apart "CHA, an opcode and all" $pmu $unit "$tor,filter_opc0=0x202" "$sim_tor opc=0x202" \
		"event=0x35,umask=0x11" "event=0x35 umask=0x11 opc=0x100"
	for bit in nc isoc; do
		apart "CHA, with $bit and without" $pmu $unit "$tor,filter_$bit=1" "$sim_tor $bit=1" \
			"$occupancy" "$sim_occupancy"
	done
	# The thread is a field of its own: the in-tree driver lets a thread and any other filter take turns.
	together "CHA, a thread, a state, an opcode" $pmu $unit <<END
event=0x66,tid_en=1,filter_tid=0x1ff|event=0x66 tid=0x1ff|event=0x66 tid=0x1fe
$lookup,filter_state=0x3|$sim_lookup state=1|$sim_lookup state=4
$tor,filter_opc0=0x202|$sim_tor opc=0x202|$sim_tor opc=0x203
END
	together "CHA, a TOR event of a thread" $pmu $unit <<END
$tor,tid_en=1,filter_tid=0x33|$sim_tor tid=0x33|$sim_tor tid=0x32
$occupancy,tid_en=1,filter_tid=0x33|$sim_occupancy tid=0x33 remote=1|$sim_occupancy
END
	apart "CHA, two threads" $pmu $unit "event=0x66,tid_en=1,filter_tid=0x5" "event=0x66 tid=5" \
		"event=0x67,tid_en=1,filter_tid=0x6" "event=0x67 tid=6"
	together "CHA, all states without a filter" $pmu $unit <<END
$lookup|$sim_lookup state=0x200|event=0x34 umask=0x5 state=1
event=0x34,umask=0x11,filter_state=0x3ff|event=0x34 umask=0x11 state=1|event=0x34 umask=0x12 state=1
END
	apart "CHA, two states" $pmu $unit "$lookup,filter_state=0x1" "$sim_lookup state=1" \
		"event=0x34,umask=0x5,filter_state=0x2" "event=0x34 umask=0x5 state=2"
	together "CHA, credits of a link" $pmu $unit <<END
event=0x38,umask=1,filter_link=0x2,filter_tid=0x3|event=0x38 umask=1 link=2 tid=3|event=0x38 umask=1 link=1 tid=3
event=0x3b,umask=1,filter_link=0x2,filter_tid=0x3|event=0x3b umask=1 link=2 tid=3|event=0x3b umask=1 link=2 tid=4
END
	apart "CHA, credits of two links" $pmu $unit "event=0x38,umask=1,filter_link=0x2" "event=0x38 umask=1 link=2" \
		"event=0x38,umask=2,filter_link=0x3" "event=0x38 umask=2 link=3"
	# A filter that the event does not look at would do nothing.
	echo "refuse EINVAL $pmu/event=0x66,filter_tid=0x5/ die=0"
	echo "refuse EINVAL $pmu/event=0x66,filter_opc0=0x202/ die=0"
	echo "refuse EINVAL $pmu/$tor,filter_state=0x1/ die=0"
	echo "refuse EINVAL $pmu/$lookup,filter_loc=1/ die=0"
	echo "refuse EINVAL $pmu/$tor,config1=0x4043300040433/ die=0"
	echo "refuse EINVAL $pmu/$tor,filter1=0x37/ die=0"
	echo "refuse EINVAL $pmu/$tor,filter1=0x40400/ die=0"
	echo "refuse EINVAL $pmu/event=0x66,filter_link=0x1/ die=0"
}

iio() {
	together "IIO, ports and flow classes" uncore_iio_5 iio:5 <<END
event=0x83,umask=4,ch_mask=0x1,fc_mask=0x7|event=0x83 umask=4 ch=1 fc=1|event=0x83 umask=4 ch=2 fc=7
event=0x84,umask=4,ch_mask=0x20,fc_mask=0x4|event=0x84 umask=4 ch=0x20 fc=4|event=0x84 umask=4 ch=0x20 fc=3
event=0xc1,umask=4,ch_mask=0xf,fc_mask=0x7,thresh=0x800|event=0xc1 umask=4 ch=8 fc=1 inc=0x800|event=0xc1 umask=4 ch=8 fc=1 inc=0x7ff
END
	# Above the flow classes there is nothing.
	echo "refuse EINVAL uncore_iio_5/event=0x41,umask=1,config=0x800000000000/ die=0"
}

upi() {
	# The in-tree driver does not write these bits.
	together "UPI, the extended umask" uncore_upi_2 upi:2 <<END
event=0x4,umask=0x8|event=0x4 umask=0x8|event=0x4 umask=0x8 ext=2
event=0x4,umask=0x8,umask_ext=0x1|event=0x4 umask=0x8 ext=1|event=0x4 umask=0x8 ext=3
event=0x4,umask_ext=0x8|event=0x4 ext=8|event=0x4 ext=4
event=0x5,umask=0x400000|event=0x5 ext=0x8000|event=0x5 ext=0x4000
END
	echo "refuse EINVAL uncore_upi_2/event=0x4,umask=0x8,config=0x100000000000/ die=0"
	echo "refuse EINVAL uncore_m2m_1/event=0x37,umask=0x1,config=0x100000000/ die=0"
}

# Bands 1 to 3 have whole thresholds; the in-tree driver shifts them by 1 to 3 bits.
pcu() {
	four_frequencies 1
	cat <<END
section PCU: occupancy of a power state
open c0 uncore_pcu/event=0x80,umask=0x40/ die=1
open c6 uncore_pcu/event=0x80,occ_sel=3/ die=1
open few uncore_pcu/event=0x80,occ_sel=3,thresh=4,occ_invert=1/ die=1
sim inject die=1 unit=pcu:0 event=0x80 umask=0x40 inc=8 n=100
sim inject die=1 unit=pcu:0 event=0x80 umask=0xc0 inc=3 n=10
sim inject die=1 unit=pcu:0 event=0x80 umask=0xc0 inc=6 n=20
expect c0 800
expect c6 150
expect few 10
close all
end
refuse EINVAL uncore_pcu/event=0x5,filter_band0=12/ die=0
refuse EINVAL uncore_pcu/event=0x5,config=0x20000000/ die=0
END
}

ubox() {
	together "UBox, messages of one source" uncore_ubox ubox:0 <<END
event=0x42,umask=0x8,filter_ubox=0x5|event=0x42 umask=0x8 link=5|event=0x42 umask=0x8
event=0x42,umask=0x2|event=0x42 umask=0x2|
END
	apart "UBox, two sources" uncore_ubox ubox:0 "event=0x42,umask=0x4,filter_ubox=1" "event=0x42 umask=0x4 link=1" \
		"event=0x42,umask=0x10,filter_ubox=2" "event=0x42 umask=0x10 link=2"
	echo "refuse EINVAL uncore_ubox/event=0x42,umask=0x2,filter_ubox=1/ die=0"
}

# 36 bits: two amounts that wrap together, each of which the driver has read. A x16 port needs 17 s for so much.
free_running() {
	cat <<END
section free-running counters are read before they wrap
open bytes uncore_iio_free_running_5/bw_in_port3/ die=1
sim inject-free die=1 unit=iio:5 counter=bw_in3 n=40000000000
wait 5000
sim inject-free die=1 unit=iio:5 counter=bw_in3 n=40000000000
expect bytes 80000000000
close all
end
END
}

{
	cha
	iio
	upi
	pcu
	ubox
	free_running
} | pmontest
unload
equal "accesses that the hardware does not allow" "$(pmonctl violations | grep -vE '^(violations 0|ok)' | head -n 3)" ""
