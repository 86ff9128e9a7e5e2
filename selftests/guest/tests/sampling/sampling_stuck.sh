# SPDX-License-Identifier: GPL-2.0-only
# what: whatever happens while a package is frozen for a sample, it does not stay frozen
# machine: small
# kernels: 6.12
READ=0x10
cha=uncore_cha_1/event=0x35,umask=1/
tor="unit=cha:1 event=0x35 umask=1"
cpu_dir=/sys/devices/system/cpu
stats=/sys/kernel/debug/uncore_pmon/sampling
[ -d /sys/kernel/debug/tracing ] || mount -t debugfs none /sys/kernel/debug
msr=$(kernel_module msr)
if [ -n "$msr" ]; then
	insmod "$msr" allow_writes=on
fi
[ -e /dev/cpu/0/msr ] || fail "MSRs cannot be written by hand on this kernel"

# number DIE NAME: of the debugfs file
number() { sed -n "s/^die $1:.* $2 \([0-9]*\).*/\1/p" $stats; }

# CHA 2, counter 0: event 0x35, umask 0x18, frz_ovf, one step before its end. Another user of the
# uncore has left that, and it has frozen the package before the module comes; then frz_all alone.
pmontest <<END
msr 0 0x2022 0x101835
msr 0 0x2028 0xffffffffffff
sim inject die=0 unit=cha:2 event=0x35 umask=0x18 n=1
sim global die=0
expect-equal @reply.global_control 1 frozen
END
load
pmontest <<END
section frozen before the module was loaded
thaw 0
open plain $cha
sim inject die=0 $tor n=5
expect plain 5
end
END
equal "said once" "$(module_messages | grep -c 'die 0: frozen by')" 1
unload
pmontest <<END
msr 0 0x2ff0 1
sim global die=0
expect-equal @reply.global_control 1 frozen
END
load sample_poll_us=1000000
pmontest <<END
section frozen by hand before the module was loaded
thaw 0
open plain $cha
sim inject die=0 $tor n=5
expect plain 5
end
END

# From here on the next look comes so late that all takes place while the package is frozen.
pmontest <<END
section an event that is stopped or closed while it has frozen the package
open s $cha period=1000 sample_type=$READ samples
sim inject die=0 $tor n=5000
disable s
thaw 0
expect-samples s 1
expect-between s 1000 1000
enable s
sim inject die=0 $tor n=1000
thaw 0
expect-samples s 2
sim inject die=0 $tor n=5000
close s
thaw 0
open plain $cha
sim inject die=0 $tor n=77
expect plain 77
close all
end
END

pmontest <<END
section the owner goes offline while the package is frozen
open s $cha die=1 period=1000 sample_type=$READ
open plain uncore_m2m_0/event=0x18,umask=1/ die=1
sim inject die=1 $tor n=5000
run echo 0 >$cpu_dir/cpu2/online
thaw 1
sim inject die=1 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 5
expect-between s 1000 1000
sim inject die=1 $tor n=5000
thaw 1
expect-between s 2000 2000
run echo 1 >$cpu_dir/cpu2/online
sim inject die=1 $tor n=5000
run echo 0 >$cpu_dir/cpu3/online
thaw 1
expect-between s 3000 3000
run echo 1 >$cpu_dir/cpu3/online
close all
end
END
equal "samples of the die whose owner went" "$(number 1 samples)" 3

# A whole package goes while it is frozen, and comes back.
pmontest <<END
section a package goes while it is frozen
open s $cha die=1 period=1000 sample_type=$READ
sim inject die=1 $tor n=5000
run echo 0 >$cpu_dir/cpu3/online
run echo 0 >$cpu_dir/cpu2/online
thaw 1
close s
run echo 1 >$cpu_dir/cpu3/online
run echo 1 >$cpu_dir/cpu2/online
thaw 1
open plain $cha die=1
sim inject die=1 $tor n=77
expect plain 77
end
END

# The module goes at once after an event that has frozen the package.
pmontest <<END
open s $cha period=1000 sample_type=$READ samples
sim inject die=0 $tor n=1000
expect-between s 1000 1000
END
unload
pmontest <<END
section the module is gone and nothing is frozen
thaw 0
sim get die=0 unit=cha:1
expect-equal @reply.frozen 0
end
END

