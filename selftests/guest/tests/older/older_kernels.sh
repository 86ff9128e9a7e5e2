# SPDX-License-Identifier: GPL-2.0-only
# what: the processors from Haswell-EP to Ice Lake-SP on the other kernels, and Haswell-EP with four packages: every unit counts exactly
# machine: hsx4 skx icx_small
# kernels: 6.1 7.3
# kernels of hsx4: 6.1 6.12 7.3
# why: a module for each kernel, and registers that only processors without a discovery table have
load
count_every_unit
