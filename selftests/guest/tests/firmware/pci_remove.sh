# SPDX-License-Identifier: GPL-2.0-only
# what: PCI functions are removed and found again while their units count: the counts go on, and the next load has all units
# machine: small
# kernels: debug
# why: lifetimes
PCI=/sys/bus/pci

# The stack with the discovery function, the UBox and the bus after it.
buses() { for bus in 75 7e 7f f2 fe ff; do echo "$PCI/devices/0000:$bus:*"; done | xargs; }

load
pmus=$(ls $PMUS | grep -c uncore)
# Those that the driver has anything to do with: discovery tables, UBoxes, memory, and the units themselves.
functions=$(ls -d $(buses) | sed 's/.*\///')
note "$(echo $functions | wc -w) functions"
[ -n "$functions" ] || fail "there is no PCI function on the packages' buses"

# With and without an access in between; each step adds 5 to every count.
step=0
steps() {
	step=$((step + 5))
	for die in 0 1; do
		for unit in cha:0 m2m:0 upi:0 imc:0; do
			echo "sim inject die=$die unit=$unit event=0x60 umask=0x1 n=5"
		done
		for pmu in cha m2m upi imc; do
			echo "expect $pmu$die $step $1"
		done
	done
}
remove() {
	for function in $functions; do
		echo "run echo 1 >$PCI/devices/$function/remove"
	done
	echo "run ! ls -d $(buses) >/dev/null 2>&1"
}
{
	echo "section events count over a removal and a rescan, twice"
	for die in 0 1; do
		for pmu in cha m2m upi imc; do
			echo "open $pmu$die uncore_${pmu}_0/event=0x60,umask=0x1/ die=$die"
		done
	done
	steps before
	for round in 1 2; do
		remove
		steps removed
		echo "open again uncore_m2m_1/event=0x60,umask=0x1/ die=0"
		echo "sim inject die=0 unit=m2m:1 event=0x60 umask=0x1 n=3"
		echo "expect again 3 opened while it was not there"
		echo "close again"
		echo "run echo 1 >$PCI/rescan"
		steps "found again"
	done
	echo "close all"
	echo "end"
} | pmontest

# The driver's hold on functions that are gone ends with it, and those that are there are found.
unload
load
equal "PMUs after another load" "$(ls $PMUS | grep -c uncore)" $pmus
pmontest <<END
section counts after another load
open m uncore_m2m_0/event=0x60,umask=0x1/ die=1
open i uncore_imc_0/event=0x60,umask=0x1/ die=1
sim inject die=1 unit=m2m:0 event=0x60 umask=0x1 n=6
sim inject die=1 unit=imc:0 event=0x60 umask=0x1 n=7
expect m 6
expect i 7
end
END
unload

# Not there when the driver comes: said, and nothing else happens.
for function in $functions; do
	echo 1 >$PCI/devices/$function/remove
done
refuse "a load without any function" insmod $MODULE
check "it is said why" sh -c "dmesg | grep -q 'no PCI function has a PMON discovery capability'"
echo 1 >$PCI/rescan
load
equal "PMUs after a rescan" "$(ls $PMUS | grep -c uncore)" $pmus
refuse "the driver cannot be taken off its device" test -e $PCI/../platform/drivers/uncore_pmon/unbind
