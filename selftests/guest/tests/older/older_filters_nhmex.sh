# SPDX-License-Identifier: GPL-2.0-only
# what: Nehalem-EX: each match and extra register selects, is shared by equals, and parts the others; twins are used
# machine: nhmex
# kernels: 6.12
load

# B: each counter has events of its own, and some of them look at match and mask.
bbox() {
	pmu=uncore_bbox_1 unit=bbox:1
	together "B, one match" $pmu $unit <<END
event=0x1,counter=0,match=0x1200,mask=0xff00|event=1 counter=0 packet=0x1234|event=1 counter=0 packet=0x1134
event=0x6,counter=1,match=0x1200,mask=0xff00|event=6 counter=1 packet=0x12ff|event=6 counter=1 packet=0x2200
event=0x4,counter=2,match=0x1200,mask=0xff00|event=4 counter=2 packet=0x1200|event=4 counter=2 packet=0x1300
event=0x8,counter=3|event=8 counter=3|event=8 counter=2
END
	apart "B, two matches" $pmu $unit "event=0x1,counter=0,match=0x1200,mask=0xff00" \
		"event=1 counter=0 packet=0x1200" "event=0x4,counter=2,match=0x3400,mask=0xff00" \
		"event=4 counter=2 packet=0x3400"
	apart "B, two masks" $pmu $unit "event=0x1,counter=0,match=0x1200,mask=0xff00" \
		"event=1 counter=0 packet=0x1234" "event=0x4,counter=2,match=0x1200,mask=0xfff0" \
		"event=4 counter=2 packet=0x1200"
	apart "B, two events of one counter" $pmu $unit "event=0x8,counter=3" "event=8 counter=3" \
		"event=0x9,counter=3" "event=9 counter=3"
	echo "refuse EINVAL $pmu/event=0x8,counter=3,match=0x1/ die=0"
	echo "refuse EINVAL $pmu/event=0x5,counter=2,mask=0x1/ die=0"
}

# S: a set bit of the mask is one that is not compared.
sbox() {
	pmu=uncore_sbox_1 unit=sbox:1
	together "S, one match" $pmu $unit <<END
event=0x0,umask=0x1,match=0x1200,mask=0xff|event=0 umask=1 packet=0x12aa|event=0 umask=1 packet=0x13aa
event=0x0,umask=0x2,match=0x1200,mask=0xff|event=0 umask=2 packet=0x1200|event=0 umask=2 packet=0x0
event=0x3,umask=0x1|event=3 umask=1|
END
	together "S, everything matches" $pmu $unit <<END
event=0x0,umask=0x1,mask=0x7fffffffff|event=0 umask=1 packet=0x1234567890|
END
	apart "S, two matches" $pmu $unit "event=0x0,umask=1,match=0x1200,mask=0xff" "event=0 umask=1 packet=0x1200" \
		"event=0x0,umask=2,match=0x1300,mask=0xff" "event=0 umask=2 packet=0x1300"
	apart "S, two masks" $pmu $unit "event=0x0,umask=1,match=0x1200,mask=0xff" "event=0 umask=1 packet=0x12ff" \
		"event=0x0,umask=2,match=0x1200,mask=0xf" "event=0 umask=2 packet=0x120f"
	echo "refuse EINVAL $pmu/event=0x3,match=0x1/ die=0"
}

