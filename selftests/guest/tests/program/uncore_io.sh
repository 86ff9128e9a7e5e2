# SPDX-License-Identifier: GPL-2.0-only
# what: uncore io has the bytes that simulated devices move at these devices, and nothing elsewhere
# machine: stacks stacks_spr
# kernels: 6.12
# clock: guest
load

# With one device a unit has a counter for each event.
cat >/tmp/moves <<END
move die=0 bus=0x26 dev=1 read=3000000 written=5000000 cpu_read=7000000 cpu_written=11000000
move die=1 bus=0xa6 dev=1 read=13000000 written=17000000
move die=1 bus=0x8a dev=0 written=64000000
END
uncore io --json pmonctl - </tmp/moves >/tmp/out 2>/tmp/err
sed 's/^/# /' /tmp/err
# devices: of each row of a bus, ADDRESS:PORTS=BYTES. The rows of JSON are the easiest to take apart with a comma at their end.
devices() {
	tr -d ' ' </tmp/out | sed 's/{"package"/\n&/g' | sed -n 's/.*"unit":\([0-9]*\),"bus":"\([0-9a-f:]*\)".*"ports":\[\([0-9,]*\)\],"read":\([0-9]*\),"written":\([0-9]*\),"cpu_read":\([0-9]*\),"cpu_written":\([0-9]*\),.*"address":"\([0-9a-f:.]*\)".*/\2 \1.\3 \4 \5 \6 \7/p'
}
second=$([ $MACHINE = stacks ] && echo 8 || echo 7)
equal "what a device moves" "$(devices | grep '^0000:26')" "0000:26 $second.0 3000000 5000000 7000000 11000000"
equal "what one of the other package moves" "$(devices | grep '^0000:a6')" "0000:a6 $second.0 13000000 17000000 0 0"
equal "the others move nothing" "$(devices | grep '^0000:[19]' | awk '{ print $3 + $4 + $5 + $6 }' | sort -u)" 0

# The same in a record of one interval. The mean of each device is what it moved in this time.
uncore record --devices -I 60000 -o /tmp/record -- sh -c 'pmonctl - </tmp/moves; sleep 2' >/tmp/err 2>&1
uncore report --csv /tmp/record >/tmp/out
sed 's/^/# /' /tmp/err
seconds=$(uncore report --json /tmp/record | sed -n 's/.*"seconds": *\([0-9.]*\), *"host".*/\1/p')
# recorded TEXT METRIC DIE BYTES: of the only port of a unit that has a device
recorded() {
	awk -F, -v metric="$2" -v die="$3" -v unit=$second -v seconds="$seconds" -v expected="$4" -v text="$1" '
		$2 == metric && $5 == die && $16 == unit && $18 != "" { got = $9 * seconds * 1e9; rows++ }
		END { good = rows == 1 && got > 0.99 * expected && got < 1.01 * expected
			printf "%s - recorded: %s: %.0f of %d\n", good ? "ok" : "not ok", text, got, expected }' /tmp/out
}
recorded "read by a device" iio.read 0 3000000
recorded "written by a device" iio.written 0 5000000
recorded "read by CPUs" iio.cpu_read 0 7000000
recorded "written by CPUs" iio.cpu_written 0 11000000
recorded "written by a device of the other package" iio.written 1 17000000
equal "recorded: the others move nothing" "$(awk -F, '$18 ~ /^0000:[19]/ { print $9 }' /tmp/out | sort -u)" 0

# Two ports of a unit take turns.
first=$([ $MACHINE = stacks ] && echo 1 || echo 2)
steady() { sim rate die=0 unit=iio:$first event=0x83 umask=$2 ch=$1 fc=7 per_second=$3 >/dev/null; }
steady 0x01 0x04 25000000
steady 0x10 0x04 50000000
steady 0x10 0x01 75000000
uncore io --json sleep 4 >/tmp/out 2>/tmp/err
sim rate-stop id=all >/dev/null
seconds=$(tr -d ' ' </tmp/out | sed -n 's/.*"seconds":\([0-9.]*\),"ports".*/\1/p')
devices | sed 's/^/# /'
# near TEXT BYTES EXPECTED [TOLERANCE]
near() {
	awk -v got="$2" -v expected="$3" -v tolerance="${4:-0.01}" -v seconds="$seconds" -v text="$1" 'BEGIN {
		ratio = seconds > 0 ? got / (expected * seconds) : 0
		good = ratio > 1 - tolerance && ratio < 1 + tolerance
		printf "%s - %s: %.4f of what was moved\n", good ? "ok" : "not ok", text, ratio }'
}
near "device below port 0, read" "$(devices | awk -v place="$first.0" '$2 == place && /^0000:15/ { print $3 }')" 100000000
near "device below port 4, read" "$(devices | awk -v place="$first.4" '$2 == place && /^0000:15/ { print $3 }')" 200000000
near "device below port 4, written" "$(devices | awk -v place="$first.4" '$2 == place && /^0000:15/ { print $4 }')" 300000000

