# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check` finds every fault of check_faults.tsv that can be found, and names it
# machine: memory memory_odd
# kernels: none
# Only `make check-faults` runs it.
load
own_clocks
uncore check --list >/tmp/list
usual=$(awk '!/only with/ { print $1 }' /tmp/list)
RANDOM=${FAULT_SEED:-1}
echo "# FAULT_SEED=${FAULT_SEED:-1}"

# Chooses the places that a line leaves open. Not in a subshell: it draws numbers of its own, whatever the seed.
choose_places() {
	set -- cha iio m2pcie imc m2m upi m3upi mdf
	shift $((RANDOM % 8))
	places="s/@D/$((RANDOM % 2))/g; s/@T/$1/g; s/@U/$((RANDOM % 2))/g; s/@C/$((RANDOM % 4))/g"
}

# Does one of the patterns in FAULTS match this fault?
is_chosen() {
	local IFS='|' pattern

	set -f
	for pattern in ${FAULTS:-*}; do
		case $1 in
		$pattern)
			set +f
			return 0
			;;
		esac
	done
	set +f
	return 1
}

# A driver that has given up a unit starts anew.
good_again() {
	pmonctl fault none >/dev/null
	pmonctl violations reset >/dev/null
	unload
	load
	own_clocks
}

break_and_check() {
	sim fault $fault >/dev/null
	uncore check $once --json --buffer 8 $names >/tmp/out 2>/tmp/err
	status=$?
	good_again
	sed -n 's/.*"check":"\([a-z-]*\)".*"problems":\[\(".*"\)\],"numbers".*/\1: \2/p' /tmp/out >/tmp/problems
}

is_found() {
	[ $status = 1 ] && grep -qE "$says" /tmp/problems
}

tab=$(printf '\t')
grep -v '^#' /test/tests/check_faults.tsv | tail -n +2 >/tmp/faults
while read -r line; do
	choose_places
	line=$(echo "$line" | sed "$places")
	fault=${line%%$tab*}
	line=${line#*$tab}
	checks=${line%%$tab*}
	says=${line#*$tab}
	is_chosen "$fault" || continue
	case $MACHINE-$fault in
	memory-other-node*)	continue ;;
	memory-* | memory_odd-other-node*) ;;
	*)			continue ;;
	esac
	once=--once
	case $checks in
	-)	names=$usual once= ;;
	soak)	names="--soak=1 table" ;;
	*)	names=$(echo "$checks" | tr , ' ') ;;
	esac
	break_and_check
	# A busy host can make the check name healthy units, too. Without --once it repeats what fails, and names what stays.
	[ $status != 1 ] || [ "$checks" = - ] || is_found || once= break_and_check
	if [ "$checks" = - ]; then
		if [ $status = 0 ]; then
			ok "$fault: no check can find it, because $says"
		else
			not_ok "$fault: found, against expectation: $(head -c 300 /tmp/problems)"
		fi
	elif is_found; then
		ok "$fault: $checks: $(grep -m 1 -oE "[^\"]*($says)[^\"]*" /tmp/problems | head -n 1)"
	else
		not_ok "$fault: $checks: status $status: $(head -c 400 /tmp/problems) $(head -c 200 /tmp/err)"
	fi
done </tmp/faults
