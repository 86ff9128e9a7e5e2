# SPDX-License-Identifier: GPL-2.0-only
# what: an event that changes its frequency band while it counts, to make room, loses nothing
# machine: snbep
# kernels: 6.12
load

# Four bands serve four events, of any frequency. A demotion event looks at the first band and at no other
# one, so what counts there with another frequency has to go on in another band, and must not be
# counted twice or not at all on the way.
{
	echo "section events for a frequency band change it while they count"
	echo "open a uncore_pcu/event=0xb,filter_band0=12/ die=1"
	echo "open b uncore_pcu/event=0xb,filter_band0=20/ die=1"
	round=0
	while [ $round -lt 20 ]; do
		echo "open demotion uncore_pcu/event=0x1e,filter_band0=30/ die=1"
		echo "sim inject die=1 unit=pcu:0 event=0x1e mhz=3500 n=77"
		for code in 0xb 0xc 0xd 0xe; do
			echo "sim inject die=1 unit=pcu:0 event=$code mhz=1500 n=10"
			echo "sim inject die=1 unit=pcu:0 event=$code mhz=2500 n=100"
		done
		echo "expect demotion 77 demotions in round $round"
		echo "close demotion"
		# Whoever comes now takes the first band again, and the next round must push it out.
		echo "open filler$round uncore_pcu/event=0xb,filter_band0=$((40 + round))/ die=1"
		for code in 0xb 0xc 0xd 0xe; do
			echo "sim inject die=1 unit=pcu:0 event=$code mhz=9900 n=1"
		done
		echo "expect filler$round 1 filler in round $round"
		[ $round = 0 ] || echo "close filler$((round - 1))"
		round=$((round + 1))
	done
	echo "expect a $((20 * (10 + 100 + 1))) from 1200 MHz on, after 20 changes"
	echo "expect b $((20 * (100 + 1))) from 2000 MHz on, after 20 changes"
	echo "end"
} | pmontest
