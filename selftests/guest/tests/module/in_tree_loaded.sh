# SPDX-License-Identifier: GPL-2.0-only
# what: with intel_uncore loaded ours refuses with EBUSY and leaves nothing behind; what make load and the packages do about it
# machine: small
# kernels: 6.1 6.12 7.3 6.12-release
# why: intel_uncore differs in each of them
load_in_tree
ls $PMUS | sort >/tmp/before
sim violations reset >/dev/null
log_of_test >/tmp/log.before

output=$(insmod $MODULE 2>&1) && fail "the module loaded beside intel_uncore"
case $output in
*"Device or resource busy"*) ok "refused with EBUSY" ;;
*) not_ok "insmod said: $output" ;;
esac
log_of_test | tail -n +$(($(wc -l </tmp/log.before) + 1)) >/tmp/log.new
equal "messages" "$(grep -c 'uncore_pmon.*intel_uncore' /tmp/log.new)" 1
refuse "no module is left" loaded uncore_pmon
ls $PMUS | sort >/tmp/after
check "the PMUs are as before" cmp /tmp/before /tmp/after
refuse "no debugfs directory is left" test -e /sys/kernel/debug/uncore_pmon
sim violations reset >/dev/null

# intel_uncore still works, and once it is gone ours loads.
pmontest <<END
open a uncore_cha_0/event=0x35,umask=0x1/ die=1
sim inject die=1 unit=cha:0 event=0x35 umask=0x1 n=4711
expect a 4711 intel_uncore counts as before
END
sim violations reset >/dev/null
rmmod intel_uncore || fail "intel_uncore cannot be unloaded"
load
pmontest <<END
open a uncore_cha_0/event=0x35,umask=0x1/ die=1
sim inject die=1 unit=cha:0 event=0x35 umask=0x1 n=815
expect a 815 uncore_pmon counts after intel_uncore is gone
END
unload

# What `make load` and `make unload` run. The processor's alias is what udev asks for. The command line
# keeps intel_uncore away in all tests, but not in this one.
sed 's/modprobe.blacklist=[^ ]*//' /proc/cmdline >/tmp/cmdline
mount -o bind /tmp/cmdline /proc/cmdline
depmod_of() { PATH=/opt/tools/bin:/bin /opt/tools/bin/depmod "$(uname -r)" 2>/dev/null; }
udev_asks() { PATH=/opt/tools/bin:/bin /opt/tools/bin/modprobe -b "$(cat /sys/devices/system/cpu/modalias)"; }
pmonload() { PATH=/opt/tools/bin:/bin bash /bin/pmonload "$@"; }
mkdir -p /run
check "aliases of the kernel's modules" depmod_of
udev_asks
check "without us intel_uncore comes by the processor's alias" loaded intel_uncore
check "make load with intel_uncore loaded" pmonload $MODULE
check "ours is loaded" loaded uncore_pmon
refuse "intel_uncore is not" loaded intel_uncore
udev_asks
refuse "and does not come back when udev asks" loaded intel_uncore
refuse "make load a second time" pmonload $MODULE
check "intel_uncore is still kept away" test -e /run/modprobe.d/uncore_pmon_load.conf
check "make unload" pmonload --unload
udev_asks
check "after make unload it comes back" loaded intel_uncore
rmmod intel_uncore

# A load that fails keeps nothing away.
refuse "make load of what is no module" pmonload /tmp/cmdline
refuse "nothing is left in /run" test -e /run/modprobe.d/uncore_pmon_load.conf

# What packages and `make install` do about it: packaging/modprobe.conf. It names modprobe by its path.
modprobe() { PATH=/opt/tools/bin:/bin /opt/tools/bin/modprobe "$@"; }
mkdir -p /sbin /etc/modprobe.d "/lib/modules/$(uname -r)/updates"
ln -sf /opt/tools/bin/modprobe /sbin/modprobe
cp /test/modprobe.conf /etc/modprobe.d/uncore_pmon.conf
cp $MODULE "/lib/modules/$(uname -r)/updates/"
check "aliases with ours installed" depmod_of
udev_asks
check "udev gets ours" loaded uncore_pmon
refuse "and not intel_uncore" loaded intel_uncore
modprobe -r uncore_pmon
check "somebody asks for intel_uncore by name" modprobe intel_uncore
check "and gets ours, too" loaded uncore_pmon
refuse "only ours" loaded intel_uncore
check "asked again, nothing changes" modprobe intel_uncore
refuse "still only ours" loaded intel_uncore
check "intel_uncore for a while, ours out" modprobe -r uncore_pmon
check "and it in" modprobe --ignore-install intel_uncore
check "it is loaded" loaded intel_uncore
refuse "ours beside it" modprobe uncore_pmon
check "and out again" modprobe -r intel_uncore
# A kernel for which ours was not built, and one that does not take it.
rm "/lib/modules/$(uname -r)/updates/uncore_pmon.ko"
depmod_of
udev_asks
check "without ours udev gets intel_uncore" loaded intel_uncore
modprobe -r intel_uncore
head -c 100000 $MODULE >"/lib/modules/$(uname -r)/updates/uncore_pmon.ko"
check "a module that the kernel refuses: intel_uncore by name" modprobe intel_uncore
check "is intel_uncore" loaded intel_uncore
modprobe -r intel_uncore
rm -r "/lib/modules/$(uname -r)/updates" /etc/modprobe.d/uncore_pmon.conf /sbin/modprobe
depmod_of
umount /proc/cmdline
sim violations reset >/dev/null
