# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Other people's programs that count through perf's interface: build/clients/clients.cpio, a directory /opt/clients of Debian
# 13 for guests, to chroot into. Not self-contained trees like tools: these programs have data, plug-ins and interpreters
# at absolute paths.

CLIENTS="busybox-static papi-tools pcp prometheus-node-exporter linux-perf trace-cmd numatop ncurses-base"

# What no test uses: a third of all.
CLIENTS_UNUSED="usr/share/doc usr/share/man usr/share/locale usr/share/perl usr/share/zoneinfo usr/lib/x86_64-linux-gnu/perl
usr/lib/x86_64-linux-gnu/perl-base usr/lib/x86_64-linux-gnu/gconv usr/lib/pcp/pmdas/bpf"

target_clients() { target_tree clients clients.cpio "$CLIENTS" "$CLIENTS_UNUSED" newer_module; }

make_clients()
{
	local tmp=$BUILD/tmp/clients debs=$BUILD/tmp/clients/debs tree=$BUILD/tmp/clients/tree/opt/clients deb dir

	need_host cpio:cpio
	ensure_apt trixie
	say "clients: fetching"
	rm -rf "$tmp"
	mkdir -p "$debs/partial"
	# With all that they depend on: the root has some of it, today these packages, tomorrow others.
	: > "$tmp/status"
	# shellcheck disable=SC2086 # words
	apt_of trixie apt-get -o Dir::State::Status="$tmp/status" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
		-o Dir::Cache::Archives="$debs" --download-only install $CLIENTS
	say "clients: laying out"
	for dir in bin sbin lib lib64; do
		mkdir -p "$tree/usr/$dir"
		ln -s "usr/$dir" "$tree/$dir"
	done
	for deb in "$debs"/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -C "$tree" -x --keep-directory-symlink
		dpkg-deb -W --showformat='${Package} ${Version}\n' "$deb"
	done > "$tmp/versions"
	mv "$tmp/versions" "$tree/versions"
	for dir in $CLIENTS_UNUSED; do
		rm -rf "${tree:?}/$dir"
	done
	newer_module
	mkdir -p "$tree"/{dev,proc,sys,tmp,root}
	echo "root:x:0:0::/root:/bin/sh" > "$tree/etc/passwd"
	echo "root:x:0:" > "$tree/etc/group"
	ln -s busybox "$tree/bin/sh"
	mkdir -p "$BUILD/clients"
	(cd "$tmp/tree" && find . -mindepth 1 | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) > "$BUILD/clients/clients.cpio.new"
	mv "$BUILD/clients/clients.cpio.new" "$BUILD/clients/clients.cpio"
	rm -rf "$tmp"
}

# The Python module of perf 7.3 reads counts, which that of 6.12 does not.
newer_module()
{
	local from

	read -r _ from <<< "$(kernel_suite 7.3)"
	mkdir -p "$tmp/newer" "$tree/usr/lib/python3/perf-7.3"
	(cd "$tmp/newer" && apt_of trixie apt-get download "linux-perf/$from")
	dpkg-deb --fsys-tarfile "$tmp"/newer/linux-perf_*.deb |
		tar -C "$tree/usr/lib/python3/perf-7.3" -x --strip-components=5 --wildcards './usr/lib/python3/dist-packages/perf.*.so'
	dpkg-deb -W --showformat='${Package}-7.3 ${Version}\n' "$tmp"/newer/linux-perf_*.deb >> "$tree/versions"
}
