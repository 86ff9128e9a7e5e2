# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# A browser without a window, for the pictures of pages that `make pictures` makes. Nothing else needs it.

target_browser() { target_tree browser bin/browser; }

make_browser()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/browser tree=$BUILD/browser.new

	say "browser: fetching"
	unpack_packages trixie "$unpacked" chromium-headless-shell fontconfig-config fonts-dejavu-core
	say "browser: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib" "$tree/fonts"
	# The browser reads its data from the folder of its program, which is that of ld.so here.
	cp -r "$unpacked"/usr/lib/chromium/* "$tree/lib/"
	mv "$tree/lib/chromium-headless-shell" "$tree/lib/browser.bin"
	# Libraries with a folder of their own, which tree_add does not know.
	cp "$unpacked"/usr/lib/x86_64-linux-gnu/pulseaudio/*.so "$unpacked/usr/lib/x86_64-linux-gnu/"
	cp "$unpacked"/usr/share/fonts/truetype/dejavu/*.ttf "$tree/fonts/"
	tree_add "$tree" "$unpacked" "$root" "$tree/lib/browser.bin"
	# shellcheck disable=SC2016 # for the wrapper
	tree_wrap "$tree" browser browser 'export FONTCONFIG_FILE="$tree/fonts/fonts.conf"'
	cat > "$tree/fonts/fonts.conf" <<-'FONTS'
	<?xml version="1.0"?>
	<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
	<fontconfig>
	<dir prefix="relative">.</dir>
	<cachedir prefix="xdg">fontconfig</cachedir>
	<alias><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
	<alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
	<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
	</fontconfig>
	FONTS
	logged "$tree/bin/browser" --version
	rm -rf "$BUILD/browser" "$unpacked"
	mv "$tree" "$BUILD/browser"
}
