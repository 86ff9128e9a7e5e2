# SPDX-License-Identifier: GPL-2.0-only
# what: Ice Lake: threads, bands, ports and upper halves of masks select; units are reset where they have their control
# machine: icx
# kernels: 6.12

# What a load finds in counters, it clears: of a link, too, whose unit control is not where earlier processors have it.
for unit in upi:0 upi:2 m3upi:1 m2m:3 imc:10 cha:35 iio:5; do
	for die in $(dies); do
		sim preset die=$die unit=$unit counter=2 value=12345 >/dev/null
	done
done
load
for unit in upi:0 upi:2 m3upi:1 m2m:3 imc:10 cha:35 iio:5; do
	for die in $(dies); do
		equal "counter 2 of $unit on die $die after the load" \
			"$(pmonctl get die=$die unit=$unit | awk '$1 == "counter2" { print $2 }')" 0x0
	done
done

threads() {
	pmu=uncore_cha_35 unit=cha:35
	together "CHA, one thread" $pmu $unit <<END
event=0x35,umask=2,tid_en=1,filter_tid=0x1ff|event=0x35 umask=2 tid=0x1ff|event=0x35 umask=2 tid=0xff
event=0x50,umask=2,tid_en=1,filter_tid=0x1ff|event=0x50 umask=2 tid=0x1ff|event=0x50 umask=2
event=0x51,umask=2|event=0x51 umask=2 tid=9|
END
	apart "CHA, two threads" $pmu $unit "event=0x35,umask=2,tid_en=1,filter_tid=0x5" "event=0x35 umask=2 tid=5" \
		"event=0x50,umask=2,tid_en=1,filter_tid=0x1e" "event=0x50 umask=2 tid=0x1e"
	echo "refuse EINVAL $pmu/event=0x35,umask=2,filter_tid=0x5/ die=0"
	echo "refuse EINVAL $pmu/event=0x35,umask=2,tid_en=1,config1=0x200/ die=0"
}

# Bits above 31 of a control: those of the highest bit that the box has, and of the lowest.
upper_halves() {
	for row in "cha 18 0x35 1 0x2000000" "m2m 3 0x37 4 0x80" "upi 2 0x5 8 0x800000"; do
		set -- $row
		together "$1, the upper part of the umask" uncore_$1_$2 $1:$2 <<END
event=$3,umask=$4,umask_ext=0x1|event=$3 umask=$4 ext=0x1|event=$3 umask=$4 ext=0x4
event=$3,umask=$4,umask_ext=$5|event=$3 umask=$4 ext=$5|event=$3 umask=$4 ext=$(($5 + 1))
event=$3,umask=$4|event=$3 umask=$4|event=$3 umask=$(($4 + 1))
END
		echo "refuse EINVAL uncore_$1_$2/event=$3,config=$(printf '0x%x' $((($5 << 33) | $3)))/ die=0"
	done
	# These have none.
	for type in m3upi irp m2pcie imc; do
		echo "refuse EINVAL uncore_${type}_1/event=0x20,config=0x100000020/ die=0"
	done
}

ports() {
	together "IIO, ports and classes" uncore_iio_3 iio:3 <<END
event=0x84,umask=4,ch_mask=0x1,fc_mask=0x7|event=0x84 umask=4 ch=1 fc=1|event=0x84 umask=4 ch=2 fc=1
event=0x84,umask=4,ch_mask=0x200,fc_mask=0x4|event=0x84 umask=4 ch=0x200 fc=4|event=0x84 umask=4 ch=0x200 fc=3
END
	# Without one of the masks they count nothing. Those of the second list have none in Intel's list.
	for code in 0x83 0x84 0x85 0x86 0x87 0x88 0x8e 0x90 0x91 0x92 0xc0 0xc1 0xc2 0xc5 0xd0 0xd1; do
		echo "refuse EINVAL uncore_iio_3/event=$code,umask=4/ die=0"
		echo "refuse EINVAL uncoreall_iio/event=$code,umask=4,ch_mask=0x1/ die=0"
		echo "refuse EINVAL uncore_iio_3/event=$code,umask=4,fc_mask=0x7/ die=0"
	done
	for code in 0x02 0x40 0x42 0x80 0x82 0x8f 0xd5; do
		printf 'open a uncore_iio_3/event=%s,umask=4/ die=0\nclose all\n' $code
	done
	cat <<END
section IIO: a threshold of twelve bits
open a uncore_iio_3/event=0x84,umask=4,ch_mask=0x1,fc_mask=0x7,thresh=0x800/ die=1
sim inject die=1 unit=iio:3 event=0x84 umask=4 ch=1 fc=1 inc=0x7ff n=9
sim inject die=1 unit=iio:3 event=0x84 umask=4 ch=1 fc=1 inc=0x800 n=5
expect a 5
close all
end
END
}

