# SPDX-License-Identifier: GPL-2.0-only
# what: Haswell-EP on the other kernels: every unit counts exactly
# machine: hsx
# kernels: 6.1 7.3
# why: a module for each kernel, and registers that only processors without a discovery table have
load
count_every_unit
