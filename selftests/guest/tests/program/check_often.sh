# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check` passes a machine that is good, each time
# machine: memory
# kernels: none
# Only `make check-often` runs it, on machines of its own.
load
own_clocks
mesh="cha m2m m3upi m2pcie mdf"
# What healthy machines do: LIFE is chosen by selftests/check-often.
case $LIFE in
scaling)	# The uncore's frequency scales, on each package for itself.
	for type in $mesh; do
		sim clock die=0 "unit=$type:*" hz=2000000000 ms=500 other_hz=1000000000 other_ms=700 >/dev/null
		sim clock die=1 "unit=$type:*" hz=1200000000 ms=700 other_hz=2200000000 other_ms=500 >/dev/null
	done
	;;
unlike)		# One package has a slower mesh than the other.
	for type in $mesh; do
		sim clock die=1 "unit=$type:*" hz=1500000000 >/dev/null
	done
	;;
busy)		# Others run on each CPU, in the middle of a read as well.
	for cpu in 0 1 2 3; do
		taskset -c $cpu sh -c 'while :; do :; done' &
	done
	;;
esac
round=0
while [ $round -lt "${SOAK_ROUNDS:-1}" ]; do
	round=$((round + 1))
	uncore check --json --buffer 16 >/tmp/out 2>/tmp/err
	status=$?
	failed=$(sed -n 's/.*"check":"\([a-z-]*\)","verdict":"fail".*/\1/p' /tmp/out | tr '\n' ' ')
	waits=$(sed -n 's/.*"seconds waited":\([0-9.]*\).*/\1/p' /tmp/out | awk '{ sum += $1 } END { printf "%.1f", sum }')
	longest=$(sed -n 's/.*"check":"\([a-z-]*\)".*"seconds waited":\([0-9.]*\).*/\2 \1/p' /tmp/out | sort -rn | head -n 4 |
		  awk '{ printf "%s%s %.1f", (NR > 1 ? ", " : ""), $2, $1 }')
	echo "round $round: waits of $waits s ($longest), $(grep -c '"verdict":"pass"' /tmp/out) passed, $(grep -c '"verdict":"no"' /tmp/out) not possible, failed: ${failed:-none}"
	if [ $status = 0 ] && [ -z "$failed" ]; then
		ok "round $round"
	else
		not_ok "round $round: status $status, $failed$(cat /tmp/err)"
		sed -n 's/.*"verdict":"fail".*"problems":\(\[.*\]\),"numbers".*/# \1/p' /tmp/out
	fi
done
