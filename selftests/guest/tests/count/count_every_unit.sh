# SPDX-License-Identifier: GPL-2.0-only
# what: perf stat counts exactly what was injected on every unit of every type on both packages
# machine: large
# kernels: 6.12
# quick: yes
# perf: 6.12
load
count_every_unit
