# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Debian's perf of each kernel, with all it needs to run in any guest: the
# package of one version cannot be installed beside that of another.

target_perf()
{
	local v=$1 suite from key

	read -r suite from <<< "$(kernel_suite "$v")"
	ensure_root "$suite"
	key="$(key_of make_perf tree_add root_ld tree_wrap unpack_packages_locked)"
	if stamp_is "perf-$v" "$key" && [ -x "$BUILD/perf/$v/bin/perf" ]; then
		return
	fi
	make_perf "$v" "$suite" "$from"
	stamp_set "perf-$v" "$key"
}

make_perf()
{
	local v=$1 suite=$2 from=$3 root=$BUILD/root/$2 unpacked=$BUILD/tmp/perf-$1
	local tree=$BUILD/perf/$1.new version target=

	say "perf-$v: fetching"
	case $from in
	*-backports) target="-t $from" ;;
	esac
	# shellcheck disable=SC2086
	unpack_packages "$suite" "$unpacked" $target linux-perf
	say "perf-$v: laying out"
	rm -rf "$tree"
	mkdir -p "$tree/lib" "$tree/perf-core"
	cp "$unpacked/usr/bin/perf" "$tree/lib/perf.bin"
	tree_add "$tree" "$unpacked" "$root" "$tree/lib/perf.bin"
	# perf test finds its shell scripts here. Its scripts in Python and
	# Perl, and the tests that are written in Python, cannot run in a guest.
	cp -R "$unpacked/usr/lib/perf-core/." "$tree/perf-core/"
	rm -rf "$tree/perf-core/scripts" "$tree/perf-core/tests/attr" \
	       "$tree"/perf-core/tests/pe-file.exe*
	tree_wrap "$tree" perf perf 'export PERF_EXEC_PATH="$tree/perf-core"'

	version=$("$tree/bin/perf" --version 2>> "$LOG")
	case $version in
	"perf version $v."*) ;;
	*) die "$from no longer has perf $v: it has \"$version\"" ;;
	esac
	logged "$tree/bin/perf" list --raw-dump sw
	rm -rf "$BUILD/perf/$v" "$unpacked"
	mv "$tree" "$BUILD/perf/$v"
	say "perf-$v: ${version#perf version } is in build/perf/$v"
}
