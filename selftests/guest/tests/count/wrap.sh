# SPDX-License-Identifier: GPL-2.0-only
# what: a counter that wraps between two reads is counted exactly, in every register space
# machine: small
# kernels: 6.12
# quick: yes
load

# A preset moves the counter forward, as that many events would. It ends 5 before the wrap.
for unit in cha:1:0x18 iio:1:0x01 m2m:1:0x18 upi:1:0x12 imc:1:0x02 cxldp:1:0x02 pcu:-:0x60; do
	type=${unit%%:*}
	event=${unit##*:}
	id=${unit#*:}
	id=${id%:*}
	pmu=$(pmu_of $type $id)
	[ $id = - ] && id=0
	for die in 0 1; do
		pmontest <<END
section the counter of $pmu of die $die wraps
open a $pmu/event=$event,umask=0x1/ die=$die
sim inject die=$die unit=$type:$id event=$event umask=0x1 n=1000
expect a 1000
counter c $die $type:$id $event
sim get die=$die unit=$type:$id
raw before @c
sim preset die=$die unit=$type:$id counter=@c value=$(((1 << 48) - 5))
set base 1000+$(((1 << 48) - 5))-@before
expect a @base five before the wrap
sim inject die=$die unit=$type:$id event=$event umask=0x1 n=4
expect a @base+4 one before the wrap
sim inject die=$die unit=$type:$id event=$event umask=0x1 n=1
expect a @base+5 at the wrap
sim inject die=$die unit=$type:$id event=$event umask=0x1 n=1000000
expect a @base+1000005 a million behind it
end
close all
open b $pmu/event=$event,umask=0x1/ die=$die
sim inject die=$die unit=$type:$id event=$event umask=0x1 n=3
expect b 3 opened again behind the wrap
END
	done
done
