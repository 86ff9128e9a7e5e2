# SPDX-License-Identifier: GPL-2.0-only
# what: a counter of 36 bits that is read late, but before it wraps completely, is counted exactly
# machine: small
# kernels: 6.12
event=uncore_iio_free_running_0/event=0xff,umask=0x20/
bytes="inject-free die=0 unit=iio:0 counter=bw_in0"
readings=/sys/kernel/debug/uncore_pmon/readings
range=$((1 << 36))

# Users read it instead of the timer. At the assumed rate, the first step takes 483 ms, the second one 622.
first=$((range / 100 * 45)) second=$((range / 100 * 58))
load poll_period_ms=100000
{
	echo "section a reading that comes late, after one in time"
	echo "open a $event"
	step=1
	while [ $step -le 5 ]; do
		cat <<-END
		wait 500
		sim $bytes n=$first
		expect a $((step * first + (step - 1) * second)) in time
		sim $bytes n=$second
		expect a $((step * (first + second))) late
		END
		step=$((step + 1))
	done
	echo "end"
} | pmontest
equal "values that were wrong" "$(cat $readings)" "die 0: again 5 wrong 0 gone 0${newline}die 1: again 0 wrong 0 gone 0"
unload

# A port moves 57 GB/s while the owner CPU is held up for 350 ms, every two seconds: 50 GB at most from one read to the next. If
# the host is busy, time goes on without a read, and no more than 95 % of the range moves.
total=1000000000000
cat >/tmp/stream <<END
moved=0 since=0 more=0 reads=
set -- \$(cat /proc/uptime)
begun=\${1%.*}\${1#*.}
while [ \$moved -lt $total ]; do
	before=\$reads
	reads=\$(pmonctl stats | sed -n 's/^unit 0 iio 0 .*rdmsr=\([0-9]*\).*/\1/p')
	[ -n "\$reads" ] || exit 1
	# The last bytes may have come behind the read.
	[ "\$reads" = "\$before" ] || since=\$more
	set -- \$(cat /proc/uptime)
	now=\${1%.*}\${1#*.}
	more=\$(((now - begun) * 570000000 - moved))
	[ \$more -le \$(($range / 100 * 95 - since)) ] || more=\$(($range / 100 * 95 - since))
	[ \$more -le \$(($total - moved)) ] || more=\$(($total - moved))
	[ \$more -gt 0 ] || { more=0; continue; }
	pmonctl $bytes n=\$more >/dev/null || exit 1
	moved=\$((moved + more)) since=\$((since + more))
done
END
load
pmontest <<END
section the owner CPU is held up while a port moves $((total / 1000000000)) GB
cpu 2
open a $event
run insmod /lib/hold_cpu.ko cpu=0 ms=350 every_ms=2000
run sh /tmp/stream
run rmmod hold_cpu
expect a $total
end
END
at_most "values that were wrong" "$(sed -n 's/^die 0: again [0-9]* wrong \([0-9]*\).*/\1/p' $readings)" 0
equal "reports of wrong values" "$(module_messages | grep -c 'returned a wrong value')" 0
sed 's/^/# /' $readings
