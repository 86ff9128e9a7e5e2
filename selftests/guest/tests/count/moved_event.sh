# SPDX-License-Identifier: GPL-2.0-only
# what: an event that is moved to another counter while it counts loses nothing
# machine: small
# kernels: 6.12
load

# Three events fill counters; which ones is the driver's choice. The fourth needs counter 0
# (TOR_OCCUPANCY), so whichever sits there has to move while a steady stream of events comes in.
for die in 0 1; do
	for order in "0x18 0x19 0x1a" "0x1a 0x18 0x19"; do
		{
			echo "section events of die $die move while they count"
			for event in $order; do
				echo "open e$event uncore_cha_2/event=$event,umask=0x1/ die=$die"
				echo "sim inject die=$die unit=cha:2 event=$event umask=0x1 n=1234"
			done
			round=0
			while [ $round -lt 20 ]; do
				echo "open occupancy uncore_cha_2/event=0x36,umask=0x1/ die=$die"
				echo "sim inject die=$die unit=cha:2 event=0x36 umask=0x1 n=77"
				for event in $order; do
					echo "sim inject die=$die unit=cha:2 event=$event umask=0x1 n=10"
				done
				echo "expect occupancy 77 occupancy in round $round"
				echo "close occupancy"
				# Another free event takes the place, so that the next round must move again.
				echo "open filler uncore_cha_2/event=0x2f,umask=0x1/ die=$die"
				for event in $order; do
					echo "sim inject die=$die unit=cha:2 event=$event umask=0x1 n=1"
				done
				echo "close filler"
				round=$((round + 1))
			done
			for event in $order; do
				echo "expect e$event $((1234 + 20 * 11)) event $event after 20 moves"
			done
			echo "end"
		} | pmontest
	done
done

# The same under a stream that never pauses: what the stream gave while an event was enabled is
# exactly what is counted, because the unit is frozen while its counters change place.
pmontest <<END
section a counting event moves between two snapshots of its own counter
open a uncore_m2m_1/event=0x18,umask=0x1/ die=1
open b uncore_m2m_1/event=0x19,umask=0x1/ die=1
open c uncore_m2m_1/event=0x1a,umask=0x1/ die=1
sim inject die=1 unit=m2m:1 event=0x18 umask=0x1 n=100
close b
sim inject die=1 unit=m2m:1 event=0x18 umask=0x1 n=100
open b uncore_m2m_1/event=0x1b,umask=0x1/ die=1
sim inject die=1 unit=m2m:1 event=0x18 umask=0x1 n=100
sim inject die=1 unit=m2m:1 event=0x1a umask=0x1 n=55
sim inject die=1 unit=m2m:1 event=0x1b umask=0x1 n=66
expect a 300
expect b 66
expect c 55
end
END
