# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Builds of the driver that nobody uses, but for tests: reading the kernel's headers takes four fifths of the time of each file.

# unite_files DRIVER: prints variables of make with which the files of a folder are compiled as one. No two of them have a static
# function of the same name. Those that KUnit has no copies of stay alone.
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
