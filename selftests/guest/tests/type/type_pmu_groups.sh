# SPDX-License-Identifier: GPL-2.0-only
# what: groups on a type PMU count together and are read together; impossible ones are refused
# machine: small
# kernels: 6.1 6.12 7.3
# why: perf schedules groups in another way in each series
# quick: yes
load
pmontest <<END
section a group of four
open l uncoreall_cha/event=0x35,umask=0x1/ die=0 group
open s1 uncoreall_cha/event=0x36,umask=0x1/ die=0 leader=l
open s2 uncoreall_cha/event=0x37,umask=0x1/ die=0 leader=l
open s3 uncoreall_cha/event=0x38,umask=0x1,unit_mask=0x9/ die=0 leader=l
sim inject die=0 unit=cha:* event=0x35 umask=0x1 n=1
sim inject die=0 unit=cha:* event=0x36 umask=0x1 n=20
sim inject die=0 unit=cha:2 event=0x37 umask=0x1 n=300
sim inject die=0 unit=cha:* event=0x38 umask=0x1 n=4000
expect-group l 4 80 300 8000
disable l
sim inject die=0 unit=cha:* event=0x36 umask=0x1 n=20
expect-group l 4 80 300 8000
enable l
sim inject die=0 unit=cha:* event=0x36 umask=0x1 n=1
expect-group l 4 84 300 8000
end
refuse EINVAL uncoreall_cha/event=0x39,umask=0x1/ die=0 leader=l
refuse EINVAL uncoreall_cha/event=0x39,umask=0x1,unit_mask=0x1/ die=0 leader=l
refuse EINVAL uncoreall_cha/event=0x39,umask=0x1/ die=1 leader=l
refuse EINVAL uncoreall_m2m/event=0x18,umask=0x1/ die=0 leader=l
refuse EINVAL uncore_cha_0/event=0x39,umask=0x1/ die=0 leader=l
close all
END
# The fourth of these is free on CHA 1 to 3, and only there.
pmontest <<END
section a group fits each unit or none
open l uncoreall_cha/event=0x35,umask=0x1,unit_mask=0x1/ die=0 group
open s1 uncoreall_cha/event=0x36,umask=0x1,unit_mask=0x1/ die=0 leader=l
open s2 uncoreall_cha/event=0x37,umask=0x1,unit_mask=0x1/ die=0 leader=l
open s3 uncoreall_cha/event=0x38,umask=0x1/ die=0 leader=l
refuse EINVAL uncoreall_cha/event=0x39,umask=0x1/ die=0 leader=l
refuse EINVAL uncoreall_cha/event=0x39,umask=0x1,unit_mask=0x3/ die=0 leader=l
open s4 uncoreall_cha/event=0x39,umask=0x1,unit_mask=0xe/ die=0 leader=l
sim inject die=0 unit=cha:* event=0x35 umask=0x1 n=1
sim inject die=0 unit=cha:* event=0x36 umask=0x1 n=2
sim inject die=0 unit=cha:* event=0x37 umask=0x1 n=3
sim inject die=0 unit=cha:* event=0x38 umask=0x1 n=10
sim inject die=0 unit=cha:* event=0x39 umask=0x1 n=100
expect-group l 1 2 3 40 300
end
close all
open t uncoreall_cha/event=0x18,tid_en=1,filter_tid=5/ die=0
refuse EINVAL uncoreall_cha/event=0x19,tid_en=1,filter_tid=6/ die=0 leader=t
refuse EINVAL uncoreall_cha/event=0x19,tid_en=1,filter_tid=6,unit_mask=0x4/ die=0 leader=t
open t2 uncoreall_cha/event=0x19,tid_en=1,filter_tid=5/ die=0 leader=t
close all
open m uncoreall_m3upi/event=0x22,umask=1/ die=0
refuse EINVAL uncoreall_m3upi/event=0x80,umask=1/ die=0 leader=m
close all
open i uncoreall_irp/event=0x18/ die=0
open i1 uncoreall_irp/event=0x0f,umask=1/ die=0 leader=i
refuse EINVAL uncoreall_irp/event=0x0f,umask=2/ die=0 leader=i
END
# What is never possible for any event of the driver is not for these.
pmontest <<END
refuse EOPNOTSUPP uncoreall_cha/event=0x35,umask=0x1/ freq=1000
refuse EINVAL uncoreall_cha/event=0x35,umask=0x1/ pid=self cpu=0
refuse EINVAL uncoreall_cha/umask=0x1/ die=0
refuse EINVAL uncoreall_cha/event=0x35,umask=0x1,config=0x80000/ die=0
refuse EINVAL uncoreall_cha/event=0x35,config1=0x400/ die=0
refuse EINVAL uncoreall_cha/event=0x35,filter_tid=0x5/ die=0
END
