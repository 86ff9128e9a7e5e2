# SPDX-License-Identifier: GPL-2.0-only
# what: one to as many events as there are counters on a unit of each type, exact on both packages
# machine: small
# kernels: 6.12
# quick: yes
load

# The number of counters of each type, by the guide; cxlcm events of the lower and the upper half.
counters_of() {
	case $1 in
	irp)	echo 2 ;;
	ubox)	echo 2 ;;
	cxlcm)	echo 8 ;;
	*)	echo 4 ;;
	esac
}

# Free events of a type: K-th event, with masks where the type needs them.
nth_event() {
	case $1 in
	iio)	echo "event=0x84,umask=$((1 << $2)),ch_mask=0x1,fc_mask=0x7" ;;
	cxlcm)	if [ $2 -lt 4 ]; then
			echo "event=0x2,umask=$((1 << $2))"
		else
			echo "event=0x43,umask=$((1 << ($2 - 4)))"
		fi ;;
	m3upi)	echo "event=0x22,umask=$((1 << $2))" ;;
	*)	echo "event=0x18,umask=$((1 << $2))" ;;
	esac
}

for type in $TYPES; do
	id=$(unit_ids $type | tail -n 1)
	pmu=$(pmu_of $type $id)
	[ $id = - ] && id=0
	for many in 1 2 $(counters_of $type); do
		{
			echo "section $many events at a time on a $type"
			k=0
			while [ $k -lt $many ]; do
				terms=$(nth_event $type $k)
				simulated=$(echo $terms | sed 's/,/ /g; s/ch_mask/ch/; s/fc_mask/fc/')
				for die in 0 1; do
					echo "open e$k.$die $pmu/$terms/ die=$die"
					echo "sim inject die=$die unit=$type:$id $simulated n=$((k + 5))"
				done
				k=$((k + 1))
			done
			k=0
			while [ $k -lt $many ]; do
				terms=$(nth_event $type $k)
				simulated=$(echo $terms | sed 's/,/ /g; s/ch_mask/ch/; s/fc_mask/fc/')
				for die in 0 1; do
					n=$((1000 * (k + 1) + die))
					echo "sim inject die=$die unit=$type:$id $simulated n=$n"
					echo "expect e$k.$die $((n + k + 5))"
				done
				k=$((k + 1))
			done
			echo "end"
		} | pmontest
	done
done
