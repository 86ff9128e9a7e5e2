# SPDX-License-Identifier: GPL-2.0-only
# what: the bpftrace lines of the documentation, as they stand, tell what the driver does
# machine: small
# kernels: 6.12
insmod "$(kernel_module msr)" 2>/dev/null
load poll_period_ms=20

cat >/tmp/drive <<'EOF'
open plain uncoreall_cha/event=0x18,umask=0x1/ cpu=0
open s uncore_cha_1/event=0x60,umask=0x1/ cpu=0 period=1000 sample_type=0x10 samples
sim inject die=0 unit=cha:* event=0x18 umask=0x1 n=1234
sim inject die=0 unit=cha:1 event=0x60 umask=0x1 n=1000
thaw 0
sim inject die=0 unit=cha:1 event=0x60 umask=0x1 n=1000
thaw 0
expect plain 4936
expect-samples s 2
refuse EINVAL uncore_cha_0/event=0x35,filter_tid=5/ cpu=0
close all
EOF

# What each line has to print of that.
expected() {
	case $1 in
	*:sample*)	echo '^@\[352, 0, 1, [0-3]\]: 2$' ;;
	*:freeze*)	echo '^@samples\[0\]: count 2, average 1, total 2$' ;;
	*args.count\ *)	echo '^@\[[0-9]+, 0, 3\]: 1234$' ;;
	*:unit_count*)	echo '^@\[pmontest, [0-9]+\]: [1-9]' ;;
	*:refused*)	echo '^@\[pmontest, [0-9]+, [0-9]+, -22\]: 1$' ;;
	*write_msr*)	echo '^@\[0, [0-9]+\]: [1-9]' ;;
	esac
}

PATH=$PATH:/opt/bpftrace/bin
sed -n "s/^    \(bpftrace -e .*\)$/\1/p" /test/bpf.rst >/tmp/lines
while read -r line; do
	(eval "exec $line") >/tmp/out 2>&1 &
	# It has said that it attaches, and waits for what comes.
	i=0
	until grep -q '^Attach' /tmp/out && grep -qE 'ep_poll|epoll_wait' /proc/$!/wchan; do
		usleep 100000
		i=$((i + 1))
		[ $i -lt 600 ] || break
	done
	# On the die whose events it reads: what it reads from elsewhere is read in somebody else's name.
	taskset -c 0 pmontest </tmp/drive >/tmp/driven
	kill -INT $!
	wait $!
	sed 's/^/# /' /tmp/out
	grep '^not ok' /tmp/driven
	check "$line" grep -qE "$(expected "$line")" /tmp/out
done </tmp/lines
equal "lines that were tried" "$(wc -l </tmp/lines)" "$(grep -c 'bpftrace -e' /test/bpf.rst)"
