# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Roots: build/root/SUITE is a small Debian of that suite to compile in.
# Kernel headers have absolute paths and expect their suite's compiler.

# Enters a root: a private mount namespace in which the root has the machine's
# /proc, /sys, /dev and /tmp and the repository at its own path; when the
# command ends nothing is left mounted. "work" is where the command starts.
enter_root()
{
	local root=$1 work=$2
	shift 2

	unshare --mount --propagation private sh -euc '
		root=$1 work=$2 top=$3
		shift 3
		for dir in /proc /sys /dev /tmp; do
			mount --rbind "$dir" "$root$dir"
		done
		mkdir -p "$root$top"
		mount --rbind "$top" "$root$top"
		exec chroot "$root" /usr/bin/env -i -C "$work" LC_ALL=C.UTF-8 HOME=/root \
			PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			TERM="${TERM:-dumb}" "$@"
	' sh "$root" "$work" "$TOP" "$@"
}

# Makes a root from nothing: the essential packages are unpacked with what
# they need, and dpkg in the root then configures itself and them.
make_root()
{
	local suite=$1 root=$BUILD/root/$1 dir=$BUILD/apt/$1 deb link

	if [ -e "$root" ]; then
		rm -rf --one-file-system "$root"
	fi
	mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/etc" \
		 "$root/proc" "$root/sys" "$root/dev" "$root/run"
	install -d -m 1777 "$root/tmp"
	: > "$root/var/lib/dpkg/status"
	apt_state "$suite"

	say "root $suite: fetching"
	rm -f "$dir"/archives/*.deb
	apt_of "$suite" apt-get --download-only install \
		'?and(?essential, ?not(?exact-name(apt)))'

	say "root $suite: unpacking"
	for link in bin sbin lib lib64; do
		mkdir -p "$root/usr/$link"
		ln -s "usr/$link" "$root/$link"
	done
	for deb in "$dir"/archives/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -C "$root" -x --keep-directory-symlink 2>> "$LOG"
	done
	cp "$root/usr/share/base-passwd/passwd.master" "$root/etc/passwd"
	cp "$root/usr/share/base-passwd/group.master" "$root/etc/group"
	printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
	chmod 755 "$root/usr/sbin/policy-rc.d"

	say "root $suite: configuring"
	mkdir -p "$root/var/cache/first"
	mv "$dir"/archives/*.deb "$root/var/cache/first/"
	logged enter_root "$root" /var/cache/first sh -euc '
		export DEBIAN_FRONTEND=noninteractive
		options="--force-depends --force-unsafe-io --force-confold"
		dpkg $options --install ./*.deb'
	rm -r "$root/var/cache/first"
	apt_of "$suite" apt-get check
	# What is installed here later is gone when the root is made again.
	cat /proc/sys/kernel/random/uuid > "$root/id"
}

root_key()
{
	key_of make_root apt_state parse_list parse_deb822
}

ensure_root()
{
	with_lock "root-$1" ensure_root_locked "$1"
}

ensure_root_locked()
{
	local suite=$1 key

	key="$suite $TOP $(root_key)"
	stamp_is "root-$suite" "$key" && return
	rm -f "$BUILD/stamp/root-$suite"
	say "root $suite: making it"
	make_root "$suite"
	stamp_set "root-$suite" "$key"
}

# Installs packages in a root, if any of them is missing there.
# Words are as for apt-get: NAME or NAME/SUITE.
root_install()
{
	with_lock "root-$1" root_install_locked "$@"
}

root_install_locked()
{
	local suite=$1 root=$BUILD/root/$1 word missing=
	shift

	for word; do
		dpkg-query --admindir="$root/var/lib/dpkg" -W -f '${db:Status-Status}' \
			"${word%%/*}" 2> /dev/null | grep -qx installed ||
			missing="$missing $word"
	done
	[ -z "$missing" ] && return
	say "root $suite: installing$missing"
	ensure_apt "$suite"
	# shellcheck disable=SC2086
	# dpkg runs in the root, so the packages must be seen there, by the
	# name that they have outside. The mounts are this command's own.
	logged unshare --mount --propagation private sh -euc '
		root=$1 conf=$2 archives=$3
		shift 3
		for dir in /proc /sys /dev; do
			mount --rbind "$dir" "$root$dir"
		done
		# An earlier run may have been interrupted.
		chroot "$root" dpkg --configure -a
		mkdir -p "$root/var/cache/apt/archives"
		mount --bind "$archives" "$root/var/cache/apt/archives"
		export APT_CONFIG="$conf" DEBIAN_FRONTEND=noninteractive
		exec apt-get -o Dir::Cache::Archives="$root/var/cache/apt/archives" install "$@"
	' sh "$root" "$BUILD/apt/$suite/apt.conf" "$BUILD/apt/$suite/archives" $missing
}

# Unpacks packages beside the root, with those that they need and the root
# does not have: for what runs outside of a root, or would clash inside.
# Words are as for apt-get install, options like "-t SUITE" included.
unpack_packages()
{
	local suite=$1 into=$2 deb
	shift 2

	rm -rf "$into" "$into.debs"
	ensure_apt "$suite"
	mkdir -p "$into" "$into.debs/partial"
	apt_of "$suite" apt-get -o Dir::Cache::Archives="$into.debs" \
		--download-only install "$@"
	for deb in "$into.debs"/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -C "$into" -x --keep-directory-symlink
	done
	rm -r "$into.debs"
}
