# SPDX-License-Identifier: GPL-2.0-only
# what: each perf version counts exactly: one event, two, four and eight at a time, on every type and package
# machine: small
# kernels: 6.1 6.12 7.3 7.3-rt
# why: each kernel counts with the perf of its series
# perf: own
# perf 6.1 reads every name of the machine each time it starts; here are only numbers.
case $PERF_VERSION in
6.1)	load type_names=0 ;;
*)	load ;;
esac

# One unit of each type in one list.
: >/tmp/commands
: >/tmp/expected
events=
for type in $TYPES; do
	id=$(unit_ids $type | tail -n 1)
	event="$(pmu_of $type $id)/$(event_terms $type)/"
	events="$events $event"
	[ $id = - ] && id=0
	for die in 0 1; do
		n=$((100000 * (die + 1) + 7))
		echo "inject die=$die unit=$type:$id $(sim_terms $type) n=$n" >>/tmp/commands
		echo "S$die|$event|$n" >>/tmp/expected
	done
done
count $events </tmp/commands
expect_counts "perf $PERF_VERSION, a unit of each type" </tmp/expected

# As many events as there are counters, in an MSR, a PCI and an MMIO unit.
for unit in cha:1 m2m:0 imc:1; do
	for many in 2 4; do
		: >/tmp/commands
		: >/tmp/expected
		events=
		umask=1
		while [ $umask -lt $((1 << many)) ]; do
			event="uncore_${unit%:*}_${unit#*:}/event=0x18,umask=$umask/"
			events="$events $event"
			for die in 0 1; do
				n=$((1000 * umask + die))
				echo "inject die=$die unit=$unit event=0x18 umask=$umask n=$n" >>/tmp/commands
				echo "S$die|$event|$n" >>/tmp/expected
			done
			umask=$((2 * umask))
		done
		count $events </tmp/commands
		expect_counts "perf $PERF_VERSION, $many events on $unit" </tmp/expected
	done
done

# Extended umask, masks and filters as the tool encodes them.
cha=uncore_cha_2/event=0x35,umask=0xc817ff01/
thread=uncore_cha_2/event=0x18,umask=0x1,tid_en=1,filter_tid=0x2b/
iio=uncore_iio_1/event=0x83,umask=0x4,ch_mask=0x2,fc_mask=0x7/
m2m=uncore_m2m_1/event=0x80,umask=0x80000001/
count $cha $thread $iio $m2m <<END
inject die=0 unit=cha:2 event=0x35 umask=0x01 ext=0xc817ff n=11
inject die=0 unit=cha:2 event=0x35 umask=0x01 ext=0xc81786 n=99
inject die=0 unit=cha:2 event=0x18 umask=0x1 tid=0x2b n=22
inject die=0 unit=cha:2 event=0x18 umask=0x1 tid=0x2c n=99
inject die=1 unit=iio:1 event=0x83 umask=0x4 ch=0x2 fc=0x1 n=33
inject die=1 unit=iio:1 event=0x83 umask=0x4 ch=0x4 fc=0x1 n=99
inject die=1 unit=m2m:1 event=0x80 umask=0x1 ext=0x800000 n=44
END
expect_counts "perf $PERF_VERSION, extensions and filters" <<END
S0|$cha|11
S1|$cha|0
S0|$thread|22
S1|$thread|0
S0|$iio|0
S1|$iio|33
S0|$m2m|0
S1|$m2m|44
END

# Eight on four counters: perf says that they shared, and by how much. The workload lasts until each
# has had its turn; the simulator's steady streams are what is counted.
events=
for umask in 1 2 4 8 16 32 64 128; do
	events="$events uncore_cha_0/event=0x18,umask=$umask/"
done
list=$(echo $events | tr ' ' ',' | sed 's/\/,/\/ /g')
for event in $list; do
	options="$options -e $event"
done
if $PERF stat -x '|' -o /tmp/perf.out -a --per-socket $options -- sleep 2 >/tmp/out 2>&1; then
	equal "perf $PERF_VERSION, eight events on four counters: all were counted part of the time" \
		"$(awk -F'|' '/^S[0-9]/ && $7 > 0 && $7 < 100' /tmp/perf.out | wc -l)" 16
else
	not_ok "perf $PERF_VERSION: eight events: $(head -n 2 /tmp/out)"
fi

# What the tool cannot use is refused, with nothing in the kernel log.
refuse "perf $PERF_VERSION: sampling by frequency" $PERF record -o /tmp/data -e uncore_cha_0/event=0x18/ -F 1000 -a -- true
refuse "perf $PERF_VERSION: a precise IP" $PERF record -o /tmp/data -e uncore_cha_0/event=0x18/pp -c 1000 -a -- true
refuse "perf $PERF_VERSION: branch stacks" $PERF record -o /tmp/data -e uncore_cha_0/event=0x18/ -b -c 1000 -a -- true
rm -f /tmp/data
