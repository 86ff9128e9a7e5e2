# SPDX-License-Identifier: GPL-2.0-only
# what: a lost write that should end a freeze, or stop a counter, leaves no package frozen, and is not taken for another user's
# machine: small
# kernels: 6.12
READ=0x10
cha=uncore_cha_1/event=0x35,umask=1/
m2m=uncore_m2m_0/event=0x18,umask=1/
tor="unit=cha:1 event=0x35 umask=1"
stats=/sys/kernel/debug/uncore_pmon/sampling
number() { sed -n "s/^die 0:.* $1 \([0-9]*\).*/\1/p" $stats; }
load

# Each second write is lost: a freeze ends with two, and the first of them is to freeze what is frozen.
pmontest <<END
section the write that ends a freeze is lost while events sample
open s $cha period=1000 sample_type=$READ samples
open plain $m2m
sim fault lost-global die=0 unit=cha:0 each=2
sim inject die=0 $tor n=1000
await-samples s 1
thaw 0
sim fault none
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 5
section its event is closed at once
sim fault lost-global die=0 unit=cha:0 each=2
sim inject die=0 $tor n=1000
await-samples s 2
close s
thaw 0
sim fault none
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 10
section and all others, too
open s $cha period=1000 sample_type=$READ samples
sim fault lost-global die=0 unit=cha:0 each=2
sim inject die=0 $tor n=1000
await-samples s 1
close all
sim fault none
open plain $m2m
thaw 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 5
close all
end
END
equal "freezes of other users" "$(number foreign)" 0
equal "without a clock nothing is sure" "$(number stayed)" 0
equal "nothing to report" "$(module_messages | grep -c 'frozen')" 0

sim clock die=0 unit=cha:1 hz=100000000 >/dev/null
pmontest <<END
section a clock shows that the package stayed frozen
open clock uncore_cha_1/event=0x1/
open s $cha period=1000 sample_type=$READ samples
sim fault lost-global die=0 unit=cha:0 each=2
sim inject die=0 $tor n=1000
await-samples s 1
thaw 0
sim fault none
sim fault lost-global die=0 unit=cha:0 each=2
sim inject die=0 $tor n=1000
await-samples s 2
thaw 0
sim fault none
end
END
equal "freezes that stayed" "$(number stayed)" 2
equal "freezes of other users" "$(number foreign)" 0
equal "reported once" "$(module_messages | grep -c 'die 0: stayed frozen after a freeze was ended')" 1
equal "no freeze is reported as another user's" "$(module_messages | grep -c 'another user')" 0

# KUnit and earlier rounds have such messages, too.
stands="uncore_pmon: die 0: no counter moves"
before=$(dmesg | grep -c "$stands")
pmontest <<END
section no write ends the freeze
open clock uncore_cha_1/event=0x1/
open s $cha period=1000 sample_type=$READ samples
sim fault no-release die=0 unit=cha:0
sim inject die=0 $tor n=1000
await-samples s 1
run for i in \$(seq 600); do [ \$(dmesg | grep -c "$stands") = $before ] || break; usleep 100000; done
sim fault none
thaw 0
end
END
equal "reported" "$(module_messages | grep -c 'die 0: no counter moves since a freeze was ended')" 1
equal "no freeze is reported as another user's" "$(module_messages | grep -c 'another user')" 0
sim clock die=0 unit=* hz=0 >/dev/null

# The second write of a control is the one that stops the counter: it goes on, and freezes the package when it overflows.
unload
load poll_period_ms=100
pmontest <<END
section the write that stops a counter is lost
open plain $m2m
sim fault lost-writes die=0 unit=cha:1 each=2
open s $cha period=1000 sample_type=$READ samples
close s
sim fault none
sim inject die=0 $tor n=1000
thaw 0
sim inject die=0 unit=m2m:0 event=0x18 umask=1 n=5
expect plain 5
sim inject die=0 $tor n=100000
sim global die=0
expect-equal @reply.global_control 0 it counts no more
end
END
equal "freezes" "$(number freezes)" 1
equal "freezes of other users" "$(number foreign)" 0
equal "no freeze is reported as another user's" "$(module_messages | grep -c 'another user')" 0
sed 's/^/# /' $stats
