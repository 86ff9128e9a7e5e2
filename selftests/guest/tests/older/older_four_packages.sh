# SPDX-License-Identifier: GPL-2.0-only
# what: older processors with four packages: every unit counts exactly, on the first CPU of its package
# machine: snbep4 ivbep4 bdx4 nhmex4 clx4 cpx4
# kernels: 6.12
load
count_every_unit
equal "the CPUs that count" "$(cpumask "$(pmu_of $MSR_TYPE 0)")" 0,2,4,6
