# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Kernels with PREEMPT_RT: Debian's, and a debug kernel.

RT_KERNELS="6.1-rt 6.12-rt 7.3-rt"

# flavour_releases SUITE SERIES FLAVOUR: the builds of a flavour (amd64, cloud-amd64, rt-amd64) that the archive has headers
# of, the oldest first. Names of packages that are only mentioned have no record to show.
flavour_releases()
{
	local suite=$1 series=$2 flavour=$3 name

	while read -r name; do
		! apt_query "$suite" apt-cache show "$name" > /dev/null ||
			echo "${name#linux-headers-}"
	done < <(apt_query "$suite" apt-cache pkgnames "linux-headers-$series." |
		 grep -E "^linux-headers-[^-]*(-[0-9]+)?-$flavour\$" | sort -V)
}

# target_rt_kernel SERIES-rt: as target_kernel. In a subshell, whose releases() is of this flavour: make_kernel() calls it, and
# the text of both is part of the keys of all kernels, so that a further parameter would make those again.
target_rt_kernel()
(
	local k=$1 suite from key

	releases() { flavour_releases "$1" "${2%-rt}" rt-amd64; }
	read -r suite from <<< "$(kernel_suite "${k%-rt}")"
	ensure_root "$suite"
	key="$(cat "$BUILD/root/$suite/id") $(key_of make_kernel fetch_kernel flavour_releases \
		headers_packages headers_need root_headers headers_files)"
	if stamp_is "kernel-$k" "$key" && [ -s "$BUILD/kernel/$k/vmlinuz" ]; then
		exit 0
	fi
	make_kernel "$k" "$suite" "$from"
	stamp_set "kernel-$k" "$key"
)

# The debug kernel with PREEMPT_RT in place of KASAN, in a subshell whose configuration it is.
target_debug_rt_kernel()
(
	debug_kernel_config()
	{
		grep -vx CONFIG_PREEMPT=y "$SETUP_DIR/debug.config"
		cat "$SETUP_DIR/rt.config"
	}

	target_debug_kernel debug-rt
)
