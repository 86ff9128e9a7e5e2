# SPDX-License-Identifier: GPL-2.0-only
# what: Westmere-EX: ten C boxes, the M box register whose fields are not where Nehalem-EX has them, M box overflow
# machine: wsmex
# kernels: 6.12
load
equal "C boxes" "$(ls -d $PMUS/uncore_cbox_* | wc -l)" 10
for id in 0 7 8 9; do
	cat <<END
section C box $id
open a uncore_cbox_$id/event=0x14,umask=0x1/ die=0
sim inject die=0 unit=cbox:$id event=0x14 umask=0x1 n=$((1000 + id))
expect a $((1000 + id))
close all
end
END
done | pmontest

# Three bits for each of the four events, from bit 12 on; below them and bit 24 belong to all.
pmontest <<'END'
section the aliases' values
open read uncore_mbox_0/bbox_cmds_read/ die=0
sim inject die=0 unit=mbox:0 event=0xd reg=0x5000 n=10
sim inject die=0 unit=mbox:0 event=0xd reg=0x2800 n=1000
expect read 10
close all
open write uncore_mbox_0/bbox_cmds_write/ die=0
sim inject die=0 unit=mbox:0 event=0xd reg=0x5040 n=20
expect write 20
close all
end
section four values at once, whichever event was asked for
open a uncore_mbox_1/inc_sel=0xd,fvc=0x1001000/ die=0
open b uncore_mbox_1/inc_sel=0xd,fvc=0x1002000/ die=0
open c uncore_mbox_1/inc_sel=0xd,fvc=0x1007000/ die=0
open d uncore_mbox_1/inc_sel=0x10,fvc=0x1a00000/ die=0
sim inject die=0 unit=mbox:1 event=0xd reg=0x1001000 n=1
sim inject die=0 unit=mbox:1 event=0xd reg=0x1002000 n=20
sim inject die=0 unit=mbox:1 event=0xd reg=0x1007000 n=300
sim inject die=0 unit=mbox:1 event=0x10 reg=0x1a00000 n=4000
expect a 1
expect b 20
expect c 300
expect d 4000
close all
end
refuse EINVAL uncore_mbox_0/inc_sel=0xd,fvc=0x800000/ die=0
END

# A counter of the M box stops when it overflows, unless it was told to wrap: whatever the event says.
pmontest <<'END'
section an M box counter overflows
open a uncore_mbox_0/inc_sel=0x2/ die=0
sim inject die=0 unit=mbox:0 event=2 n=100
expect a 100
sim preset die=0 unit=mbox:0 counter=0 value=0xfffffffffff0
sim inject die=0 unit=mbox:0 event=2 n=15
read before a
sim inject die=0 unit=mbox:0 event=2 n=1
expect a @before+1 at the wrap
sim inject die=0 unit=mbox:0 event=2 n=1000
expect a @before+1001 behind it
close all
end
END
