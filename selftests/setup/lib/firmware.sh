# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Firmware with Secure Boot, and what it starts on the way to a kernel: build/firmware. It trusts the key that Debian
# publishes for tests, which the first loader (shim) is signed with here, and kernels are by the tests with build/firmware/bin/sbsign.

target_firmware() { target_tree firmware BOOTX64.EFI sign; }

# sign TREE FROM TO
sign()
{
	logged "$1/bin/sbsign" --key "$1/snakeoil.key" --cert "$1/snakeoil.pem" --output "$3" "$2"
}

make_firmware()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/firmware tree=$BUILD/firmware.new share

	say "firmware: fetching"
	unpack_packages trixie "$unpacked" ovmf shim-unsigned shim-helpers-amd64-signed grub-efi-amd64-signed sbsigntool
	say "firmware: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib"
	share=$unpacked/usr/share
	cp -L "$share/OVMF/OVMF_CODE_4M.secboot.fd" "$tree/code.fd"
	cp -L "$share/OVMF/OVMF_VARS_4M.snakeoil.fd" "$tree/variables.fd"
	openssl rsa -in "$share/ovmf/PkKek-1-snakeoil.key" -passin pass:snakeoil -out "$tree/snakeoil.key" 2>> "$LOG"
	cp -L "$share/ovmf/PkKek-1-snakeoil.pem" "$tree/snakeoil.pem"
	cp "$unpacked/usr/bin/sbsign" "$tree/lib/sbsign.bin"
	tree_add "$tree" "$unpacked" "$root" "$tree/lib/sbsign.bin"
	tree_wrap "$tree" sbsign sbsign
	# By the names that each looks for.
	sign "$tree" "$unpacked/usr/lib/shim/shimx64.efi" "$tree/BOOTX64.EFI"
	cp "$unpacked/usr/lib/shim/mmx64.efi.signed" "$tree/mmx64.efi"
	cp "$unpacked/usr/lib/grub/x86_64-efi-signed/grubx64.efi.signed" "$tree/grubx64.efi"
	rm -rf "$BUILD/firmware" "$unpacked"
	mv "$tree" "$BUILD/firmware"
}
