# SPDX-License-Identifier: GPL-2.0-only
# Functions for tests in which a package gets its first CPU after the module was loaded (busybox sh).

# has_package DIE PMU: does a CPU of the package own units of the PMU? Asked of each unit, so it starts no process.
has_package() {
	[ -e $PMUS/$2/cpumask ] || return
	read -r owners <$PMUS/$2/cpumask
	# Empty if all CPUs that own units of it are offline.
	owners=${owners:+$owners,}
	while [ -n "$owners" ]; do
		[ $((${owners%%,*} / (CPUS / PACKAGES))) != $1 ] || return 0
		owners=${owners#*,}
	done
	return 1
}

# await_package DIE PMU: the driver sees to it some time after the CPU
await_package() {
	tries=0
	until has_package $1 $2; do
		tries=$((tries + 1))
		[ $tries -lt 600 ] || fail "package $1 has no $2"
		usleep 50000
	done
}

# The event of each type for perf and for the simulator, once: a substitution of a command is a process.
for type in $TYPES; do
	eval "event_of_$type='$(event_terms $type)' injected_of_$type='$(sim_terms $type)'"
done

# each_unit DIE TYPE FUNCTION: FUNCTION PMU NUMBER for each unit of the type in the package; their number in $units. No process
each_unit() {
	units=0
	for unit_pmu in $PMUS/uncore_$2 $PMUS/uncore_$2_*; do
		unit_pmu=${unit_pmu##*/}
		unit_number=${unit_pmu#uncore_$2}
		unit_number=${unit_number#_}
		case $unit_number in
		*[!0-9]*) continue ;;
		esac
		has_package $1 $unit_pmu || continue
		units=$((units + 1))
		$3 $unit_pmu ${unit_number:-0}
	done
}

one_unit_counts() {
	number=$((number + 1))
	echo "open u$number $1/$event/ die=$die"
	echo "sim inject die=$die unit=$type:$2 $injected n=$((1000 + number))"
	echo "expect u$number $((1000 + number)) $type $2"
}

# every_unit_counts DIE TEXT: all units of a package at once, each an event of its own; then all of a type together
every_unit_counts() {
	die=$1 number=0 together=
	{
		echo "section $2"
		for type in $TYPES; do
			eval "event=\$event_of_$type injected=\$injected_of_$type"
			each_unit $die $type one_unit_counts
			together="$together $type:$units"
		done
		echo "close all"
		for all in $together; do
			type=${all%:*}
			has_package $die uncoreall_$type || continue
			eval "event=\$event_of_$type injected=\$injected_of_$type"
			echo "open all_$type uncoreall_$type/$event/ die=$die"
			echo "sim inject die=$die unit=$type:* $injected n=10"
			echo "expect all_$type $((10 * ${all#*:})) all $type units"
		done
		echo "end"
	} >/tmp/units
	pmontest </tmp/units
}

# units_of DIE TYPE: how many of them there are
units_of() {
	each_unit $1 $2 :
	echo $units
}
