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

# with_each_driver FUNCTION: with the kernel's own driver first, as what to compare with. Not where perf 6.1 is one of several
# perfs: each of its starts reads all names of the machine, and later ones have compared the same counts. No test names an event of
# a type PMU.
with_each_driver() {
	if [ "$PERF_VERSION" = 6.1 ]; then
		load type_names=0
		"$1"
		return
	fi
	insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
	load_in_tree
	"$1"
	# What that driver does to the hardware is not ours to judge.
	sim violations reset >/dev/null
	rmmod intel_uncore
	load
	"$1"
}

# take_samples A B: commands for pmontest: A samples of a CHA of package 0, and B of an M2M of package 1
take_samples() {
	cat <<-'END'
	open a uncore_cha_1/event=0x60,umask=0x1/ die=0 period=1000 sample_type=0x10 samples
	open b uncore_m2m_0/event=0x18,umask=0x1/ die=1 period=500 sample_type=0x10 samples
	END
	for n in $(seq $1); do
		printf '%s\n' "sim inject die=0 unit=cha:1 event=0x60 umask=0x1 n=1000" "thaw 0"
	done
	for n in $(seq $2); do
		printf '%s\n' "sim inject die=1 unit=m2m:0 event=0x18 umask=0x1 n=500" "thaw 1"
	done
	printf '%s\n' "await-samples a $1" "await-samples b $2"
}
