# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids-D, Sierra and Clearwater Forest, Grand Ridge: perf stat counts exactly what was injected on every unit of every type
# machine: gnrd srf cwf grr
# kernels: 6.12
# perf: 6.12
load
count_every_unit
