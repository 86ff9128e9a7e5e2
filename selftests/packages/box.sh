# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Boxes: build/packages/SUITE is a Debian of that suite that packages are installed into. It is a copy of the
# root that the set-up made, and nothing is mounted in it: apt runs outside, with the machine's sources, and dpkg inside.

BOXES=$BUILD/packages

# The kernels that a box has.
box_kernels()
{
	local k suite from

	for k in $SERIES; do
		read -r suite from <<< "$(kernel_suite "$k")"
		: "$from"
		[ "$suite" != "$1" ] || echo "$k"
	done
}

# make_box SUITE: with the kernels' own modules that the tests are about, and what a running system has
make_box()
{
	local suite=$1 root=$BUILD/root/$1 box=$BOXES/$1 k release

	rm -rf "$box"
	mkdir -p "$box"
	tar -C "$root" --one-file-system --exclude=".$TOP" --exclude='./usr/src/linux-headers-*' --exclude='./lib/modules/*' \
		--exclude='./usr/lib/modules/*' --exclude='./dev/*' --exclude='./usr/share/doc/*' --exclude='./usr/share/locale/*' \
		--exclude='./usr/share/man/*/*' -c . | tar -C "$box" -x
	make_devices "$box"
	mkdir -p "$box/root/debs" "$box/var/cache/apt/archives/partial"
	cp /proc/cpuinfo "$box/proc/"
	cp "$SELFTESTS/packages/dev_fd.c" "$box/root/"
	in_box "$suite" gcc -O2 -shared -fPIC -o /root/dev_fd.so /root/dev_fd.c
	echo /root/dev_fd.so > "$box/etc/ld.so.preload"
	box_apt_conf "$suite" || return
	[ ! -d "$BOXES/debs-$suite" ] || cp -l "$BOXES/debs-$suite"/*.deb "$box/var/cache/apt/archives/"
	for k in $(box_kernels "$suite"); do
		release=$(cat "$BUILD/kernel/$k/release")
		mkdir -p "$box/lib/modules/$release/kernel/arch/x86" "$box/lib/modules/$release/kernel/fs"
		cp "$BUILD/kernel/$k/modules/lib/modules/$release"/modules.{builtin,builtin.modinfo,order} \
			"$box/lib/modules/$release/"
		# Without crypto, which udev would load for each CPU, and fail for want of what that needs.
		cp -r "$BUILD/kernel/$k/modules/lib/modules/$release/kernel/arch/x86/events" \
			"$box/lib/modules/$release/kernel/arch/x86/"
		cp -r "$BUILD/kernel/$k/modules/lib/modules/$release/kernel/fs/efivarfs" \
			"$box/lib/modules/$release/kernel/fs/"
		in_box "$suite" depmod "$release"
	done
}

# headers_come SUITE RELEASE: what the packages of the headers have, and what they do when they are installed
headers_come()
{
	local suite=$1 release=$2 root=$BUILD/root/$1 box=$BOXES/$1 link

	for link in build source; do
		cp -P "$root/lib/modules/$release/$link" "$box/lib/modules/$release/"
	done
	cp -a "$root/usr/src/linux-headers-${release%-amd64}"{-amd64,-common} "$box/usr/src/"
	[ ! -d "$box/etc/kernel/header_postinst.d" ] ||
		in_box "$suite" run-parts --exit-on-error --arg="$release" /etc/kernel/header_postinst.d
}

in_box()
{
	local suite=$1
	shift

	# shellcheck disable=SC2086 # words
	chroot "$BOXES/$suite" /usr/bin/env -i -C /root $ROOT_ENVIRONMENT DEBIAN_FRONTEND=noninteractive "$@"
}

# The set-up's apt state of the suite, with the box for its root.
box_apt_conf()
{
	local suite=$1 state=$BOXES/apt-$1

	rm -rf "$state"
	mkdir -p "$state/log" "$state/archives/partial"
	sed "s|$BUILD/root/$suite|$BOXES/$suite|
		s|^Dir::Cache .*|Dir::Cache \"$state\";|
		s|^Dir::Cache::Archives .*|Dir::Cache::Archives \"$BOXES/$suite/var/cache/apt/archives\";|
		s|^Dir::State::Extended_states .*|Dir::State::Extended_states \"$state/extended_states\";|
		s|^Dir::Log .*|Dir::Log \"$state/log\";|" "$BUILD/apt/$suite/apt.conf" > "$state/apt.conf"
	# Otherwise dpkg would install into the root, or into that of the clone that build/ is a copy of.
	if ! grep -qxF "DPkg::Chroot-Directory \"$BOXES/$suite\";" "$state/apt.conf" ||
	   ! grep -qxF "Dir::State::Status \"$BOXES/$suite/var/lib/dpkg/status\";" "$state/apt.conf"; then
		echo "the set-up's apt.conf of $suite is not for $BUILD"
		return 1
	fi
}

# box_apt SUITE ARGUMENT...: apt-get; files that it is given have to be in the box. The lists can be old: what they name is fetched
# before dpkg begins, if need be with new ones.
box_apt()
{
	[ "$2" != install ] || box_apt_get "$1" --download-only "${@:2}" ||
		"$SETUP_DIR/setup" "lists-$1" || return
	box_apt_get "$@"
}

box_apt_get()
{
	APT_CONFIG=$BOXES/apt-$1/apt.conf DEBIAN_FRONTEND=noninteractive with_lists "$1" apt-get "${@:2}" < /dev/null
}

# Everything in the box but what no package answers for: apt's and dpkg's own notes, caches, alternatives, and our
# files; and headers, which come when the test says.
list_box()
{
	local path not=()

	for path in 'usr/src/linux-headers-*' '*lib/modules/*/build' '*lib/modules/*/source' 'etc/alternatives/*' \
		    var/{lib/dpkg,cache,log}/'*' {root,tmp,dev,proc,run}/'*'; do
		not+=(-path "./$path" -o)
	done
	(cd "$BOXES/$1" && find . \( "${not[@]}" -lname '/etc/alternatives/*' \) -prune -o -print | LC_ALL=C sort)
}
