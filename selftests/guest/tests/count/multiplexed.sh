# SPDX-License-Identifier: GPL-2.0-only
# what: eight events on four counters take turns, and scaled counts come out right
# machine: small
# kernels: 6.12
# clock: guest
load

codes="0x18 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x20"

# rates UNIT PMU: for pmontest
rates() {
	# All eight are injected at the same steady rate, so that a share of the time is a share
	# of the events.
	for code in $codes; do
		echo "open e$code $2/event=$code,umask=0x1/ die=1 disabled"
	done
	for code in $codes; do
		echo "sim rate die=1 unit=$1 event=$code umask=0x1 per_second=1000000"
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
	# Each on its own: value over time running is the rate, a million a second. perf looks at the clock some microseconds
	# before or after a counter starts or stops, 15 times in 1.5 seconds.
	for code in $codes; do
		echo "expect-rate e$code 1000000 0.1"
	done
}

for unit in cha:1 m2m:1 imc:1; do
	pmu=uncore_${unit%:*}_1
	echo 100 >$PMUS/$pmu/perf_event_mux_interval_ms
	rates $unit $pmu | pmontest
done

# A steady clock, and turns as short as perf's own default. An event must not come out low because of
# the time that changing takes: it is measured against one that never leaves its counter. There are 500 changes in two
# seconds. Each has one write, and one read of the event that leaves, in PCI configuration space of two dwords. The three
# others are put back untouched; no freeze.
for unit in cha m2m imc; do
	echo 4 >$PMUS/uncore_${unit}_1/perf_event_mux_interval_ms
	reads_each=@writes
	[ $unit != m2m ] || reads_each=@writes+@writes
	pmontest <<-END
		sim clock die=1 unit=$unit:* hz=1000000000
		open ref uncore_${unit}_0/event=0x1/ die=1 disabled
		$(for i in 1 2 3 4 5 6 7 8; do echo "open e$i uncore_${unit}_1/event=0x1/ die=1 disabled"; done)
		enable ref e1 e2 e3 e4 e5 e6 e7 e8
		sim stats reset
		wait 2000
		sim stats
		set writes @reply.wrmsr+@reply.pciwr+@reply.mmiowr
		set reads @reply.rdmsr+@reply.pcird+@reply.mmiord
		expect-bias ref 0.1 e1 e2 e3 e4 e5 e6 e7 e8
		expect-at-most 499 @writes $unit: writes
		expect-at-most @writes 501 $unit: writes
		expect-equal @reads $reads_each $unit: reads
		sim clock die=1 unit=$unit:* hz=0
	END
done
