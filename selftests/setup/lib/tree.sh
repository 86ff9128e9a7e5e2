# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Self-contained trees: a program with its own ld.so and libraries, so that a
# program of one suite runs on the machine or in a guest of another one.

# target_tree NAME FILE FUNCTION...: make_NAME makes build/NAME of packages of trixie, unless it is there, with FILE, and made by
# these functions as they are now.
target_tree()
{
	local name=$1 file=$2 key
	shift 2

	ensure_root trixie
	key="$(key_of "make_$name" "$@" tree_add root_ld tree_wrap unpack_packages_locked)"
	if stamp_is "$name" "$key" && [ -s "$BUILD/$name/$file" ]; then
		return
	fi
	"make_$name"
	stamp_set "$name" "$key"
}

# The ld.so of a root, by its real name: the well-known one can be an absolute
# link, which outside of the root leads to the machine's own ld.so.
root_ld()
{
	local ld=$1/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2

	[ -f "$ld" ] && [ ! -h "$ld" ] || die "no ld.so where it was expected in $1"
	echo "$ld"
}

# Copies a program, its ld.so and all libraries that these need into TREE/lib.
# Libraries are looked for in the unpacked packages first, then in the root.
# Further ELF files (plugins) may follow: their libraries come along.
tree_add()
{
	local tree=$1 unpacked=$2 root=$3 dir path= ld file lib
	shift 3

	ld=$(root_ld "$root")
	for dir in "$unpacked" "$root"; do
		path=$path:$dir/usr/lib/x86_64-linux-gnu:$dir/usr/lib
		path=$path:$dir/lib/x86_64-linux-gnu
	done
	path=${path#:}
	mkdir -p "$tree/lib"
	for file; do
		"$ld" --inhibit-cache --library-path "$path" --list "$file" \
			> "$tree/list" 2>> "$LOG" || die "cannot list the libraries of $file"
		if grep 'not found' "$tree/list" >> "$LOG"; then
			die "$file needs a library that no package brought"
		fi
		while read -r lib; do
			case $(readlink -f "$lib") in
			"$unpacked"/* | "$root"/*) ;;
			*) die "$file would take $lib from this machine" ;;
			esac
			cp -L --update "$lib" "$tree/lib/"
		done < <(awk '$2 == "=>" && $3 ~ /^\// && $3 !~ /\/ld-linux-/ { print $3 }' \
				"$tree/list")
	done
	cp "$ld" "$tree/lib/"
	rm "$tree/list"
}

# Writes TREE/bin/NAME, a wrapper that starts TREE/lib/PROGRAM.bin under that
# name wherever the tree stands. "setting" is shell for what else it needs.
# Most starts fork nothing: a guest under emulation starts programs slowly.
tree_wrap()
{
	local tree=$1 name=$2 program=$3 setting=${4:-}

	mkdir -p "$tree/bin"
	cat > "$tree/bin/$name" <<-WRAPPER
	#!/bin/sh
	# Starts $name with the libraries of this tree.
	self=\$0
	case \$self in
	*/bin/$name) [ ! -h "\$self" ] || self=\$(readlink -f "\$self") ;;
	*) self=\$(readlink -f "\$self") ;;
	esac
	tree=\${self%/bin/*}
	case \$tree in
	/*) ;;
	*) tree=\$PWD/\$tree ;;
	esac
	$setting
	exec "\$tree/lib/ld-linux-x86-64.so.2" --library-path "\$tree/lib" --argv0 $name \\
		"\$tree/lib/$program.bin" "\$@"
	WRAPPER
	sed -i '/^$/d' "$tree/bin/$name"
	chmod 755 "$tree/bin/$name"
}
