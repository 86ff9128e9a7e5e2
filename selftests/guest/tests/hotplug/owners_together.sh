# SPDX-License-Identifier: GPL-2.0-only
# what: the owners of both packages go offline at the same time, again and again; counts and samples are exact
# machine: wide
# kernels: 6.1
# why: later kernels keep CPU 0 online
# variant: cpu0 kernel:cpu0_hotplug
#
# CPU 0 owns package 0. Kernels before 6.5 can take it offline if they have the argument cpu0_hotplug, later ones cannot.
. /test/hotplug.sh
load sample_poll_us=500

# The CPUs of a package go offline and come back one after the other until /tmp/stop exists.
change_owners() { # PACKAGE
	changes=0
	while [ ! -e /tmp/stop ]; do
		for cpu in $(seq $((cpus_each * $1)) $((cpus_each * ($1 + 1) - 1))); do
			echo 0 >$cpu_dir/cpu$cpu/online && changes=$((changes + 1))
			echo 1 >$cpu_dir/cpu$cpu/online
			echo $changes >/tmp/changes$1
		done
	done
}
# inject NAME COMMAND...: adds what was not frozen to the sum of an event
inject() {
	echo "sim inject $2"
	echo "set sum_$1 @sum_$1+@reply.seen"
}
units="cha m2m imc upi"
{
	echo "section owners of two packages change"
	for die in 0 1; do
		for unit in $units; do
			echo "open $unit$die uncore_${unit}_0/event=0x60,umask=0x1/ die=$die"
			echo "set sum_$unit$die 0"
		done
		echo "open all$die uncoreall_cha/event=0x60,umask=0x2/ die=$die"
		echo "open sample$die uncore_cha_3/event=0x61,umask=0x1/ die=$die period=1000 sample_type=0x10 samples"
		echo "set sum_all$die 0"
		echo "set sum_sample$die 0"
	done
	for die in 0 1; do
		echo "run touch /tmp/go$die"
	done
	for round in $(seq 30); do
		for die in 0 1; do
			for unit in $units; do
				inject $unit$die "die=$die unit=$unit:0 event=0x60 umask=0x1 n=$((100 + die))"
			done
			inject all$die "die=$die unit=cha:* event=0x60 umask=0x2 n=$((10 + die))"
			inject sample$die "die=$die unit=cha:3 event=0x61 umask=0x1 n=700"
		done
		for die in 0 1; do
			for name in $units all; do
				echo "expect $name$die @sum_$name$die round $round: $name of package $die"
			done
			echo "run until [ \$(cat /tmp/changes$die) -ge $((round / 3)) ]; do usleep 10000; done"
		done
	done
	echo "run touch /tmp/stop"
	for die in 0 1; do
		echo "thaw $die"
		echo "expect sample$die @sum_sample$die samples of package $die"
	done
	echo "close all"
	echo "end"
} >/tmp/script
for die in 0 1; do
	echo 0 >/tmp/changes$die
	{ until [ -e /tmp/go$die ]; do usleep 10000; done; change_owners $die; } &
done
pmontest </tmp/script
wait
for die in 0 1; do
	note "package $die: $(cat /tmp/changes$die) CPUs went offline"
	check "the owner of package $die has changed" [ "$(cat /tmp/changes$die)" -ge 10 ]
done
equal "CPUs online" "$(cat $cpu_dir/online)" 0-$((CPUS - 1))
