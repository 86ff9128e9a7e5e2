# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Roots: build/root/SUITE is a small Debian of that suite to compile in.
# Kernel headers have absolute paths and expect their suite's compiler.

# A container mostly may not mount, and in a plain chroot / is no mount point.
can_mount()
{
	unshare --mount --propagation private true 2> /dev/null
}

# Enters a root; "work" is where the command starts, and DIRECTORY what it works on, at the same path inside.
# With a private mount namespace the root has the machine's /proc, /sys, /dev and /tmp and the whole
# repository; when the command ends nothing is left mounted. Where nothing can be mounted the directories move into
# the root, and a link stays where they were.
#
#	enter_root ROOT WORK [DIRECTORY...] -- COMMAND...
enter_root()
{
	local root=$1 work=$2 shared="" dir
	shift 2

	while [ "$1" != -- ]; do
		shared="$shared $1"
		shift
	done
	shift
	# shellcheck disable=SC2086 # words
	if can_mount; then
		unshare --mount --propagation private sh -euc '
			root=$1 top=$2
			shift 2
			# The repository may be below /tmp, and the root is below the repository: it is bound
			# before the root has other mounts, at /proc, and moves to its place when /tmp is there.
			mount --rbind "$top" "$root/proc"
			for dir in /sys /dev /tmp; do
				mount --rbind "$dir" "$root$dir"
			done
			mkdir -p "$root$top"
			mount --move "$root/proc" "$root$top"
			mount --rbind /proc "$root/proc"
			exec chroot "$root" "$@"
		' sh "$root" "$TOP" /usr/bin/env -i -C "$work" $ROOT_ENVIRONMENT "$@"
		return
	fi
	make_devices "$root"
	for dir in $shared; do
		move_into_root "$root" "$dir"
	done
	# shellcheck disable=SC2086
	chroot "$root" /usr/bin/env -i -C "$work" $ROOT_ENVIRONMENT "$@"
}

ROOT_ENVIRONMENT="LC_ALL=C.UTF-8 HOME=/root TERM=${TERM:-dumb}
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

# What programs expect to be in any /dev and /proc.
make_devices()
{
	local root=$1 name major minor

	while read -r name major minor; do
		[ -c "$root/dev/$name" ] ||
			mknod -m 666 "$root/dev/$name" c "$major" "$minor" 2>> "$LOG" ||
			die "no permission to mount (CAP_SYS_ADMIN), nor to make /dev/$name (CAP_MKNOD):" \
			    "allow one of these, as in docker run --cap-add"
	done <<-END
	null 1 3
	zero 1 5
	full 1 7
	random 1 8
	urandom 1 9
	END
	# objtool of 7.3 looks where its stack is, to tell later what a fault was; it does not begin without.
	if [ ! -e "$root/proc/self/maps" ]; then
		mkdir -p "$root/proc/self"
		cat /proc/self/maps > "$root/proc/self/maps"
	fi
	chroot "$root" /usr/bin/true 2>> "$LOG" ||
		die "no permission to chroot (CAP_SYS_CHROOT): allow it, as in docker run --cap-add=SYS_CHROOT"
}

move_into_root()
{
	local root=$1 dir=$2

	[ "$(readlink "$dir")" != "$root$dir" ] || return 0
	rm -rf "${root:?}$dir"
	mkdir -p "$root$(dirname "$dir")"
	if [ -h "$dir" ]; then
		# Another root has it.
		mv "$(readlink "$dir")" "$root$dir"
		rm "$dir"
	else
		mv "$dir" "$root$dir"
	fi
	ln -s "$root$dir" "$dir"
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
	logged enter_root "$root" /var/cache/first -- sh -euc '
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
			"${word%%/*}" 2> /dev/null | grep -x installed >/dev/null ||
			missing="$missing $word"
	done
	[ -z "$missing" ] && return
	ensure_apt "$suite"
	# dpkg runs in the root, so the packages must be there. An earlier run may have been interrupted.
	mkdir -p "$root/var/cache/apt/archives/partial"
	logged enter_root "$root" / -- dpkg --configure -a
	say "root $suite: installing$missing"
	# shellcheck disable=SC2086
	apt_of "$suite" apt-get -o Dir::Cache::Archives="$root/var/cache/apt/archives" --download-only install $missing
	# shellcheck disable=SC2086
	apt_in_root "$suite" install $missing
	rm -f "$root"/var/cache/apt/archives/*.deb
}

# apt runs outside, and dpkg, which it starts in the root, has the machine's /proc and so on where that is possible.
apt_in_root()
{
	local suite=$1 root=$BUILD/root/$1
	shift

	set -- env APT_CONFIG="$BUILD/apt/$suite/apt.conf" DEBIAN_FRONTEND=noninteractive \
		apt-get -o APT::Status-Fd=1 -o Dir::Cache::Archives="$root/var/cache/apt/archives" "$@"
	if can_mount; then
		set -- unshare --mount --propagation private sh -euc '
			root=$1
			shift
			for dir in /proc /sys /dev; do
				mount --rbind "$dir" "$root$dir"
			done
			exec "$@"
		' sh "$root" "$@"
	else
		make_devices "$root"
	fi
	with_lists "$suite" logged "$@"
}

# Unpacks packages beside the root, with those that they need and the root
# does not have: for what runs outside of a root, or would clash inside.
# Words are as for apt-get install, options like "-t SUITE" included.
unpack_packages()
{
	# apt locks the root's packages even where it only looks at them.
	with_lock "root-$1" unpack_packages_locked "$@"
}

unpack_packages_locked()
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
