# SPDX-License-Identifier: GPL-2.0-only
# what: a kernel that is started by kexec finds no counter counting and no package frozen, whatever counted before
# machine: small
# kernels: 6.12
# variant: kexec
#
# The second half runs on the other kernel, which has no module of ours and looks at the registers.
[ -s /job/vmlinuz ] || fail "there is no kernel image"

next=/tmp/next
mkdir -p $next/bin $next/proc $next/sys $next/dev
cp /bin/busybox /bin/pmonctl $next/bin/
cat >$next/init <<'END'
#!/bin/busybox sh
export PATH=/bin
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs dev /dev
exec </dev/null >/dev/ttyS1 2>&1
stty -F /dev/ttyS1 raw -echo
echo "# the next kernel: $(uname -r)"

units="cha:0 cha:1 cha:2 cha:3 m2m:0 imc:0 ubox:0"
for die in 0 1; do
	left=
	for unit in $units; do
		pmonctl get die=$die unit=$unit >/tmp-registers
		# What counts, or is to freeze the package, or has counted; positions are no registers.
		left="$left$(awk -v unit=$unit '$1 ~ /^(control|counter|fixed_control|unit_status|frozen)/ &&
			$2 !~ /^(0|0x0)$/ { printf "%s %s=%s ", unit, $1, $2 }' /tmp-registers)"
	done
	left="$left$(pmonctl global die=$die | awk '$1 ~ /^global/ && $2 !~ /^(0|0x0)$/ { printf "%s=%s ", $1, $2 }')"
	if [ -z "$left" ]; then
		echo "ok - package $die: nothing is left"
	else
		echo "not ok - package $die: $left"
	fi
done
echo "# end 1 kexec seconds=0"
echo "pmon-selftest: end 1 kexec" >/dev/kmsg
echo "# all done"
echo "pmon-selftest: all done" >/dev/kmsg
sync
sleep 1
poweroff -f
END
chmod +x $next/init
(cd $next && find . | cpio -o -H newc) >/tmp/next.cpio 2>/dev/null

insmod "$(kernel_module msr)" allow_writes=on || fail "msr does not load"
load sample_poll_us=1000000
# One freeze is on its way to the driver, and one that it knows nothing of.
{
	for die in 0 1; do
		cat <<-END
		open a$die uncore_cha_0/event=0x35,umask=0x1/ die=$die
		open m$die uncore_m2m_0/event=0x18,umask=0x1/ die=$die
		open i$die uncore_imc_0/event=0x2,umask=0x11/ die=$die
		open d$die uncore_imc_0/event=0xff/ die=$die
		open u$die uncore_ubox/event=0xff/ die=$die
		open s$die uncore_cha_1/event=0x35,umask=0x1/ die=$die period=1000
		sim inject die=$die unit=* event=0x35 umask=0x1 n=100
		sim inject die=$die unit=m2m:0 event=0x18 umask=0x1 n=100
		END
	done
	cat <<-END
	sim inject die=0 unit=cha:1 event=0x35 umask=0x1 n=900
	msr 2 0x2ff0 1
	sim global die=1
	expect-equal @reply.global_control 1 package 1 is frozen
	kexec /job/vmlinuz /tmp/next.cpio
	END
} | pmontest
not_ok "the next kernel was not started"
