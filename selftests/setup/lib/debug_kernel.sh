# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The debug kernel, built from Debian's linux-source with debug.config. It
# takes a long time once; the result depends on the configuration, the recipe
# and the compiler, and is kept while these are the same.

target_debug_kernel()
{
	local key root=$BUILD/root/trixie

	ensure_root trixie
	root_install trixie make gcc libc6-dev bc flex bison libelf-dev xz-utils lz4 kmod
	key="$(key_of make_debug_kernel check_debug_config)
$(sha256sum < "$SETUP_DIR/debug.config")
$(dpkg-query --admindir="$root/var/lib/dpkg" -W gcc-14)"
	if stamp_is kernel-debug "$key" && [ -s "$BUILD/kernel/debug/vmlinuz" ]; then
		return
	fi
	make_debug_kernel
	stamp_set kernel-debug "$key"
}

make_debug_kernel()
{
	local dir=$BUILD/kernel/debug root=$BUILD/root/trixie source=linux-source-6.12 release
	local obj=$BUILD/kernel/debug/build

	ensure_apt trixie
	apt_query trixie apt-cache show "$source" > /dev/null ||
		die "the archive no longer has $source, which the debug kernel is built from"
	say "kernel-debug: fetching and unpacking $source"
	rm -rf "$dir/build" "$dir/modules" "$dir/vmlinuz" "$BUILD/tmp/source"
	mkdir -p "$dir/modules" "$BUILD/tmp/source"
	(cd "$BUILD/tmp/source" && apt_of trixie apt-get download "$source")
	dpkg-deb --fsys-tarfile "$BUILD"/tmp/source/*.deb |
		tar -C "$BUILD/tmp/source" -x --wildcards '*.tar.xz'
	mkdir "$obj"
	logged tar -C "$obj" --strip-components=1 -xf "$BUILD/tmp/source/usr/src/$source.tar.xz"
	rm -rf "$BUILD/tmp/source"

	say "kernel-debug: configuring"
	logged enter_root "$root" "$obj" make \
		KCONFIG_ALLCONFIG="$SETUP_DIR/debug.config" allnoconfig
	check_debug_config "$obj/.config"

	say "kernel-debug: compiling (20 to 30 minutes on two processors, once)"
	logged enter_root "$root" "$obj" nice -n 10 make -j"$(nproc)" bzImage modules
	logged enter_root "$root" "$obj" make INSTALL_MOD_PATH="$dir/modules" modules_install
	release=$(cat "$obj/include/config/kernel.release")
	rm -f "$dir/modules/lib/modules/$release/build" \
	      "$dir/modules/lib/modules/$release/source"
	# Objects are of no use to modules, sources and headers are.
	find "$obj" \( -name '*.o' -o -name '*.a' -o -name '.*.cmd' \) \
		-not -path "$obj/scripts/*" -not -path "$obj/tools/*" -delete
	cp "$obj/arch/x86/boot/bzImage" "$dir/vmlinuz"
	echo "$release" > "$dir/release"
	echo trixie > "$dir/root"
	echo "$obj" > "$dir/kdir"
	say "kernel-debug: $release"
}

# Kconfig drops without a word what it cannot have. Not here.
check_debug_config()
{
	local config=$1 line name lost=

	while read -r line; do
		case $line in
		CONFIG_*=*) grep -qxF "$line" "$config" || lost="$lost ${line%%=*}" ;;
		"# CONFIG_"*" is not set")
			name=${line#\# }
			name=${name%% *}
			! grep -q "^$name=" "$config" || lost="$lost !$name"
			;;
		esac
	done < "$SETUP_DIR/debug.config"
	[ -z "$lost" ] || die "the kernel's configuration did not take:$lost"
}
