# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Prometheus and promtool, for the tests of `uncore export`. Laid out and not installed: Debian's package
# would start a server on this machine.

target_prometheus() { target_tree prometheus bin/promtool; }

make_prometheus()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/prometheus
	local tree=$BUILD/prometheus.new name

	say "prometheus: fetching"
	unpack_packages trixie "$unpacked" prometheus promtool
	say "prometheus: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib"
	for name in prometheus promtool; do
		cp "$unpacked/usr/bin/$name" "$tree/lib/$name.bin"
		tree_add "$tree" "$unpacked" "$root" "$tree/lib/$name.bin"
		tree_wrap "$tree" $name $name
		logged "$tree/bin/$name" --version
	done
	rm -rf "$BUILD/prometheus" "$unpacked"
	mv "$tree" "$BUILD/prometheus"
}
