# SPDX-License-Identifier: GPL-2.0-only
# what: tables that are right in an unusual way, and those known to be wrong in the field: every unit counts
# machine: small
# kernels: 6.12
#
# A case changes the tables and says for each package which unit of the simulator is which PMU. All of them
# count an event of their own at once, and there must be no other PMU of the type on that package.
. /test/tables.sh

CHA=0 IIO=1 IRP=2 M2PCIE=3 PCU=4 IMC=6 M2M=7 UPI=8 MDF=11

# renumber TYPE OLD NEW: another number for a unit, which stays where it is
renumber() {
	at=$(entry $1 $2)
	[ $at != 0 ] || fail "no entry for unit $2 of type $1"
	poke $((at + 2)) $(field $(word $((at + 2))) 16 16 $3)
}

# reverse TYPE COUNT: the units stay where they are, and their numbers go the other way round
reverse() {
	ats=
	id=$2
	while [ $id -gt 0 ]; do
		id=$((id - 1))
		ats="$ats $(entry $1 $id)"
	done
	for at in $ats; do
		poke $((at + 2)) $(field $(word $((at + 2))) 16 16 $id)
		id=$((id + 1))
	done
}

# unlist TYPE ID: a hole
unlist() {
	at=$(entry $1 $2)
	[ $at != 0 ] || fail "no entry for unit $2 of type $1"
	for i in 0 1 2; do
		poke $((at + i)) 0
	done
}

# phantom ID NUMBER: list a CHA more, in the NUMBER-th hole of the table
phantom() {
	cha=$(entry $CHA 0)
	at=$table_stride
	left=$2
	while [ $(($(word $at))) != 0 ] || [ $left -gt 1 ]; do
		[ $(($(word $at))) != 0 ] || left=$((left - 1))
		at=$((at + table_stride))
	done
	poke $at $(word $cha)
	poke $((at + 1)) $((0x2000 + 0x10 * $1))
	poke $((at + 2)) $(field $(word $((cha + 2))) 16 16 $1)
}

# The event of each type for perf and for the simulator, once: a substitution of a command is a process.
for type in $TYPES; do
	eval "event_of_$type='$(event_terms $type)' injected_of_$type='$(sim_terms $type)'"
done

