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

# judge TEXT LOST: load with the table as it is now. LOST is the PMU that package 0 must not have, or
# `none`, `package` (all of package 0), or `any` (not said, as long as the rest works).
judge() {
	dmesg -c >/dev/null
	if ! output=$(insmod $MODULE 2>&1); then
		not_ok "$1: insmod: $output"
		restore_table
		return
	fi
	dmesg >/tmp/log.new
	has=no
	case $2 in
	none|any) ;;
	package) grep -q '^0' $PMUS/uncore_cha_0/cpumask && has=yes ;;
	*)	[ -e $PMUS/$2 ] && grep -q '^0' $PMUS/$2/cpumask && has=yes ;;
	esac
	{
		echo "section $1"
		for die in 0 1; do
			[ $2 = package ] && [ $die = 0 ] && continue
			for what in cha:0:0x18 m2m:0:0x18 imc:0:0x02 irp:0:0x18; do
				type=${what%%:*}
				echo "open $type.$die uncore_${type}_0/event=${what##*:},umask=0x1/ die=$die"
				echo "sim inject die=$die unit=$type:0 event=${what##*:} umask=0x1 n=$((50 + die))"
				echo "expect $type.$die $((50 + die)) $type 0 of package $die"
			done
		done
		# Without its bit in the global status a unit counts, and no more.
		if [ -n "$cannot_sample" ]; then
			echo "open plain $cannot_sample/event=0x35,umask=0x1/ die=0"
			echo "sim inject die=0 unit=cha:${cannot_sample##*_} event=0x35 umask=0x1 n=9"
			echo "expect plain 9"
			echo "refuse EOPNOTSUPP $cannot_sample/event=0x35,umask=0x1/ die=0 period=1000"
			echo "open far $cannot_sample/event=0x35,umask=0x1/ die=1 period=1000"
		fi
		echo "end"
	} >/tmp/script
	cannot_sample=
	pmontest </tmp/script
	case $2 in
	none|any) ;;
	*)
		equal "$1: is $2 of package 0 there" $has no
		check "$1: a message says so" grep -q 'uncore_pmon' /tmp/log.new
		check "$1: debugfs can be read" cat /sys/kernel/debug/uncore_pmon/discovery
		;;
	esac
	unload
	restore_table
}

cha=$(entry 0 1) m2m=$(entry 7 1) imc=$(entry 6 1) other=$(entry 0 2)
cha0=$(word $cha) cha1=$(word $((cha + 1))) cha2=$(word $((cha + 2)))
m2m0=$(word $m2m) m2m1=$(word $((m2m + 1)))
imc0=$(word $imc)
global=$(word 0)
[ "$cha" != 0 ] && [ "$m2m" != 0 ] && [ "$imc" != 0 ] && [ "$other" != 0 ] ||
	fail "the table lacks a unit that is to be spoilt"

for msr in 0x1a0 0x10 0x174 0xc0000080 0x38f 0x2ff0 0x1fff; do
	poke $((cha + 1)) $msr
	judge "unit control is MSR $msr" uncore_cha_1
done
for msr in 0x50000 0x1002010 0x100002010; do
	poke $((cha + 1)) $msr
	judge "unit control is MSR $msr, which does not exist" uncore_cha_1
done
poke $((cha + 1)) $(word $((other + 1)))
judge "a unit at the address of another, which comes later" uncore_cha_1
poke $((cha + 2)) $(field $cha2 0 16 77)
poke $((cha + 1)) $(word $((other + 1)))
judge "a unit of unknown type at the address of another, which comes later" uncore_type_77_1

poke $((cha + 2)) $(field $cha2 16 16 2)
judge "two units with one id" any
poke $((cha + 2)) $(field $cha2 16 16 65535)
judge "unit id 65535" uncore_cha_1

for address in 0x0 0x100000 0x7f000 0xfee00000 0xfffffffffffff000; do
	poke $((imc + 1)) $address
	judge "MMIO unit control at $address" uncore_imc_1
done

for count in 0 11 200; do
	poke $cha $(field $cha0 0 8 $count)
	judge "$count counters" uncore_cha_1
done
for width in 0 1 65 255; do
	poke $cha $(field $cha0 16 8 $width)
	judge "counter width $width" uncore_cha_1
done
poke $cha $(field $cha0 24 8 $(((cha0 >> 8) & 0xff)))
judge "controls and counters at one place" uncore_cha_1
poke $cha $(field $cha0 8 8 255)
judge "control offset 255" uncore_cha_1
poke $imc $(field $imc0 24 8 255)
judge "counter offset 255 in MMIO" uncore_imc_1
poke $cha $(field $cha0 32 8 255)
cannot_sample=uncore_cha_1
judge "status offset 255" any

# Domain 30:28, bus 27:20, devfn 19:12, register 11:0.
poke $((m2m + 1)) $(field $m2m1 12 8 0)
judge "PCI unit at a function that is not there" uncore_m2m_1
poke $((m2m + 1)) $(field $m2m1 12 8 9)
judge "PCI unit at a function of another kind" uncore_m2m_1
# The bus number does not count: the unit is looked for on the buses of the table's own package.
for bus in 0 254; do
	poke $((m2m + 1)) $(field $m2m1 20 8 $bus)
	judge "PCI unit on bus $bus" none
done
read_table 1
far=$(word $(($(entry 6 0) + 1)))
read_table 0
poke $((imc + 1)) $far
judge "MMIO unit of the other package" uncore_imc_1
poke $((m2m + 1)) $(field $m2m1 0 12 4)
judge "PCI unit control in the configuration header" uncore_m2m_1
poke $((m2m + 1)) $(field $m2m1 0 12 0xffd)
judge "PCI unit control at the end of configuration space" uncore_m2m_1
poke $m2m $(field $m2m0 62 2 0)
judge "a PCI unit that says it is in MSRs" any
poke $cha $(field $cha0 62 2 3)
judge "access type 3" uncore_cha_1
poke $((cha + 2)) $(field $cha2 32 16 65535)
cannot_sample=uncore_cha_1
judge "global status position 65535" any

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

# A type that nobody has heard of still counts, with the layout that all types share.
poke $((cha + 2)) $(field $cha2 0 16 77)
judge "unknown unit type" uncore_cha_1
poke $((cha + 2)) $(field $cha2 0 16 77)
load
pmontest <<END
open a uncore_type_77_1/event=0x18,umask=0x1/ die=0
sim inject die=0 unit=cha:1 event=0x18 umask=0x1 n=99
expect a 99 a unit of unknown type
END
unload
restore_table

# No number of a type leads to the driver's own free-running units.
for type in 65281 65282; do
	poke $((cha + 2)) $(field $cha2 0 16 $type)
	load
	pmontest <<END
section unit type $type
open a uncore_type_${type}_1/event=0x18,umask=0x1/ die=0
sim inject die=0 unit=cha:1 event=0x18 umask=0x1 n=99
expect a 99
END
	unload
	restore_table
done
judge "the good table again" none
