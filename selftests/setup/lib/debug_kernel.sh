# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# The debug kernels, built from Debian's linux-source with debug.config: "debug" with kasan.config, and "kcsan" with
# kcsan.config. Each takes a long time once; the result depends on the configuration, the recipe,
# the compiler and the source, and is kept while these are the same. With
# PMON_BUILD_CACHE in the environment it is also kept in that directory, for
# other clones of the repository on the machine.

DEBUG_SOURCE=linux-source-6.12

# Where KASAN and UBSAN look in the kernel itself: what works on objects that are ours (events, PMUs, devices,
# files in sysfs and debugfs, timers, work, lists). Modules are instrumented in any case. The rest is not
# watched, to save time when compiling and running. KCSAN looks at modules alone: others' races are others' to
# mend, and each access that it watches there is one of the driver's that it does not.
INSTRUMENTED="kernel kernel/events kernel/irq kernel/module kernel/time lib
drivers/base drivers/pci fs fs/debugfs fs/kernfs fs/sysfs"

# target_debug_kernel NAME
target_debug_kernel()
{
	local name=$1 key dir=$BUILD/kernel/$1 root=$BUILD/root/trixie version cached

	ensure_root trixie
	root_install trixie make gcc libc6-dev bc flex bison libelf-dev xz-utils lz4 kmod perl
	key="$(key_of compile_debug_kernel check_debug_config prune_debug_kernel \
		instrument_debug_kernel "$INSTRUMENTED")
$(debug_kernel_config "$name" | sha256sum)
$(dpkg-query --admindir="$root/var/lib/dpkg" -W gcc-14)"
	if ! stamp_is "kernel-$name" "$key" || [ ! -s "$dir/vmlinuz" ]; then
		ensure_apt trixie
		version=$(apt_query trixie apt-cache show --no-all-versions "$DEBUG_SOURCE" |
			  sed -n 's/^Version: //p')
		[ -n "$version" ] ||
			die "the archive no longer has $DEBUG_SOURCE, which the debug kernel is built from"
		cached=${PMON_BUILD_CACHE:-}/kernel-$name-$(key_of "$key" "$version").tar.zst
		if ! unpack_cached "$dir" "$cached"; then
			rm -rf "$dir/build" "$dir/modules" "$dir/vmlinuz" "$dir/release"
			mkdir -p "$dir/modules"
			unpack_debug_source "$dir/build"
			instrument_debug_kernel "$dir/build"
			compile_debug_kernel "$dir"
			prune_debug_kernel "$dir"
			save_debug_kernel "$dir" "$cached"
		fi
		stamp_set "kernel-$name" "$key"
	fi
	# The tree works wherever it stands: the repository may have moved.
	echo trixie > "$dir/root"
	echo "$dir/build" > "$dir/kdir"
}

debug_kernel_config()
{
	if [ "$1" = kcsan ]; then
		cat "$SETUP_DIR"/{debug,kcsan}.config
	else
		cat "$SETUP_DIR"/{debug,kasan}.config
	fi
}

# The functions that follow are part of target_debug_kernel(), which has `name'.

unpack_debug_source()
{
	local to=$1

	fetch_source "${DEBUG_SOURCE#linux-source-}"
	say "kernel-$name: unpacking $DEBUG_SOURCE"
	mkdir -p "$to"
	unpack_source "${DEBUG_SOURCE#linux-source-}" "$to"
}

