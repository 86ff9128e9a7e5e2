# SPDX-License-Identifier: GPL-2.0-only
# what: older processors with one package: every unit counts exactly
# machine: snbep1 ivbep1 nhmex1
# kernels: 6.12
load
count_every_unit
equal "the CPU that counts" "$(cpumask "$(pmu_of cbox 0)")" 0
