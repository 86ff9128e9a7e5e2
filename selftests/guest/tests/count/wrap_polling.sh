# SPDX-License-Identifier: GPL-2.0-only
# what: counters that wrap several times between two reads are kept right by polling alone
# machine: small
# kernels: 6.12
# clock: guest
load poll_period_ms=20

# Each step takes the counters half-way round. Only somebody who looks at them between two steps
# can know how often they went round; nothing here reads the events until the end.
half=$((1 << 47))
units="cha:1:0x18 m2m:1:0x18 imc:1:0x02 upi:0:0x12"
{
	for unit in $units; do
		type=${unit%%:*} event=${unit##*:} id=${unit#*:}
		id=${id%:*}
		for die in 0 1; do
			echo "open $type.$die uncore_${type}_$id/event=$event,umask=0x1/ die=$die"
		done
	done
	step=0
	while [ $step -lt 9 ]; do
		for unit in $units; do
			type=${unit%%:*} event=${unit##*:} id=${unit#*:}
			id=${id%:*}
			echo "sim inject die=* unit=$type:$id event=$event umask=0x1 n=$((half - 3))"
		done
		echo "wait 21"
		step=$((step + 1))
	done
	for unit in $units; do
		type=${unit%%:*}
		for die in 0 1; do
			echo "expect $type.$die $((9 * (half - 3))) $type of die $die after 4.5 rounds"
		done
	done
} | pmontest

# One poll in each period, no sooner and no later. Each has the same accesses: of the counter, of its control ...
cat >/tmp/polls <<'END'
#!/bin/sh
set -- $(pmonctl stats | sed -n 's/^unit 0 cha 0 .*rdmsr=\([0-9]*\).*/\1/p') 0
echo "# reads in 100 periods: $1"
[ $1 -ge 100 ] && [ $(($1 % 100)) = 0 ]
END
chmod +x /tmp/polls
pmontest <<END
open a uncore_cha_0/event=0x18,umask=0x1/ die=0
sim stats reset
wait 2001
run /tmp/polls
expect a 0 one poll in each of 100 periods
END
unload

# The default period is far longer, yet a preset counter wraps once between two reads unharmed.
load
pmontest <<END
open a uncore_cha_0/event=0x18,umask=0x1/ die=0
sim inject die=0 unit=cha:0 event=0x18 umask=0x1 n=$((half + 12345))
expect a $((half + 12345)) more than half-way round in one step
END

# No counter, no timer: nothing is polled on an idle machine.
unload
load poll_period_ms=20
pmontest <<END
open a uncore_cha_0/event=0x18,umask=0x1/ die=0
close a
sim stats reset
wait 500
sim stats
expect-equal @reply.rdmsr 0 rdmsr while nothing counts
expect-equal @reply.pcird 0 PCI reads while nothing counts
expect-equal @reply.mmiord 0 MMIO reads while nothing counts
END

# Each package has a timer. The last event of the package stops it, and not only at the end of its period, a minute.
unload
load
timers_command
pmontest <<END
open a uncore_cha_0/event=0x18,umask=0x1/ die=0
open b uncoreall_m2m/event=0x18,umask=0x1/ die=0
open far uncore_cha_0/event=0x18,umask=0x1/ die=1
expect a 0 three events count
close a
run [ \$(/tmp/timers-of die_timer) = 2 ] # one event of each package
close b
run [ \$(/tmp/timers-of die_timer) = 1 ] # one of package 1
close far
run [ \$(/tmp/timers-of die_timer) = 0 ] # none
open again uncore_cha_0/event=0x18,umask=0x1/ die=1
run [ \$(/tmp/timers-of die_timer) = 1 ] # it starts again
close again
END