instrument_debug_kernel()
{
	local top=$1 file dir

	while IFS= read -r file; do
		dir=${file#"$top"/}
		dir=${dir%/*}
		case " ${INSTRUMENTED//$'\n'/ } " in
		*" $dir "*) ;;
		*) printf '\nKASAN_SANITIZE := n\nUBSAN_SANITIZE := n\n' >> "$file" ;;
		esac
		printf '\nKCSAN_SANITIZE := n\n' >> "$file"
	done < <(find "$top"/{arch/x86,block,crypto,drivers,fs,init,io_uring,ipc,kernel} \
			"$top"/{lib,mm,net,security} -mindepth 1 \( -name Makefile -o -name Kbuild \) \
			! -path "$top/arch/x86/Makefile")
}

compile_debug_kernel()
{
	local dir=$1 obj=$1/build root=$BUILD/root/trixie release

	say "kernel-$name: configuring"
	debug_kernel_config "$name" > "$obj/debug.config"
	logged enter_root "$root" "$obj" "$obj" -- make KCONFIG_ALLCONFIG=debug.config allnoconfig
	check_debug_config "$obj/.config" "$obj/debug.config"

	say "kernel-$name: compiling (some minutes on two processors, once)"
	logged enter_root "$root" "$obj" "$obj" -- make -j"$(nproc)" bzImage modules
	logged enter_root "$root" "$obj" "$obj" "$dir/modules" -- make INSTALL_MOD_PATH="$dir/modules" modules_install
	release=$(cat "$obj/include/config/kernel.release")
	cp "$obj/arch/x86/boot/bzImage" "$dir/vmlinuz"
	echo "$release" > "$dir/release"
	say "kernel-$name: $release"
}

# Keeps what modules are compiled with, and vmlinux for its symbols.
prune_debug_kernel()
{
	local dir=$1 obj=$1/build

	rm -f "$dir"/modules/lib/modules/*/build "$dir"/modules/lib/modules/*/source
	rm -rf "$obj/Documentation" "$obj/samples" "$obj/tools/testing" "$obj/tools/perf"
	find "$obj/" -type f \( -name '*.[oacS]' -o -name '*.cmd' -o -name '*.dts*' \
		-o -name '*.bin' -o -name 'vmlinux.*' -o -name '.tmp_*' \) \
		-not -path "$obj/scripts/*" -not -path "$obj/tools/*" -delete
	# Drivers have more headers than the rest of the kernel has sources.
	find "$obj/drivers" "$obj/sound" "$obj/fs" "$obj/net" -name "*.h" -delete
}

# unpack_cached DIRECTORY FILE: if it is there, and whole
unpack_cached()
{
	local dir=$1 file=$2

	[ -n "${PMON_BUILD_CACHE:-}" ] && [ -s "$file" ] || return
	say "kernel-$name: unpacking the one in $PMON_BUILD_CACHE"
	need_host zstd:zstd
	rm -rf "$dir/build" "$dir/modules" "$dir/vmlinuz" "$dir/release"
	mkdir -p "$dir"
	logged tar -C "$dir" --zstd -xf "$file" || {
		say "kernel-$name: $file is damaged: compiling it again"
		return 1
	}
}

# Others may do the same at a time, also on other machines.
save_debug_kernel()
{
	local dir=$1 file=$2 new=

	[ -n "${PMON_BUILD_CACHE:-}" ] && [ ! -h "$dir/build" ] || return 0
	say "kernel-$name: keeping a copy in $PMON_BUILD_CACHE"
	need_host zstd:zstd
	# A run that is killed leaves its copy.
	find "$PMON_BUILD_CACHE" -maxdepth 1 -name "${file##*/}.??????" -mtime +0 -delete 2>/dev/null || true
	if mkdir -p "$PMON_BUILD_CACHE" && new=$(mktemp "$file.XXXXXX") &&
	   logged tar -C "$dir" --zstd -cf "$new" build modules vmlinuz release && chmod 644 "$new" && mv "$new" "$file"; then
		return
	fi
	rm -f ${new:+"$new"}
	say "kernel-$name: it cannot be kept there"
}

# Kconfig drops without a word what it cannot have. Not here.
check_debug_config()
{
	local config=$1 wanted=$2 line option lost=

	while read -r line; do
		case $line in
		CONFIG_*=*) grep -qxF "$line" "$config" || lost="$lost ${line%%=*}" ;;
		"# CONFIG_"*" is not set")
			option=${line#\# }
			option=${option%% *}
			! grep -q "^$option=" "$config" || lost="$lost !$option"
			;;
		esac
	done < "$wanted"
	[ -z "$lost" ] || die "the kernel's configuration lacks:$lost"
}
