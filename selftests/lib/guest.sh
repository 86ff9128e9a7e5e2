# SPDX-License-Identifier: GPL-2.0-only
# Starting and stopping a guest. Whoever uses this sets kernel, machine, extra_options and dir; kernel_options, if
# the guest is more than our own /init, which loads what it wants itself; resumes, if the machine is to be suspended; disk, a
# directory, if it is to be started by firmware from there; terminal_options, QEMU's for the second serial port, if that port is
# the terminal that this runs on; and clock=guest, if time is not to depend on the host, with SOAK_SEED for what is random.

qemu_pid=

stop_guest() {
	[ -n "$qemu_pid" ] && kill "$qemu_pid" 2>/dev/null
	qemu_pid=
}
kernel_arguments() {
	local arguments="console=ttyS0 printk.devkmsg=on no_console_suspend loglevel=7 panic=-1 oops=panic"
	# One slow host second must not look like a stall; a real one stalls for ever.
	arguments="$arguments rcupdate.rcu_cpu_stall_timeout=180 watchdog_thresh=60"
	# The timer check fails when the host is too busy to deliver an interrupt in time.
	arguments="$arguments no_timer_check"
	# Nor must the measurement of delay loops wait for ticks that do not come.
	arguments="$arguments lpj=10000000"
	# And a TSC that was measured against a clock which stood still for a moment leads to a time that runs a hundred times too fast.
	arguments="$arguments tsc_early_khz=$("$TOP/tools/pmonsim/pmonsim" time="${clock:-host}" --tsc-khz)"
	arguments="$arguments mitigations=off random.trust_cpu=on log_buf_len=4M"
	arguments="$arguments ${kernel_options-modprobe.blacklist=intel_uncore}"
	# A sixth of the processor time of a boot is for tests of ciphers, and for keys that modules were signed with. Only a machine
	# with Secure Boot uses these.
	[ -n "${disk:-}" ] || arguments="$arguments cryptomgr.notests=1"
	[ -n "${disk:-}" ] || arguments="$arguments initcall_blacklist=crypto_kdf108_init,jent_mod_init,load_system_certificate_list"
	# Only the debug kernels have KUnit, which runs nothing unless told to.
	arguments="$arguments kunit.enable=1"
	# It slows every allocation.
	[ "$machine" != starved ] || arguments="$arguments kmemleak=on"
	echo "$arguments"
}

# The places on bus 0 of devices that are not the simulator's: above its expanders, below QEMU's own 0x1f. QEMU makes devices
# whose options are not JSON first. Without a place such a device takes the first free slot, where a simulated function may be.
NETWORK_PLACE=bus=pcie.0,addr=1e
SHARE_PLACE=bus=pcie.0,addr=1d