# What others do while events sample.
load sample_poll_us=2000
pmontest <<END
section freezes that are not ours, and overflows that freeze nothing
open s $cha period=1000 sample_type=$READ samples
open plain uncore_m2m_0/event=0x18,umask=1/
msr 0 0x2022 0x101835
msr 0 0x2028 0xffffffffffff
sim inject die=0 unit=cha:2 event=0x35 umask=0x18 n=3
thaw 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 5
sim inject die=0 $tor n=5000
thaw 0
expect-samples s 1
# Within 50 ms, or later if the host is busy, the driver checks that the freeze has ended, and would see the changed control.
sim inject die=0 $tor n=100
wait 1000
counter c 0 cha:1 0x35
msr 0 0x2012+@c 0x135
sim inject die=0 $tor n=907
await-samples s 2
expect-sample s 2007
expect s 2007
end
msr 0 0x2022 0
END
equal "foreign freezes" "$(number 0 foreign)" 1
equal "said once" "$(module_messages | grep -c 'die 0: frozen by')" 2
equal "late samples" "$(number 0 late)" 1

# Without an event that samples it is the timer against wraps that looks, a minute from now; then
# every 100 ms, beginning with the next event that is opened.
unload
load
period=/sys/module/uncore_pmon/parameters/poll_period_ms
tracing=/sys/kernel/debug/tracing
echo >$tracing/trace
echo 1 >$tracing/events/uncore_pmon/freeze/enable
pmontest <<END
section an overflow of somebody else freezes the package while events only count
open plain $cha
sim inject die=0 $tor n=3
msr 0 0x2022 0x101835
msr 0 0x2028 0xffffffffffff
sim inject die=0 unit=cha:2 event=0x35 umask=0x18 n=1
sim inject die=0 $tor n=5000
expect plain 3 counts stand still
run echo 100 >$period
open other uncore_m2m_0/event=0x18,umask=1/
thaw 0
sim inject die=0 $tor n=5
expect plain 8 and go on
end
msr 0 0x2022 0
END
equal "freezes found by counting" "$(number 0 freezes)" 1
equal "of these by somebody else" "$(number 0 foreign)" 1

echo 0 >$period
sim clock die=0 unit=cha:1 hz=100000000 >/dev/null
sim clock die=0 unit=iio:0 hz=100000000 >/dev/null
pmontest <<END
section somebody else freezes the package, and a clock that stands still shows it
open clock uncore_cha_1/event=0x1/
open free uncore_iio_free_running_0/event=0xff,umask=0x10/
open plain $cha
msr 0 0x2ff0 1
read stopped clock
sim inject die=0 $tor n=5000
wait 20
read later clock
expect-equal @stopped @later the clock stands still
expect plain 0
run echo 100 >$period
open other uncore_m2m_0/event=0x18,umask=1/
thaw 0
sim inject die=0 $tor n=5
expect plain 5
read running clock
expect-at-most @later+1 @running the clock goes on
end
END
sim clock die=0 unit=* hz=0 >/dev/null
equal "freezes found by counting" "$(number 0 freezes)" 2
equal "of these by somebody else" "$(number 0 foreign)" 2
equal "freezes traced" "$(grep -c ' freeze: die=0 samples=0 ' $tracing/trace)" 2
echo 0 >$tracing/events/uncore_pmon/freeze/enable
equal "said once" "$(module_messages | grep -c 'die 0: frozen by')" 3
unload
load sample_poll_us=2000

# A storm: an overflow a hundred times as often as anybody looks.
pmontest <<END
section a storm
open s $cha period=10 sample_type=$READ samples
open plain uncore_m2m_0/event=0x18,umask=1/
sim rate die=0 $tor per_second=2000000
set storm @reply.id
await-samples s 40
sim rate die=0 unit=m2m:0 event=0x18 umask=1 per_second=1000000
wait 300
read value plain
sim rate-stop id=all
expect-at-most 1 @value the other event counts all the same
thaw 0
reset plain
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 5
close s
thaw 0
end
END
check "the storm was noticed" test "$(number 0 storms)" -gt 0
equal "no event samples, nobody looks" "$(number 0 active)" 0
sed 's/^/# /' $stats
