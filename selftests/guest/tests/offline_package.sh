# SPDX-License-Identifier: GPL-2.0-only
# what: a package whose CPUs are all offline is left alone, the other one counts; it is used once it is up
# machine: small
# builds: each
for cpu in 2 3; do
	echo 0 >/sys/devices/system/cpu/cpu$cpu/online
done
sim stats reset >/dev/null
load
equal "the owner of package 0 alone" "$(cpumask uncore_cha_0)" 0
pmontest <<END
open a uncore_cha_0/event=0x35,umask=0x1/ die=0
open m uncore_m2m_0/event=0x18,umask=0x1/ die=0
sim inject die=0 unit=cha:0 event=0x35 umask=0x1 n=5
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=6
expect a 5 package 0, MSR
expect m 6 package 0, PCI
END
for cpu in 3 2; do
	echo 1 >/sys/devices/system/cpu/cpu$cpu/online
done
note "cpumask with both packages: $(cpumask uncore_cha_0)"
pmontest <<END
open a uncore_cha_0/event=0x35,umask=0x1/ die=0
sim inject die=0 unit=cha:0 event=0x35 umask=0x1 n=7
expect a 7 package 0 after package 1 came up
END
