# SPDX-License-Identifier: GPL-2.0-only
# what: events are read from within the driver's own register accesses, timers and locks; nothing hangs
# machine: small
# kernels: 6.12 6.12-rt debug
# why: which of the kernel's locks sleep; lock checking
insmod "$(kernel_module msr)" 2>/dev/null
load poll_period_ms=2

EVENTS=/sys/kernel/tracing/events
TERMS="event=0x18,umask=0x1" SIM="event=0x18 umask=0x1"

# A group that a tracepoint leads is read each time that the tracepoint fires. All of these fire while
# the driver holds the lock of a die, or waits for it.
for point in uncore_pmon/unit_count msr/read_msr msr/write_msr timer/hrtimer_start \
	     lock/contention_begin lock/contention_end; do
	[ -e $EVENTS/$point/id ] || {
		case $point in
		lock/*)	note "this kernel has no $point"; continue ;;
		esac
		fail "this kernel has no $point"
	}
	for pmu in uncore_cha_0 uncoreall_cha uncore_m2m_0 uncore_imc_0; do
		type=${pmu#uncore*_}
		type=${type%_0}
		units=1
		[ $pmu != uncoreall_cha ] || units=$UNITS_cha
		cat <<-END
		section $point, $pmu
		open t tracepoint/config=$(cat $EVENTS/$point/id)/ cpu=0 period=1 sample_type=0x10 samples group
		open inner $pmu/$TERMS/ cpu=0 leader=t
		open outer $pmu/$TERMS/ cpu=0
		open sampling uncore_cha_0/event=0x60,umask=0x1/ cpu=0 period=1000 sample_type=0x10 samples
		sim inject die=0 unit=$type:* $SIM n=70
		cpu 1
		expect outer $((70 * units)) read on another CPU
		cpu 0
		expect outer $((70 * units)) read on the owner
		wait 20
		period sampling 2000
		open another $pmu/event=0x19,umask=0x1/ cpu=0
		close another
		sim inject die=0 unit=$type:* $SIM n=30
		expect outer $((100 * units)) and again
		read inner t
		samples n t
		END
		case $point in
		# Whether somebody has to wait for a lock is not ours to say.
		lock/*)	;;
		# Registers that are not MSRs.
		msr/*)	case $type in cha) echo "expect-at-most 1 @n samples of the tracepoint" ;; esac ;;
		*)	echo "expect-at-most 1 @n samples of the tracepoint" ;;
		esac
		echo "close t"
		echo "expect inner $((100 * units)) the group's event"
		echo "close all"
		echo "end"
	done
done | pmontest
