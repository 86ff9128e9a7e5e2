# SPDX-License-Identifier: GPL-2.0-only
# Functions for tests in which the discovery table of package 0 may be anything, and that of package 1 is good (busybox sh).

# Without a process for each of hundreds of PMUs: these would take two thirds of the time.

# mask_of DIRECTORY: sets mask to a PMU's cpumask, with blanks; nothing if there is no such PMU
mask_of() {
	mask=
	[ ! -e $1/cpumask ] || read -r mask <$1/cpumask
	mask=${mask//,/ }
}

# first_pmu TYPE: sets pmu to the directory of its PMU without a number, or of that with the lowest
first_pmu() {
	lowest=
	for pmu in $PMUS/uncore_$1_*; do
		number=${pmu#$PMUS/uncore_$1_}
		case $number in
		*[!0-9]*)	;;
		*)	[ -n "$lowest" ] && [ $number -ge $lowest ] || lowest=$number ;;
		esac
	done
	pmu=$PMUS/uncore_$1
	[ -e $pmu ] || pmu=${pmu}_$lowest
}

# try_seed SEED: load with the tables as they are
try_seed() {
	if ! message=$(insmod $MODULE 2>&1); then
		not_ok "seed $1: insmod: $message"
		module_messages | tail -n 3 | sed 's/^/# /'
		return
	fi
	{
		echo "section mutated with seed $1"
		echo "run cat /sys/kernel/debug/uncore_pmon/discovery >/tmp/discovery"
		# What the good table says is not touched by the bad one.
		for type in $TYPES; do
			first_pmu $type
			mask_of $pmu
			case " $mask " in
			*" 2 "*) there=1 ;;
			*)	there=0 ;;
			esac
			echo "expect-equal $there 1 package 1's $type units"
		done
		cat <<-END
		open a uncore_cha_3/event=0x35,umask=0x1/ die=1
		open m uncore_m2m_0/event=0x18,umask=0x1/ die=1
		open i uncore_imc_0/event=0x2,umask=0x11/ die=1
		sim inject die=1 unit=cha:3 event=0x35 umask=0x1 n=31
		sim inject die=1 unit=m2m:0 event=0x18 umask=0x1 n=32
		sim inject die=1 unit=imc:0 event=0x2 umask=0x11 n=33
		expect a 31 MSR unit of the good table
		expect m 32 PCI unit of the good table
		expect i 33 MMIO unit of the good table
		close all
		END
		# Every PMU there is can be opened, read and closed on both dies, whatever its table said.
		for pmu in $PMUS/uncore_*; do
			mask_of $pmu
			for cpu in $mask; do
				echo "try ${pmu##*/}/event=0x18/ cpu=$cpu"
			done
		done
		echo "end"
	} | pmontest
	unload
	# Where the registers of a CXL block are only the table says: a wrong offset cannot be told there. Nor can it be told which of
	# the MSRs that the guide has for units of a type there are. One that is not there faults, which does no harm.
	violations=$(pmonctl violations reset | grep -v '^violations\|^ok\|00\.2 bar2' |
		     grep -v 'msr 0x\(2[0-389]..\|2f[c-e].\|3[024]..\) .*: no such register')
	[ -z "$violations" ] || {
		not_ok "seed $1: register accesses that the hardware does not allow"
		echo "$violations" | head -n 4 | sed 's/^/# /'
	}
}
