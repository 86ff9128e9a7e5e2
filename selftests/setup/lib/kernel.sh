# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Debian's kernels: image, modules, and headers to compile against.

# A kernel is the newest build of its series (6.12), or the oldest that the archive
# offers (6.12-release): the one that a Debian release came with, or its last point
# release. Builds of one series differ in more than mends.
SERIES="6.1 6.12 7.3"
KERNELS="6.1 6.12 7.3 6.1-release 6.12-release 7.3-release"

# The suite whose compiler a kernel wants, and the suite that has the kernel.
kernel_suite()
{
	case ${1%-release} in
	6.1) echo bookworm bookworm ;;
	6.12 | debug | kcsan) echo trixie trixie ;;
	7.3) echo trixie trixie-backports ;;
	*) die "no kernel $1 is known: $KERNELS, debug or kcsan" ;;
	esac
}

target_kernel()
{
	local k=$1 suite from key

	read -r suite from <<< "$(kernel_suite "$k")"
	ensure_root "$suite"
	key="$(cat "$BUILD/root/$suite/id") $(key_of make_kernel fetch_kernel releases \
		headers_packages headers_need root_headers headers_files)"
	if stamp_is "kernel-$k" "$key" && { [ -s "$BUILD/kernel/$k/vmlinuz" ] ||
					    [ -s "$BUILD/kernel/$k/only" ]; }; then
		return
	fi
	make_kernel "$k" "$suite" "$from"
	stamp_set "kernel-$k" "$key"
}

# The builds of a series that the archive has headers of, the oldest first.
# Names of packages that are only mentioned have no record to show.
releases()
{
	local suite=$1 series=$2 name

	while read -r name; do
		! apt_query "$suite" apt-cache show "$name" > /dev/null ||
			echo "${name#linux-headers-}"
	done < <(apt_query "$suite" apt-cache pkgnames "linux-headers-$series." |
		 grep -e "-amd64\$" | grep -v -E -e "-(rt|cloud)-amd64\$" | sort -V)
}

# Unpacks image and modules of a release: they are laid out in one package,
# or in two since 7.2. The unsigned packages are there first. Of the modules, two thirds are of devices that no guest
# has: depmod would read each of them.
fetch_kernel()
{
	local suite=$1 release=$2 into=$3 set name deb found unused=(sound net/wireless net/bluetooth net/mac80211 net/netfilter)

	unused+=(drivers/{ata,comedi,gpu,hid,hwmon,iio,infiniband,input,isdn,md,media,mmc,mtd,scsi,staging,usb,video,watchdog}
		drivers/net/{wireless,usb,phy,can,wan} 'drivers/net/ethernet/[!i]*')
	for set in "linux-binary-unsigned-$release linux-modules-$release linux-base-$release" \
		   "linux-binary-$release linux-modules-$release linux-base-$release" \
		   "linux-image-$release-unsigned" "linux-image-$release"; do
		found=1
		for name in $set; do
			apt_query "$suite" apt-cache show "$name" > /dev/null || found=
		done
		[ -n "$found" ] || continue
		rm -rf "$into"
		mkdir -p "$into/debs"
		# shellcheck disable=SC2086 # words; each call of apt-get reads all lists, which takes half a second
		(cd "$into/debs" && apt_of "$suite" apt-get download $set)
		for deb in "$into"/debs/*.deb; do
			dpkg-deb --fsys-tarfile "$deb" |
				tar -C "$into" -x --wildcards "${unused[@]/#/--exclude=*/kernel/}"
		done
		rm -r "$into/debs"
		return
	done
	die "the archive has headers of kernel $release but no image of it"
}

# depends SUITE PACKAGE...
depends()
{
	apt_query "$1" apt-cache depends "${@:2}" | sed -n 's/^ *|\{0,1\}Depends: \([^<]*\)$/\1/p'
}

# The packages that a module is compiled out of: headers of the configuration, headers of
# all configurations, and programs.
headers_packages()
{
	echo "linux-headers-$2"
	depends "$1" "linux-headers-$2" | grep -E '^linux-(headers|kbuild)-'
}

# What these need of others. Some want the kernel's image, too, and that an initramfs.
headers_need()
{
	# shellcheck disable=SC2046 # words
	depends "$1" $(headers_packages "$1" "$2") | grep -v -E '^linux-(headers|kbuild|image|base)' | sort -u
}