# A port of this machine on which nobody listens.
free_port() {
	local port
	while port=$((10000 + RANDOM % 10000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
	echo $port
}

# What the machine "network" has: port 9716 of the guest is a port of this machine, and whoever connects to port 7 of
# 10.0.2.100 in the guest talks to selftests/uncore/prometheus, which scrapes that port.
network_options() {
	local port
	port=$(free_port)
	echo "-netdev user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:$port-:9716,guestfwd=tcp:10.0.2.100:7-cmd:$SELFTESTS/uncore/prometheus $port"
	echo "-device e1000,$NETWORK_PLACE,netdev=net,romfile="
}

# What the machine "disks" has: a disk in each package that reads 64 MiB in a second, one at a device number that is no port, and one
# that is too small for `uncore check`. Each is below a port of a simulated stack. Lines are DISK SIZE BUS DEVICE.
disk_options() {
	local disk size bus device
	while read -r disk size bus device; do
		echo "-object throttle-group,id=slow$disk,x-bps-read=67108864"
		echo "-blockdev null-co,node-name=zeros$disk,size=$size,read-zeroes=on"
		echo "-blockdev throttle,node-name=disk$disk,throttle-group=slow$disk,file=zeros$disk"
		echo "-device xio3130-downstream,id=disk_port$disk,bus=uncore$bus,addr=$device,chassis=2,slot=$disk"
		echo "-device nvme,serial=$disk,drive=disk$disk,bus=disk_port$disk,addr=0"
	done <<-END
	1 134217728 15 3
	2 134217728 97 6
	3 134217728 26 b
	4 33554432 a6 2
	END
}

# shell_devices PORT DIRECTORY: QEMU's options for the devices of `make shell`, in the array `devices`. Port 9716 of the guest is
# PORT of this machine, and DIRECTORY is shared.
shell_devices() {
	devices=(-netdev "user,id=net,restrict=on,hostfwd=tcp:127.0.0.1:$1-:9716"
		-device "e1000,$NETWORK_PLACE,netdev=net,romfile="
		-fsdev "local,id=shared,path=$2,security_model=none"
		-device "virtio-9p-pci,$SHARE_PLACE,fsdev=shared,mount_tag=shared")
}

# What a machine with Secure Boot starts from, which it does more than once; its console is the pipe $dir/keyboard, too.
firmware_options() { # CONSOLE-LOG
	cp "$BUILD/firmware/variables.fd" "$dir/variables.fd"
	boot_options=(-chardev "pipe,id=console,path=$dir/keyboard,logfile=$1" -serial chardev:console
		-machine smm=on -global "driver=cfi.pflash01,property=secure,value=on"
		-drive "if=pflash,format=raw,unit=0,readonly=on,file=$BUILD/firmware/code.fd"
		-drive "if=pflash,format=raw,unit=1,file=$dir/variables.fd"
		-drive "if=none,id=disk,format=raw,readonly=on,file=fat:$disk" -device "virtio-blk-pci,drive=disk,bus=pcie.0")
}

kernel_image_options() { # INITRAMFS CONSOLE-LOG
	local kernel_image=$BUILD/kernel/$kernel/vmlinuz

	# Unpacked, where it can be started so: 3 of the 10 seconds of a processor that it takes to start 6.1 are for unpacking.
	# QEMU puts that one into memory at each reset, the one of a resume included.
	[ ! -e "$BUILD/kernel/$kernel/vmlinux" ] || [ -n "${resumes:-}" ] || kernel_image=$BUILD/kernel/$kernel/vmlinux
	boot_options=(-serial "file:$2" -no-reboot -kernel "$kernel_image" -initrd "$1" -append "$(kernel_arguments)")
}

# start_guest INITRAMFS CONSOLE-LOG OUTPUT-LOG
start_guest() {
	local image=$1 console=$2 output=$3
	local memory=2G
	local qemu_options boot_options option value terminal_in=/dev/null terminal_out=$dir/qemu.log

	case $kernel in
	debug | kcsan) memory=3G ;;
	esac
	# kmemleak scans the description of each page.
	[ "$machine" != starved ] || memory=1G
	if [ -n "${disk:-}" ]; then
		firmware_options "$console"
	else
		kernel_image_options "$image" "$console"
	fi
	qemu_options=(-nodefaults -display none -m "$memory" "${boot_options[@]}")
	if [ -n "${terminal_options:-}" ]; then
		qemu_options+=("${terminal_options[@]}")
		terminal_in=/dev/tty terminal_out=/dev/tty
	else
		qemu_options+=(-serial "file:$output")
	fi
	[ "${clock:-host}" = host ] || [ -z "${SOAK_SEED:-}" ] || qemu_options+=(-seed "$SOAK_SEED")
	case $machine in
	network | disks)
		while read -r option value; do
			qemu_options+=("$option" "$value")
		done < <("${machine%s}_options")
		;;
	esac
	: >"$console"
	: >"$output"
	: >"$dir/qemu.log"
	if [ "$machine" = bare ]; then
		"${QEMU:-$BUILD/qemu/qemu-system-x86_64}" -M q35 -accel tcg,thread=multi -smp 2 \
			-cpu SapphireRapids,model=207,-hypervisor "${qemu_options[@]}" \
			>>"$terminal_out" 2>>"$dir/qemu.log" <"$terminal_in" 8>&- &
	else
		# shellcheck disable=SC2046 # one word for each option
		"$TOP/tools/pmonsim/pmonsim" $(machine_options "$machine") \
			time="${clock:-host}" "${extra_options[@]}" log="$dir/simulator.log" -- "${qemu_options[@]}" \
			>>"$terminal_out" 2>>"$dir/qemu.log" <"$terminal_in" 8>&- &
	fi
	qemu_pid=$!
}

# stale_code CONSOLE: has a CPU died of a breakpoint that is not in memory? The kernel replaces instructions while other CPUs run
# them, with a breakpoint in between. QEMU without KVM discards translated code before the store that changes the code
# (notdirty_write() in accel/tcg/cputlb.c). A CPU that translates between these two keeps the breakpoint. The report marks the
# byte behind the breakpoint; the byte in front of the mark is what memory has in its place, 0xcc if it is a breakpoint.
stale_code() {
	local code
	code=$(grep -aA8 'Oops: int3:' "$1" | grep -am 1 ' Code: ')
	[[ $code =~ \ ([0-9a-f]{2})\ \< ]] && [ "${BASH_REMATCH[1]}" != cc ]
}
