# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: intel_uncore counts what firmware has frozen; several tables and PCI segments are in gnr_tables
# machine: gnr_small
# kernels: 7.3
# why: intel_uncore of 6.12 writes no global control, and stays frozen
# module: none
# judges: simulator
# variant: own_blocks tables=2 globals=own frozen=1 numa=1
# variant: twice-and-gone listed_twice=cha:1,b2cxl:0 frozen=1
#
# A unit that reads all ones counts nothing, and nobody is told. A second entry of a unit changes nothing.
. /test/gnr_in_tree.sh
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
if [ "$VARIANT" = twice-and-gone ]; then
	sim fault gone die=0 unit=upi:1 >/dev/null
	sim fault gone die=0 unit=cha:2 >/dev/null
fi
load_in_tree
in_tree_judged
