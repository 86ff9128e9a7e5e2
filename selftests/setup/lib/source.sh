# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Debian's kernel sources: build/source/V.tar.xz, and unpacked in build/source/V as a git repository of the files
# that the driver's patch changes.

SOURCES="6.12 7.3"

# What only takes time to unpack, four fifths of all: neither the driver nor a kernel for the simulator is compiled of
# it. Kconfig files, Makefiles and perf's compiler of event tables stay. * matches any number of folders.
UNUSED_SOURCE="Documentation/*/* tools/perf/[!p]* tools/perf/p[!m]* tools/perf/pmu-events/arch/[!tx]*
tools/testing/selftests/*/* sound/*.[ch] arch/[a-tv-wy-z]*/*.[chS]
arch/[a-tv-wy-z]*/*.dts* $(printf 'drivers/%s/*.[ch] ' accel clk crypto gpu hwmon iio infiniband input media mmc mtd net \
	phy pinctrl scsi soc staging usb video)"

# fetch_source V: has build/source/V.tar.xz of the newest version that is offered
fetch_source()
{
	with_lock "source-$1" fetch_source_locked "$1"
}

fetch_source_locked()
{
	local v=$1 suite=trixie tmp=$BUILD/tmp/source-$1 name=linux-source-$1 version

	ensure_root "$suite"
	ensure_apt "$suite"
	version=$(apt_query "$suite" apt-cache show --no-all-versions "$name" | sed -n 's/^Version: //p')
	[ -n "$version" ] || die "the archive no longer has $name"
	if stamp_is "source-$v" "$version" && [ -s "$BUILD/source/$v.tar.xz" ]; then
		return
	fi
	say "$name $version: fetching"
	rm -rf "$tmp"
	mkdir -p "$tmp" "$BUILD/source"
	(cd "$tmp" && apt_of "$suite" apt-get download "$name")
	dpkg-deb --fsys-tarfile "$tmp"/*.deb |
		tar -x -O --wildcards '*.tar.xz' > "$BUILD/source/$v.tar.xz.new"
	mv "$BUILD/source/$v.tar.xz.new" "$BUILD/source/$v.tar.xz"
	rm -rf "$tmp"
	stamp_set "source-$v" "$version"
}

# unpack_source V FOLDER: what is of use of it
unpack_source()
{
	local pattern unused exclude=()

	need_host xz:xz-utils
	read -r -d '' -a unused <<< "$UNUSED_SOURCE" || true
	for pattern in "${unused[@]}"; do
		exclude+=("--exclude=linux-source-$1/$pattern")
	done
	logged tar -C "$2" --strip-components=1 --anchored "${exclude[@]}" -xJf "$BUILD/source/$1.tar.xz"
}

target_source()
{
	local v=$1 suite=trixie tree=$BUILD/source/$1 key

	fetch_source "$v"
	root_install "$suite" make gcc libc6-dev bc flex bison libelf-dev lz4 kmod perl
	need_host git:git perl:perl python3:python3 jq:jq
	key="$(cat "$BUILD/stamp/source-$v") $(cat "$BUILD/root/$suite/id") $(key_of target_source unpack_source "$UNUSED_SOURCE")"
	if stamp_is "source-tree-$v" "$key" && [ -d "$tree/.git" ]; then
		return
	fi
	say "source-$v: unpacking"
	# It may be in a root, and a link here (enter_root).
	rm -rf "${BUILD:?}/root/$suite$tree" "$tree"
	mkdir -p "$tree"
	unpack_source "$v" "$tree"
	git -C "$tree" init -q
	# Debian's .gitignore has nearly all.
	git -C "$tree" add -f drivers/perf MAINTAINERS kernel/events/core.c include/linux/perf_event.h
	git -C "$tree" -c user.name=selftests -c user.email=selftests@example.org commit -q -m "Linux $v"
	git -C "$tree" tag unpacked
	stamp_set "source-tree-$v" "$key"
}
