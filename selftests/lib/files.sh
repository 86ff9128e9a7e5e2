# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # TOP of who sources it

# project_files [PATH...]: the files of the project, each with a null byte behind it. Without git or in a tarball, it is all but
# what was built.
project_files() {
	(
		cd "$TOP" || exit
		[ ! -e .git ] || ! command -v git > /dev/null || exec git ls-files -z -- "$@"
		[ $# -gt 0 ] || set -- * .[!.]*
		find "$@" \( -path build -o -path .git \) -prune -o \
			! -type d ! -name '*.o' ! -name '*.ko' ! -name '*.cmd' ! -name '*.mod' ! -name '*.mod.c' \
			! -name Module.symvers ! -name modules.order ! -path '*/.uncore/*' -print0
	)
}