# Unpacks the headers in the root, beside what dpkg knows there. The flavours of a version share two of three packages, and
# while one flavour is fetched the module may be compiled for another: what is there stays untouched.
root_headers()
{
	local suite=$1 debs=$BUILD/tmp/headers-$2 there=$BUILD/root/$1/var/cache/headers files deb missing=

	mkdir -p "$there"
	# shellcheck disable=SC2046 # words
	files=$(headers_files "$suite" $(headers_packages "$suite" "$2"))
	for deb in $files; do
		[ -e "$there/$deb" ] || missing="$missing ${deb%%_*}"
	done
	[ -n "$missing" ] || return 0
	rm -rf "$debs"
	mkdir -p "$debs"
	# shellcheck disable=SC2086 # words
	(cd "$debs" && apt_of "$suite" apt-get download $missing)
	for deb in "$debs"/*.deb; do
		dpkg-deb --fsys-tarfile "$deb" |
			tar -C "$BUILD/root/$suite" -x --keep-directory-symlink
		touch "$there/$(basename "$deb")"
	done
	rm -r "$debs"
}

# headers_files SUITE PACKAGE...: the names of the files that apt would fetch, which have the version
headers_files()
{
	apt_query "$1" apt-get --print-uris download "${@:2}" | awk '{ print $2 }'
}

make_kernel()
{
	local k=$1 suite=$2 from=$3 dir=$BUILD/kernel/$1 offered release modules image

	ensure_apt "$suite"
	offered=$(releases "$suite" "${k%-release}")
	[ -n "$offered" ] || die "$from no longer has headers of a kernel ${k%-release}"
	release=$(tail -n 1 <<< "$offered")
	case $k in
	*-release)
		if [ "$(wc -l <<< "$offered")" = 1 ]; then
			rm -rf "$dir"
			mkdir -p "$dir"
			echo "$release" > "$dir/only"
			say "$k: $release is all that the archive offers of ${k%-release}"
			return
		fi
		release=$(head -n 1 <<< "$offered")
		rm -f "$dir/only"
		;;
	esac
	say "kernel-$k: $release: fetching the image"
	# Not removed as a whole: build-module's copy of the sources is there.
	mkdir -p "$dir"
	fetch_kernel "$suite" "$release" "$BUILD/tmp/kernel-$k"
	rm -rf "$dir/modules"
	mkdir -p "$dir/modules/lib"
	if [ -d "$BUILD/tmp/kernel-$k/usr/lib/modules" ]; then
		mv "$BUILD/tmp/kernel-$k/usr/lib/modules" "$dir/modules/lib/"
	else
		mv "$BUILD/tmp/kernel-$k/lib/modules" "$dir/modules/lib/"
	fi
	modules=$dir/modules/lib/modules/$release
	image=$(find "$BUILD/tmp/kernel-$k" "$modules" -name 'vmlinuz*' -type f | head -n 1)
	[ -n "$image" ] || die "no vmlinuz in the packages of $release"
	cp "$image" "$dir/vmlinuz"
	rm -rf "$BUILD/tmp/kernel-$k"
	# QEMU starts that as well, and no emulated CPU has to unpack it.
	need_host xz:xz-utils zstd:zstd
	"$TOP/tools/pmonbtf" --unpack "$dir/vmlinuz" "$dir/vmlinux"

	say "kernel-$k: $release: installing headers and compiler"
	# shellcheck disable=SC2046
	root_install "$suite" make gcc libc6-dev kmod pahole sparse \
		$(headers_need "$suite" "$release")
	with_lock "root-$suite" root_headers "$suite" "$release"
	# modules.dep and its like are made when the package is installed.
	logged enter_root "$BUILD/root/$suite" / "$dir/modules" -- depmod -b "$dir/modules" "$release"
	echo "$release" > "$dir/release"
	echo "$suite" > "$dir/root"
	echo "/usr/src/linux-headers-$release" > "$dir/kdir"
	[ -d "$BUILD/root/$suite/usr/src/linux-headers-$release" ] ||
		die "the headers of $release are not in the expected folder"
}

# Headers of 6.1 have no resolve_btfids, and only the security archive has a later bookworm package with it. Every trixie
# has one: it comes into the root of 6.1 with its own libraries, at the path where pmonbtf looks.
target_btf()
{
	local key

	ensure_root bookworm
	ensure_root trixie
	key="$(cat "$BUILD/root/bookworm/id") $(key_of make_resolve_btfids tree_add root_ld tree_wrap unpack_packages_locked)"
	stamp_is btf "$key" && return
	root_install bookworm pahole xz-utils
	make_resolve_btfids
	stamp_set btf "$key"
}

make_resolve_btfids()
{
	local unpacked=$BUILD/tmp/kbuild tree=$BUILD/root/bookworm/opt/resolve_btfids path=tools/bpf/resolve_btfids name old

	ensure_apt trixie
	name=$(apt_query trixie apt-cache pkgnames linux-kbuild-6.12. | sort -V | tail -n 1)
	[ -n "$name" ] || die "trixie has no linux-kbuild-6.12"
	say "btf: fetching $name"
	unpack_packages trixie "$unpacked" "$name"
	rm -rf "$tree"
	mkdir -p "$tree/lib"
	cp "$unpacked/usr/lib/$name/$path/resolve_btfids" "$tree/lib/resolve_btfids.bin"
	tree_add "$tree" "$unpacked" "$BUILD/root/trixie" "$tree/lib/resolve_btfids.bin"
	tree_wrap "$tree" resolve_btfids resolve_btfids
	# Those of bookworm's own headers stay.
	for old in "$BUILD/root/bookworm/usr/lib"/linux-kbuild-6.12*; do
		[ ! -L "$old/$path/resolve_btfids" ] || rm -rf "$old"
	done
	mkdir -p "$BUILD/root/bookworm/usr/lib/$name/$path"
	ln -s /opt/resolve_btfids/bin/resolve_btfids "$BUILD/root/bookworm/usr/lib/$name/$path/"
	logged enter_root "$BUILD/root/bookworm" / -- "/usr/lib/$name/$path/resolve_btfids" --help || [ $? = 129 ]
	rm -rf "$unpacked"
}