# judge TEXT DIE:TYPE:PMU-ID=UNIT-ID...
judge() {
	text=$1
	shift
	load
	{
		echo "section $text"
		number=0
		for unit in "$@"; do
			die=${unit%%:*} rest=${unit#*:} number=$((number + 1))
			type=${rest%%:*} id=${rest#*:}
			name_unit $type ${id%=*}
			eval "terms=\$event_of_$type"
			echo "open u$number $unit_pmu/$terms/ die=$die"
		done
		number=0
		for unit in "$@"; do
			die=${unit%%:*} rest=${unit#*:} number=$((number + 1))
			type=${rest%%:*} id=${rest#*:}
			eval "terms=\$injected_of_$type"
			echo "sim inject die=$die unit=$type:${id#*=} $terms n=$((1000 + number))"
		done
		number=0
		for unit in "$@"; do
			number=$((number + 1))
			echo "expect u$number $((1000 + number)) $unit"
		done
		echo "end"
	} | pmontest
	for type in $(printf '%s\n' "$@" | cut -d: -f2 | sort -u); do
		for die in 0 1; do
			wanted=$(printf '%s\n' "$@" | sed -n "s/^$die:$type:\(.*\)=.*/\1/p" | sort -n)
			equal "$text: $type units of package $die" "$(units_of_die $type $die)" \
				"$(echo $wanted)"
		done
	done
}

units_of_die() {
	for id in $(unit_ids $1); do
		name_unit $1 $id
		read -r cpus <$PMUS/$unit_pmu/cpumask
		case ,$cpus, in
		*,$((2 * $2)),*) printf '%s ' $id ;;
		esac
	done | sed 's/ $//'
}

good_again() {
	unload
	for table_die in 0 1; do
		restore_table
		sim cha-msr die=$table_die value=0 >/dev/null
	done
}

all_chas() { echo $1:cha:0=0 $1:cha:1=1 $1:cha:2=2 $1:cha:3=3; }

# debugfs has each unit's entry in the table, by which people find the unit in the raw table below.
load
awk '/^die / { die = $2 } NF == 13 && $NF == "ok" { print die, $1 }' /sys/kernel/debug/uncore_pmon/discovery |
	grep -v -- '-$' >/tmp/entries
check "units have entries" test "$(wc -l </tmp/entries)" -gt 40
equal "each has its own" "$(sort -u /tmp/entries | wc -l)" "$(wc -l </tmp/entries)"
unload

# The number of CHAs in the table is wrong on some Sapphire Rapids; MSR 0x2ffe has the right one, or 0.
read_table 0
unlist $CHA 1
unlist $CHA 3
sim cha-msr die=0 value=4 >/dev/null
read_table 1
unlist $CHA 0
sim cha-msr die=1 value=4 >/dev/null
judge "tables with too few CHAs" $(all_chas 0) $(all_chas 1)
good_again

read_table 0
phantom 4 1
phantom 5 2
sim cha-msr die=0 value=4 >/dev/null
judge "a table with too many CHAs" $(all_chas 0) $(all_chas 1)
good_again

# What is bad anyway may be anything; it is not one of those that there are too many of.
read_table 0
phantom 4 1
phantom 500 2
sim cha-msr die=0 value=4 >/dev/null
judge "too many CHAs, one of them bad" $(all_chas 0) $(all_chas 1)
good_again

# One that is added takes neither the number nor the registers of another.
read_table 0
unlist $CHA 3
renumber $CHA 1 2
renumber $CHA 2 5
sim cha-msr die=0 value=4 >/dev/null
judge "too few CHAs with numbers of their own" \
	0:cha:0=0 0:cha:2=1 0:cha:5=2 0:cha:3=3 $(all_chas 1)
good_again

read_table 0
unlist $CHA 3
renumber $CHA 0 3
sim cha-msr die=0 value=4 >/dev/null
judge "too few CHAs, and no number left for one" \
	0:cha:3=0 0:cha:1=1 0:cha:2=2 $(all_chas 1)
good_again

read_table 0
sim cha-msr die=0 value=65 >/dev/null
sim cha-msr die=1 value=0x100000003 >/dev/null
judge "numbers of CHAs that no processor has" $(all_chas 0) $(all_chas 1)
good_again

# Bus numbers are the kernel's: those of the tables can be old, even those of the other package.
for die in 0 1; do
	read_table $die
	for id in 0 1; do
		at=$(entry $M2M $id)
		poke $((at + 1)) $(field $(word $((at + 1))) 20 8 $((die ? 0x7e : 0xfe)))
	done
	at=$(entry $UPI 0)
	poke $((at + 1)) $(field $(word $((at + 1))) 20 8 0x33)
done
judge "tables with other bus numbers than the kernel's" \
	0:m2m:0=0 0:m2m:1=1 1:m2m:0=0 1:m2m:1=1 0:upi:0=0 0:upi:1=1 1:upi:0=0 1:upi:1=1
# The bit in the global status is one that only the table has.
pmontest <<END
section sampling with other bus numbers
open s uncore_upi_0/event=0x60,umask=0x1/ die=0 period=100 sample_type=0x10 samples
sim inject die=0 unit=upi:0 event=0x60 umask=0x1 n=100
await-samples s 1
expect s 100
end
END
good_again

# Links have the numbers of their places in any case. The clock is that of the stack where the unit is.
read_table 0
reverse $CHA 4
for type in $IIO $IRP $M2PCIE $IMC $M2M $UPI $MDF; do
	reverse $type 2
done
judge "numbers in reverse order" \
	0:cha:3=0 0:cha:2=1 0:cha:1=2 0:cha:0=3 0:iio:1=0 0:iio:0=1 0:irp:1=0 0:irp:0=1 \
	0:m2pcie:1=0 0:m2pcie:0=1 0:imc:1=0 0:imc:0=1 0:m2m:1=0 0:m2m:0=1 0:mdf:1=0 0:mdf:0=1 \
	0:upi:0=0 0:upi:1=1 $(all_chas 1) 1:iio:0=0 1:iio:1=1 1:irp:0=0 1:irp:1=1 1:m2pcie:0=0 1:m2pcie:1=1 \
	1:imc:0=0 1:imc:1=1 1:m2m:0=0 1:m2m:1=1 1:mdf:0=0 1:mdf:1=1 1:upi:0=0 1:upi:1=1
pmontest <<END
section free-running counters of units in reverse order
open first uncore_iio_free_running_0/event=0xff,umask=0x10/ die=0
open last uncore_iio_free_running_1/event=0xff,umask=0x10/ die=0
sim inject-free die=0 unit=iio:0 counter=ioclk n=1001
sim inject-free die=0 unit=iio:1 counter=ioclk n=1002
expect last 1001
expect first 1002
end
END
good_again

# Numbers and places with gaps, different ones on the two packages.
read_table 0
renumber $CHA 1 3
renumber $CHA 2 17
renumber $CHA 3 63
renumber $IIO 0 5
renumber $IIO 1 11
renumber $IRP 1 9
renumber $M2PCIE 0 3
renumber $M2PCIE 1 4
renumber $IMC 0 4
renumber $IMC 1 7
renumber $M2M 1 6
renumber $MDF 1 13
renumber $PCU 0 9
read_table 1
unlist $CHA 0
unlist $CHA 2
renumber $CHA 1 0
renumber $CHA 3 1
unlist $IIO 0
renumber $IIO 1 0
unlist $IRP 0
unlist $M2PCIE 0
renumber $M2PCIE 1 7
unlist $IMC 0
renumber $IMC 1 0
unlist $M2M 0
renumber $M2M 1 3
unlist $MDF 0
renumber $MDF 1 0
judge "numbers and places with gaps" \
	0:cha:0=0 0:cha:3=1 0:cha:17=2 0:cha:63=3 0:iio:5=0 0:iio:11=1 0:irp:0=0 0:irp:9=1 \
	0:m2pcie:3=0 0:m2pcie:4=1 0:imc:4=0 0:imc:7=1 0:m2m:0=0 0:m2m:6=1 0:mdf:0=0 0:mdf:13=1 \
	0:pcu:-=0 1:pcu:-=0 \
	1:cha:0=1 1:cha:1=3 1:iio:0=1 1:irp:1=1 1:m2pcie:7=1 1:imc:0=1 1:m2m:3=1 1:mdf:0=1
# The free-running counters are those of the stack and of the controller where the unit is.
pmontest <<END
section free-running counters of units with other numbers
open clock uncore_iio_free_running_11/event=0xff,umask=0x10/ die=0
open out uncore_iio_free_running_11/event=0xff,umask=0x37/ die=0
open other uncore_iio_free_running_0/event=0xff,umask=0x20/ die=1
open dclk0 uncore_imc_free_running_0/event=0xff,umask=0x10/ die=0
open dclk1 uncore_imc_free_running_0/event=0xff,umask=0x10/ die=1
sim inject-free die=0 unit=iio:1 counter=ioclk n=1001
sim inject-free die=0 unit=iio:1 counter=bw_out7 n=1002
sim inject-free die=1 unit=iio:1 counter=bw_in0 n=1003
sim inject-free die=0 unit=imc:0 counter=dclk n=1004
sim inject-free die=1 unit=imc:0 counter=dclk n=1005
expect clock 1001
expect out 1002
expect other 1003
expect dclk0 1004
expect dclk1 1005
end
section an event of the type on units with gaps
open all uncoreall_cha/event=0x35,umask=0x1/ die=0
open some uncoreall_cha/event=0x35,umask=0x1,unit_mask=0x8000000000020000/ die=0
open both uncoreall_cha/event=0x35,umask=0x1/ die=1
sim inject die=0 unit=cha:* event=0x35 umask=0x1 n=10
sim inject die=1 unit=cha:* event=0x35 umask=0x1 n=100
expect all 40
expect some 20
expect both 200
refuse EINVAL uncoreall_cha/event=0x35,umask=0x1,unit_mask=0x2/ die=0
end
END
good_again
# The thread filter is the unit's own register, wherever it is.
read_table 0
renumber $CHA 2 40
load
pmontest <<END
section the filter of a CHA with another number
open f uncore_cha_40/event=0x35,umask=0x1,tid_en=1,filter_tid=0x11/ die=0
sim inject die=0 unit=cha:2 event=0x35 umask=0x1 tid=0x11 n=21
sim inject die=0 unit=cha:2 event=0x35 umask=0x1 tid=0x12 n=100
expect f 21
end
END
good_again
