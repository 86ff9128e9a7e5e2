# SPDX-License-Identifier: GPL-2.0-only
# what: an older processor with one package, which no other has to be told from: every unit counts exactly
# machine: ivbep1 hsx1 bdxde skx1 clx1 cpx1
# kernels: 6.12
load
count_every_unit
equal "the CPU that counts" "$(cpumask "$(pmu_of $MSR_TYPE 0)")" 0
