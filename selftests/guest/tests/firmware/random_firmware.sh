# SPDX-License-Identifier: GPL-2.0-only
# what: random tables in random places, as firmware leaves them when the machine starts: no warning, no stray access, and the good one's units count
# machine: small
# kernels: 6.12
# variants: selftests/lib/firmware
#
# `make soak BOOTS=200` says how many.
. /test/mutated.sh

try_seed "$VARIANT"
