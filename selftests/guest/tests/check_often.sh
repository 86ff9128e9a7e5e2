# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check` passes a machine that is good, each time
# machine: memory
# kernels: none
# Only `make check-often` runs it, on machines of its own.
load
own_clocks
round=0
while [ $round -lt "${SOAK_ROUNDS:-1}" ]; do
	round=$((round + 1))
	uncore check --json --buffer 16 >/tmp/out 2>/tmp/err
	status=$?
	failed=$(sed -n 's/.*"check":"\([a-z-]*\)","verdict":"fail".*/\1/p' /tmp/out | tr '\n' ' ')
	echo "round $round: $(grep -c '"verdict":"pass"' /tmp/out) passed, $(grep -c '"verdict":"no"' /tmp/out) not possible, failed: ${failed:-none}"
	if [ $status = 0 ] && [ -z "$failed" ]; then
		ok "round $round"
	else
		not_ok "round $round: status $status, $failed$(cat /tmp/err)"
		sed -n 's/.*"verdict":"fail".*"problems":\(\[.*\]\),"numbers".*/# \1/p' /tmp/out
	fi
done
