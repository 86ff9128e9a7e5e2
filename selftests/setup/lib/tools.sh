# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Programs for guests: a static shell and busybox, and what busybox has no
# (or only a lesser) version of.

# PACKAGE:PROGRAM[=NAME...]: the program, and names to start it under.
TOOLS="busybox-static:bin/busybox bash-static:bin/bash-static=bash grep:bin/grep strace:bin/strace
kmod:bin/kmod=modprobe=insmod=rmmod=lsmod=modinfo=depmod pciutils:bin/lspci pciutils:bin/setpci
msr-tools:sbin/rdmsr msr-tools:sbin/wrmsr trace-cmd:bin/trace-cmd util-linux:bin/taskset"

target_tools() { target_tree tools bin/busybox "$TOOLS" find_program; }

# A package that the root has is not unpacked again.
find_program()
{
	local dir name

	for dir in "$@"; do
		name=$dir/$PROGRAM
		[ ! -x "$name" ] || { echo "$name"; return; }
		[ ! -x "$dir/usr/$PROGRAM" ] || { echo "$dir/usr/$PROGRAM"; return; }
	done
	die "no program $PROGRAM in its package"
}

make_tools()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/tools tree=$BUILD/tools.new
	local word file name names packages=
	local PROGRAM

	for word in $TOOLS; do
		packages="$packages ${word%%:*}"
	done
	say "tools: fetching"
	# shellcheck disable=SC2086
	unpack_packages trixie "$unpacked" $packages
	say "tools: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/bin" "$tree/lib"
	for word in $TOOLS; do
		word=${word#*:}
		PROGRAM=${word%%=*}
		file=$(find_program "$unpacked" "$root")
		case $word in
		*=*) names=${word#*=} ;;
		*) names=${word##*/} ;;
		esac
		if "$(root_ld "$root")" --verify "$file" > /dev/null; then
			cp -L "$file" "$tree/lib/${PROGRAM##*/}.bin"
			tree_add "$tree" "$unpacked" "$root" "$file"
			for name in ${names//=/ }; do
				tree_wrap "$tree" "$name" "${PROGRAM##*/}"
			done
		else
			cp -L "$file" "$tree/bin/$names"
		fi
	done
	for name in bash strace lspci modprobe; do
		logged "$tree/bin/$name" --version
	done
	rm -rf "$BUILD/tools" "$unpacked"
	mv "$tree" "$BUILD/tools"
}

# Debian's bpftrace, with the compiler that it has inside.
target_bpftrace() { target_tree bpftrace bin/bpftrace; }

make_bpftrace()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/bpftrace tree=$BUILD/bpftrace.new

	say "bpftrace: fetching"
	unpack_packages trixie "$unpacked" bpftrace
	say "bpftrace: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib"
	cp "$unpacked/usr/bin/bpftrace" "$tree/lib/bpftrace.bin"
	tree_add "$tree" "$unpacked" "$root" "$tree/lib/bpftrace.bin"
	tree_wrap "$tree" bpftrace bpftrace
	logged "$tree/bin/bpftrace" --version
	rm -rf "$BUILD/bpftrace" "$unpacked"
	mv "$tree" "$BUILD/bpftrace"
}

# A pager, a reader of manual pages, and descriptions of terminals, for `make shell`.
target_shell() { target_tree shell bin/less; }

make_shell()
{
	local root=$BUILD/root/trixie unpacked=$BUILD/tmp/shell tree=$BUILD/shell.new name

	say "shell: fetching"
	unpack_packages trixie "$unpacked" less mandoc ncurses-base
	say "shell: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib"
	for name in less mandoc; do
		cp "$unpacked/usr/bin/$name" "$tree/lib/$name.bin"
		tree_add "$tree" "$unpacked" "$root" "$tree/lib/$name.bin"
		tree_wrap "$tree" "$name" "$name"
	done
	cp -aL "$unpacked/usr/share/terminfo" "$tree/terminfo" 2> /dev/null ||
		cp -aL "$root/usr/share/terminfo" "$tree/terminfo"
	logged "$tree/bin/less" --version
	rm -rf "$BUILD/shell" "$unpacked"
	mv "$tree" "$BUILD/shell"
}
