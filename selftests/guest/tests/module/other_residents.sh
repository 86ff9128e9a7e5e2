# SPDX-License-Identifier: GPL-2.0-only
# what: EDAC's driver and ours share the memory controllers, that of the uncore's clock the CPUs; one that has claimed them takes no unit away; who writes our registers is found out
# machine: small
# kernels: 6.12 7.3
# why: the other drivers differ
period=/sys/module/uncore_pmon/parameters/poll_period_ms
discovery=/sys/kernel/debug/uncore_pmon/discovery
cha=uncore_cha_1/event=0x35,umask=0x1/
tor="unit=cha:1 event=0x35 umask=0x1"

# number DIE: controls of its counters that somebody else has changed
number() { sed -n "s/^die $1:.* changed \([0-9]*\).*/\1/p" /sys/kernel/debug/uncore_pmon/controls; }

# EDAC's driver maps the memory controllers' registers, and reads what DIMMs there are. Each comes while the other is there.
edac=/sys/devices/system/edac/mc
for module in libnvdimm nfit skx_edac_common; do
	insmod "$(kernel_module $module)" || fail "$module does not load"
done
# dimms TEXT: one of 16 GiB in each channel
dimms() {
	for die in 0 1; do
		equal "$1: memory of package $die, in MiB" "$(cat $edac/mc$die/size_mb)" $((16384 * UNITS_imc))
	done
}
# counting PMUS COMMAND...: counts of each register of a controller go on while the command runs
counting() {
	{
		echo "section memory controllers count: $*"
		for die in 0 1; do
			cat <<-END
			open i$die uncore_imc_0/event=0x2,umask=0x11/ die=$die
			open j$die uncore_imc_1/event=0x2,umask=0x11/ die=$die
			open d$die uncore_imc_0/event=0xff/ die=$die
			open f$die uncore_imc_free_running_0/event=0xff,umask=0x20/ die=$die
			END
		done
		for n in 1 2; do
			for die in 0 1; do
				cat <<-END
				sim inject die=$die unit=imc:0 event=0x2 umask=0x11 n=33
				sim inject die=$die unit=imc:1 event=0x2 umask=0x11 n=34
				sim inject-free die=$die unit=imc:0 counter=fixed n=35
				sim inject-free die=$die unit=imc:0 counter=rpq n=36
				expect i$die $((33 * n))
				expect j$die $((34 * n))
				expect d$die $((35 * n))
				expect f$die $((36 * n))
				END
			done
			[ $n = 2 ] || echo "run $*"
		done
		echo "close all"
		echo "end"
	} | pmontest
}
load
units=$(ls $PMUS | grep -c '^uncore_imc')
counting "insmod $(kernel_module i10nm_edac)"
dimms "EDAC after us"
unload
dimms "EDAC without us"
load
equal "PMUs of memory controllers beside EDAC" "$(ls $PMUS | grep -c '^uncore_imc')" "$units"
counting "cat $edac/mc0/ce_count $edac/mc1/ce_count >/dev/null"
counting "rmmod i10nm_edac"
refuse "EDAC is gone" test -e $edac/mc0
for module in skx_edac_common nfit libnvdimm; do
	check "$module is unloaded" rmmod $module
done
unload

# The driver of the uncore's clock has MSRs of its own, and follows CPUs that come and go as ours does.
insmod "$(kernel_module intel_uncore_frequency_common)" || fail "the common part of the frequency driver does not load"
frequency=/sys/devices/system/cpu/intel_uncore_frequency
load
cat >/tmp/limits <<'END'
ls $1 | grep -c '^package_'
for file in $1/package_*/max_freq_khz; do
	echo 800000 >$file || echo "$file: refused"
done
for cpu in 2 3; do
	echo 0 >/sys/devices/system/cpu/cpu$cpu/online
	echo 1 >/sys/devices/system/cpu/cpu$cpu/online
