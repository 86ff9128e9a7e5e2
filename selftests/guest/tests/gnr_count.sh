# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids family: perf stat counts exactly what was injected on every unit of every type
# machine: gnr gnrd srf grr
# kernels: 6.1 6.12 7.3
# perf: 6.12
load
count_every_unit
