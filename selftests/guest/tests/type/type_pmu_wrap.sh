# SPDX-License-Identifier: GPL-2.0-only
# what: the sum of a type PMU is exact when the counters of some units wrap and others do not
# machine: small
# kernels: 6.12
# clock: guest
load

# A preset moves a counter forward, as that many events would.
half=$((1 << 47))
near=$(((1 << 48) - 5))
for type in cha:0x35:4 m2m:0x18:2 imc:0x02:2; do
	units=${type##*:} event=${type#*:} type=${type%%:*}
	event=${event%:*}
	last=$((units - 1))
	pmontest <<END
section only the last and the first $type of $units wrap
open sum uncoreall_$type/event=$event,umask=0x1/ die=1
sim inject die=1 unit=$type:* event=$event umask=0x1 n=1000
expect sum $((units * 1000))
counter c 1 $type:$last $event
sim preset die=1 unit=$type:$last counter=@c value=$near
set base $((units * 1000))+$((near - 1000))
expect sum @base five before the wrap of the last
sim inject die=1 unit=$type:* event=$event umask=0x1 n=5
set base @base+$((5 * units))
expect sum @base at its wrap
counter c 1 $type:0 $event
sim preset die=1 unit=$type:0 counter=@c value=$near
set base @base+$((near - 1005))
expect sum @base five before the wrap of the first
sim inject die=1 unit=$type:* event=$event umask=0x1 n=1000000
set base @base+$((1000000 * units))
expect sum @base the first wraps too
sim inject die=1 unit=$type:0 event=$event umask=0x1 n=$((half + 3))
expect sum @base+$((half + 3)) half a round in one step
end
close all
open again uncoreall_$type/event=$event,umask=0x1/ die=1
sim inject die=1 unit=$type:* event=$event umask=0x1 n=3
expect again $((3 * units)) opened again behind the wrap
END
done

# Several wraps between two reads, in some units only: the die's timer follows them.
unload
load poll_period_ms=20
{
	echo "open sum uncoreall_cha/event=0x35,umask=0x1/ die=0"
	step=0
	while [ $step -lt 5 ]; do
		echo "sim inject die=0 unit=cha:1 event=0x35 umask=0x1 n=$((half - 3))"
		echo "sim inject die=0 unit=cha:3 event=0x35 umask=0x1 n=1"
		echo "wait 21"
		step=$((step + 1))
	done
	echo "expect sum $((5 * (half - 3) + 5)) 2.5 rounds of one CHA of four"
} | pmontest