bands() {
	four_frequencies 0
	cat <<END
section PCU: each band is eight bits at its place
open a uncore_pcu/event=0xe,filter_band3=33/ die=1
sim inject die=1 unit=pcu:0 event=0xe mhz=3200 n=9
sim inject die=1 unit=pcu:0 event=0xe mhz=3300 n=5
expect a 5
close all
end
section PCU: occupancy of a power state
open c0 uncore_pcu/event=0x80,occ_sel=1/ die=1
open few uncore_pcu/event=0x80,umask=0xc0,thresh=4,occ_invert=1/ die=1
sim inject die=1 unit=pcu:0 event=0x80 umask=0x40 inc=8 n=100
sim inject die=1 unit=pcu:0 event=0x80 umask=0xc0 inc=3 n=10
sim inject die=1 unit=pcu:0 event=0x80 umask=0xc0 inc=6 n=20
expect c0 800
expect few 10
close all
end
refuse EINVAL uncore_pcu/event=0x60,filter_band0=12/ die=0
refuse EINVAL uncore_pcu/event=0x60,config=0x20000060/ die=0
refuse EINVAL uncore_ubox/event=0x42,umask=8,config=0x20000842/ die=0
END
}

# Type, number, event, counters that can count it, others: an event that every counter can count.
constraints() {
	while read -r type id event may free; do
		pmu=uncore_${type}_$id unit=$type:$id
		set -- $(echo $may | tr ',' ' ')
		terms=
		[ $type != iio ] || terms=,ch_mask=1,fc_mask=7
		injected=
		[ $type != iio ] || injected="ch=1 fc=7"
		echo "section $type $event on counters $may"
		k=0
		while [ $k -lt $((4 - $#)) ]; do
			echo "open free$k $pmu/event=$free,umask=$((k + 1))/ die=1"
			k=$((k + 1))
		done
		k=0
		for counter in "$@"; do
			echo "open e$k $pmu/event=$event,umask=$((k + 1))$terms/ die=1"
			echo "sim inject die=1 unit=$unit event=$event umask=$((k + 1)) $injected n=$((500 + k))"
			k=$((k + 1))
		done
		k=0
		for counter in "$@"; do
			echo "expect e$k $((500 + k))"
			k=$((k + 1))
		done
		echo "close all"
		echo "end"
	done <<-END
	cha 17 0x11 0 0x50
	cha 17 0x1f 1,2,3 0x50
	cha 17 0x36 0 0x50
	iio 4 0x2 0,1 0x80
	iio 4 0x3 0,1 0x80
	iio 4 0x83 0,1 0x80
	iio 4 0x88 2,3 0x80
	iio 4 0xc0 2,3 0x80
	iio 4 0xc5 2,3 0x80
	iio 4 0xd5 2,3 0x80
	m2pcie 5 0x14 0,1 0x30
	m2pcie 5 0x23 0,1 0x30
	m2pcie 5 0x2d 0,1 0x30
	m3upi 1 0x1c 0 0x22
	m3upi 1 0x1f 0 0x22
	m3upi 1 0x40 0,1,2 0x22
	m3upi 1 0x4e 0,1,2 0x22
	m3upi 1 0x50 0,1,2 0x22
	END
}

{
	threads
	upper_halves
	ports
	bands
	constraints
} | pmontest

# The in-tree driver does not write the upper half of a link's control, and resets it where nothing is.
unload
for die in $(dies); do
	equal "controls of upi:2 on die $die that are 0 after the unload" \
		"$(pmonctl get die=$die unit=upi:2 | grep -cx 'control[0-9] 0x0')" 4
done
