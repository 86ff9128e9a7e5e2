# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check` passes a good machine of another size, finds a lost M2M and units of the wrong NUMA node, and says what it cannot do on intel_uncore
# machine: memory_odd
# kernels: 6.12
load
own_clocks
# The frequency of each package's mesh scales, for itself. Frequencies that stay are in the test check.
for type in cha m2m m3upi m2pcie mdf; do
	sim clock die=0 "unit=$type:*" hz=2000000000 ms=500 other_hz=1000000000 other_ms=700 >/dev/null
	sim clock die=1 "unit=$type:*" hz=1200000000 ms=700 other_hz=2200000000 other_ms=500 >/dev/null
done
uncore check --buffer 8 >/tmp/out 2>&1
equal "a good machine: status" "$?" 0
equal "all checks pass" "$(tail -n 1 /tmp/out)" "$(uncore check --list | grep -vc 'only with') passed, 0 failed, 0 not possible here"
grep -A3 '^fail' /tmp/out | sed 's/^/# /'
check "units without memory or device are off" grep -q '^pass  clocks .*; 4 are off' /tmp/out
check "$(grep ' nodes ' /tmp/out)" grep -q '^pass  nodes *4 nodes: ' /tmp/out

# Two NUMA nodes in each package, whose units are mixed up.
for type in imc m2m cha; do
	sim fault other-node die=1 "unit=$type:*" >/dev/null
	uncore check --once --buffer 8 nodes >/tmp/out 2>&1
	equal "a wrong map of $type: status" "$?" 1
	pmonctl fault none >/dev/null
	check "$(grep -m 1 $type /tmp/out)" grep -q "$type [0-9]* of die 1 is not in node [23], and counts reads of it" /tmp/out
	equal "other units that are named" "$(grep -vc "$type [0-9]* of die 1\|passed\|more problems" /tmp/out)" 0
done
unload

# Here each M2M has a memory controller of its own, unlike in machine memory: each one must be counted. An entry of the table is
# three qwords, the third has the number and the type.
pmonctl table die=0 dump >/tmp/table
place=$(awk '$2 ~ "00010007$" { print $1 - 2 }' /tmp/table)
for i in 0 1 2; do
	sim table die=0 poke qword=$((place + i)) value=0 >/dev/null
done
load
uncore check --once units >/tmp/out 2>&1
equal "an M2M that is not listed: status" "$?" 1
check "$(grep -m 1 m2m /tmp/out)" grep -q '5 units of m2m are counted, and there are 6 PCI functions' /tmp/out
unload
pmonctl table die=0 restore
load_in_tree
uncore check --buffer 8 table sums snapshot windows freeze start >/tmp/out 2>&1
equal "on intel_uncore: status" "$?" 0
equal "what is ours is not possible" "$(tail -n 1 /tmp/out)" "0 passed, 0 failed, 6 not possible here"
uncore check --buffer 8 clocks memory channels >/tmp/out 2>&1
sed 's/^/# /' /tmp/out
equal "what it counts is right: status" "$?" 0
sim violations reset >/dev/null
