# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Headers of Debian's kernels that no test boots, with which the suite "headers" compiles the module.

# The suites with kernels, and the flavours of theirs.
HEADERS_SUITES="bookworm trixie"
FLAVOURS="amd64 cloud-amd64 rt-amd64"

# offered_series SUITE: 6.1, 6.12 and so on, whatever kernels the suite and its backports have headers of
offered_series()
{
	apt_query "$1" apt-cache pkgnames linux-headers- |
		sed -n 's/^linux-headers-\([0-9]*\.[0-9]*\)\..*-amd64$/\1/p' | sort -uV
}

# has_kernel SUITE SERIES: do tests boot kernels of the series from the suite?
has_kernel()
{
	local suite

	case " $SERIES " in
	*" $2 "*) read -r suite _ <<< "$(kernel_suite "$2")" ;;
	*) return 1 ;;
	esac
	[ "$suite" = "$1" ]
}

# chosen_headers SUITE all|newest: a release in each line. Of each series and flavour the oldest and the newest build, or only
# the newest. What a kernel of the tests has is left out: the module is compiled for it anyway. The flavours of a version differ
# in their configuration only, so "newest" has the cloud flavour of the oldest and the newest series that tests boot, and amd64 of
# the others.
chosen_headers()
{
	local suite=$1 which=$2 series flavour offered oldest newest

	for series in $(offered_series "$suite"); do
		for flavour in $FLAVOURS; do
			offered=$(flavour_releases "$suite" "$series" "$flavour")
			newest=$(tail -n 1 <<< "$offered")
			oldest=$(head -n 1 <<< "$offered")
			[ "$oldest" != "$newest" ] && [ "$which" = all ] || oldest=
			if has_kernel "$suite" "$series"; then
				case $flavour in
				amd64) continue ;;
				rt-amd64) newest= ;;
				# What a flavour lacks shows on the oldest and on the newest series.
				*)	[ "$which" = all ] || [ "$series" = "${SERIES%% *}" ] || [ "$series" = "${SERIES##* }" ] ||
						newest= ;;
				esac
			elif [ "$which" != all ] && [ "$flavour" != amd64 ]; then
				newest=
			fi
			printf '%s\n' "$oldest" "$newest"
		done
	done | sed '/^$/d'
}

# target_headers all|newest: build/headers lists headers without a kernel, which build-module takes like those of one:
# build/kernel/RELEASE.
target_headers()
{
	local which=$1 suite release dir key="$1 $HEADERS_SUITES $FLAVOURS"

	for suite in $HEADERS_SUITES; do
		ensure_root "$suite"
		key="$key $(cat "$BUILD/root/$suite/id")"
	done
	key="$key $(key_of target_headers chosen_headers has_kernel offered_series flavour_releases install_headers \
		headers_packages headers_need root_headers headers_files)"
	if stamp_is headers "$key" && [ -s "$BUILD/headers" ]; then
		return
	fi
	rm -f "$BUILD/headers"
	for suite in $HEADERS_SUITES; do
		ensure_apt "$suite"
		for release in $(chosen_headers "$suite" "$which"); do
			install_headers "$suite" "$release"
			echo "$release" >> "$BUILD/headers"
		done
	done
	[ -s "$BUILD/headers" ] || die "the archive has no headers but those of the kernels"
	for dir in "$BUILD"/kernel/*/no-kernel; do
		release=$(basename "$(dirname "$dir")")
		grep -qxF "$release" "$BUILD/headers" || rm -rf "${BUILD:?}/kernel/$release"
	done
	stamp_set headers "$key"
}

install_headers()
{
	local suite=$1 release=$2 dir=$BUILD/kernel/$2 key

	key="$(cat "$BUILD/root/$suite/id") $(key_of install_headers headers_packages headers_need root_headers headers_files)"
	! stamp_is "headers-$release" "$key" || [ ! -e "$dir/no-kernel" ] || return 0
	say "$STEP: $release"
	mkdir -p "$dir"
	# shellcheck disable=SC2046
	root_install "$suite" make gcc libc6-dev kmod $(headers_need "$suite" "$release")
	with_lock "root-$suite" root_headers "$suite" "$release"
	echo "$release" > "$dir/release"
	echo "$suite" > "$dir/root"
	echo "/usr/src/linux-headers-$release" > "$dir/kdir"
	touch "$dir/no-kernel"
	stamp_set "headers-$release" "$key"
}
