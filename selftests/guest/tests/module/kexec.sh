# SPDX-License-Identifier: GPL-2.0-only
# what: a kernel started by kexec finds nothing counting or frozen; one started after a panic finds all of it, and counts exactly
# machine: small
# kernels: 6.12
# variant: kexec
# kernel-may-say: Kernel panic - not syncing: sysrq triggered crash|Call Trace:
#
# Three kernels: this one; the next one, which looks at the registers, is told that those in memory space are reserved, as
# firmware may say, and panics; and the one after that, whose driver finds registers as the panic left them.
[ -s /job/vmlinuz ] || fail "there is no kernel image"
discovery=/sys/kernel/debug/uncore_pmon/discovery

next=/tmp/next
mkdir -p $next/bin $next/proc $next/sys $next/dev $next/tmp $next/lib
cp /bin/busybox /bin/pmonctl /bin/pmontest $next/bin/
cp $MODULE "$(kernel_module msr)" $next/lib/

# What counts on each die: every register space, general counters, fixed ones, a type PMU, and one that samples.
cat >$next/lib/count.sh <<'END'
units="cha:0 m2m:0 imc:0"
open_all() {
	for die in 0 1; do
		cat <<-END_OF_EVENTS
		open a$die uncore_cha_0/event=0x35,umask=0x1/ die=$die
		open t$die uncoreall_cha/event=0x35,umask=0x1/ die=$die
		open m$die uncore_m2m_0/event=0x18,umask=0x1/ die=$die
		open i$die uncore_imc_0/event=0x2,umask=0x11/ die=$die
		open d$die uncore_imc_0/event=0xff/ die=$die
		open u$die uncore_ubox/event=0xff/ die=$die
		END_OF_EVENTS
	done
}
happen() {
	for die in 0 1; do
		cat <<-END_OF_EVENTS
		sim inject die=$die unit=cha:* event=0x35 umask=0x1 n=100
		sim inject die=$die unit=m2m:0 event=0x18 umask=0x1 n=101
		sim inject die=$die unit=imc:0 event=0x2 umask=0x11 n=102
		sim inject-free die=$die unit=imc:0 counter=fixed n=103
		sim inject-free die=$die unit=ubox:0 counter=fixed n=104
		END_OF_EVENTS
	done
}
exactly() {
	for die in 0 1; do
		cat <<-END_OF_EVENTS
		expect a$die 100 $1: CHA
		expect t$die 400 $1: all CHAs
		expect m$die 101 $1: M2M
		expect i$die 102 $1: iMC
		expect d$die 103 $1: DCLK
		expect u$die 104 $1: UCLK
		END_OF_EVENTS
	done
}
# The windows of a CHA that nothing else samples.
samples() {
	for die in 0 1; do
		cat <<-END_OF_EVENTS
		open s$die uncore_cha_1/event=0x36,umask=0x1/ die=$die period=1000 samples
		sim inject die=$die unit=cha:1 event=0x36 umask=0x1 n=1000
		thaw $die
		expect-samples s$die 1 $1: a window
		close s$die
		END_OF_EVENTS
	done
}
END

cat >$next/init <<'END'
#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
mount -t debugfs debugfs /sys/kernel/debug
exec </dev/null >/dev/ttyS1 2>&1
stty -F /dev/ttyS1 raw -echo
. /lib/count.sh
insmod /lib/msr.ko allow_writes=on

the_end() {
	# Accesses that the hardware would not like.
	pmonctl violations >/tmp/violations
	grep -q '^violations 0' /tmp/violations || sed 's/^/not ok - /' /tmp/violations
	echo "# end 1 kexec seconds=0"
	echo "pmon-selftest: end 1 kexec" >/dev/kmsg
	echo "# all done"
	echo "pmon-selftest: all done" >/dev/kmsg
	sync
	sleep 1
	poweroff -f
}

# Nothing may be left by the first kernel.
look_at_registers() {
	for die in 0 1; do
		left=
		for unit in cha:0 cha:1 cha:2 cha:3 m2m:0 imc:0 ubox:0; do
			pmonctl get die=$die unit=$unit >/tmp/registers
			# What counts, or is to freeze the package, or has counted; positions are no registers.
			left="$left$(awk -v unit=$unit '$1 ~ /^(control|counter|fixed_control|unit_status|frozen)/ &&
				$2 !~ /^(0|0x0)$/ { printf "%s %s=%s ", unit, $1, $2 }' /tmp/registers)"
		done
		left="$left$(pmonctl global die=$die | awk '$1 ~ /^global/ && $2 !~ /^(0|0x0)$/ { printf "%s=%s ", $1, $2 }')"
		if [ -z "$left" ]; then
			echo "ok - package $die: nothing is left"
		else
			echo "not ok - package $die: $left"
		fi
	done
}

argument() { sed "s/.* $1=\([^ ]*\).*/\1/; s/,/ /g" /proc/cmdline; }