# M: a register for each kind of event.
mbox() {
	pmu=uncore_mbox_1 unit=mbox:1
	together "M, a register each" $pmu $unit <<END
inc_sel=0x0,dsp=0x11|event=0 reg=0x11|event=0 reg=0x12
inc_sel=0x4,thr=0x22|event=4 reg=0x22|event=4 reg=0x23
inc_sel=0x9,iss=0x33|event=9 reg=0x33|event=9 reg=0x11
inc_sel=0x16,pgt=0x44|event=0x16 reg=0x44|event=0x16 reg=0
flag_mode=1,set_flag_sel=6,map=0x55|event=6 flag=1 reg=0x55|event=6 reg=0x55
inc_sel=0xb,pld=0x66|event=0xb pld=0x66|event=0xb pld=0x67
END
	together "M, one register for two" $pmu $unit <<END
inc_sel=0x4,thr=0x22|event=4 reg=0x22|event=4 reg=0x23
inc_sel=0x5,thr=0x22|event=5 reg=0x22|event=5 reg=0x21
inc_sel=0x9,iss=0x7|event=9 reg=0x7|event=9 reg=0x8
flag_mode=1,set_flag_sel=1,iss=0x7|event=1 flag=1 reg=0x7|event=1 reg=0x7
END
	apart "M, two DSP values" $pmu $unit "inc_sel=0x0,dsp=0x1" "event=0 reg=1" \
		"flag_mode=1,set_flag_sel=0,dsp=0x2" "event=0 flag=1 reg=2"
	apart "M, two ISS values" $pmu $unit "inc_sel=0x9,iss=0x1" "event=9 reg=1" "inc_sel=0xa,iss=0x2" \
		"event=0xa reg=2"
	apart "M, two thresholds" $pmu $unit "inc_sel=0x4,thr=0x1" "event=4 reg=1" "inc_sel=0x5,thr=0x2" \
		"event=5 reg=2"
	apart "M, two PGT values" $pmu $unit "inc_sel=0x16,pgt=0x1" "event=0x16 reg=1" \
		"flag_mode=1,set_flag_sel=5,pgt=0x2" "event=5 flag=1 reg=2"
	apart "M, two MAP values" $pmu $unit "flag_mode=1,set_flag_sel=6,map=0x1" "event=6 flag=1 reg=1" \
		"flag_mode=1,set_flag_sel=6,map=0x2" "event=6 flag=1 reg=2"
	apart "M, two PLD values" $pmu $unit "inc_sel=0xb,pld=0x1" "event=0xb pld=1" "inc_sel=0xa,pld=0x2" \
		"event=0xa pld=2"
	# Physical address 0x40000 is line 0x1000.
	together "M, an address" $pmu $unit <<END
inc_sel=0xb,pld=0x1,filter_cfg_en=1,filter_match=0x1000|event=0xb pld=1 address=0x40000|event=0xb pld=1 address=0x40040
inc_sel=0x2|event=2|
END
	apart "M, two addresses" $pmu $unit "inc_sel=0xb,pld=0x1,filter_cfg_en=1,filter_match=0x1000" \
		"event=0xb pld=1 address=0x40000" "inc_sel=0xa,pld=0x1,filter_cfg_en=1,filter_match=0x2000" \
		"event=0xa pld=1 address=0x80000"
	apart "M, with an address and without" $pmu $unit "inc_sel=0xb,pld=0x1,filter_cfg_en=1,filter_match=0x1000" \
		"event=0xb pld=1 address=0x40000" "inc_sel=0xa,pld=0x1" "event=0xa pld=1 address=0x80000"
	# Four events that count the same, with a field each of one register: whichever is asked for.
	together "M, four FVC values at once" $pmu $unit <<END
inc_sel=0xd,fvc=0x0820|event=0xd reg=0x0820|event=0xd reg=0x0821
inc_sel=0xd,fvc=0x1020|event=0xd reg=0x1020|
inc_sel=0xd,fvc=0x1820|event=0xd reg=0x1820|
inc_sel=0xd,fvc=0x2020|event=0xd reg=0x2020|event=0xd reg=0x2820
END
	together "M, FVC by its twins' names" $pmu $unit <<END
inc_sel=0xe,fvc=0x4020|event=0xd reg=0x0820|event=0xd reg=0x1020
inc_sel=0x10,fvc=0x300020|event=0x10 reg=0x300020|event=0x10 reg=0x200020
END
	apart "M, what the four share differs" $pmu $unit "inc_sel=0xd,fvc=0x2800" "event=0xd reg=0x2800" \
		"inc_sel=0xd,fvc=0x2820" "event=0xd reg=0x2820"
	cat <<END
section M, a fifth FVC value
open a $pmu/inc_sel=0xd,fvc=0x0800/ die=1
open b $pmu/inc_sel=0xd,fvc=0x1000/ die=1 leader=a
open c $pmu/inc_sel=0xd,fvc=0x1800/ die=1 leader=a
open d $pmu/inc_sel=0xd,fvc=0x2000/ die=1 leader=a
refuse EINVAL $pmu/inc_sel=0xd,fvc=0x2800/ die=1 leader=a
open e $pmu/inc_sel=0xf,fvc=0x40000/ die=1 leader=a
close all
end
END
	echo "refuse EINVAL $pmu/inc_sel=0x2,dsp=0x1/ die=0"
	echo "refuse EINVAL $pmu/inc_sel=0x4,thr=0x1,pld=0x1/ die=0"
}

