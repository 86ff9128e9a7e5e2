# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# The other ends of links, and the buses of I/O stacks

# end DIE LINK REMOTE-LINK REMOTE-DIE
end() { echo "upi_$3,die_$4" >"$out/four/bus/event_source/devices/uncore_upi_$2/die$1"; }
fake_sysfs "$out/four" emr 00CF 4 cha=2 upi=3 iio=2 imc=2
# A published map of four sockets.
end 0 0 1 1; end 0 1 1 2; end 0 2 2 3
end 1 0 0 3; end 1 1 0 0; end 1 2 2 2
end 2 0 1 3; end 2 1 1 0; end 2 2 2 1
end 3 0 0 1; end 3 1 0 2; end 3 2 2 0
equal "links of four sockets" "$(SYSFS_PATH=$out/four "$uncore" list | grep -A6 '^Links')" "Links between dies:
  die 0 -- die 1  upi 0-1
  die 0 -- die 2  upi 1-1
  die 0 -- die 3  upi 2-2
  die 1 -- die 2  upi 2-2
  die 1 -- die 3  upi 0-0
  die 2 -- die 3  upi 0-1"
equal "the same as JSON" "$(SYSFS_PATH=$out/four "$uncore" list --json | python3 -c '
import json, sys
print(" ".join("%d.%d=%d.%d" % (l["die"], l["unit"], l["to_die"], l["to_unit"]) for l in json.load(sys.stdin)["links"] if l["both_ends"]))')" \
	"0.0=1.1 0.1=2.1 0.2=3.2 1.0=3.0 1.1=0.0 1.2=2.2 2.0=3.1 2.1=0.1 2.2=1.2 3.0=1.0 3.1=2.0 3.2=0.2"
end 3 1 1 2
SYSFS_PATH=$out/four says 0 '^  die 2 -- die 3  upi 0-1 \(one end only\), 1-1 \(one end only, from die 3\)$' "ends that do not name each other" "$uncore" list
rm "$out/four/bus/event_source/devices/uncore_upi_2/die1"
SYSFS_PATH=$out/four says 0 '^  not connected, or unknown: die 1 upi 2$' "an unknown end" "$uncore" list
SYSFS_PATH=$out/four says 0 ' upi 2-2 \(one end only, from die 2\)$' "and its other end" "$uncore" list
SYSFS_PATH=$out/four says 0 '"to_die": ?null' "an unknown end as JSON" "$uncore" list --json

link_metric=$("$uncore" metrics --list 2>/dev/null | awk '$1 ~ /^upi\./ { print $1; exit }')
SYSFS_PATH=$out/four says 0 "^$link_metric +die 0 upi 1 .*  \(to die 2 upi 1\)$" "a metric of each link" \
	"$uncore" metrics --per-unit "$link_metric" -- true
SYSFS_PATH=$out/four says 0 '"unit": ?0, ?"to_die": ?3, ?"to_unit": ?0' "as JSON" "$uncore" metrics --json --per-unit "$link_metric" -- true
equal "other units have no other end" "$(SYSFS_PATH=$out/four "$uncore" metrics --per-unit mem_bw_reads -- true | grep -c 'to die')" 0
printf 'link\tupi/event=0x1/\t1\tLinks.\n' >"$out/links.conf"
SYSFS_PATH=$out/four says 0 '^uncore_link_total\{socket="0",die="0",box="upi",unit="2",to_die="3",to_unit="2"\}' "labels of series" \
	"$uncore" export --once --per-unit --config "$out/links.conf"
equal "series of a whole die have none" "$(SYSFS_PATH=$out/four "$uncore" export --once --config "$out/links.conf" | grep -c to_die)" 0

valid "list with links" list 1 env SYSFS_PATH="$out/four" "$uncore" list --json
valid "metrics of links" metrics 1 env SYSFS_PATH="$out/four" "$uncore" metrics --json --per-unit "$link_metric" -- true

# With package 1 offline, the others keep their numbers.
echo 0,4,6 | tee "$out"/four/bus/event_source/devices/*/cpumask >/dev/null
rm -r "$out"/four/devices/system/cpu/cpu[23]/topology
fake_nodes "$out/four" 0,1,4,5,6,7 0=0,1 1=2,3 2=4,5 3=6,7
SYSFS_PATH=$out/four says 0 '^  die 0 -- die 3  upi 2-2$' "a package is offline: links of the others" "$uncore" list
SYSFS_PATH=$out/four says 0 "^$link_metric +die 3 upi 2 .*  \(to die 0 upi 2\)$" "a package is offline: a metric of a link" \
	"$uncore" metrics --per-unit "$link_metric" -- true
printf '0 0000:15 pcie\n2 unknown\n3 0000:97 pcie\n' >"$out/four/bus/event_source/devices/uncore_iio_1/stack"
SYSFS_PATH=$out/four says 0 '^  0000:97  die 3 iio 1  pcie$' "a package is offline: stacks of the others" "$uncore" list

stack() { printf '%s\n' "$2" >"$out/emr/bus/event_source/devices/uncore_iio_$1/stack"; }
stack 1 "0 0000:15 pcie
1 0000:97 pcie"
stack 7 "0 0000:00 dmi
1 unknown"
stack 3 "1 0000:b7 pcie"
SYSFS_PATH=$out/emr says 0 '^  0000:15  die 0 iio 1  pcie$' "a stack" "$uncore" list
equal "all stacks" "$("$uncore" list | sed -n '/^I.O stacks/,/^$/p' | grep -c ' die ')" 4
equal "stacks as JSON" "$("$uncore" list --json | python3 -c '
import json, sys
print(" ".join("%d.%d=%s,%s" % (s["die"], s["unit"], s["bus"], s["kind"]) for s in json.load(sys.stdin)["stacks"] if s["unit"] in (1, 7)))')" \
	"0.1=0000:15,pcie 0.7=0000:00,dmi 1.1=0000:97,pcie 1.7=None,None"
valid "list with stacks" list 1 "$uncore" list --json
rm "$out"/emr/bus/event_source/devices/uncore_iio_*/stack
equal "none is known" "$("$uncore" list | grep -c 'I/O stacks\|Links between')" 0
