# SPDX-License-Identifier: GPL-2.0-only
# what: events that need different values of a shared register, or exclude each other, take turns
# machine: small
# kernels: 6.12
# quick: yes
load

# One thread filter per CHA: events with the same value run together.
pmontest <<END
section same thread filter
open a uncore_cha_0/event=0x18,umask=1,tid_en=1,filter_tid=5/ die=0
open b uncore_cha_0/event=0x19,umask=1,tid_en=1,filter_tid=5/ die=0
open plain uncore_cha_0/event=0x1a,umask=1/ die=0
sim inject die=0 unit=cha:0 event=0x18 umask=1 tid=5 n=50
sim inject die=0 unit=cha:0 event=0x18 umask=1 tid=6 n=1000
sim inject die=0 unit=cha:0 event=0x19 umask=1 tid=5 n=60
sim inject die=0 unit=cha:0 event=0x1a umask=1 tid=9 n=70
expect a 50 filtered
expect b 60 filtered
expect plain 70 not filtered
end
END
# Different values: each counts only its own thread, never at the same time as the other.
pmontest <<END
section different thread filters
open a uncore_cha_0/event=0x18,umask=1,tid_en=1,filter_tid=5/ die=0
sim inject die=0 unit=cha:0 event=0x18 umask=1 tid=5 n=50
read first a
open b uncore_cha_0/event=0x19,umask=1,tid_en=1,filter_tid=6/ die=0
wait 200
sim inject die=0 unit=cha:0 event=0x18 umask=1 tid=6 n=1000
sim inject die=0 unit=cha:0 event=0x19 umask=1 tid=5 n=1000
expect-equal @first 50 alone it counts
expect-between a 50 50 nothing of the other thread
expect-between b 0 0 nothing of the other thread
close a
wait 100
sim inject die=0 unit=cha:0 event=0x19 umask=1 tid=6 n=33
expect-between b 33 33 with the filter of its own once it is alone
end
END

# M3UPI: mesh-stop events (0x80 and up) and its own never at the same time.
pmontest <<END
section M3UPI: mesh events and own events
open own uncore_m3upi_1/event=0x22,umask=1/ die=1
open own2 uncore_m3upi_1/event=0x2b/ die=1
sim inject die=1 unit=m3upi:1 event=0x22 umask=1 n=10
sim inject die=1 unit=m3upi:1 event=0x2b n=20
expect own 10
expect own2 20
close all
open mesh uncore_m3upi_1/event=0x80,umask=1/ die=1
sim inject die=1 unit=m3upi:1 event=0x80 umask=1 n=30
expect mesh 30
open own uncore_m3upi_1/event=0x22,umask=1/ die=1
wait 200
close mesh
wait 100
sim inject die=1 unit=m3upi:1 event=0x22 umask=1 n=40
expect-between own 40 40 once the mesh event is gone
end
END

# Extended umask, channel and class masks belong to each event alone.
pmontest <<END
section extensions are not shared
open a uncore_cha_1/event=0x35,umask=0xc817ff01/ die=0
open b uncore_cha_1/event=0x35,umask=0x01,umask_ext=0xc81786/ die=0
sim inject die=0 unit=cha:1 event=0x35 umask=0x01 ext=0xc817ff n=100
sim inject die=0 unit=cha:1 event=0x35 umask=0x01 ext=0xc81786 n=200
expect a 100
expect b 200
close all
open p0 uncore_iio_0/event=0x83,umask=0x1,ch_mask=0x1,fc_mask=0x7/ die=0
open p1 uncore_iio_0/event=0x83,umask=0x1,ch_mask=0x2,fc_mask=0x7/ die=0
open p2 uncore_iio_0/event=0xc2,umask=0x4,ch_mask=0x4,fc_mask=0x7/ die=0
sim inject die=0 unit=iio:0 event=0x83 umask=0x1 ch=0x1 fc=0x1 n=3
sim inject die=0 unit=iio:0 event=0x83 umask=0x1 ch=0x2 fc=0x2 n=4
sim inject die=0 unit=iio:0 event=0xc2 umask=0x4 ch=0x4 fc=0x4 n=5
expect p0 3
expect p1 4
expect p2 5
close all
open m uncore_m2m_0/event=0x80,umask=0x80000001/ die=0
sim inject die=0 unit=m2m:0 event=0x80 umask=0x1 ext=0x800000 n=6
expect m 6 an M2M mesh event with its extra bit
end
END
