# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# QEMU: vfio-user-pci and version 7 of the plugin API came with 11.1, which
# trixie has in its backports.

target_qemu() { target_tree qemu qemu-system-x86_64; }

make_qemu()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/qemu tree=$BUILD/qemu.new version

	say "qemu: fetching"
	unpack_packages trixie "$unpacked" -t trixie-backports qemu-system-x86 seabios
	say "qemu: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib" "$tree/share"
	cp "$unpacked/usr/bin/qemu-system-x86_64" "$tree/lib/qemu-system-x86_64.bin"
	tree_add "$tree" "$unpacked" "$root" "$tree/lib/qemu-system-x86_64.bin"

	# QEMU's own plugins that a machine without a display can use.
	if [ -e "$unpacked/usr/lib/x86_64-linux-gnu/qemu" ]; then
		mkdir -p "$tree/modules"
		find "$unpacked/usr/lib/x86_64-linux-gnu/qemu" -name 'accel-*.so' \
			-exec cp {} "$tree/modules/" \;
	fi
	# Firmware: the BIOS, the option ROMs that a -kernel boot is made of.
	find "$unpacked/usr/share/qemu" "$unpacked/usr/share/seabios" -maxdepth 1 \
		\( -name 'bios*.bin' -o -name 'kvmvapic.bin' -o -name 'linuxboot*.bin' \
		   -o -name 'multiboot*.bin' -o -name 'pvh.bin' -o -name 'vgabios*.bin' -o -name 'efi-e1000e.rom' \
		\) -exec cp -L {} "$tree/share/" \;
	tree_wrap "$tree" qemu-system-x86_64 qemu-system-x86_64 'export QEMU_MODULE_DIR="$tree/modules"
set -- -L "$tree/share" "$@"'
	ln -s bin/qemu-system-x86_64 "$tree/qemu-system-x86_64"

	logged "$tree/qemu-system-x86_64" -accel help
	version=$("$tree/qemu-system-x86_64" --version | sed -n 's/^QEMU emulator version //p')
	case $version in
	[0-9].* | 10.* | 11.0.*) die "the backports have QEMU $version: 11.1 or later is needed" ;;
	esac
	"$tree/qemu-system-x86_64" -M q35 -device help 2>> "$LOG" | grep '"vfio-user-pci"' >/dev/null ||
		die "QEMU $version has no vfio-user-pci device"
	rm -rf "$BUILD/qemu" "$unpacked"
	mv "$tree" "$BUILD/qemu"
	say "qemu: $version is in build/qemu"
}
