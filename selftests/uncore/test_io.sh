# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore io: which port of which unit counts a device, and what it counts

bridge() { fake_device "$tree" 0x060400 0x8086 "$1" "$2"; }

tree=$out/io
fake_sysfs "$tree" emr 00CF 2 iio=10 imc=2 cha=2
for unit in 2 3 4 5 6 9; do
	rm -r "$tree/bus/event_source/devices/uncore_iio_$unit"
done
fake_stack "$tree" 0 "0 0000:6a accelerators" "1 0000:e7 accelerators"
fake_stack "$tree" 1 "0 0000:15 pcie" "1 0000:97 pcie"
fake_stack "$tree" 7 "0 0000:00 dmi" "1 0000:80 dmi"
fake_stack "$tree" 8 "0 0000:26 pcie" "1 unknown"

# A card with two functions below port 0, a switch with two below port 4, one that came later below port 6.
bridge 0x352a pci0000:15/0000:15:01.0
fake_device "$tree" 0x020000 0x15b3 0x1017 pci0000:15/0000:15:01.0/0000:16:00.0 numa_node=0 current_link_width=16 \
	"current_link_speed=16.0 GT/s PCIe"
fake_device "$tree" 0x020000 0x15b3 0x1017 pci0000:15/0000:15:01.0/0000:16:00.1 numa_node=0
bridge 0x352c pci0000:15/0000:15:05.0
bridge 0x9765 pci0000:15/0000:15:05.0/0000:17:00.0
bridge 0x9765 pci0000:15/0000:15:05.0/0000:17:00.0/0000:18:01.0
fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:15/0000:15:05.0/0000:17:00.0/0000:18:01.0/0000:19:00.0 numa_node=-1
# Of the processor, and empty.
fake_device "$tree" 0x088000 0x8086 0x09a2 pci0000:15/0000:15:00.0
bridge 0x352b pci0000:15/0000:15:03.0
# Behind VMD: a domain of its own. Directly on the root bus, as CXL devices can be.
fake_device "$tree" 0x010400 0x8086 0x28c0 pci0000:26/0000:26:00.5
fake_device "$tree" 0x060400 0x8086 0x352a pci0000:26/0000:26:00.5/pci10000:00/10000:00:01.0
fake_device "$tree" 0x010802 0x8086 0x0a54 pci0000:26/0000:26:00.5/pci10000:00/10000:00:01.0/10000:01:00.0
fake_device "$tree" 0x050210 0x1e98 0x0001 pci0000:26/0000:26:00.0
# DMI: the PCH, and what is behind it. Accelerators: on the root bus, and on those behind it.
fake_device "$tree" 0x0c0330 0x8086 0x1bcd pci0000:00/0000:00:14.0
bridge 0x1bb0 pci0000:00/0000:00:1c.0
fake_device "$tree" 0x030000 0x1a03 0x2000 pci0000:00/0000:00:1c.0/0000:02:00.0
fake_device "$tree" 0x088000 0x8086 0x0b25 pci0000:6a/0000:6a:01.0
fake_device "$tree" 0x088000 0x8086 0x0cfe pci0000:6a/0000:6a:02.0
fake_device "$tree" 0x088000 0x8086 0x09a6 pci0000:6a/0000:6a:03.0
fake_device "$tree" 0x0b4000 0x8086 0x4940 pci0000:6b/0000:6b:00.0
fake_device "$tree" 0x0b4000 0x8086 0x2710 pci0000:6d/0000:6d:00.0
# A bus that no unit has.
fake_device "$tree" 0x020000 0x15b3 0x1017 pci0000:48/0000:48:01.0
# The other die has a device at another port of the unit.
fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:97/0000:97:08.0/0000:98:00.0 numa_node=1

cat >"$out/pci.ids" <<END
# A database
144d  Samsung Electronics Co Ltd
	a80a  NVMe SSD Controller PM9A1
		144d a801  a subsystem
15b3  Mellanox Technologies
	1017  MT27800 Family [ConnectX-5]
