# SPDX-License-Identifier: GPL-2.0-only
# what: what cannot be counted is refused with the right errno, and nothing else is
# machine: small
# kernels: 6.1 6.12 7.3
# why: 6.1 has no config3, only 7.3 has config4
# quick: yes
load

# No CPU, a CPU of no cpumask, a task, exclusion: not possible for an uncore. Sampling: only with a
# period, on counters that send an overflow message.
pmontest <<END
refuse EINVAL uncore_cha_0/event=0x35,umask=0x1/ pid=self cpu=-1
refuse EINVAL uncore_cha_0/event=0x35,umask=0x1/ pid=self cpu=0
refuse EOPNOTSUPP uncore_cha_0/event=0x35,umask=0x1/ freq=1000
refuse EOPNOTSUPP uncoreall_cha/event=0x35,umask=0x1/ freq=1000
refuse EOPNOTSUPP uncore_imc_0/event=0xff/ period=1000
refuse EOPNOTSUPP uncore_ubox/event=0xff/ period=1000
refuse EOPNOTSUPP uncore_iio_free_running_0/event=0xff,umask=0x10/ period=1000
refuse EOPNOTSUPP uncore_cxlcm_1/event=0x43,umask=0x1/ period=1000
refuse EOPNOTSUPP uncoreall_cxlcm/event=0x43,umask=0x1/ period=1000
refuse EINVAL uncore_cha_0/umask=0x1/ period=1000
open s uncore_cxlcm_0/event=0x43,umask=0x1/ period=1000
close s
END
for what in user kernel hv idle host guest; do
	for pmu in uncore_cha_0 uncore_m2m_0 uncore_imc_0 uncore_pcu; do
		echo "refuse EINVAL $pmu/event=0x1/ exclude=$what"
	done
done | pmontest

# Words that no format has. A kernel that does not know one of them refuses it itself, as too big.
pmontest <<END
open zero uncore_cha_0/event=0x35,umask=0x1/ config3=0 config4=0
close zero
refuse EINVAL|E2BIG uncore_cha_0/event=0x35,umask=0x1/ config3=0x1
refuse EINVAL|E2BIG uncore_cha_0/event=0x35,umask=0x1/ config3=0x8000000000000000
refuse EINVAL|E2BIG uncoreall_cha/event=0x35,umask=0x1/ config4=0x1
refuse EINVAL|E2BIG uncore_cha_0/event=0x35,umask=0x1/ config4=0x8000000000000000
END

# An event opened on another CPU of the die is taken over by the die's owner, as users of the
# in-tree driver know it; the count is the die's.
pmontest <<END
open a uncore_cha_0/event=0x35,umask=0x1/ cpu=1
open b uncore_cha_0/event=0x35,umask=0x1/ cpu=3
sim inject die=0 unit=cha:0 event=0x35 umask=0x1 n=5
sim inject die=1 unit=cha:0 event=0x35 umask=0x1 n=6
expect a 5 opened on CPU 1
expect b 6 opened on CPU 3
END

