# SPDX-License-Identifier: GPL-2.0-only
# what: one event on all units of a type counts the exact sum, and as much as an event on each unit
# machine: large
# kernels: 6.12
# quick: yes
load

# Each CHA of each package counts something else; the sums are what perf has to say.
: >/tmp/commands
for die in 0 1; do
	sum=0
	for id in $(unit_ids cha); do
		n=$((1000000 * (die + 1) + 997 * id * id + 13))
		sum=$((sum + n))
		echo "inject die=$die unit=cha:$id event=0x35 umask=0x1 n=$n" >>/tmp/commands
	done
	echo "S$die|$sum" >>/tmp/sums
done
equal "CHAs that get a count" "$(wc -l </tmp/commands)" $((2 * UNITS_cha))

count uncoreall_cha/event=0x35,umask=0x1/ </tmp/commands
sed 's,|,|uncoreall_cha/event=0x35\,umask=0x1/|,' /tmp/sums | expect_counts "one event for each package"

# The same with an event on each unit.
events=
for id in $(unit_ids cha); do
	events="$events uncore_cha_$id/event=0x35,umask=0x1/"
done
count $events </tmp/commands
equal "rows of the unit events" "$(wc -l <$STAT)" $((2 * UNITS_cha))
for die in 0 1; do
	equal "sum of the $UNITS_cha unit events of socket $die" \
		"$(awk -F'|' -v socket=S$die '$1 == socket { sum += $3 } END { printf "%d", sum }' $STAT)" \
		"$(sed -n "s/^S$die|//p" /tmp/sums)"
done

# Four events fill each CHA's counters; all of them count all the time.
{
	for die in 0 1; do
		for code in 0x35 0x36 0x37 0x38; do
			echo "open e$code.$die uncoreall_cha/event=$code,umask=0x1/ die=$die"
		done
	done
	for code in 0x35 0x36 0x37 0x38; do
		echo "sim inject die=* unit=cha:* event=$code umask=0x1 n=$((code * 1000))"
		echo "sim inject die=1 unit=cha:59 event=$code umask=0x1 n=7"
	done
	for code in 0x35 0x36 0x37 0x38; do
		echo "expect e$code.0 $((UNITS_cha * code * 1000)) $code with three others, socket 0"
		echo "expect e$code.1 $((UNITS_cha * code * 1000 + 7)) $code with three others, socket 1"
	done
} | pmontest

# Every other type that has more than one unit, through MSRs, PCI and memory.
for type in $TYPES; do
	units=$(expected_units $type)
	[ $type = cha ] && continue
	if [ "$units" -lt 2 ]; then
		refuse "$type has one unit and no type PMU" test -e $PMUS/uncoreall_$type
		continue
	fi
	terms=$(event_terms $type) simulated=$(sim_terms $type)
	{
		echo "section uncoreall_$type, $units units on each package"
		for die in 0 1; do
			echo "open e.$die uncoreall_$type/$terms/ die=$die"
		done
		sum0=0 sum1=0
		for id in $(unit_ids $type); do
			echo "sim inject die=0 unit=$type:$id $simulated n=$((100 + id))"
			echo "sim inject die=1 unit=$type:$id $simulated n=$((5000 + 3 * id))"
			sum0=$((sum0 + 100 + id))
			sum1=$((sum1 + 5000 + 3 * id))
		done
		echo "expect e.0 $sum0"
		echo "expect e.1 $sum1"
		echo "end"
	} | pmontest
done
