# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
# make load: what is left of it when the module cannot be loaded. insmod and modprobe do nothing but write their arguments.

load=$out/load
rm -rf "$load"
mkdir -p "$load/bin"
printf '#!/bin/sh\necho modprobe "$@" >>%s\n' "$load/calls" >"$load/bin/modprobe"
printf '#!/bin/sh\necho insmod "$@" >>%s\nexit 1\n' "$load/calls" >"$load/bin/insmod"
printf '#!/bin/sh\n' >"$load/bin/udevadm"
chmod +x "$load"/bin/*
# With the files of this folder instead of the machine's.
sed "s|/proc/modules|$load/modules|; s|/run/modprobe.d|$load/run|" "$top/tools/pmonload" >"$load/pmonload"
# load_with MODULE: with only this module loaded; then the configuration that keeps intel_uncore away
load_with() {
	echo "$1 16384 0 - Live 0x0" >"$load/modules"
	: >"$load/calls"
	mkdir -p "$load/run"
	touch "$load/run/uncore_pmon_load.conf"
	PATH=$load/bin:$PATH sh "$load/pmonload" module.ko 2>&1
	echo "status $? $(ls "$load/run")"
}
got=$(load_with uncore_pmon)
equal "make load twice: a message, and intel_uncore is still kept away" "$(xargs <<<"$got") $(cat "$load/calls")" \
	"pmonload: uncore_pmon is already loaded; unload it first: make unload status 1 uncore_pmon_load.conf "
got=$(load_with intel_uncore)
equal "the module does not load: intel_uncore is loaded again" "$(tail -n 1 <<<"$got")$(xargs <"$load/calls")" \
	"status 1 modprobe -r intel_uncore insmod module.ko modprobe intel_uncore"
got=$(load_with other)
equal "it is not loaded if it was not" "$(tail -n 1 <<<"$got")$(xargs <"$load/calls")" "status 1 insmod module.ko"
