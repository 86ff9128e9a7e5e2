# SPDX-License-Identifier: GPL-2.0-only
# what: each kind of nonsense in a discovery table loses what it is about, says so, and nothing else
# machine: small
# kernels: 6.12
#
# The cases are mistakes that firmware made or that were seen to upset the in-tree driver, plus one
# for each rule of the parser. Package 0 has the bad table, package 1's stays good. The kernel log
# and the simulator's violations are judged at the end, as for each test.

. /test/tables.sh
read_table 0

# judge TEXT LOST...: load with the table as it is now. LOST are the PMUs that package 0 must not have, or
# `none`, `package` (all of package 0), or `any` (not said, as long as the rest works). $between is a unit of package 0
# that counts, too, and $script more for pmontest.
judge() {
	text=$1
	shift
	dmesg -c >/dev/null
	if ! output=$(insmod $MODULE 2>&1); then
		not_ok "$text: insmod: $output"
		restore_table
		return
	fi
	dmesg >/tmp/log.new
	there=
	for lost; do
		case $lost in
		none | any) continue ;;
		package) lost=uncore_cha_0 ;;
		esac
		owners=
		[ ! -e $PMUS/$lost ] || read -r owners <$PMUS/$lost/cpumask
		[ "${owners%%[,-]*}" != 0 ] || there="$there $lost"
	done
	{
		echo "section $text"
		for die in 0 1; do
			[ $1 = package ] && [ $die = 0 ] && continue
			for what in cha:0:0x18 m2m:0:0x18 imc:0:0x02 irp:0:0x18 $between; do
				unit=${what%:*}
				event=${what##*:}
				echo "open $unit.$die uncore_${unit/:/_}/event=$event,umask=0x1/ die=$die"
				echo "sim inject die=$die unit=$unit event=$event umask=0x1 n=$((50 + die))"
				echo "expect $unit.$die $((50 + die)) $unit of package $die"
			done
		done
		# Without its bit in the global status a unit counts, and no more.
		for pmu in $cannot_sample; do
			echo "open $pmu $pmu/event=0x35,umask=0x1/ die=0"
			echo "sim inject die=0 unit=cha:${pmu##*_} event=0x35 umask=0x1 n=9"
			echo "expect $pmu 9"
			echo "refuse EOPNOTSUPP $pmu/event=0x35,umask=0x1/ die=0 period=1000"
			echo "open far.$pmu $pmu/event=0x35,umask=0x1/ die=1 period=1000"
		done
		echo "$script"
		echo "end"
	} >/tmp/script
	pmontest </tmp/script
	case $1 in
	none | any) ;;
	*)
		equal "$text: of $*, PMUs that package 0 has" "$there" ""
		# Each package has a line with its number of units. Without a table it has few, which says enough.
		case $1 in
		package) messages=$(grep -c 'uncore_pmon: die 0: ' /tmp/log.new) ;;
		*)	messages=$(grep 'uncore_pmon: ' /tmp/log.new | grep -vc ': die [01]: [0-9]* units, ') ;;
		esac
		at_most "$text: PMUs without a message" $(($# - messages)) 0
		check "$text: debugfs can be read" cat /sys/kernel/debug/uncore_pmon/discovery
		;;
	esac
	cannot_sample= between= script=
	unload
	restore_table
}
cannot_sample= between= script=

cha=$(entry 0 1) third=$(entry 0 3) m2m=$(entry 7 1) imc=$(entry 6 1) other=$(entry 0 2)
cha0=$(word $cha) cha1=$(word $((cha + 1))) cha2=$(word $((cha + 2)))
third0=$(word $third)
m2m0=$(word $m2m) m2m1=$(word $((m2m + 1)))
imc0=$(word $imc)
global=$(word 0)
[ "$cha" != 0 ] && [ "$m2m" != 0 ] && [ "$imc" != 0 ] && [ "$other" != 0 ] && [ "$third" != 0 ] ||
	fail "the table lacks a unit that is to be spoilt"

# Two CHAs with a mistake, and another one between them that counts; in the same table a channel, or an M2M, has another mistake.
# Domain 30:28, bus 27:20, devfn 19:12, register 11:0.
read_table 1
far=$(word $(($(entry 6 0) + 1)))
read_table 0
set -- 0x0 0x100000 0x7f000 0xfee00000 0xfffffffffffff000
while read -r first second start bits value what <&3; do
	poke $((cha + 1)) $first
	poke $((third + 1)) $second
	poke $((imc + 1)) $1
	poke $((m2m + 1)) $(field $m2m1 $start $bits $value)
	between=cha:2:0x18
	judge "unit controls of CHAs are MSRs $first and $second, of a channel at $1, of an M2M $what" \
		uncore_cha_1 uncore_cha_3 uncore_imc_1 uncore_m2m_1
	shift
done 3<<END
0x1a0 0x50000 12 8 0 at a function that is not there
0x10 0x1002010 12 8 9 at a function of another kind
0x174 0x100002010 0 12 4 in the configuration header
0xc0000080 0x38f 0 12 0xffd at the end of configuration space
0x2ff0 0x1fff 12 8 0 at a function that is not there
END
poke $((cha + 1)) $(word $((other + 1)))
judge "a unit at the address of another, which comes later" uncore_cha_1
poke $((cha + 2)) $(field $cha2 0 16 77)
poke $((cha + 1)) $(word $((other + 1)))
judge "a unit of unknown type at the address of another, which comes later" uncore_type_77_1

poke $((cha + 2)) $(field $cha2 16 16 2)
judge "two units with one id" any
poke $((cha + 2)) $(field $cha2 16 16 65535)
judge "unit id 65535" uncore_cha_1

# Start, bits and value of two fields of an entry's first word.
controls=$(((cha0 >> 8) & 0xff))
while read -r start bits value start3 bits3 value3 what <&3; do
	poke $cha $(field $cha0 $start $bits $value)
	poke $third $(field $third0 $start3 $bits3 $value3)
	between=cha:2:0x18
	judge "CHAs with $what" uncore_cha_1 uncore_cha_3
done 3<<END
0 8 0 0 8 11 no counters, and 11
0 8 200 16 8 0 200 counters, and counters without bits
16 8 1 16 8 65 counters of 1 bit, and of 65
16 8 255 24 8 $controls counters of 255 bits, and controls and counters at one place
8 8 255 62 2 3 control offset 255, and access type 3
END
poke $imc $(field $imc0 24 8 255)
judge "counter offset 255 in MMIO" uncore_imc_1
poke $((imc + 1)) $far
judge "MMIO unit of the other package" uncore_imc_1

poke $cha $(field $cha0 32 8 255)
poke $((third + 2)) $(field $(word $((third + 2))) 32 16 65535)
cannot_sample="uncore_cha_1 uncore_cha_3"
judge "status offset 255 of a unit, global status position 65535 of another" any
# The bus number does not count: the unit is looked for on the buses of the table's own package.
for bus in 0 254; do
	poke $((m2m + 1)) $(field $m2m1 20 8 $bus)
	between=m2m:1:0x18
	judge "PCI unit on bus $bus" none
done
poke $m2m $(field $m2m0 62 2 0)
judge "a PCI unit that says it is in MSRs" any

poke $cha -1
poke $((cha + 1)) -1
poke $((cha + 2)) -1
judge "a unit entry of all ones" uncore_cha_1
poke $cha 0
poke $((cha + 1)) 0
poke $((cha + 2)) 0
judge "a hole" any

poke 0 $(field $global 16 10 1023)
judge "1023 units claimed" any
poke 0 $(field $global 16 10 0)
judge "no units claimed" package
poke 0 $(field $global 8 8 0)
judge "stride 0" package
poke 0 $(field $global 8 8 2)
judge "stride 2" package
poke 0 0
poke 1 0
poke 2 0
judge "no global entry" package
poke 0 -1
poke 1 -1
poke 2 -1
judge "a global entry of all ones" package
poke 1 0x1a0
cannot_sample=uncore_cha_2
judge "global control is another MSR" any
poke 2 $(field $(word 2) 0 8 3)
cannot_sample=uncore_cha_2
judge "global status is another MSR" any

# A unit of a type without a description still counts, with the layout that all types share. No number of a type leads to the driver's
# own free-running units.
for type in 77 65281 65282; do
	poke $((cha + 2)) $(field $cha2 0 16 $type)
	script="open a uncore_type_${type}_1/event=0x18,umask=0x1/ die=0
sim inject die=0 unit=cha:1 event=0x18 umask=0x1 n=99
expect a 99 a unit of unknown type"
	judge "unit type $type" any
done
judge "the good table again" none
