# SPDX-License-Identifier: GPL-2.0-only
# what: an older processor with one package, which no other has to be told from: every unit counts exactly
# machine: snbep1 ivbep1 hsx1 bdx1 bdxde nhmex1 skx1 clx1 cpx1 icx1
# kernels: 6.12
# What firmware has left in a counter, here a mode of an M box that does not exist, is gone before its box is enabled.
if [ $PROCESSOR = nhmex ]; then
	msr=$(kernel_module msr)
	[ -z "$msr" ] || insmod "$msr" allow_writes=on
	printf '\015\0\0\0\0\0\0\0' | dd bs=8 seek=$((0xcb8 / 8)) of=/dev/cpu/0/msr 2>/dev/null
	equal "what firmware has left" "$(sim get die=0 unit=mbox:0 | grep control4)" "control4 0xd"
fi
load
count_every_unit
equal "the CPU that counts" "$(cpumask "$(pmu_of $MSR_TYPE 0)")" 0
