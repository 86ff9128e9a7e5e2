# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check` finds every fault of check_faults.tsv that can be found, and names it
# machine: memory
# kernels: none
# Only `make check-faults` runs it.
load
own_clocks
uncore check --list >/tmp/list
usual=$(awk '!/only with/ { print $1 }' /tmp/list)
RANDOM=${FAULT_SEED:-1}
echo "# FAULT_SEED=${FAULT_SEED:-1}"

# The places that a line leaves to chance.
at_random() {
	set -- cha iio m2pcie imc m2m upi m3upi mdf
	shift $((RANDOM % 8))
	sed "s/@D/$((RANDOM % 2))/g; s/@T/$1/g; s/@U/$((RANDOM % 2))/g; s/@C/$((RANDOM % 4))/g"
}

# A driver that has given up a unit starts anew.
good_again() {
	pmonctl fault none >/dev/null
	pmonctl violations reset >/dev/null
	unload
	load
	own_clocks
}

tab=$(printf '\t')
grep -v '^#' /test/tests/check_faults.tsv | tail -n +2 >/tmp/faults
while read -r line; do
	line=$(echo "$line" | at_random)
	fault=${line%%$tab*}
	line=${line#*$tab}
	checks=${line%%$tab*}
	says=${line#*$tab}
	case "$fault" in
	${FAULTS:-*})	;;
	*)		continue ;;
	esac
	once=--once
	case $checks in
	-)	names=$usual once= ;;
	soak)	names="--soak=1 table" ;;
	*)	names=$(echo "$checks" | tr , ' ') ;;
	esac
	sim fault $fault >/dev/null
	uncore check $once --json --buffer 8 $names >/tmp/out 2>/tmp/err
	status=$?
	good_again
	sed -n 's/.*"check":"\([a-z-]*\)".*"problems":\[\(".*"\)\],"numbers".*/\1: \2/p' /tmp/out >/tmp/problems
	if [ "$checks" = - ]; then
		if [ $status = 0 ]; then
			ok "$fault: no check can find it, because $says"
		else
			not_ok "$fault: found, against expectation: $(head -c 300 /tmp/problems)"
		fi
	elif [ $status = 1 ] && grep -qE "$says" /tmp/problems; then
		ok "$fault: $checks: $(grep -m 1 -oE "[^\"]*($says)[^\"]*" /tmp/problems | head -n 1)"
	else
		not_ok "$fault: $checks: status $status: $(head -c 400 /tmp/problems) $(head -c 200 /tmp/err)"
	fi
done </tmp/faults
