# SPDX-License-Identifier: GPL-2.0-only
# what: every event that only some counters can count gets one of those, moving others out of its way
# machine: small
# kernels: 6.12
# quick: yes
load

# type, event, first and last counter, and a free event of the type (guide, event lists; the
# simulator counts nothing on any other counter). IIO 0x88, 0xc0, 0xd5 come from the in-tree driver, PCU 0x06 from Intel's list.
rules() {
	cat <<END
cha	0x11	0	0	0x18
cha	0x36	0	0	0x18
iio	0x02	0	1	0x01
iio	0x03	0	1	0x01
iio	0x83	0	1	0x01
iio	0xc5	2	3	0x01
iio	0x88	2	3	0x01
iio	0xc0	2	3	0x01
iio	0xd5	2	3	0x01
m2pcie	0x14	0	1	0x33
m2pcie	0x2d	0	1	0x33
m2pcie	0x23	0	1	0x33
m3upi	0x1c	0	0	0x22
m3upi	0x1d	0	0	0x22
m3upi	0x1e	0	0	0x22
m3upi	0x1f	0	0	0x22
m3upi	0x40	0	2	0x22
m3upi	0x4e	0	2	0x22
m3upi	0x4f	0	2	0x22
m3upi	0x50	0	2	0x22
pcu	0x06	0	0	0x60
cxlcm	0x02	0	3	none
cxlcm	0x05	0	3	none
cxlcm	0x40	4	7	none
cxlcm	0x41	4	7	none
cxlcm	0x42	4	7	none
cxlcm	0x43	4	7	none
cxlcm	0x4b	4	7	none
cxlcm	0x52	4	7	none
END
}

masks() { [ $1 = iio ] && echo ",ch_mask=0x1,fc_mask=0x7"; }
sim_masks() { [ $1 = iio ] && echo "ch=0x1 fc=0x7"; }

rules | while read -r type event first last free; do
	may=$((last - first + 1))
	pmu=uncore_${type}_1 unit=$type:1
	[ $type != pcu ] || pmu=uncore_pcu unit=pcu:0
	{
		echo "section $type event $event on counters $first to $last"
		# Fill the unit with events that any counter can count, then as many of the restricted
		# ones as fit: the free events have to move, and lose nothing.
		if [ $free != none ]; then
			k=0
			while [ $k -lt $((4 - may)) ]; do
				echo "open free$k $pmu/event=$free,umask=$((1 << k))/ die=1"
				echo "sim inject die=1 unit=$unit event=$free umask=$((1 << k)) n=$((100 + k))"
				k=$((k + 1))
			done
		fi
		k=0
		while [ $k -lt $may ]; do
			echo "open e$k $pmu/event=$event,umask=$((1 << k))$(masks $type)/ die=1"
			echo "sim inject die=1 unit=$unit event=$event umask=$((1 << k)) $(sim_masks $type) n=$((5000 + k))"
			k=$((k + 1))
		done
		if [ $free != none ]; then
			k=0
			while [ $k -lt $((4 - may)) ]; do
				echo "sim inject die=1 unit=$unit event=$free umask=$((1 << k)) n=1000"
				echo "expect free$k $((1100 + k)) free event $k"
				k=$((k + 1))
			done
		fi
		k=0
		while [ $k -lt $may ]; do
			echo "expect e$k $((5000 + k)) restricted event $k"
			k=$((k + 1))
		done
		# One more has to wait for a counter rather than count nothing on a wrong one.
		echo "open more $pmu/event=$event,umask=0x80$(masks $type)/ die=1"
		echo "close e0"
		echo "end"
		echo "close all"
		# A group of one more than fit can never count.
		echo "open g0 $pmu/event=$event,umask=1$(masks $type)/ die=1"
		k=1
		while [ $k -lt $may ]; do
			echo "open g$k $pmu/event=$event,umask=$((1 << k))$(masks $type)/ die=1 leader=g0"
			k=$((k + 1))
		done
		echo "refuse EINVAL $pmu/event=$event,umask=0x80$(masks $type)/ die=1 leader=g0"
	} | pmontest
done
