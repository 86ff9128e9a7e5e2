# SPDX-License-Identifier: GPL-2.0-only
# what: randomly mutated discovery tables: no warning, no stray access, no crash, and the good table's units count
# machine: small
# kernels: 6.12
# Package 0's table is the mutated one, package 1's is good.

. /test/mutated.sh

seed=0
while [ $((seed += 1)) -le 10 ]; do
	# Whose doing it was if the kernel has something to say.
	echo "mutated_tables: seed $seed" >/dev/kmsg
	sim table die=0 mutate seed=$seed >/dev/null
	try_seed $seed
done
sim table die=0 restore >/dev/null
