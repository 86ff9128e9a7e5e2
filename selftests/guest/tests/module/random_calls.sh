# SPDX-License-Identifier: GPL-2.0-only
# what: random calls of perf's interface while CPUs, settings and units are disturbed; reference events are exact
# machine: small
# kernels: 7.3 debug
# why: the newest perf; locks, lifetimes and memory
#
# `make soak` says which seeds, and how many.
case $KERNEL in
debug | kcsan | debug-rt)	calls=1200 rounds=1 ;;
*)		calls=3000 rounds=2 ;;
esac
seed=${SOAK_SEED:-1}
rounds=${SOAK_ROUNDS:-$rounds}

ls $PMUS >/tmp/pmus.before
round=0
while [ $round -lt $rounds ]; do
	load
	pmonfuzz $((seed + round)) $calls
	equal "status of seed $((seed + round))" $? 0
	unload
	# Anybody may ask for events that do not go with what he wants to be counted.
	violations=$(pmonctl violations reset)
	[ "$(echo "$violations" | head -n 1)" = "violations 0" ] ||
		echo "$violations" | sed 's/ at .*//' | sort | uniq -c | sort -rn | head -n 5 | sed 's/^/# /'
	round=$((round + 1))
done
ls $PMUS >/tmp/pmus.after
check "no PMU is left" cmp /tmp/pmus.before /tmp/pmus.after

# All counters are free again, and nothing is frozen.
load
counters_are_free "counts after that"
