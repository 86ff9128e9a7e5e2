# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore check --device` passes if the port of a disk counts what is read from it, names the port that does so instead, and says why it cannot
# machine: disks
# kernels: 6.12
load
for module in nvme_auth nvme_core nvme; do
	insmod /lib/modules/"$(uname -r)"/$module.ko
done
for try in $(seq 100); do
	[ "$(ls /sys/block | grep -c nvme)" -lt 4 ] || break
	usleep 100000
done
# disk_on BUS: the disk on a stack
disk_on() {
	for disk in /sys/block/nvme*; do
		case $(readlink -f $disk) in
		*/0000:$1:*)	echo ${disk##*/} ;;
		esac
	done
}
first=$(disk_on 15) second=$(disk_on 97) portless=$(disk_on 26) small=$(disk_on a6)
check "four disks: $first $second $portless $small" [ -b /dev/$first -a -b /dev/$second -a -b /dev/$portless -a -b /dev/$small ]

# arrives DISK MOVE: whenever the disk is read, devices move bytes, as `move` of the simulator has them: it does not see what
# QEMU's devices write. Until there is no file /tmp/reading.
reads() {
	read -r number rest </sys/block/$1/stat
	echo $number
}
arrives() {
	last=$(reads $1)
	while [ -e /tmp/reading ]; do
		usleep 5000
		[ "$(reads $1)" != $last ] || continue
		pmonctl move $2 >/dev/null
		until [ "$(reads $1)" = $last ]; do
			last=$(reads $1)
			usleep 80000
		done
	done
}
# device STATUS PATTERN DISK [MOVE]: what the check says of a disk
device() {
	device_status=$1 pattern=$2
	touch /tmp/reading
	[ -z "${4:-}" ] || arrives $3 "$4" &
	uncore check --once --device=/dev/$3 table >/tmp/out 2>&1
	got=$?
	rm /tmp/reading
	wait
	if [ $got = $device_status ] && grep -qE "$pattern" /tmp/out; then
		ok "${4:-nothing arrives}: $(grep -E "$pattern" /tmp/out)"
	else
		not_ok "${4:-nothing arrives}: status $got: $(tr '\n' ';' </tmp/out)"
	fi
}
all=67108864
device 0 '^pass  device +64 MiB from /dev/.* port 2 of iio 1 of die 0 counts (0.9[89]|1.0[01]) of them$' $first "die=0 bus=0x15 dev=3 written=$all"
device 0 '^pass  device .* port 5 of iio 1 of die 1 counts (0.9[89]|1.0[01]) of them$' $second "die=1 bus=0x97 dev=6 written=$all"
device 0 '^pass  device .* port 5 of iio 1 of die 1 counts 1.[45][0-9] of them$' $second "die=1 bus=0x97 dev=6 written=100000000"
device 0 '^pass  device .* port 2 of iio 1 of die 0 counts 0.9[67] of them$' $first "die=0 bus=0x15 dev=3 written=65000000"

# Other devices write as much all the time, at this port and at another one.
steady=$(sim rate die=0 unit=iio:1 event=0x83 umask=0x01 ch=0x04 fc=7 per_second=1677721)
steady="$steady $(sim rate die=1 unit=iio:8 event=0x83 umask=0x01 ch=0x01 fc=7 per_second=33554432)"
note "$steady"
device 0 '^pass  device .* port 2 of iio 1 of die 0 counts (0.9[5-9]|1.0[0-5]) of them$' $first "die=0 bus=0x15 dev=3 written=$all"
device 1 '^fail  device .* counts -?0.[01][0-9] of .*, and no port counts it$' $first
sim rate-stop id=all >/dev/null

# A wrong map of ports: of the unit, of another one, of the other die.
device 1 '^fail  device +port 2 of iio 1 of die 0 counts 0.00 of what is read .*, and port 3 of iio 1 of die 0 counts it$' $first \
	"die=0 bus=0x15 dev=4 written=$all"
device 1 '^fail  device .*, and port 0 of iio 1 of die 0 counts it$' $first "die=0 bus=0x15 dev=1 written=$all"
device 1 '^fail  device .*, and port 7 of iio 7 of die 0 counts it$' $first "die=0 bus=0x00 dev=0 written=$all"
device 1 '^fail  device +port 5 of iio 1 of die 1 counts 0.00 of what is read .*, and port 5 of iio 1 of die 0 counts it$' $second \
	"die=0 bus=0x15 dev=6 written=$all"
# Half of it is missing, or all; a device that reads writes nothing.
device 1 '^fail  device .* counts 0.(49|50) of .*, and no port counts it$' $first "die=0 bus=0x15 dev=3 written=$((all / 2))"
device 1 '^fail  device .* counts 0.00 of .*, and no port counts it$' $second "die=1 bus=0x97 dev=6 read=$all cpu_read=$all"
uncore check --once --json --device=/dev/$second table >/tmp/out
check "as an object: $(grep -o '"problems":\["port[^,]*' /tmp/out)" grep -q '"check":"device","verdict":"fail".*"port 5 of iio 1 of die 1, MiB":' /tmp/out

# What cannot be known.
device 0 '^no    device .* which port of iio 8 of die 0 this is, is unknown$' $portless
device 0 '^no    device +/dev/.* is smaller than 64 MiB$' $small
device 0 '^no    device +/dev/null is no block device$' null
mknod /dev/nowhere b 259 4000
device 0 '^no    device +/dev/nowhere is part of no PCI device' nowhere
unload
sim config die=1 bus=0xf2 dev=3 fn=0 reg=0x1a0 value=0 >/dev/null
load
device 0 '^no    device .* is below no I/O stack that is known$' $second
device 0 '^pass  device .* die 0 counts (0.9[89]|1.0[01]) of them$' $first "die=0 bus=0x15 dev=3 written=$all"
sim config die=1 bus=0xf2 dev=3 fn=0 reg=0x1a0 value=0x113 >/dev/null

# A disk that goes away in the middle.
function=/sys/bus/pci/devices/$(grep -oE '[0-9a-f]{4}:[0-9a-f]{2}:00[.]0' /tmp/out)
before=$(reads $first)
{
	while [ "$(reads $first)" = $before ]; do
		usleep 5000
	done
	echo 1 >$function/remove
} &
device 0 "^no    device +/dev/$first cannot be read: " $first