done
END
# clock N: what each of these has counted after N injections
clock() {
	for die in 0 1; do
		cat <<-END
		sim inject die=$die unit=cha:1 event=0x35 umask=0x1 n=21
		sim inject die=$die unit=pcu:0 event=0x60 n=22
		sim inject die=$die unit=ubox:0 event=0x42 umask=0x8 n=23
		expect c$die $((21 * $1))
		expect p$die $((22 * $1))
		expect u$die $((23 * $1))
		END
	done
}
{
	echo "section counts beside the driver of the uncore's clock"
	for die in 0 1; do
		echo "open c$die $cha die=$die"
		echo "open p$die uncore_pcu/event=0x60/ die=$die"
		echo "open u$die uncore_ubox/event=0x42,umask=0x8/ die=$die"
	done
	clock 1
	echo "run insmod $(kernel_module intel_uncore_frequency)"
	clock 2
	echo "run sh /tmp/limits $frequency >/tmp/limits.out 2>&1"
	clock 3
	echo "run rmmod intel_uncore_frequency"
	clock 4
	echo "close all"
	echo "end"
} | pmontest
equal "its packages, and what it refused" "$(cat /tmp/limits.out)" 2
unload
check "the frequency driver is unloaded" rmmod intel_uncore_frequency_common

# The register block of a memory controller, claimed whole.
load
block=$(sed -n 's/.*memory controller 0 at \(0x[0-9a-f]*\).*/\1/p' $discovery | head -n 1)
unload
check "another driver claims $block" insmod /lib/claim.ko start=$block size=0x2b000
load
equal "PMUs of memory controllers" "$(ls $PMUS | grep -c '^uncore_imc')" "$units"
equal "messages of what is missing" "$(module_messages | grep -c 'cannot be mapped')" 0
for die in 0 1; do
	pmontest <<-END
	open i uncore_imc_0/event=0x2,umask=0x11/ die=$die
	open j uncore_imc_1/event=0x2,umask=0x11/ die=$die
	open f uncore_imc_free_running_0/event=0xff,umask=0x20/ die=$die
	sim inject die=$die unit=imc:0 event=0x2 umask=0x11 n=33
	sim inject die=$die unit=imc:1 event=0x2 umask=0x11 n=34
	expect i 33
	expect j 34
	END
done

msr=$(kernel_module msr)
[ -z "$msr" ] || insmod "$msr" allow_writes=on
[ -e /dev/cpu/0/msr ] || fail "MSRs cannot be written by hand on this kernel"

# A counter is taken for something else, and one is switched off. The look is that of the timer against wraps, which is a minute away:
# it gets another period with the next event.
pmontest <<END
section a program writes our controls
open a $cha
open b uncore_cha_2/event=0x35,umask=0x1/
open c uncore_cha_1/event=0x35,umask=0x2/
sim inject die=0 $tor n=5
counter n 0 cha:1 0x35
msr 0 0x2012+@n 0x477
msr 0 0x2022 0
sim inject die=0 $tor n=100
expect-between a 5 105
run echo 50 >$period
open other uncore_m2m_0/event=0x18,umask=0x1/
wait 400
reset a b c
sim inject die=0 $tor n=7
sim inject die=0 unit=cha:2 event=0x35 umask=0x1 n=8
sim inject die=0 unit=cha:1 event=0x35 umask=0x2 n=9
expect a 7 it counts what it should
expect b 8
expect c 9
run echo 0 >$period
end
END
equal "controls that were changed" "$(number 0)" 2
equal "of the other package" "$(number 1)" 0
equal "said once" "$(module_messages | grep -c 'die 0: another user changed the control of counter')" 1

# The same in PCI configuration space, by setpci's way.
set -- $(awk '$3 == "m2m" && $4 == 0 { sub(/\+.*/, "", $9); print $6, $9; exit }' $discovery)
function=$(printf '0000:%02x:%02x.%x' $(($1 >> 20 & 0xff)) $(($1 >> 15 & 0x1f)) $(($1 >> 12 & 7)))
offset=$((($1 & 0xfff) + $2))
config=/sys/bus/pci/devices/$function/config
check "the function of M2M 0 is there" test -e $config
cat >/tmp/setpci <<END
printf '\\0\\0\\0\\0' | dd of=$config bs=4 seek=$((offset / 4)) conv=notrunc 2>/dev/null
END
pmontest <<END
section a program writes configuration space
open m uncore_m2m_0/event=0x18,umask=0x1/
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=5
expect m 5
run sh /tmp/setpci
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=5
expect m 5 it stands still
run echo 50 >$period
open other $cha
wait 400
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=6
expect m 11 and goes on
run echo 0 >$period
end
END
equal "controls that were changed" "$(number 0)" 3
equal "still said once" "$(module_messages | grep -c 'die 0: another user changed the control of counter')" 1
unload
check "the claim ends" rmmod claim
