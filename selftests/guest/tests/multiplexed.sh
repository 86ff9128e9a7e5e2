# SPDX-License-Identifier: GPL-2.0-only
# what: eight events on four counters take turns, and scaled counts come out right
# machine: small
load

for unit in cha:1 m2m:1 imc:1; do
	type=${unit%:*}
	pmu=uncore_${type}_1
	# Whenever events change place the unit is frozen, which takes long in a simulated machine and
	# costs what comes in meanwhile: change rarely.
	echo 100 >$PMUS/$pmu/perf_event_mux_interval_ms
	codes="0x18 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x20"
	{
		# All eight are injected at the same steady rate, so that a share of the time is a share
		# of the events, however fast or slow this machine is.
		for code in $codes; do
			echo "open e$code $pmu/event=$code,umask=0x1/ die=1 disabled"
		done
		for code in $codes; do
			echo "sim rate die=1 unit=$unit event=$code umask=0x1 per_second=1000000"
		done
		echo "wait 50"
		for code in $codes; do
			echo "enable e$code"
		done
		echo "wait 3000"
		for code in $codes; do
			echo "disable e$code"
		done
		echo "sim rate-stop id=all"
		# Each on its own: value over time running is the rate, a million a second.
		for code in $codes; do
			echo "expect-rate e$code 1000000 15"
		done
	} | pmontest
done
