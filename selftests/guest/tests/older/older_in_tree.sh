# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: the kernel's own intel_uncore counts the injected values too, so the simulator is right
# machine: snbep_qpi ivbep_all hsx4 bdx4 nhmex skx icx icx_small stacks_snr
# kernels: 6.12
# kernels of hsx4: 6.1 6.12 7.3
# kernels of skx: 6.1 6.12 7.3
# kernels of icx_small: 6.1 7.3
# why: the in-tree driver of each kernel, beside older_kernels
# module: none
# judges: simulator
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
without_third_r3qpi
load_in_tree

# On Ice Lake-SP it always has all controllers and stacks, and three channels of a controller, of which one does not exist.
if [ $FAMILY = icx ] && [ $PROCESSOR != snr ]; then
	unit_ids() {
		[ ! -e $PMUS/uncore_$1 ] || echo -
		ls $PMUS | sed -n "s/^uncore_$1_\([0-9]*\)\$/\1/p" | sort -n |
			awk -v type=$1 -v units=$(expected_units $1) \
				'type == "imc" ? $1 % 3 != 2 && 2 * int($1 / 3) + $1 % 3 < units :
				 type !~ /^(iio|irp|m2pcie)$/ || $1 < units'
	}
	equal "imc units of intel_uncore" "$(ls $PMUS | grep -c '^uncore_imc_[0-9]')" 12
fi
# As many CBoxes as the package has cores is all that this driver has.
count_types intel_uncore $TYPES
# What that driver does to the hardware is not ours to judge.
pmonctl violations | head -n 4 | sed 's/^/# /'
sim violations reset >/dev/null
unload_all
[ $PROCESSOR != ivbep ] || echo 1 >/sys/bus/pci/rescan
