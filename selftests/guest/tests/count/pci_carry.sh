# SPDX-License-Identifier: GPL-2.0-only
# what: a carry between the two dwords of a PCI counter is never seen half done
# machine: small
# kernels: 6.12
# quick: yes
load

# `carry` makes the low dword overflow between the next two accesses to the counter.
for unit in m2m:0:0x18 m2m:1:0x18 upi:0:0x12 upi:1:0x12 m3upi:0:0x22 m3upi:1:0x22; do
	type=${unit%%:*} event=${unit##*:} id=${unit#*:}
	id=${id%:*}
	for die in 0 1; do
		{
			echo "section carries in a counter of uncore_${type}_$id of die $die"
			echo "open a uncore_${type}_$id/event=$event,umask=0x1/ die=$die"
			echo "counter c $die $type:$id $event"
			round=0
			while [ $round -lt 12 ]; do
				# Two below the carry out of the low dword, in a high dword that grows.
				echo "sim preset die=$die unit=$type:$id counter=@c value=$((((round + 1) << 32) - 2))"
				echo "read base a"
				echo "sim carry die=$die unit=$type:$id counter=@c"
				echo "read torn a"
				echo "read last a"
				echo "sim get die=$die unit=$type:$id"
				echo "raw now @c"
				# What the racing read shows lies between the values before and after.
				echo "expect-at-most @torn-@base @last-@base the read in the carry"
				echo "expect-at-most @last-@base 64 two reads"
				echo "expect-equal @last-@base @now-$((((round + 1) << 32) - 2)) the count behind the carry"
				round=$((round + 1))
			done
			echo "end"
		} | pmontest
	done
done

# Nor at full speed: a counter that runs so fast that its low dword overflows all the time.
for type in m2m upi; do
	[ $type = m2m ] && event=0x18 || event=0x12
	pmontest <<END
open a uncore_${type}_1/event=$event,umask=0x1/ die=1
sim rate die=1 unit=${type}:1 event=$event umask=0x1 per_second=20000000000
monotonic a 3000 1000000000000
sim rate-stop id=all
set injected @reply.injected
expect a @injected $type at 20 GHz
END
done