# R: of each port's events two and two are alike, with a register or half of one each.
rbox() {
	for id in 0 1; do
		pmu=uncore_rbox_$id unit=rbox:$id
		together "R box $id, both registers of each kind" $pmu $unit <<END
event=0x0,iperf_cfg=0x80000000|event=0 reg=0x80000000|event=0 reg=0x1
event=0x0,iperf_cfg=0x40000000|event=0 reg=0x40000000|
event=0x2,qlx_cfg=0x12|event=2 reg=0x12|event=2 reg=0x13
event=0x2,qlx_cfg=0x34|event=2 reg=0x34|
event=0x4,xbr_mm_cfg=0x1,xbr_match=0x11,xbr_mask=0xff|event=4 reg=1 match=0x11 mask=0xff|event=4 reg=1 match=0x12 mask=0xff
event=0x4,xbr_mm_cfg=0x1,xbr_match=0x22,xbr_mask=0xff|event=4 reg=1 match=0x22 mask=0xff|event=4 reg=1 match=0x22 mask=0xfe
event=0x6,iperf_cfg=0xc4|event=6 reg=0xc4|event=0 reg=0xc4
event=0x15,qlx_cfg=0x5600|event=0x15 reg=0x56|event=0x15 reg=0x57
END
		together "R box $id, one register for two" $pmu $unit <<END
event=0xc,iperf_cfg=0x1|event=0xc reg=1|event=0xc reg=3
event=0xd,iperf_cfg=0x2|event=0xd reg=2|event=0xd reg=4
event=0x10,xbr_mm_cfg=0x7,xbr_match=0x1|event=0x10 reg=7 match=1|event=0x10 reg=6 match=1
END
		for kind in "0x0 iperf_cfg" "0x6 iperf_cfg" "0xc iperf_cfg" "0x12 iperf_cfg" "0x2 qlx_cfg" \
			    "0x8 qlx_cfg" "0x4 xbr_match" "0xa xbr_match" "0x10 xbr_match" "0x16 xbr_match"; do
			event=${kind% *}
			cat <<END
section R box $id, $kind: a third value waits
open a $pmu/event=$event,${kind#* }=0x1/ die=1 pinned
open b $pmu/event=$event,${kind#* }=0x2/ die=1 pinned
open c $pmu/event=$event,${kind#* }=0x3/ die=1
sim inject die=1 unit=$unit event=$event $(r_attribute ${kind#* })=1 n=10
sim inject die=1 unit=$unit event=$event $(r_attribute ${kind#* })=2 n=20
sim inject die=1 unit=$unit event=$event $(r_attribute ${kind#* })=3 n=30
expect a 10
expect b 20
expect-between c 0 0 no register is left
close a
disable c
enable c
sim inject die=1 unit=$unit event=$event $(r_attribute ${kind#* })=3 n=40
expect-between c 40 40 with a register of its own
expect b 20
close all
open a $pmu/event=$event,${kind#* }=0x1/ die=1
open b $pmu/event=$event,${kind#* }=0x2/ die=1 leader=a
refuse EINVAL $pmu/event=$event,${kind#* }=0x3/ die=1 leader=a
open c $pmu/event=$event,${kind#* }=0x2/ die=1 leader=a
close all
end
END
		done
	done
	echo "refuse EINVAL uncore_rbox_0/event=0x18/ die=0"
	echo "refuse EINVAL uncore_rbox_0/event=0x4,xbr_match=0x1000000000/ die=0"
}
r_attribute() { [ $1 = xbr_match ] && echo match || echo reg; }

{
	bbox
	sbox
	mbox
	rbox
} | pmontest
