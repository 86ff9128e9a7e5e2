# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# What the test of the packages installs beside them, fetched: build/packages/debs-SUITE.

PACKAGE_SUITES="bookworm trixie"

# Of a running system, and what uncore-pmon-dkms and uncore-tools depend on.
PACKAGES_WANT="systemd systemd-sysv udev man-db openssl mokutil dkms libtracefs1 libtraceevent1 libjson-c5 libbpf1 libncursesw6"

fetch_packages()
{
	local suite=$1 debs=$BUILD/packages/debs-$1

	rm -rf "$debs"
	mkdir -p "$debs/partial"
	# shellcheck disable=SC2086 # words
	apt_of "$suite" apt-get -o Dir::Cache::Archives="$debs" --download-only install $PACKAGES_WANT
}

target_packages()
{
	local suite key

	for suite in $PACKAGE_SUITES; do
		ensure_root "$suite"
		key="$(cat "$BUILD/root/$suite/id") $(key_of target_packages fetch_packages "$PACKAGES_WANT")"
		! stamp_is "packages-$suite" "$key" || continue
		say "packages $suite: fetching what they depend on"
		ensure_apt "$suite"
		# apt locks the root's packages even where it only downloads some.
		with_lock "root-$suite" fetch_packages "$suite"
		stamp_set "packages-$suite" "$key"
	done
}
