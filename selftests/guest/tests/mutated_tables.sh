# SPDX-License-Identifier: GPL-2.0-only
# what: 30 boots with randomly mutated discovery tables: no warning, no stray access, no crash
# machine: mutated
# kernels: 6.12
# boots: 30
# Package 0's table is the mutated one (the seed is an option of the simulator), package 1's is good.
if message=$(insmod $MODULE 2>&1); then
	ok "loads with a mutated table"
	cat /sys/kernel/debug/uncore_pmon/discovery >/tmp/discovery || not_ok "debugfs cannot be read"

	# What the good table says is not touched by the bad one.
	for type in $TYPES; do
		id=$(unit_ids $type | head -n 1)
		if [ -z "$id" ]; then
			not_ok "package 1's $type units are lost"
			continue
		fi
	done
	pmontest <<END
open a uncore_cha_3/event=0x35,umask=0x1/ die=1
open m uncore_m2m_0/event=0x18,umask=0x1/ die=1
open i uncore_imc_0/event=0x2,umask=0x11/ die=1
sim inject die=1 unit=cha:3 event=0x35 umask=0x1 n=31
sim inject die=1 unit=m2m:0 event=0x18 umask=0x1 n=32
sim inject die=1 unit=imc:0 event=0x2 umask=0x11 n=33
expect a 31 MSR unit of the good table
expect m 32 PCI unit of the good table
expect i 33 MMIO unit of the good table
END
	# Every PMU there is can be opened, read and closed on both dies, whatever its table said.
	{
		echo "section every PMU opens or refuses cleanly"
		for pmu in $(ls $PMUS | grep '^uncore_'); do
			for cpu in $(cpumask $pmu | tr ',' ' '); do
				echo "try $pmu/event=0x18/ cpu=$cpu"
			done
		done
		echo "end"
	} | pmontest
else
	not_ok "insmod: $message"
	module_messages | tail -n 3 | sed 's/^/# /'
fi
