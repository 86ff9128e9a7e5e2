# SPDX-License-Identifier: GPL-2.0-only
# what: groups count together, are read together, and a group that fits always gets its counters
# machine: small
# kernels: 6.1 6.12 7.3
# why: perf schedules groups in another way in each series
# quick: yes
load
for unit in cha:0 m2m:1 imc:0; do
	type=${unit%:*}
	pmu=uncore_${type}_${unit#*:}
	pmontest <<END
section groups on $pmu
open l $pmu/event=0x18,umask=1/ die=1 group disabled
open s1 $pmu/event=0x18,umask=2/ die=1 leader=l
open s2 $pmu/event=0x18,umask=4/ die=1 leader=l
open s3 $pmu/event=0x18,umask=8/ die=1 leader=l
sim inject die=1 unit=$unit event=0x18 umask=1 n=1000
expect-group l 0 0 0 0
enable l
sim inject die=1 unit=$unit event=0x18 umask=1 n=1
sim inject die=1 unit=$unit event=0x18 umask=2 n=2
sim inject die=1 unit=$unit event=0x18 umask=4 n=3
sim inject die=1 unit=$unit event=0x18 umask=8 n=4
expect-group l 1 2 3 4
disable l
sim inject die=1 unit=$unit event=0x18 umask=2 n=1000
expect-group l 1 2 3 4
reset l
enable l
sim inject die=1 unit=$unit event=0x18 umask=4 n=30
expect-group l 0 2 33 4
end
END
done

# A group whose last member can only be on counter 0.
pmontest <<END
section a group that needs one assignment
open l uncore_cha_1/event=0x18,umask=1/ die=0 group
open s1 uncore_cha_1/event=0x18,umask=2/ die=0 leader=l
open s2 uncore_cha_1/event=0x18,umask=4/ die=0 leader=l
open s3 uncore_cha_1/event=0x36,umask=1/ die=0 leader=l
sim inject die=0 unit=cha:1 event=0x18 umask=1 n=5
sim inject die=0 unit=cha:1 event=0x36 umask=1 n=6
expect-group l 5 0 0 6
end
END