# Every single bit of config, config1 and config2: exactly those that a format names are taken. A
# unit counts with any of them, so the legal ones must open (with a threshold where invert or edge
# asks for one). All lines by one program: a shell would start a process for each of 2,000 numbers.
for type in $TYPES; do
	pmu=$(pmu_of $type "$(unit_ids $type | head -n 1)")
	echo "pmu:$pmu"
	cat $PMUS/$pmu/format/*
done >/tmp/formats
awk -F: '
	# As awk counts in floating point.
	function bit_mask(bit,  mask) {
		mask = "0x" substr("1248", bit % 4 + 1, 1)
		for (bit = int(bit / 4); bit > 0; bit--) mask = mask "0"
		return mask
	}
	function bits_of(pmu,  bit) {
		print "section bits outside the formats of " pmu
		for (bit = 8; bit < 64; bit++)
			if (!(("config", bit) in legal))
				print "refuse EINVAL " pmu "/config=" bit_mask(bit) ",event=0x18/ die=0"
		for (bit = 0; bit < 64; bit++) {
			if (!(("config1", bit) in legal))
				print "refuse EINVAL " pmu "/event=0x18,config1=" bit_mask(bit) "/ die=0"
			if (!(("config2", bit) in legal))
				print "refuse EINVAL " pmu "/event=0x18,config2=" bit_mask(bit) "/ die=0"
		}
		# Event code 0 is what stops a counter: with anything beside it it is a mistake.
		print "refuse EINVAL " pmu "/umask=0x1/ die=0"
		print "refuse EINVAL " pmu "/thresh=0x1/ die=0"
		print "end"
		print "section bits inside the formats of " pmu
		for (bit = 8; bit < 64; bit++) {
			if (bit == 18 || bit == 23 || !(("config", bit) in legal)) continue
			print "open bit" bit " " pmu "/config=" bit_mask(bit) ",event=0x18/ die=0"
			print "expect bit" bit " 0"
			print "close bit" bit
		}
		print "open edge " pmu "/event=0x18,edge=1,thresh=1/ die=0"
		print "expect edge 0"
		print "close edge"
		print "open inv " pmu "/event=0x18,inv=1,thresh=1/ die=0"
		print "close inv"
		print "end"
	}
	$1 == "pmu" {
		if (pmu) bits_of(pmu)
		split("", legal)
		pmu = $2
		next
	}
	{
		for (i = split($2, ranges, ","); i > 0; i--) {
			n = split(ranges[i], ends, "-")
			for (bit = ends[1] + 0; bit <= ends[n] + 0; bit++) legal[$1, bit] = 1
		}
	}
	END { bits_of(pmu) }' /tmp/formats | pmontest

# Groups that can never be on the unit together: too many, over two PMUs, over two dies.
pmontest <<END
open l uncore_cha_0/event=0x18,umask=1/ die=0
open s1 uncore_cha_0/event=0x18,umask=2/ die=0 leader=l
open s2 uncore_cha_0/event=0x18,umask=4/ die=0 leader=l
open s3 uncore_cha_0/event=0x18,umask=8/ die=0 leader=l
refuse EINVAL uncore_cha_0/event=0x18,umask=16/ die=0 leader=l
refuse EINVAL uncore_cha_1/event=0x18,umask=16/ die=0 leader=l
refuse EINVAL uncore_cha_0/event=0x18,umask=16/ die=1 leader=l
close all
open i uncore_irp_0/event=0x18/ die=0
open i1 uncore_irp_0/event=0x0f,umask=1/ die=0 leader=i
refuse EINVAL uncore_irp_0/event=0x0f,umask=2/ die=0 leader=i
close all
open t uncore_cha_0/event=0x18,tid_en=1,filter_tid=5/ die=0
refuse EINVAL uncore_cha_0/event=0x19,tid_en=1,filter_tid=6/ die=0 leader=t
open t2 uncore_cha_0/event=0x19,tid_en=1,filter_tid=5/ die=0 leader=t
close all
open m uncore_m3upi_0/event=0x22,umask=1/ die=0
refuse EINVAL uncore_m3upi_0/event=0x80,umask=1/ die=0 leader=m
END
# After all this the unit still has all four counters to give.
pmontest <<END
section the unit is whole after all refusals
open e1 uncore_cha_0/event=0x18,umask=1/ die=0
open e2 uncore_cha_0/event=0x18,umask=2/ die=0
open e3 uncore_cha_0/event=0x18,umask=4/ die=0
open e4 uncore_cha_0/event=0x36,umask=1/ die=0
sim inject die=0 unit=cha:0 event=0x18 umask=1 n=1
sim inject die=0 unit=cha:0 event=0x18 umask=2 n=2
sim inject die=0 unit=cha:0 event=0x18 umask=4 n=3
sim inject die=0 unit=cha:0 event=0x36 umask=1 n=4
expect e1 1
expect e2 2
expect e3 3
expect e4 4
end
END

# Why: each class of refusal has its reason in the tracepoint, in words, and the kernel log has nothing.
tracing=/sys/kernel/tracing
echo 0 >$tracing/tracing_on
echo >$tracing/trace
echo 1 >$tracing/events/uncore_pmon/refused/enable
echo 1 >$tracing/tracing_on
# reason ERRNO NUMBER REASON PMU/TERMS/ [OPTION...]: REASON is an extended regular expression.
reason() {
	reason_errno=$1 reason_number=$2 reason_text=$3
	shift 3
	echo >$tracing/trace
	echo "refuse $reason_errno $*" | cat /tmp/leader - | pmontest
	grep 'refused: ' $tracing/trace | sed 's/.*refused: //' >/tmp/reasons
	check "reason: $reason_text" grep -qE "^pmu=${1%%/*} .* error=-$reason_number reason=$reason_text\$" /tmp/reasons
	equal "refusals told" "$(wc -l </tmp/reasons)" 1
}
event=uncore_cha_0/event=0x35,umask=0x1/
: >/tmp/leader
reason EINVAL 22 "units count for a die, not for a task: open the event on a CPU" $event pid=self cpu=0
reason EOPNOTSUPP 95 "sampling by frequency: windows need a fixed period" $event freq=1000
reason EINVAL 22 "no format has the bits 0x1000000000000000 of config" uncore_m2m_0/event=0x35,config=0x1000000000000000/
reason EINVAL 22 "no format has the bits 0x400 of config1" uncore_cha_0/event=0x35,config1=0x400/
reason EINVAL 22 "no format has the bits 0x3 of config2" uncore_cha_0/event=0x35,config2=0x3/
reason EINVAL 22 "event select 0 never counts" uncore_cha_0/umask=0x1/
for masks in ch_mask:fc_mask=7 fc_mask:ch_mask=1 fc_mask:inv=0; do
	reason EINVAL 22 "${masks%%:*} is 0: the event counts nothing" uncore_iio_0/event=0x83,umask=0x4,${masks#*:}/
done
for code in 0x85 0x86 0x87 0x88; do
	reason EINVAL 22 "fc_mask is 0: the event counts nothing" uncore_iio_0/event=$code,umask=0x1/
done
printf 'open i uncore_iio_0/event=0x83,umask=0x4,inv=1,thresh=1/ die=0\nexpect i 0 inverted, it counts\n' | pmontest
reason EINVAL 22 "filter_tid has no effect without tid_en" uncore_cha_0/event=0x35,filter_tid=5/
reason EINVAL 22 "unit_mask has bits of units that the die does not have: 0x300" uncoreall_cha/event=0x35,unit_mask=0x301/
reason EOPNOTSUPP 95 "fixed and free-running counters cannot freeze on overflow" uncore_imc_0/event=0xff/ period=1000
reason EOPNOTSUPP 95 "a unit that sends no overflow message cannot freeze on overflow" \
	uncoreall_cxlcm/event=0x43,umask=0x1/ period=1000
echo "open l uncore_irp_0/event=0x18/ die=0
open s uncore_irp_0/event=0x0f,umask=1/ die=0 leader=l" >/tmp/leader
reason EINVAL 22 "the events of the group need more counters than unit 0 has for them" \
	uncore_irp_0/event=0x0f,umask=2/ die=0 leader=l
reason EINVAL 22 "snapshot is set on a group member but not on its leader" \
	uncore_irp_0/event=0x0f,umask=2,snapshot=1/ die=0 leader=l
echo "open l uncore_m3upi_0/event=0x22,umask=1/ die=0" >/tmp/leader
reason EINVAL 22 "events of the group need different values of a register of unit 0, or mix mesh stop and box events" \
	uncore_m3upi_0/event=0x80,umask=1/ die=0 leader=l
: >/tmp/leader
for what in user kernel hv idle host; do
	reason EINVAL 22 "units count all modes, hosts and guests together: exclude nothing" $event exclude=$what
done
alien="a group is of one PMU and die; if a software event leads it, on the CPU in cpumask"
echo "open l uncore_cha_0/event=0x35,umask=0x1/ die=0" >/tmp/leader
reason EINVAL 22 "$alien" uncore_cha_1/event=0x35,umask=0x2/ die=0 leader=l
reason EINVAL 22 "$alien" uncoreall_cha/event=0x35,umask=0x2/ die=0 leader=l
reason EINVAL 22 "$alien" uncore_cha_0/event=0x35,umask=0x2/ die=1 leader=l
echo "open l software/config=0/ cpu=1" >/tmp/leader
reason EINVAL 22 "$alien" uncore_cha_0/event=0x35,umask=0x2/ die=0 leader=l
: >/tmp/leader
echo 0 >/sys/devices/system/cpu/cpu3/online
reason ENODEV 19 "CPU 3 is offline" $event cpu=3
echo 1 >/sys/devices/system/cpu/cpu3/online
# An event that is taken, and one of another PMU, which perf offers to all of them, say nothing. perf asks for each event
# without guests first.
echo >$tracing/trace
echo "refuse EINVAL $event exclude=guest" | pmontest
check "perf stat" $PERF stat -a -e $event -- true
printf "open a %s die=0\nexpect a 0\n" $event | pmontest
$PERF stat -e task-clock true 2>/dev/null
equal "reasons without a refusal" "$(grep -c 'refused: ' $tracing/trace)" 0
echo 0 >$tracing/events/uncore_pmon/refused/enable
equal "messages in the kernel log" "$(module_messages | grep -c 'refuse')" 0
