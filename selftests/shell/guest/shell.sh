# SPDX-License-Identifier: GPL-2.0-only
# The guest's side of `make shell`: prepares the machine and starts a login shell on the second serial port, which is
# the terminal of the host.
. /job/terminal

# Programs print it.
echo uncore >/proc/sys/kernel/hostname

prepare_network() {
	ifconfig lo 127.0.0.1 up
	insmod "/lib/modules/$(uname -r)/e1000.ko" && ifconfig eth0 10.0.2.15 netmask 255.255.255.0 up
}

prepare_share() {
	for module in $SHARE_MODULES; do
		[ ! -e /lib/share/$module.ko ] || insmod /lib/share/$module.ko
	done
	mkdir -p /root/shared
	mount -t 9p -o trans=virtio,version=9p2000.L shared /root/shared
}

# Printed behind the screen's clearing.
{
	prepare_network || echo "The network card does not work."
	prepare_share || echo "The shared folder does not work."
} >/job/faults
load
mkdir -p /lib/modules/$(uname -r)
[ "$MACHINE" = memory ] || traffic random >/dev/null
stty -F /dev/ttyS1 sane rows $ROWS cols $COLUMNS
cd /root
setsid -c sh /etc/start </dev/ttyS1 >/dev/ttyS1 2>&1
stty -F /dev/ttyS1 raw -echo
cd /
traffic idle >/dev/null
echo "ok - shell"
