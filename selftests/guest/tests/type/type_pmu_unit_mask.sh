# SPDX-License-Identifier: GPL-2.0-only
# what: unit_mask selects the units of a type PMU; one that does not exist is refused
# machine: small
# kernels: 6.12
load

event=event=0x35,umask=0x1
pmontest <<END
section unit_mask on package 0, whose four CHAs count 1, 20, 300 and 4000
open all uncoreall_cha/$event/ die=0
open zero uncoreall_cha/$event,unit_mask=0/ die=0
open two uncoreall_cha/$event,unit_mask=0x5/ die=0
open last uncoreall_cha/$event,unit_mask=0x8/ die=0
sim inject die=0 unit=cha:0 event=0x35 umask=0x1 n=1
sim inject die=0 unit=cha:1 event=0x35 umask=0x1 n=20
sim inject die=0 unit=cha:2 event=0x35 umask=0x1 n=300
sim inject die=0 unit=cha:3 event=0x35 umask=0x1 n=4000
sim inject die=1 unit=cha:* event=0x35 umask=0x1 n=50000
expect all 4321
expect zero 4321
expect two 301
expect last 4000
end
close all
END

# Events with disjoint masks are not in each other's way: sixteen of them fit.
{
	echo "section four events on each of four CHAs"
	for id in 0 1 2 3; do
		for umask in 1 2 4 8; do
			echo "open e$id.$umask uncoreall_cha/event=0x18,umask=$umask,unit_mask=$((1 << id))/ die=1"
		done
	done
	for umask in 1 2 4 8; do
		echo "sim inject die=1 unit=cha:* event=0x18 umask=$umask n=$((umask * 11))"
	done
	for id in 0 1 2 3; do
		for umask in 1 2 4 8; do
			echo "expect e$id.$umask $((umask * 11))"
		done
	done
	echo "end"
} | pmontest

# A sum without a unit that was asked for would be wrong.
pmontest <<END
refuse EINVAL uncoreall_cha/$event,unit_mask=0x10/ die=0
refuse EINVAL uncoreall_cha/$event,unit_mask=0x1f/ die=1
refuse EINVAL uncoreall_cha/$event,unit_mask=0x8000000000000000/ die=0
refuse EINVAL uncoreall_m2m/event=0x18,umask=0x1,unit_mask=0x4/ die=0
refuse EINVAL uncoreall_imc/event=0x2,umask=0x11,unit_mask=0xffffffffffffffff/ die=0
refuse EINVAL uncore_cha_0/$event,config2=0x1/ die=0
open mask uncoreall_m2m/event=0x18,umask=0x1,unit_mask=0x2/ die=0
sim inject die=0 unit=m2m:* event=0x18 umask=0x1 n=9
expect mask 9 M2M 1 alone
END
equal "format of unit_mask" "$(cat $PMUS/uncoreall_cha/format/unit_mask)" config2:0-63
refuse "unit PMUs have no unit_mask" test -e $PMUS/uncore_cha_0/format/unit_mask
for file in $(ls $PMUS/uncore_cha_0/format); do
	equal "format $file is that of the units" "$(cat $PMUS/uncoreall_cha/format/$file)" \
		"$(cat $PMUS/uncore_cha_0/format/$file)"
done

# A unit that has dropped off its bus; the test gone has the rest.
pmontest <<END
section a unit that is gone
open all uncoreall_m2m/event=0x18,umask=0x1/ die=1
sim gone die=1 unit=m2m:0 gone
expect all 0
close all
refuse ENODEV uncoreall_m2m/event=0x18,umask=0x1,unit_mask=0x1/ die=1
open other uncoreall_m2m/event=0x18,umask=0x1,unit_mask=0x2/ die=1
open rest uncoreall_m2m/event=0x18,umask=0x1/ die=1
open die0 uncoreall_m2m/event=0x18,umask=0x1/ die=0
sim inject die=* unit=m2m:* event=0x18 umask=0x1 n=77
expect other 77
expect rest 77
expect die0 154
close all
sim gone die=1 unit=m2m:0 back
end
END