# Two ports with a device are all that takes turns.
uncore top --once --devices sleep 3 >/tmp/out
share=$(sed -n 's/^Devices *(\([0-9]*\)%).*/\1/p' /tmp/out)
check "top: share of the time of a port: $share %" [ "${share:-0}" -ge 40 -a "${share:-0}" -le 60 ]

# A metric has events of a type for all units, and devices have groups on units: each has its turn.
uncore record --devices -I 3000 -o /tmp/record pcie_reads -- sleep 3 >/tmp/err 2>&1
uncore report --csv /tmp/record >/tmp/out
equal "recorded with a metric of the same units: those without a value" "$(awk -F, 'NR > 1 && $2 ~ /^iio/ && $9 == "" { print $2, $18 }' /tmp/out)" ""
check "recorded with a metric: $(grep -c iio.read /tmp/out) devices" [ "$(grep -c iio.read /tmp/out)" -ge 6 ]

# What devices share: events of the IOTLB take turns with the bytes of the same unit, those of the LLC count all the time.
sim rate die=1 unit=iio:$second event=0x40 umask=0x01 per_second=4000000 >/dev/null
sim rate die=1 unit=iio:$second event=0x40 umask=0x20 per_second=1000000 >/dev/null
sim rate die=1 unit=iio:$second event=0x83 umask=0x04 ch=0x01 fc=7 per_second=25000000 >/dev/null
sim rate die=1 unit=cha:0 event=0x35 umask=0x04 ext=0xc8f3fd per_second=2000000 >/dev/null
sim rate die=1 unit=cha:0 event=0x35 umask=0x04 ext=0xc8f3fe per_second=3000000 >/dev/null
sim rate die=1 unit=cha:0 event=0x35 umask=0x04 ext=0xcc43fe per_second=5000000 >/dev/null
uncore io --iommu --ddio --json sleep 4 >/tmp/out 2>/tmp/err
sim rate-stop id=all >/dev/null
sed 's/^/# /' /tmp/err
seconds=$(tr -d ' ' </tmp/out | sed -n 's/.*"seconds":\([0-9.]*\),"ports".*/\1/p')
# shared DIE MEMBER: of the row of the die, or of the unit
shared() {
	tr -d ' ' </tmp/out | sed 's/{"package"/\n&/g' | grep "\"die\":$1,.*\"$2\":" | grep "\"unit\":$second,\|cha" | sed "s/.*\"$2\":\([0-9.]*\).*/\1/"
}
# perf ends the times of one group before the driver is done with the adding of the next. With an instruction in 2 ns and one CPU after
# the other, which this guest has, that is up to 5 % of a turn for groups of unlike sizes. Without scaling each had half.
near "a device while the IOTLB is counted" "$(devices | awk -v place="$second.0" '$2 == place && /^0000:a6/ { print $3 }')" 100000000 0.15
near "lookups of the IOTLB" "$(shared 1 lookups)" 4000000 0.15
near "misses of the IOTLB" "$(shared 1 misses)" 1000000 0.15
equal "lookups of the other package" "$(shared 0 lookups)" 0
near "read, found in the LLC" "$(shared 1 read_hit)" 128000000
near "read, not found" "$(shared 1 read_missed)" 192000000
near "written, not found" "$(shared 1 written_missed)" 320000000
equal "written, found; and the other package" "$(shared 1 written_hit) $(shared 0 read_hit)" "0 0"
equal "the events of the LLC count all the time" "$(tr -d ' ' </tmp/out | sed 's/{"package"/\n&/g' | sed -n 's/.*written_missed.*"enabled_share":\([0-9]*\).*/\1/p' | sort -u)" 1

# Devices that come and go.
device=$(readlink -f /sys/bus/pci/devices/0000:16:00.0)
uncore io true >/tmp/out
check "the device is there" grep -q '^0000:16:00.0 ' /tmp/out
echo 1 >$device/remove
uncore io true >/tmp/out
refuse "a device that was removed" grep -q '^0000:16:00.0 ' /tmp/out
echo 1 >/sys/bus/pci/rescan
uncore io true >/tmp/out
check "a device that came back" grep -q '^0000:16:00.0 ' /tmp/out
