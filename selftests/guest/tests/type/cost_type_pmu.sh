# SPDX-License-Identifier: GPL-2.0-only
# what: one event on every CHA of two packages costs two descriptors, two timers, one cross-call a sweep
# machine: large
# kernels: 6.1 6.12 7.3
# why: each series calls the PMUs of a CPU in another order and number
. /test/measure.sh
chas=$((2 * UNITS_cha))
load

measure $TYPE_EVENT
at_most "file descriptors" "$descriptors" 2
at_most "timers" "$timers" 2
at_most "register reads from open to close" "$reads" $chas
at_most "register writes from open to close" "$writes" 250
at_most "register reads of $SWEEPS sweeps" "$sweep_reads" $((SWEEPS * chas))
at_most "register writes of $SWEEPS sweeps" "$sweep_writes" 0
# The other package is asked once in each sweep.
at_most "cross-calls of $SWEEPS sweeps" "$sweep_calls" $SWEEPS

# Fewer units, less work.
measure uncoreall_cha/event=0x35,umask=0x1,unit_mask=0x1f/ >/tmp/part
at_most "register reads of $SWEEPS sweeps over five units" "$sweep_reads" $((SWEEPS * 10))
at_most "register writes from open to close of five units" "$writes" 20

# Unit PMUs share the timer of their package.
measure $(unit_events)
at_most "timers of $chas unit events" "$timers" 2
at_most "register reads of $chas unit events from open to close" "$reads" $chas
at_most "register writes of $chas unit events from open to close" "$writes" 250

# An event more or less does not make the others be programmed anew.
pmontest <<END
open a $TYPE_EVENT die=0
sim stats reset
open b uncore_cha_3/event=0x37,umask=0x1/ die=0
sim inject die=0 unit=cha:* event=0x35 umask=0x1 n=1
expect a $UNITS_cha the type event meanwhile
close b
open c uncoreall_cha/event=0x37,umask=0x1/ die=0
close c
sim stats
set writes @reply.wrmsr+@reply.pciwr+@reply.mmiowr
expect-at-most @writes $((2 + 2 * UNITS_cha)) register writes for a unit event and then another type event
END