1a03  ASPEED Technology, Inc.
C 01  Mass storage controller
END
io() { SYSFS_PATH=$tree "$uncore" io --ids "$out/pci.ids" "$@" -- true; }

# DIE.UNIT PORTS ADDRESSES MISSING, a line for each row
ports() {
	io --json | python3 -c '
import json, sys
for p in json.load(sys.stdin)["ports"]:
    print("%d.%d %s %s %s" % (p["die"], p["unit"], ",".join(map(str, p["ports"])) or "-", " ".join(d["address"] for d in p["devices"]) or "-", p["missing"]))'
}
equal "ports of devices" "$(ports)" \
"0.0 0,1,2 0000:6a:01.0 0000:6a:02.0 None
0.0 4,5 0000:6b:00.0 0000:6d:00.0 None
0.1 0 0000:16:00.0 0000:16:00.1 None
0.1 4 0000:19:00.0 None
0.7 7 0000:00:14.0 0000:02:00.0 None
0.8 - 0000:26:00.0 0000:26:00.5 10000:01:00.0 its port is unknown
1.1 7 0000:98:00.0 None
1.8 - - None"
# What is counted in a second: bytes of four events.
bytes() { # TYPE CPU MASK EVENT UMASK
	echo $((4 * $(rate $(($4 | $5 << 8 | $3 << 36 | 7 << 48)) 0 "$1" "$2")))
}
megabytes() { for word in "0x83 4" "0x83 1" "0xc0 4" "0xc0 1"; do bytes "$1" "$2" "$3" ${word% *} ${word#* }; done | awk '{ printf " %12.3f", $1 / 1e6 }'; }
type=$(SYSFS_PATH=$tree type_of uncore_iio_1)
equal "bytes of a device" "$(io | grep '^0000:16:00.0')" \
	"$(printf '%-13s %4s %-9s' 0000:16:00.0 0 "x16 16.0")$(megabytes "$type" 0 1)  0/1  0    Mellanox Technologies MT27800 Family [ConnectX-5], and 1 more"
equal "of one behind a switch" "$(io | grep '^0000:19:00.0')" \
	"$(printf '%-13s %4s %-9s' 0000:19:00.0 - -)$(megabytes "$type" 0 16)  0/1  4    Samsung Electronics Co Ltd NVMe SSD Controller PM9A1"
equal "of the other die" "$(io | grep '^0000:98:00.0' | cut -c 29-80)" "$(megabytes "$type" 2 128)"
equal "the same as JSON" "$(io --json | python3 -c '
import json, sys
p = json.load(sys.stdin)["ports"][2]
print(p["read"], p["written"], p["cpu_read"], p["cpu_written"], p["devices"][0]["lanes"], p["devices"][0]["speed"], p["devices"][0]["node"])')" \
	"$(bytes "$type" 0 1 0x83 4) $(bytes "$type" 0 1 0x83 1) $(bytes "$type" 0 1 0xc0 4) $(bytes "$type" 0 1 0xc0 1) 16 16.0 GT/s PCIe 0"
equal "a unit whose bus is unknown: all ports" "$(io | grep 'bus unknown' | cut -c 29-80)" \
	"$(megabytes "$(SYSFS_PATH=$tree type_of uncore_iio_8)" 2 255)"
equal "a device without a name" "$(io | grep -c '8086:1bcd, and 1 more$')" 1
equal "a device without a name of a known vendor" "$(SYSFS_PATH=$tree "$uncore" io -i "$out/pci.ids" --json -- true | grep -c 'ASPEED Technology, Inc. 2000')" 1
equal "no database" "$(SYSFS_PATH=$tree "$uncore" io -i /dev/null -- true | grep -c '15b3:1017, and 1 more$')" 1
valid "io" io 1 env SYSFS_PATH="$tree" "$uncore" io --json -- true
valid "io of a unit that cannot be counted" io 1 env FAKE_PERF=absent="$type" SYSFS_PATH="$tree" "$uncore" io --json -- true
SYSFS_PATH=$tree says 0 '"seconds":' "intervals" "$uncore" io -I 50 --json sleep 0.2
SYSFS_PATH=$tree says 0 "^ +[0-9.]+ s  $(date -u +%Y)-[0-9-]+T[0-9:.]+Z\$" "the time of day" "$uncore" io --time -- true
SYSFS_PATH=$tree says 7 ' s$' "one after the other" timeout "$PATIENCE" bash -c "'$uncore' io -I 50 -- sh -c '
	until [ \$(grep -c \" s\$\" \"$out/io.text\") -ge 3 ]; do sleep 0.05; done; exit 7' >'$out/io.text'
	status=\$?; cat '$out/io.text'; exit \$status"
FAKE_PERF=share=50 SYSFS_PATH=$tree says 0 '^0000:19:00.0 .*[(]counted 50.0 % of the time[)]$' "events that took turns" "$uncore" io -- true
FAKE_PERF=absent=$type SYSFS_PATH=$tree says 0 '^0000:16:00.0 .* -  0/1 .*[(]its unit is gone[)]$' "a unit that does not answer" "$uncore" io -- true
# Port 0 of unit 1 alone.
refused=refuse=$(SYSFS_PATH=$tree "$uncore" explain --json uncore_iio_1/event=0x83,umask=0x04,ch_mask=0x1,fc_mask=0x7/ | jq .config)
FAKE_PERF=$refused SYSFS_PATH=$tree says 0 '^0000:16:00.0 .* -  0/1 .*[(]its unit cannot be counted[)]$' "a unit that cannot be counted" "$uncore" io -- true

# What devices share: of a unit, and of a die.
of_event() { SYSFS_PATH=$tree rate "$1" 0 "$(SYSFS_PATH=$tree type_of "$2")" "$3"; }
equal "IOTLB: a row for each unit" "$(io --iommu | sed -n '/IOTLB lookups/,$p' | sed 1d | awk '{ $1 = $1; print }')" \
	"$(while read -r unit stacks; do
		read -ra stack <<<"$stacks"
		for die in 0 1; do
			echo "$die/$unit ${stack[die]/_/ } $(of_event 0x140 "uncore_iio_$unit" $((2 * die))) $(of_event 0x2040 "uncore_iio_$unit" $((2 * die)))"
		done
	done <<<"0 0000:6a_accelerators 0000:e7_accelerators
1 0000:15_pcie 0000:97_pcie
7 0000:00_dmi 0000:80_dmi
8 0000:26_pcie -")"
found() { awk "BEGIN { printf \"%.3f\", 64 * $(of_event $(($1 << 32 | 0x435)) uncoreall_cha "$2") / 1e6 }"; }
equal "LLC: a row for each die" "$(io --ddio | sed -n '/read, missed/,$p' | sed 1d | xargs -n 6)" \
	"die 0 $(found 0xc8f3fd 0) $(found 0xc8f3fe 0) $(found 0xcc43fd 0) $(found 0xcc43fe 0)
die 1 $(found 0xc8f3fd 2) $(found 0xc8f3fe 2) $(found 0xcc43fd 2) $(found 0xcc43fe 2)"
equal "the same as JSON" "$(io --ddio --iommu --json | jq -c '[.iommu[3] | .die, .unit, .bus, .lookups, .misses, .enabled_share], [.ddio[1] | .package, .box, .read_hit, .written_missed]')" \
	"[1,1,\"0000:97\",$(of_event 0x140 uncore_iio_1 2),$(of_event 0x2040 uncore_iio_1 2),1]
[1,\"cha\",$((64 * $(of_event 0xc8f3fd00000435 uncoreall_cha 2))),$((64 * $(of_event 0xcc43fe00000435 uncoreall_cha 2)))]"
equal "only if they are asked for" "$(io --json | jq -c 'has("iommu"), has("ddio")' | xargs)" "false false"
valid "io of the IOTLB and the LLC" io 1 env SYSFS_PATH="$tree" "$uncore" io --iommu --ddio --json -- true
valid "io of an IOTLB that never counted" io 1 env FAKE_PERF=share=0 SYSFS_PATH="$tree" "$uncore" io --iommu --ddio --json -- true
FAKE_PERF=share=50 SYSFS_PATH=$tree says 0 '^0/1 +0000:15 +pcie +[0-9]+ +[0-9]+  [(]counted 50.0 % of the time[)]$' "an IOTLB that took turns" "$uncore" io --iommu -- true
FAKE_PERF=share=0 SYSFS_PATH=$tree says 0 '^die 1 +[(]never had a counter[)]$' "an LLC that never had a counter" "$uncore" io --ddio -- true
FAKE_PERF=absent=$type SYSFS_PATH=$tree says 0 '^0/1 +0000:15 +pcie +[(]gone[)]$' "an IOTLB of a unit that does not answer" "$uncore" io --iommu -- true
SYSFS_PATH=$tree FAKE_PERF=refuse=0x140 says 1 'cannot open ' "an IOTLB that cannot be counted" "$uncore" io --iommu -- true
fake_sysfs "$out/skx" skx 0055 2 iio=2 cha=2
SYSFS_PATH=$out/skx says 1 "iommu0.first_lookups" "a processor without events of the IOTLB" "$uncore" io --iommu -- true
SYSFS_PATH=$out/skx says 1 "io_hit_pcirdcur" "a processor without events of the LLC" "$uncore" io --ddio -- true
mv "$tree/bus/event_source/devices/uncoreall_cha" "$out/uncoreall_cha"
equal "LLC without a PMU of all CHAs: the sum of the units" "$(io --ddio --json | jq '.ddio | length, .[1].read_hit' | xargs)" \
	"2 $((64 * ($(of_event 0xc8f3fd00000435 uncore_cha_0 2) + $(of_event 0xc8f3fd00000435 uncore_cha_1 2))))"
mv "$out/uncoreall_cha" "$tree/bus/event_source/devices/uncoreall_cha"

# The same in the exporter: a family for each direction, whose lines have the device as a label.
devices() { SYSFS_PATH=$tree "$uncore" export --once --devices --ids "${ids:-$out/pci.ids}" "$@" 2>&1; }
for command in "io" "export --once --devices" "record --devices -o $out/none.record"; do
	# shellcheck disable=SC2086
	SYSFS_PATH=$tree says 1 '^uncore: --ids: /nonexistent: No such file or directory$' "$command: no file of names" timeout -s INT "$PATIENCE" "$uncore" $command --ids /nonexistent
done
SYSFS_PATH=$tree says 1 '^uncore: --ids: /: Is a directory$' "io: a directory" timeout -s INT "$PATIENCE" "$uncore" io --ids /
got=$(devices)
equal "export: a device" "$(grep 'device="0000:16:00.0"' <<<"$got")" \
	"$(for word in "read 0x83 4" "written 0x83 1" "cpu_read 0xc0 4" "cpu_written 0xc0 1"; do
		read -r family event umask <<<"$word"
		echo "uncore_io_${family}_bytes_total{socket=\"0\",die=\"0\",box=\"iio\",unit=\"1\",port=\"0\",devices=\"2\",device=\"0000:16:00.0\",name=\"Mellanox Technologies MT27800 Family [ConnectX-5]\"} $(bytes "$type" 0 1 "$event" "$umask")"
	done)"
equal "export: the devices" "$(sed -nE 's/^uncore_io_read_bytes_total.*die="(.)".*unit="(.)",port="(.*)",devices="(.)",device="(.*)",name.*/\1.\2 \3 \4 \5/p' <<<"$got")" \
"0.0 0-2 2 0000:6a:01.0
0.0 4-5 2 0000:6b:00.0
0.1 0 2 0000:16:00.0
0.1 4 1 0000:19:00.0
0.7 7 2 0000:00:14.0
1.1 7 1 0000:98:00.0"
equal "export: one head for a family" "$(grep -c '^# TYPE uncore_io_' <<<"$got") $(grep '^# TYPE' <<<"$got" | sort | uniq -d)" "4 "
echo 'reads imc/cas_count.rd/ 1 x' >"$out/io.conf"
equal "export: a port is no sum of units" "$(devices -c "$out/io.conf" | grep -c '^uncore_io_.*box="iio"') $(devices -c "$out/io.conf" | grep -c '^uncore_units.*box="iio"')" "24 0"
equal "export: without the option there are none" "$(SYSFS_PATH=$tree "$uncore" export --once | grep -c uncore_io_)" 0
equal "export: a share of the time" "$(FAKE_PERF=share=50 devices | grep -c '^uncore_event_ratio{.*metric="uncore_io_[a-z_]*",unit=.*,device=.*} 0.5$')" $((4 * 6))
sed 's/MT27800 Family/A "quoted" \\ one/' "$out/pci.ids" >"$out/odd.ids"
equal "export: a name that has to be escaped" "$(ids=$out/odd.ids devices | sed -n 's/^uncore_io_read_bytes.*device="0000:16:00.0",//p' | sed 's/} .*//')" \
	'name="Mellanox Technologies A \"quoted\" \\ one [ConnectX-5]"'
equal "export: promtool has nothing to say" "$(ids=$out/odd.ids devices | grep -v "^uncore: " | "$top/build/prometheus/bin/promtool" check metrics 2>&1)" ""
equal "export: a unit that cannot be counted" "$(FAKE_PERF=absent=$type devices | grep -cE '^uncore_io_read_bytes_total|uncore_iio_1 is omitted')" $((3 + 3))
echo 'io_read_bytes imc/cas_count.rd/ 1 x' >"$out/io.conf"
equal "export: a name of its own" "$(devices -c "$out/io.conf")" \
	"uncore: $out/io.conf:1: io_read_bytes: the program exports this name itself, or adds _total to it"

# The same in a record: four series of each device, which reports and comparisons have like others.
devices=$out/devices
recorded() { SYSFS_PATH=$tree "$uncore" record --devices --ids "$out/pci.ids" -I 50 -o "$devices" "$@" -- sleep 0.3 2>"$out/record.err"; }
recorded
valid "record of devices" record_head 1 head -n 1 "$devices"
equal "record: the series of a device" \
	"$(head -n 1 "$devices" | jq -r '.series[] | select(.devices[0].address == "0000:16:00.0") | "\(.metric) \(.package).\(.die).\(.unit) \(.ports) \(.devices | map(.address) | join(" ")) \(.devices[0].name)"')" \
	"$(for name in read written cpu_read cpu_written; do
		echo "iio.$name 0.0.1 [0] 0000:16:00.0 0000:16:00.1 Mellanox Technologies MT27800 Family [ConnectX-5]"; done)"
equal "record: series of devices only" "$(head -n 1 "$devices" | jq -r '.series[].metric' | sort | uniq -c | xargs)" \
	"6 iio.cpu_read 6 iio.cpu_written 6 iio.read 6 iio.written"
equal "record: a device whose port is unknown" "$(head -n 1 "$devices" | jq -c .left_out[0])" \
	'{"metric":"iio.read","missing":"0000:26:00.0: its port is unknown"}'
# of METRIC ADDRESS: its mean in bytes of a second
of() { "$uncore" report --json "$devices" | jq -r ".summary[] | select(.metric == \"iio.$1\" and .devices[0].address == \"$2\") | .mean * 1e9 | round"; }
equal "report: what devices move" "$(of read 0000:16:00.0) $(of written 0000:19:00.0) $(of cpu_read 0000:98:00.0) $(of cpu_written 0000:00:14.0)" \
	"$(bytes "$type" 0 1 0x83 4) $(bytes "$type" 0 16 0x83 1) $(bytes "$type" 2 128 0xc0 4) $(bytes "$(SYSFS_PATH=$tree type_of uncore_iio_7)" 0 128 0xc0 1)"
number=$(awk "BEGIN { printf \"%.3f\", $(bytes "$type" 0 1 0x83 4) / 1e9 }")
says 0 "^iio.read +0000:16:00.0( +$number){6}  GB/s  Mellanox Technologies MT27800 Family .ConnectX-5., and 1 more\$" "report: as text" "$uncore" report "$devices"
says 0 '^iio.read +missing: 0000:26:00.0: its port is unknown$' "report: what was left out" "$uncore" report "$devices"
equal "report: as CSV" "$("$uncore" report --csv "$devices" | awk -F, 'NR == 1 || /^1,iio.read,iio,0,0,.*0000:19:00.0/ { print $(NF - 3), $(NF - 2), $(NF - 1), $NF }')" \
	"node device name port
 0000:19:00.0 Samsung Electronics Co Ltd NVMe SSD Controller PM9A1 4"
equal "report: as CSV, each interval" "$("$uncore" report --csv --series "$devices" | awk -F, 'NR == 1 || /,iio.read,.*0000:19:00.0/ { print NF, $(NF - 2), $NF }' | sort -u)" \
	"17 0000:19:00.0 4
17 device port"
valid "report of devices" report 1 "$uncore" report --json "$devices"
valid "report --series of devices" metrics "$(grep -c '"values"' "$devices")" "$uncore" report --json --series "$devices"
"$uncore" report --html "$out/devices.html" "$devices"
equal "page: a chart of each direction, with the devices" "$(grep -c '<svg' "$out/devices.html") $(sed -n '/<h2>Charts/,$p' "$out/devices.html" | grep -c '0000:16:00.0')" "4 4"
says 0 '<td>iio.read</td><td>0000:16:00.0 Mellanox Technologies MT27800 Family .ConnectX-5., and 1 more</td>' "page: the name" cat "$out/devices.html"
equal "diff: devices of the same address" "$("$uncore" diff --all "$devices" "$devices" | grep -cE '^iio.written +0000:19:00.0 .* within the noise$')" 1
valid "diff of devices" diff 24 "$uncore" diff --all --json "$devices" "$devices"
sed '1s/0000:19:00.0/0000:1a:00.0/g' "$devices" >"$devices.b"
says 1 'uncore: 4 values are only in .*/devices: iio.read of 0000:19:00.0 [.][.][.]$' "diff: another address" "$uncore" diff "$devices" "$devices.b"
# What comes with a file.
sed '1s/Samsung/<b>\\u001b[31m/g' "$devices" >"$devices.b"
equal "report: a name is neither HTML nor a command of the terminal" \
	"$("$uncore" report "$devices.b" | grep -c $'\e') $("$uncore" report --html "$out/devices.html" "$devices.b"; grep -c '<b>' "$out/devices.html")" "0 0"
for wrong in 's/0000:19:00.0/<b>/ address' 's/"ports":[[]4[]],// ports' 's/"ports":[[]4/&,32/ ports' 's/"address":"0000:19:00.0",// address' \
	     's/"devices":[[]/&1,/ address' 's/"node":[^,}]*/"node":-2/ node' 's/"lanes":[^,}]*/"lanes":"x"/ lanes'; do
	sed "1${wrong% *}" "$devices" >"$devices.b"
	says 1 "devices.b is not a recording of .uncore record. [(]line 1: ${wrong##* }[)]\$" "damaged: $wrong" "$uncore" report "$devices.b"
done
FAKE_PERF=share=50 recorded
equal "report: devices that took turns" "$("$uncore" report "$devices" | grep -c '^iio.*(counted 50.0 % of the time)$')" 24
FAKE_PERF=$refused recorded
equal "record: a unit that cannot be counted" "$(grep -c '^uncore: uncore_iio_1 is omitted: ' "$out/record.err") $(head -n 1 "$devices" | jq '.series | length') $("$uncore" report "$devices" | grep -c '^iio.*missing: 0000:.*: its unit cannot be counted$')" \
	"1 20 4"
FAKE_PERF=absent=$type recorded
equal "record: a unit that does not answer" "$(grep -c '^uncore: not counted: uncore_iio_1 of die [01], no answer$' "$out/record.err") $(head -n 1 "$devices" | jq '.series | length') $(jq -c 'select(.values).values | map(select(. == null)) | length' "$devices" | sort -u)" \
	"3 24 12"
recorded mem_bw_reads
equal "record: metrics that are named, and devices" "$(head -n 1 "$devices" | jq -r '.series[].metric' | sort | uniq -c | head -n 3 | tail -n 1; head -n 1 "$devices" | jq -r '.series[] | select(.metric | startswith("imc")) | .package' | xargs)" \
	"      6 iio.read
0 1"
recorded pcie_reads
equal "record: a metric of the same counters" "$(head -n 1 "$devices" | jq -r '.series[].metric' | grep -c '^iio.read$\|^iio.pcie_reads$')" 8
rm "$tree"/bus/event_source/devices/uncore_iio_*/stack
SYSFS_PATH=$tree says 1 'there is no IIO unit with a device' "record: no known device" "$uncore" record --devices -o "$devices.c" -- true
equal "record: no file then" "$(ls "$devices.c" 2>/dev/null)" ""
equal "export: no known device" "$(devices | tail -n 1)" "uncore: there is no IIO unit with a device; \`uncore list\` prints what is known of I/O stacks"
equal "nothing is known: the sums of units" "$(SYSFS_PATH=$tree "$uncore" io -- true | grep -c '^- .*bus unknown')" 8
SYSFS_PATH=$out/nothing says 3 'no uncore PMU' "no PMU: io" "$uncore" io -- true
SYSFS_PATH=$out/snbep says 1 'there is no IIO unit with a device' "a processor without such units" "$uncore" io -- true
SYSFS_PATH=$tree FAKE_PERF=EACCES=2 says 4 'no permission to count uncore_iio_0' "no permission: io" "$uncore" io -- true

# Ice Lake-SP: port 0 is device 2, and the first port of DMI has the PCH, the last one the DMA engine.
tree=$out/io_icx
fake_sysfs "$tree" icx 006A 1 iio=6 imc=2
for unit in 1 3 4; do
	rm -r "$tree/bus/event_source/devices/uncore_iio_$unit"
done
fake_stack "$tree" 0 "0 0000:16 pcie"
fake_stack "$tree" 2 "0 0000:30 mcp"
fake_stack "$tree" 5 "0 0000:00 dmi"
for slot in 2 5 6; do
	bridge 0x347a pci0000:16/0000:16:0$slot.0
	fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:16/0000:16:0$slot.0/0000:9$slot:00.0
done
fake_device "$tree" 0x088000 0x8086 0x09a2 pci0000:16/0000:16:00.0
bridge 0x347a pci0000:30/0000:30:02.0
fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:30/0000:30:02.0/0000:31:00.0
fake_device "$tree" 0x088000 0x8086 0x0b00 pci0000:00/0000:00:01.0
fake_device "$tree" 0x088000 0x8086 0x0b00 pci0000:00/0000:00:01.1
fake_device "$tree" 0x088000 0x8086 0x09a6 pci0000:00/0000:00:02.0
fake_device "$tree" 0x0c0330 0x8086 0xa1af pci0000:00/0000:00:14.0
equal "ports of Ice Lake-SP" "$(ports)" \
"0.0 - 0000:96:00.0 its port is unknown
0.0 0 0000:92:00.0 None
0.0 3 0000:95:00.0 None
0.2 - 0000:31:00.0 its port is unknown
0.5 0 0000:00:14.0 None
0.5 3 0000:00:01.0 0000:00:01.1 None"

# Snow Ridge: the root ports are the devices 4 to 7 and have these ports; an accelerator has port 4, at any place.
tree=$out/io_snr
fake_sysfs "$tree" icx 0086 1 iio=5 imc=2
fake_stack "$tree" 0 "0 0000:40 accelerators"
fake_stack "$tree" 1 "0 0000:00 dmi"
fake_stack "$tree" 2 "0 0000:30 accelerators"
fake_stack "$tree" 3 "0 unknown"
fake_stack "$tree" 4 "0 0000:10 pcie"
for slot in 3 4 7; do
	bridge 0x334a pci0000:10/0000:10:0$slot.0
	fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:10/0000:10:0$slot.0/0000:1$slot:00.0
done
fake_device "$tree" 0x088000 0x8086 0x09a2 pci0000:40/0000:40:00.0
bridge 0x18da pci0000:40/0000:40:06.0
fake_device "$tree" 0x0b4000 0x8086 0x18a0 pci0000:40/0000:40:06.0/0000:41:00.0
fake_device "$tree" 0x088000 0x8086 0x09a2 pci0000:30/0000:30:00.0
fake_device "$tree" 0x020000 0x8086 0x18d1 pci0000:30/0000:30:04.0
fake_device "$tree" 0x088000 0x8086 0x0b00 pci0000:00/0000:00:01.0
fake_device "$tree" 0x0c0330 0x8086 0x18d0 pci0000:00/0000:00:1e.0
equal "ports of Snow Ridge" "$(ports)" \
"0.0 4 0000:41:00.0 None
0.1 0 0000:00:01.0 None
0.1 4 0000:00:1e.0 None
0.2 4 0000:30:04.0 None
0.3 - - None
0.4 - 0000:13:00.0 its port is unknown
0.4 4 0000:14:00.0 None
0.4 7 0000:17:00.0 None"

# Grand Ridge: the PCH and root ports are in one stack, whose root ports no source has. HQM is on a bus behind that of its stack.
tree=$out/io_grr
fake_sysfs "$tree" gnr 00B6 1 iio=3 imc=2
fake_stack "$tree" 0 "0 0000:40 accelerators"
fake_stack "$tree" 1 "0 0000:30 accelerators"
fake_stack "$tree" 2 "0 0000:00 dmi"
bridge 0x4900 pci0000:00/0000:00:04.0
fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:00/0000:00:04.0/0000:14:00.0
fake_device "$tree" 0x0c0330 0x8086 0x18d0 pci0000:00/0000:00:1e.0
fake_device "$tree" 0x088000 0x8086 0x0b25 pci0000:00/0000:00:01.0
fake_device "$tree" 0x088000 0x8086 0x09a2 pci0000:30/0000:30:00.0
fake_device "$tree" 0x0b4000 0x8086 0x2714 pci0000:31/0000:31:00.0
fake_device "$tree" 0x088000 0x8086 0x09a2 pci0000:40/0000:40:00.0
for slot in 4 5; do
	bridge 0x4901 pci0000:40/0000:40:0$slot.0
	fake_device "$tree" 0x020000 0x8086 0x579c pci0000:40/0000:40:0$slot.0/0000:4$slot:00.0
done
equal "ports of Grand Ridge" "$(ports)" \
"0.0 0 0000:44:00.0 None
0.0 1 0000:45:00.0 None
0.1 0 0000:31:00.0 None
0.2 - 0000:14:00.0 its port is unknown
0.2 7 0000:00:1e.0 None"

# Skylake-SP: port 0 is device 0.
tree=$out/io_skx
fake_sysfs "$tree" skx 0055 1 iio=2 imc=2
fake_stack "$tree" 0 "0 0000:00 dmi"
fake_stack "$tree" 1 "0 0000:17 pcie"
for slot in 0 3 4; do
	bridge 0x2030 pci0000:17/0000:17:0$slot.0
	fake_device "$tree" 0x010802 0x144d 0xa80a pci0000:17/0000:17:0$slot.0/0000:1$slot:00.0
done
fake_device "$tree" 0x0c0330 0x8086 0xa1af pci0000:00/0000:00:14.0
equal "ports of Skylake-SP" "$(ports)" \
"0.0 0 0000:00:14.0 None
0.1 - 0000:14:00.0 its port is unknown
0.1 0 0000:10:00.0 None
0.1 3 0000:13:00.0 None"
# A processor that the program does not know: other events may count the bytes.
fake_sysfs "$tree" emr 0001 2 iio=2
while read -r command; do
	SYSFS_PATH=$tree says 1 '^uncore: this processor is unknown to uncore, .*; `uncore list` prints its units' "an unknown processor: $command" bash -c "exec '$uncore' $command"
done <<END
io -- true
record --devices -o $out/io.record -- true
export --devices --once --config <(printf 'io\\tiio/event=1/\\t1\\tIo.\\n')
END
fake_stack "$tree" 1 "0 0000:15 pcie"
fake_device "$tree" 0x020000 0x15b3 0x1017 pci0000:15/0000:15:01.0
equal "its devices are listed as far as they are known" "$(ports)" "0.1 - 0000:15:01.0 its port is unknown"
