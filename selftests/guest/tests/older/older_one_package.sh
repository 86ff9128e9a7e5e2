# SPDX-License-Identifier: GPL-2.0-only
# what: an older processor with one package, which no other has to be told from: every unit counts exactly
# machine: snbep1 ivbep1 hsx1 bdx1 bdxde nhmex1 skx1 clx1 cpx1 icx1
# kernels: 6.12
load
count_every_unit
equal "the CPU that counts" "$(cpumask "$(pmu_of $MSR_TYPE 0)")" 0
