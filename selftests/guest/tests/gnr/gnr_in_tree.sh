# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids family: the kernel's own intel_uncore counts what is injected
# machine: gnr gnrd srf cwf grr
# kernels: 6.12
# module: none
# judges: simulator
# perf: 6.12
insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
load_in_tree

for type in $TYPES; do
	base=$(in_tree_base $type)
	equal "PMUs of intel_uncore for $type" "$(unit_ids ${base:-none} | wc -w)" "$(expected_units $type)"
done
count_types intel_uncore $TYPES

# It has no constraints for these, and takes a counter that does not count them.
for code in 0x84 0xc1; do
	terms="umask=0x1,ch_mask=0x1,fc_mask=0x7"
	in_tree=uncore_iio_0/event=$code,$terms/
	# 0x84 is to be on one of the counters that it must not use: two others come first.
	others=uncore_iio_0/event=0xd4/,uncore_iio_0/event=0xd6/
	[ $code = 0x84 ] && set -- ${others%,*} ${others#*,} $in_tree || set -- $in_tree
	count "$@" <<-END
		inject die=0 unit=iio:0 event=$code umask=1 ch=1 fc=7 n=1000
	END
	grep -qF "S0|$in_tree|0" $STAT && ok "IIO $code counts nothing with intel_uncore" ||
		not_ok "IIO $code: $(grep -F "S0|$in_tree|" $STAT)"
done

# Those that have root ports have them like a real machine.
ports=$(ls /sys/bus/pci/drivers/pcieport | grep -c "^0000:[19]4:[0-9a-f]*.0$")
equal "root ports with units that pcieport has" "$ports" \
	$((PACKAGES * ($(expected_units pciex16) + $(expected_units pciex8))))

# What that driver does to the hardware is not ours to judge.
pmonctl violations | head -n 4 | sed 's/^/# /'
sim violations reset >/dev/null
