# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Four fifths of the time of compiling a file of the driver are for the kernel's headers. A build that only tests use compiles the
# files of a folder as one, and reads the headers once.

# unite_files DRIVER: writes these files, and prints the variables of make that select them. No two files of a folder have a static
# function of the same name. The files that KUnit has no copies of are compiled alone.
unite_files()
{
	local room rooms="find choose count:trace freeze perf consume:exports,kfunc" alone

	for room in $rooms; do
		alone=${room#"${room%%:*}"}
		alone=${alone#:}
		room=${room%%:*}
		(
			cd "$1/$room" || exit
			for file in [!_]*.c; do
				[[ ,$alone, == *",${file%.c},"* ]] || echo "#include \"$file\""
			done > _unit.c
		)
		echo "uncore-pmon-$room=_unit ${alone//,/ }"
	done
}
