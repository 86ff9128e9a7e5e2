# SPDX-License-Identifier: GPL-2.0-only
# what: older processors: where no UBox tells which package a PCI function is of, they are so in order
# machine: snbep
# kernels: 6.12
for device in /sys/bus/pci/devices/*; do
	[ "$(cat $device/device)" != 0x3ce0 ] || echo 1 >$device/remove
done
check "there is no UBox" sh -c '! grep -qx 0x3ce0 /sys/bus/pci/devices/*/device'
load
count_every_unit
unload
echo 1 >/sys/bus/pci/rescan
equal "UBoxes at the end" "$(grep -lx 0x3ce0 /sys/bus/pci/devices/*/device | wc -l)" $PACKAGES