next_kernel() {
	echo "# the next kernel: $(uname -r)"
	look_at_registers
	for block in $(argument reserved); do
		if grep -qiE "^ *0*${block#0x}-[0-9a-f]* : Reserved" /proc/iomem; then
			echo "ok - the kernel takes $block for reserved"
		else
			echo "not ok - $block is not reserved"
			sed 's/^/# /' /proc/iomem
		fi
	done
	insmod /lib/uncore_pmon.ko sample_poll_us=1000000 || echo "not ok - the module does not load"
	pmus=$(ls /sys/bus/event_source/devices | grep -c uncore)
	if [ $pmus = $(argument pmus) ]; then
		echo "ok - PMUs with reserved memory: $pmus"
	else
		echo "not ok - PMUs with reserved memory: $pmus, before there were $(argument pmus)"
	fi
	{
		echo "section counts in the next kernel, with reserved memory"
		open_all
		happen
		exactly "next kernel"
		echo "close all"
		echo "end"
		open_all
		happen
		# Another user's counter has frozen package 1, where nothing samples: nobody looks for a minute. Somebody has
		# frozen a unit of package 0, and a window all of it.
		cat <<-END_OF_EVENTS
		next-kernel-after-crash /lib/vmlinuz /lib/after_crash.cpio after_crash
		msr 2 0x2022 0x101835
		msr 2 0x2028 0xffffffffffff
		sim inject die=1 unit=cha:2 event=0x35 umask=0x18 n=1
		msr 0 0x2030 1
		cpu 0
		open s0 uncore_cha_1/event=0x36,umask=0x1/ die=0 period=1000
		sim inject die=0 unit=cha:1 event=0x36 umask=0x1 n=1000
		crash
		END_OF_EVENTS
	} | pmontest
	echo "not ok - no kernel was started after the panic"
	the_end
}

after_crash() {
	echo "# the kernel after a panic: $(uname -r), $(grep -c ^processor /proc/cpuinfo) CPUs"
	pmonctl global die=0 | sed 's/^/# package 0: /'
	{
		echo "section nobody has cleaned up"
		for die in 0 1; do
			cat <<-END_OF_EVENTS
			sim get die=$die unit=cha:0
			counter n $die cha:0 0x35
			END_OF_EVENTS
		done
		cat <<-END_OF_EVENTS
		sim global die=1
		expect-equal @reply.global_control 1 package 1 is frozen
		sim get die=0 unit=cha:3
		expect-equal @reply.frozen 1 a unit of package 0 is frozen
		end
		END_OF_EVENTS
	} | pmontest
	insmod /lib/uncore_pmon.ko || echo "not ok - the module does not load"
	{
		echo "section counts after a panic"
		open_all
		happen
		exactly "after a panic"
		samples "after a panic"
		echo "end"
	} | pmontest
	if dmesg | grep -q 'die 1: frozen by'; then
		echo "ok - who froze package 1 is told"
	else
		echo "not ok - nothing is said of who froze package 1"
	fi
	rmmod uncore_pmon || echo "not ok - the module cannot be unloaded"
	the_end
}

case $(cat /proc/cmdline) in
*after_crash*)	after_crash ;;
*)		next_kernel ;;
esac
END
chmod +x $next/init
(cd $next && find . | cpio -o -H newc) >/tmp/after_crash.cpio 2>/dev/null
mv /tmp/after_crash.cpio $next/lib/
cp /job/vmlinuz $next/lib/
(cd $next && find . | cpio -o -H newc) >/tmp/next.cpio 2>/dev/null

insmod "$(kernel_module msr)" allow_writes=on || fail "msr does not load"
load sample_poll_us=1000000
reserve=
# Of memory controllers what their counters are in, of CXL units all of their BAR.
blocks=$(sed -n 's/.*memory controller [0-9]* at \(0x[0-9a-f]*\).*/\1 0x2b000/p' $discovery | sort -u)
for bus in 7e fe; do
	set -- $(sed -n 3p /sys/bus/pci/devices/0000:$bus:00.2/resource)
	blocks="$blocks
$1 $(($2 - $1 + 1))"
done
note "registers in memory: $(echo $blocks)"
equal "blocks of registers" "$(echo "$blocks" | wc -l)" 10
arguments="crashkernel=256M loglevel=5 pmus=$(ls $PMUS | grep -c uncore) reserved="
while read -r block size; do
	arguments="$arguments$(printf '0x%x,' $block)"
	reserve="$reserve memmap=$size\$$block"
done <<END
$blocks
END
. $next/lib/count.sh
# One freeze is on its way to the driver, and one that it knows nothing of.
{
	open_all
	happen
	for die in 0 1; do
		echo "open s$die uncore_cha_1/event=0x36,umask=0x1/ die=$die period=1000"
		echo "sim inject die=$die unit=cha:1 event=0x36 umask=0x1 n=100"
	done
	cat <<-END
	next-kernel /job/vmlinuz /tmp/next.cpio $arguments $reserve
	sim inject die=0 unit=cha:1 event=0x36 umask=0x1 n=900
	msr 2 0x2ff0 1
	sim global die=1
	expect-equal @reply.global_control 1 package 1 is frozen
	kexec
	END
} | pmontest
not_ok "the next kernel was not started"
