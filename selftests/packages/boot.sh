# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# A machine that boots from what was installed in a box, the simulator's as the other tests have it or one with Secure Boot:
# there firmware starts shim, that starts GRUB, and that a kernel that takes no module without a signature by a key that it
# trusts. Its first start is without the key that DKMS signed with; the guest asks for it with mokutil, somebody says yes
# to MokManager, and the second start is with it.

# What only takes time to unpack there, and before that to be read by GRUB: compilers and headers, libraries of nothing else, the
# names of udev's devices, other character sets, and our pages as HTML, which purge takes away in the box.
NOT_IN_GUEST="usr/src/linux-headers-* usr/lib/linux-kbuild-* usr/lib/gcc usr/libexec/gcc usr/include usr/share/locale
usr/lib/llvm-* usr/lib/x86_64-linux-gnu/libLLVM* usr/lib/x86_64-linux-gnu/libclang* usr/lib/x86_64-linux-gnu/perl/*
usr/lib/x86_64-linux-gnu/libz3.* usr/lib/x86_64-linux-gnu/libicu* usr/lib/x86_64-linux-gnu/libisl.*
usr/lib/x86_64-linux-gnu/lib[atl]san.* usr/lib/x86_64-linux-gnu/libubsan.* usr/lib/x86_64-linux-gnu/*gprofng*
usr/share/perl/* usr/bin/x86_64-linux-gnu-* usr/lib/x86_64-linux-gnu/*.a var/cache root/debs boot proc/cpuinfo
etc/ld.so.preload usr/lib/udev/hwdb.bin usr/lib/udev/hwdb.d usr/lib/x86_64-linux-gnu/gconv usr/lib/x86_64-linux-gnu/ldscripts
usr/lib/x86_64-linux-gnu/libhwasan.* usr/lib/x86_64-linux-gnu/libperl.so.* usr/lib/x86_64-linux-gnu/libbfd-* usr/lib/linux/uapi
opt/resolve_btfids usr/share/doc/uncore-pmon-doc/html/*"

# What MokManager shows, and the keys that a person presses then; the last but one is the password that the guest gave mokutil.
DOWN=$'\e[B'
ENROLMENT=("Press any key" $'\r' "Enroll MOK" "$DOWN"$'\r' "View key" "$DOWN"$'\r' "Enroll the key" "$DOWN"$'\r'
	"assword:" $'once\r' "Reboot" $'\r')

boot_image() { # SUITE KERNEL RELEASE OUT
	local suite=$1 kernel=$2 release=$3 tree=$BOXES/guest pattern exclude=()

	for pattern in $NOT_IN_GUEST; do
		exclude+=("--exclude=./$pattern")
	done
	rm -rf "$tree"
	mkdir -p "$tree"
	tar -C "$BOXES/$suite" "${exclude[@]}" -c . | tar -C "$tree" -x || return
	mkdir -p "$tree/opt" "$tree/etc/systemd/system" "$tree/usr/local/bin"
	cp -a "$BUILD/perf/$kernel" "$tree/opt/perf" && with_stand_ins "$tree/opt/perf/lib" &&
		cp "$TOP/tools/pmonsim/pmonctl" "$tree/usr/local/bin/" &&
		cp "$SELFTESTS/packages/guest" "$tree/root/test" &&
		copy_of_module "$suite" "$release" "$tree/root/signed.ko" &&
		cut_signature "$tree/root/signed.ko" "$tree/root/unsigned.ko" "$BOXES/signature.p7" || return
	! grep -q 'ok installed' < <(in_box "$suite" dpkg-query -W -f '${Status}' uncore-tools 2> /dev/null) ||
		touch "$tree/root/has-tools"
	# What the first boot would ask a person, or find out at length.
	echo 0123456789abcdef0123456789abcdef > "$tree/etc/machine-id"
	touch "$tree/etc/.updated" "$tree/var/.updated"
	cat > "$tree/etc/systemd/system/pmon-test.service" <<-END
	[Unit]
	After=systemd-modules-load.service systemd-udev-settle.service
	Wants=systemd-udev-settle.service
	[Service]
	Type=oneshot
	ExecStart=/root/test
	StandardOutput=file:/dev/ttyS1
	StandardError=inherit
	END
	make_cpio "$tree" "$4" && rm -rf "$tree"
}

# What the firmware starts from.
boot_disk() { # SUITE KERNEL RELEASE
	local firmware=$BUILD/firmware

	mkdir -p "$disk/EFI/BOOT" "$disk/EFI/debian"
	boot_image "$1" "$2" "$3" "$disk/initrd" &&
		cp "$firmware"/{BOOTX64.EFI,grubx64.efi,mmx64.efi} "$disk/EFI/BOOT/" &&
		"$firmware/bin/sbsign" --key "$firmware/snakeoil.key" --cert "$firmware/snakeoil.pem" \
			--output "$disk/linux" "$BUILD/kernel/$2/vmlinuz" || return
	cat > "$disk/EFI/debian/grub.cfg" <<-END
	linux /linux $(kernel_arguments)
	initrd /initrd
	boot
	END
}

# shows CONSOLE TEXT: `said' is how much of it is old
shows() { tail -c "+$((said + 1))" "$1" | grep -aF "$2" >/dev/null; }

# What somebody does in front of the screen, a step at each call.
answer_console() { # CONSOLE
	# Asked from the start again, as a key did not arrive.
	! shows "$1" "${ENROLMENT[0]}" || answers=("${ENROLMENT[@]}")
	[ ${#answers[@]} -gt 0 ] && shows "$1" "${answers[0]}" || return
	# It is shown before it is listened to.
	sleep 1
	said=$(stat -c %s "$1")
	printf '%s' "${answers[1]}" >&"$keyboard"
	answers=("${answers[@]:2}")
}

watch_boot() { # CONSOLE TESTS
	local size last_size=-1 quiet=0

	while kill -0 "$qemu_pid" 2> /dev/null; do
		sleep 1
		answer_console "$1"
		size=$(stat -c %s "$1" "$2" | tr '\n' ' ')
		[ "$size" = "$last_size" ] && quiet=$((quiet + 1)) || quiet=0
		last_size=$size
		[ $quiet -lt "$SILENCE" ] || break
		# Without the key it would ask for it for ever.
		[ "$(grep -ac 'UEFI Secure Boot is enabled' "$1")" -le 3 ] || break
	done
	stop_guest
}

boot() { # SUITE KERNEL [secure]
	local suite=$1 release kernel=$2 machine=small extra_options=() dir=$LOGS/host/packages-$1 disk= tries
	# shellcheck disable=SC2034 # for lib/guest.sh
	local kernel_options="rdinit=/lib/systemd/systemd systemd.unit=pmon-test.service"
	release=$(cat "$BUILD/kernel/$kernel/release")

	rm -rf "$dir" "$BOXES/disk"
	mkdir -p "$dir" "$BOXES/disk"
	if [ "${3:-}" = secure ]; then
		disk=$BOXES/disk
		# Its kernel lets nobody talk to the simulator.
		extra_options=(clock=1000000000)
		boot_disk "$suite" "$kernel" "$release"
	else
		boot_image "$suite" "$kernel" "$release" "$BOXES/disk/initrd"
	fi > "$OUTPUT" 2>&1 || {
		result 1 "$suite: a disk with what was installed"
		return
	}
	for ((tries = 1; tries <= 3; tries++)); do
		run_boot
		stale_code "$dir/console.log" || break
	done
	rm -rf "$BOXES/disk"
	report_tests "$suite" "$release"
}

run_boot() {
	local answers=() said=0 keyboard reader=

	if [ -n "$disk" ]; then
		mkfifo "$dir/keyboard".{in,out}
		exec {keyboard}<>"$dir/keyboard.in"
		# QEMU waits for somebody who looks; what is to be seen is in the log, too.
		cat <> "$dir/keyboard.out" > /dev/null &
		reader=$!
	fi
	start_guest "$BOXES/disk/initrd" "$dir/console.log" "$dir/tests.log"
	watch_boot "$dir/console.log" "$dir/tests.log"
	[ -z "$reader" ] || { kill "$reader"; exec {keyboard}>&-; }
	wait
	rm -f "$dir/keyboard".{in,out}
}

# The screen's last words, without its colours and frames.
last_words() { tr -s '\r' '\n' < "$dir/console.log" | sed 's/\x1b\[[0-9;=?]*[a-zA-Z]//g' | tail -n 15 | cut -c1-160 > "$OUTPUT"; }

report_tests() { # SUITE RELEASE
	local suite=$1 release=$2 line

	last_words
	while read -r line; do
		case $line in
		"ok - "*)	result 0 "$suite, booted with $release: ${line#ok - }" ;;
		"not ok - "*)
			grep -A 12 -xF "$line" "$dir/tests.log" > "$OUTPUT"
			result 1 "$suite, booted with $release: ${line#not ok - }" ;;
		esac
	done < <(tr -d '\r' < "$dir/tests.log")
	last_words
	grep -q '^# all done' "$dir/tests.log"
	result $? "$suite, booted with $release: to the end"
	[ -s "$dir/simulator.log" ] && cp "$dir/simulator.log" "$OUTPUT"
	[ ! -s "$dir/simulator.log" ]
	result $? "$suite, booted with $release: no register access that the hardware would not like"
}
