# SPDX-License-Identifier: GPL-2.0-only
# For the tests clients_*: other people's programs, in the Debian of /opt/clients.

C=/opt/clients
CLIENTS_MOUNTS="proc sys dev tmp"
for clients_mount in $CLIENTS_MOUNTS; do
	mount -o rbind /$clients_mount $C/$clients_mount
done
[ -e $C/clients ] || { cp /bin/pmonctl $C/bin/ && cp -r /test/clients $C/; }
# Later tests search /proc/mounts for file systems.
trap 'for clients_mount in $CLIENTS_MOUNTS; do umount -l $C/$clients_mount; done' EXIT

# client COMMAND...: starts it there
client() { PATH=/usr/sbin:/usr/bin HOME=/root PYTHONDONTWRITEBYTECODE=1 chroot $C "$@"; }

# version_of PACKAGE
version_of() { awk -v package="$1" '$1 == package { print $2 }' $C/versions; }

# Of the driver that is loaded.
driver_name() { loaded uncore_pmon && echo uncore_pmon || echo intel_uncore; }

# with_each_driver FUNCTION: with the kernel's own driver first, as what to compare with
with_each_driver() {
	insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
	load_in_tree
	"$1"
	# What that driver does to the hardware is not ours to judge.
	sim violations reset >/dev/null
	rmmod intel_uncore
	load
	"$1"
}
