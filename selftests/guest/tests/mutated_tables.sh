# SPDX-License-Identifier: GPL-2.0-only
# what: randomly mutated discovery tables: no warning, no stray access, no crash, and the good table's units count
# machine: small
# kernels: 6.12
# Package 0's table is the mutated one, package 1's is good.

# try_seed SEED
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
			id=$(unit_ids $type | head -n 1)
			echo "expect-equal $(cpumask "$(pmu_of $type "$id")" | grep -c 2) 1 package 1's $type units"
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
		for pmu in $(ls $PMUS | grep '^uncore_'); do
			for cpu in $(cpumask $pmu | tr ',' ' '); do
				echo "try $pmu/event=0x18/ cpu=$cpu"
			done
		done
		echo "end"
	} | pmontest
	unload
	# Where the registers of a CXL block are only the table says: a wrong offset cannot be told there.
	violations=$(pmonctl violations reset | grep -v '^violations\|^ok\|00\.2 bar2')
	[ -z "$violations" ] || {
		not_ok "seed $1: register accesses that the hardware does not allow"
		echo "$violations" | head -n 4 | sed 's/^/# /'
	}
}

seed=0
while [ $((seed += 1)) -le 30 ]; do
	# Whose doing it was if the kernel has something to say.
	echo "mutated_tables: seed $seed" >/dev/kmsg
	sim table die=0 mutate seed=$seed >/dev/null
	try_seed $seed
done
sim table die=0 restore >/dev/null
