# SPDX-License-Identifier: GPL-2.0-only
# what: eight events on four counters take turns, and scaled counts come out right
# machine: small
# kernels: 6.1 6.12 7.3 7.3-rt
# why: perf's timers for turns belong to other structures in each series
# quick: yes
load

codes="0x18 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x20"

# rates UNIT PMU: for pmontest
rates() {
	# All eight are injected at the same steady rate, so that a share of the time is a share
	# of the events, however fast or slow this machine is.
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
	# Each on its own: value over time running is the rate, a million a second.
	for code in $codes; do
		echo "expect-rate e$code 1000000 15"
	done
}

# Kernels differ in how perf takes turns, not in how a space of registers is accessed.
spaces=cha
[ $KERNEL != 6.12 ] || spaces="cha m2m imc"

for unit in $spaces; do
	pmu=uncore_${unit}_1
	# A change takes long in a simulated machine: change rarely.
	echo 100 >$PMUS/$pmu/perf_event_mux_interval_ms
	# The host may take the CPU away between perf's look at the clock and the reading of a counter, for longer than
	# anything here takes. That hits an event now and then; what the driver does wrong it does each time.
	for try in 1 2 3; do
		rates $unit:1 $pmu | pmontest >/tmp/rates 2>&1
		! grep -q '^not ok' /tmp/rates || [ $try = 3 ] || {
			sed -n "s/^not ok - /# try $try: /p" /tmp/rates
			continue
		}
		cat /tmp/rates
		break
	done
done

# A steady clock, and turns as short as perf's own default. An event must not come out low because of
# the time that changing takes: it is measured against one that never leaves its counter. That
# is for MSRs, which a simulated machine accesses about as fast as a real one, compared to the rest
# of the kernel; in the other spaces an access takes so much longer than on hardware that the one
# read and the one write which are between two events on a counter show. So there it is
# these that are checked: for each change, one write, and one read of the event that leaves. The three others are put back
# untouched; no freeze.
for unit in $spaces; do
	echo 4 >$PMUS/uncore_${unit}_1/perf_event_mux_interval_ms
	case $unit:$KERNEL in
	cha:debug)	limit=10 ;;
	cha:*)		limit=1 ;;
	*)		limit=50 ;;
	esac
	change=@writes
	[ $unit = m2m ] && change="$change+$change"
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
		expect-bias ref $limit e1 e2 e3 e4 e5 e6 e7 e8
		expect-at-most 20 @writes $unit: changes
		expect-at-most $change @reads+10 $unit: one write for each change
		expect-at-most @reads $change+10 $unit: one read for each change
		sim clock die=1 unit=$unit:* hz=0
	END
done
