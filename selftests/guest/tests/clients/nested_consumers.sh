# SPDX-License-Identifier: GPL-2.0-only
# what: consumers and BPF programs read within the driver's own critical sections, also registers behind a lock: -EBUSY, no hang
# machine: snbep
# kernels: 6.12
insmod "$(kernel_module msr)" 2>/dev/null
load poll_period_ms=2
check "a consumer" insmod /lib/consumer.ko
C=/sys/kernel/debug/uncore_consumer
ask() { echo "$*" >$C/command && cat $C/result; }
equal "a counter behind the lock of PCI" "$(ask open 0 uncore_imc_0 event=0x7,umask=0x1 0 0)" 0
equal "one in MSRs" "$(ask open 1 uncore_cbox_0 event=0x7,umask=0x1 0 0)" 0
equal "one of all units behind the lock" "$(ask open 2 uncoreall_imc event=0x7,umask=0x1 0 0)" 0
sim inject die=0 unit=imc:0 event=0x7 umask=0x1 n=3 >/dev/null
sim inject die=0 unit=cbox:0 event=0x7 umask=0x1 n=4 >/dev/null

# Counters start, are read, stop and are read by the timer: on CPU 0, which owns package 0.
cat >/tmp/accesses <<'END'
open box uncore_cbox_1/event=0x7,umask=0x1/ cpu=0
open channel uncore_imc_1/event=0x7,umask=0x1/ cpu=0
sim inject die=0 unit=cbox:1 event=0x7 umask=0x1 n=5
sim inject die=0 unit=imc:1 event=0x7 umask=0x1 n=6
wait 20
expect box 5
expect channel 6
close all
END
cat >/tmp/work <<'END'
#!/bin/sh
exec taskset 1 pmontest </tmp/accesses >/tmp/work.out
END
chmod +x /tmp/work

# Registers are accessed with the lock of the die held. That of PCI is taken within it.
for point in read_msr write_msr; do
	for slot in 0 1 2; do
		equal "slot $slot is read at $point" "$(ask probe $slot $point)" 0
	done
	check "$point: counting meanwhile" /tmp/work
	for slot in 0 1 2; do
		ask unprobe $slot >/tmp/got
		read fresh busy elsewhere other </tmp/got
		note "$point, slot $slot: $fresh fresh, $busy busy, $elsewhere elsewhere"
		at_most "$point, slot $slot: busy" 1 $busy
		equal "$point, slot $slot: other errors" $other 0
	done
	# The same by the functions of BPF programs.
	for pmu in uncore_imc_0 uncore_cbox_0; do
		read_units -t $point -d 0 $pmu 0x107 /tmp/work >/tmp/out 2>&1
		equal "$point, $pmu: status of the program" $? 0
		# Of CPU 0: fresh, elsewhere, busy.
		set -- $(awk 'NF >= 7 && $1 == 0 { print $2, $3, $4 }' /tmp/out)
		note "$point, $pmu: $1 fresh, $2 elsewhere, $3 busy"
		equal "$point, $pmu: elsewhere" "$2" 0
		at_most "$point, $pmu: busy" 1 "${3:-0}"
	done
done
# Six times the other unit has counted 6.
equal "the counts" "$(ask read 0 0 process), $(ask read 1 0 process), $(ask read 2 0 process)" "0 3, 0 4, 0 39"
rmmod consumer
