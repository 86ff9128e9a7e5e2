# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore metrics: what it prints of given counts. Values of all metrics are compared in a guest.


imc=$(type_of uncoreall_imc)
for cpu in 0 2; do
	read=$(rate 0xcf05 0 "$imc" $cpu) write=$(rate 0xf005 0 "$imc" $cpu)
	says 0 "^imc.mem_bw_total +socket $((cpu / 2)) +$(awk "BEGIN { printf \"%.3f\", ($read + $write) * 64 / 1e9 }") GB/s\$" \
		"a group of two events, socket $((cpu / 2))" "$uncore" metrics mem_bw_total -- true
done
unit=$(type_of uncore_imc_5)
says 0 "^imc.mem_bw_reads +die 1 imc 5 +$(awk "BEGIN { printf \"%.3f\", $(rate 0xcf05 0 "$unit" 2) * 64 / 1e9 }") GB/s\$" \
	"a value for each unit" "$uncore" metrics --per-unit mem_bw_reads -- true
FAKE_PERF=share=25 says 0 "^imc.mem_bw_reads +socket 0 +$(awk "BEGIN { printf \"%.3f\", $(rate 0xcf05 0 "$imc" 0) * 64 / 1e9 }") GB/s  .counted 25.0 % of the time.\$" \
	"what was counted part of the time is scaled and marked" "$uncore" metrics mem_bw_reads -- true
FAKE_PERF=share=0 says 0 'mem_bw_reads +socket 0 +- +never had a counter' "never counted is no 0" "$uncore" metrics mem_bw_reads -- true
FAKE_PERF=refuse=0xcf05 says 0 'imc.mem_bw_reads +- +missing: cannot open imc/cas_count.rd/' "a refused event" \
	"$uncore" metrics mem_bw_reads mem_bw_writes -- true
FAKE_PERF=refuse=0xcf05 says 0 ',,,,GB/s,,cannot open' "the same as CSV" "$uncore" metrics --csv mem_bw_reads -- true
says 0 '"counts":\[[0-9]+,[0-9]+\]' "counts as JSON" "$uncore" metrics --json mem_bw_total -- true
says 0 '^seconds,metric,package,die,unit,value,unit_of_measure,enabled_share,missing,node,version,time,interval,box$' "CSV has a head" "$uncore" metrics --csv -- true
says 7 . "the command's exit status" "$uncore" metrics mem_bw_reads -- sh -c 'exit 7'
equal "the command has the limits of its parent" "$(ulimit -Sn 512; "$uncore" metrics mem_bw_reads -- sh -c 'ulimit -Sn; ulimit -Hn' | grep -v ' ' | tr '\n' ' ')" \
	"512 $(ulimit -Hn) "
says 127 'cannot run nothing-like-it' "a command that is not there" "$uncore" metrics mem_bw_reads -- nothing-like-it
says 1 'no metric mem_bw; ' "an unknown metric" "$uncore" metrics mem_bw -- true
says 2 '--per-socket and --total exclude each other' "two kinds of values" "$uncore" metrics --per-socket --total mem_bw_reads -- true
says 2 '--json and --csv exclude each other' "two formats" "$uncore" metrics --json --csv mem_bw_reads -- true
says 2 '^uncore metrics: --list does not run a command$' "a list and a command" "$uncore" metrics --list -- true
says 0 '^imc.mem_bw_reads +machine ' "one kind, twice" "$uncore" metrics --total --total mem_bw_reads -- true
says 0 '^upi.upi_speed ' "a pattern" "$uncore" metrics 'UPI.*' -- true
says 0 '^cha.llc_mpi +per 1000 ' "--list" "$uncore" metrics --list
# Names of one metric are one entry; each name is there, and can be used.
got=$("$uncore" metrics --list)
equal "--list has a metric of several names once" "$(grep -A1 '^imc.mem_bw_total ' <<<"$got" | sed 's/ \+/ /g')" \
	"imc.mem_bw_total GB/s * Read from and written to DDR memory
 also: imc.memory_bandwidth_total, imc.tma_info_system_dram_bw_use"
equal "and each name once" "$(sed '/^ *also: /{s///; s/, /\n/g; b}; s/ .*//' <<<"$got" | sort | uniq -d)" ""
rows=$(awk -F'\t' '/^[a-z0-9]+[.]/ { box = $1; sub(/[.].*/, "", box); key = box FS $2 FS $5 FS $6; if (key in seen) n++; seen[key]; all++ } END { print all - n, all }' \
	"$top/tools/uncore/processors/emr/metrics.tsv")
equal "entries and names of Emerald Rapids" "$(grep -cE '^(cha|cxl..|iio|imc|irp|m2m|m3upi|pcu|upi)[.]' <<<"$got") $(sed '/^ *also: /{s///; s/, /\n/g; b}; s/ .*//' <<<"$got" | grep -cE '^(cha|cxl..|iio|imc|irp|m2m|m3upi|pcu|upi)[.]')" "$rows"
says 0 '^imc.memory_bandwidth_total +GB/s' "another name alone is an entry" "$uncore" metrics --list memory_bandwidth_total
says 0 'cha.llc_mpi +socket 1' "an event of the cores" "$uncore" metrics llc_mpi -- true
# Metrics that share events, on boxes with four counters: the events are open once, and of the same time. What perf's groups
# cannot hold is open twice.
turns() { FAKE_PERF=turns=4 "$uncore" metrics --csv "$@"; }
got=$(turns numa_reads_addressed_to_local_dram numa_reads_addressed_to_remote_dram -- true)
equal "shares that are 100 % together" "$(awk -F, '/^[0-9]/ { sum[$3] += $6; share[$3] = share[$3] " " $8 }
	END { for (i in sum) print sum[i] share[i] }' <<<"$got" | tr '\n' ' ')" "100 1.0000 1.0000 100 1.0000 1.0000 "
descriptors() { turns "$@" -- sh -c 'ls -l /proc/$PPID/fd | grep -c memfd:event' | grep -x '[0-9]*'; }
equal "four events on two packages" "$(descriptors numa_reads_addressed_to_local_dram numa_reads_addressed_to_remote_dram)" 8
equal "metrics with one event in common" "$(descriptors avg_demand_rd_miss_local_latency uncore_frequency llc_drd_miss_to_loc_mem)" 6
equal "a group is extended" "$(descriptors mem_bw_reads mem_bw_total memory_bandwidth_write imc.pct_cycles_ppd imc.pct_cycles_self_refresh)" 10
equal "but not beyond the counters" "$(descriptors avg_demand_rd_miss_local_latency avg_demand_rd_miss_remote_latency)" 12
equal "whose events are of one time" "$(turns 'io_percent*' io_read_l3_miss cha.pct_rd_requests cha.pct_wr_requests -- true |
	awk -F, '$2 ~ /pct_/ && $3 == 0 { sum += $6 } END { print sum }')" 100
# Five events are too many for a group.
says 0 '^cha.avg_drd_miss_latency +socket 0 +[1-9].* ns  .counted 50.0 % of the time.$' "a metric that does not fit" \
	env FAKE_PERF=turns=4 "$uncore" metrics avg_drd_miss_latency -- true
equal "on three box types, one of them the CPUs" "$(descriptors mem_bw_total llc_mpi uncore_frequency)" $((2 * 2 + 2 + 4 + 2))
# Events of the cores are counted on each CPU of a list, as a part of its own die.
fake_sysfs "$out/cores" emr 00CF 2 cha=2
instructions() { SYSFS_PATH=$out/cores "$uncore" metrics --json "$@" llc_mpi -- true | grep -o '"counts":\[[^]]*' | tr '\n' ' '; }
before=$(instructions)
echo 0-2,3 >"$out/cores/devices/system/cpu/present"
equal "CPUs as ranges and single ones" "${before:+counted} $(instructions)" "counted $before"
echo 0-3 >"$out/cores/devices/system/cpu/present"
for cpu in 2 3; do
	echo 0 >"$out/cores/devices/system/cpu/cpu$cpu/topology/physical_package_id"
	echo 1 >"$out/cores/devices/system/cpu/cpu$cpu/topology/die_id"
done
equal "two dies of one package" "$(instructions --per-die)" "$before"
# Any event of the cores: a generic name, a code, terms of their PMU, which fake_perf.c counts by the same rule.
core=$out/cores/bus/event_source/devices/cpu
core() { # EVENT CONFIG TYPE: its count on the die of CPUs 0 and 1
	printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\ncha.mine\tcount\t0\t-\tclockticks %s\tb\tOne of the cores\n' "$1" >"$out/mine.tsv"
	SYSFS_PATH=$out/cores says 0 "^cha.mine +die 0 +$(($(SYSFS_PATH=$out/cores rate "$2" 0 "$3" 0) + $(SYSFS_PATH=$out/cores rate "$2" 0 "$3" 1))) count\$" \
		"an event of the cores: $1" "$uncore" metrics --per-die --file "$out/mine.tsv" -- true
}
core core/cache-misses/ 3 0
core core/page-faults/ 2 1
core core/r412e/ 0x412e 4
mkdir -p "$core/format" "$core/events"
echo 4 >"$core/type"
echo config:0-7 >"$core/format/event"
echo config:8-15 >"$core/format/umask"
echo event=0xc0 >"$core/events/instructions-x"
core core/event=0x2e,umask=0x41/ 0x412e 4
core core/instructions-x,umask=1/ 0x1c0 4
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\ncha.x\tcount\t0\t-\tclockticks core/cache-mises/\tb\tx\n' >"$out/mine.tsv"
SYSFS_PATH=$out/cores says 1 'mine.tsv:2: event 2: cpu has no format or event cache-mises; did you mean cache-misses[?]' "one with a mistake" \
	"$uncore" metrics --file "$out/mine.tsv" -- true
# Metrics of a user's own.
{
	printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\n'
	printf '# a comment\n\n'
	printf 'imc.mine\tGB/s\t3\t-\tcas_count.rd cas_count.wr\t(a + b) * 64 / 1e9 / time\tReads and writes\n'
	printf 'imc.mem_bw_reads\tcount\t0\t-\tcas_count.rd\ta\tAs counted\n'
} >"$out/mine.tsv"
says 0 "^imc.mine +socket 1 +$("$uncore" metrics mem_bw_total -- true | awk '$3 == 1 { print $4 }') GB/s\$" "a metric of a file" "$uncore" metrics --file "$out/mine.tsv" imc.mine -- true
says 0 "^imc.mem_bw_reads +socket 0 +$(rate 0xcf05 0 "$imc" 0) count\$" "one that replaces ours" "$uncore" metrics --file "$out/mine.tsv" mem_bw_reads -- true
says 0 '^imc.mem_bw_total' "ours beside it" "$uncore" metrics -f "$out/mine.tsv" mem_bw_total -- true
equal "without a name those of the file" "$("$uncore" metrics -f "$out/mine.tsv" -- true | awk '/^imc/ { print $1 }' | sort -u | tr '\n' ' ')" "imc.mem_bw_reads imc.mine "
sed -i 's/3\t-/3\tdefault/' "$out/mine.tsv"
equal "or the defaults of the file" "$("$uncore" metrics -f "$out/mine.tsv" -- true | awk '/^[a-z]+[.]/ { print $1 }' | sort -u | tr '\n' ' ')" "imc.mine "
says 0 '^imc.mine +GB/s +[*] Reads and writes' "in the list" "$uncore" metrics -f "$out/mine.tsv" --list
good() { printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\n'; printf '%s\n' "$@"; }
tab=$(printf '\t')
wrong() { # MESSAGE LINE...
	local message=$1
	shift
	good "$@" >"$out/wrong.tsv"
	says 1 "$message" "wrong: $message" "$uncore" metrics -f "$out/wrong.tsv" -- true
}
wrong 'wrong.tsv:2: 1 columns instead of 7' 'imc.x GB/s 3 - cas_count.rd a text'
wrong 'wrong.tsv:2: bad name "imcx"' "imcx${tab}n${tab}0${tab}-${tab}cas_count.rd${tab}a${tab}t"
wrong 'wrong.tsv:2: bad number of decimals "x"' "imc.x${tab}n${tab}x${tab}-${tab}cas_count.rd${tab}a${tab}t"
wrong 'wrong.tsv:2: "yes" is neither default nor -' "imc.x${tab}n${tab}0${tab}yes${tab}cas_count.rd${tab}a${tab}t"
wrong 'wrong.tsv:2: event 2: uncoreall_imc has no format or event cas_cuont.wr; did you mean cas_count.wr' \
	"imc.x${tab}n${tab}0${tab}-${tab}cas_count.rd cas_cuont.wr${tab}a${tab}t"
wrong 'wrong.tsv:2: event 1: there is no PMU imcc; did you mean imc[?]' "imcc.x${tab}n${tab}0${tab}-${tab}cas_count.rd${tab}a${tab}t"
wrong 'wrong.tsv:2: bad formula "a [+] c": .* a to b, time' "imc.x${tab}n${tab}0${tab}-${tab}cas_count.rd cas_count.wr${tab}a + c${tab}t"
wrong 'wrong.tsv:2: bad formula "[(]a"' "imc.x${tab}n${tab}0${tab}-${tab}cas_count.rd${tab}(a${tab}t"
wrong 'wrong.tsv:2: bad formula "a [*] 0x10": [+] - [*] / and parentheses of decimal numbers, ' "imc.x${tab}n${tab}0${tab}-${tab}cas_count.rd${tab}a * 0x10${tab}t"
wrong 'wrong.tsv:2: event 1: an event is empty; ' "imc.x${tab}n${tab}0${tab}-${tab} ${tab}a${tab}t"
good "imc.x${tab}n${tab}0${tab}-${tab} cas_count.rd  cas_count.wr ${tab}a - b${tab}t" >"$out/blanks.tsv"
equal "more than one blank is no event" "$("$uncore" metrics -f "$out/blanks.tsv" --json -- true | jq -c '.metrics[0] | .value, .counts')" "$(
	"$uncore" metrics --json mem_bw_total -- true | jq -c '.metrics[0].counts | .[0] - .[1], .')"
wrong 'wrong.tsv:3: duplicate name imc.x' "imc.x${tab}n${tab}0${tab}-${tab}cas_count.rd${tab}a${tab}t" "imc.x${tab}n${tab}0${tab}-${tab}cas_count.wr${tab}a${tab}t"
wrong 'wrong.tsv has no metrics' '# nothing'
good "imcx${tab}n${tab}0${tab}-${tab}cas_count.rd${tab}a${tab}t" short >"$out/wrong.tsv"
equal "each wrong line has its message" "$("$uncore" metrics -f "$out/wrong.tsv" -- true 2>&1 | grep -c 'wrong.tsv:[23]: ')" 2
tail -n 1 "$out/mine.tsv" >"$out/wrong.tsv"
says 1 'wrong.tsv:1: the first line must name the columns' "a file without a head" "$uncore" metrics -f "$out/wrong.tsv" -- true
says 1 'none.tsv: No such file' "no file" "$uncore" metrics -f "$out/none.tsv" -- true
says 1 "^uncore: $out: Is a directory\$" "a folder" "$uncore" metrics -f "$out" -- true
# Totals, and nodes.
sum=$(($(rate 0xcf05 0 "$imc" 0) + $(rate 0xcf05 0 "$imc" 2)))
sed -i 's/GB\/s\t3\tdefault\tcas_count.rd cas_count.wr\t.*time/count\t0\t-\tcas_count.rd\ta/' "$out/mine.tsv"
time='[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[.][0-9]{9}Z'
says 0 "^imc.mine +machine +$sum count\$" "a value of the machine" "$uncore" metrics -f "$out/mine.tsv" --total imc.mine -- true
says 0 ",imc.mine,,,,$sum,count,1.0000,,,1,$time,[0-9.]+,imc\$" "the same as CSV" "$uncore" metrics -f "$out/mine.tsv" --total --csv imc.mine -- true
# Decimals are for people: a program gets less than a thousandth of a GB/s, too.
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.few\tGB/s\t3\t-\tcas_count.rd\ta / 1e12\tx\n' >"$out/few.tsv"
few=$(awk "BEGIN { printf \"%.15g\", $sum / 1e12 }")
says 0 '^imc.few +machine +0.000 GB/s$' "a small value" "$uncore" metrics -f "$out/few.tsv" --total imc.few -- true
says 0 ",imc.few,,,,$few,GB/s," "a small value as CSV" "$uncore" metrics -f "$out/few.tsv" --total --csv imc.few -- true
says 0 "\"value\":$few," "a small value as JSON" "$uncore" metrics -f "$out/few.tsv" --total --json imc.few -- true
says 1 'this kernel has no NUMA nodes; use --per-socket' "no nodes" "$uncore" metrics --per-node mem_bw_reads -- true
nodes=$out/emr/devices/system/node
mkdir -p "$nodes/node0" "$nodes/node1" "$nodes/node2"
echo 0-2 >"$nodes/online"
echo 2-3 >"$nodes/node0/cpulist"
echo 0-1 >"$nodes/node1/cpulist"
echo >"$nodes/node2/cpulist"
says 0 "^imc.mine +node 1 +$(rate 0xcf05 0 "$imc" 0) count\$" "a value of a node" "$uncore" metrics -f "$out/mine.tsv" --per-node imc.mine -- true
says 0 '"node":0,"value"' "the same as an object" "$uncore" metrics -f "$out/mine.tsv" --per-node --json imc.mine -- true
equal "a node without CPUs has no value" "$("$uncore" metrics -f "$out/mine.tsv" --per-node imc.mine -- true | grep -c '^imc.mine')" 2
echo 1 >"$nodes/node2/cpulist"
echo 0 >"$nodes/node1/cpulist"
says 0 'mem_bw_reads +- +missing: no value for each node: die 0 has several nodes [(]sub-NUMA clusters[)], and the node of uncore_imc_0 is unknown; use --per-die' \
	"nodes within a die" "$uncore" metrics --per-node mem_bw_reads -- true
# With the driver's files node, a node has the sum of its units: of die 0 the channels 2 to 7 are in node 1 and 0 and 1 in node 2.
pmus=$out/emr/bus/event_source/devices
sum1=0 sum2=0 sum0=0 cha1=0
for ((i = 0; i < 8; i++)); do
	printf '0 %u %u\n1 0 0\n' $((i < 2)) $((1 + (i < 2))) >"$pmus/uncore_imc_$i/node"
	part=$(rate 0xcf05 0 "$(type_of uncore_imc_$i)" 0)
	if [ $i -lt 2 ]; then sum2=$((sum2 + part)); else sum1=$((sum1 + part)); fi
	sum0=$((sum0 + $(rate 0xcf05 0 "$(type_of uncore_imc_$i)" 2)))
done
got=$("$uncore" metrics -f "$out/mine.tsv" --per-node imc.mine -- true | sed -nE 's/^imc.mine +node ([0-9]) +([0-9]+) count/\1=\2/p' | sort | xargs)
equal "the units of each node of a divided die" "$got" "0=$sum0 1=$sum1 2=$sum2"
equal "the same as JSON" "$("$uncore" metrics -f "$out/mine.tsv" --per-node --json imc.mine -- true | grep -o '"node":[0-9],"value":[0-9]*' | sort | xargs)" \
	"node:0,value:$sum0 node:1,value:$sum1 node:2,value:$sum2"
says 0 'upi.upi_speed +- +missing: no value for each node: .*the node of uncore_upi_0 is unknown' "a box without nodes" "$uncore" metrics --per-node upi_speed -- true
says 0 'cha.llc_mpi +- +missing: no value for each node' "an event of the cores" "$uncore" metrics --per-node llc_mpi -- true
printf '0 unknown\n1 0 0\n' >"$pmus/uncore_imc_7/node"
says 0 'imc.mine +- +missing: .*the node of uncore_imc_7 is unknown' "one channel of an unknown node" "$uncore" metrics -f "$out/mine.tsv" --per-node imc.mine -- true
# A metric of two box types, which has no value for each unit.
for ((i = 0; i < 60; i++)); do
	printf '0 %u %u\n1 0 0\n' $((i >= 30)) $((1 + (i >= 30))) >"$pmus/uncore_cha_$i/node"
	[ $i -ge 30 ] || cha1=$((cha1 + $(rate 0x0135 0 "$(type_of uncore_cha_$i)" 0)))
done
printf '0 0 1\n1 0 0\n' >"$pmus/uncore_imc_7/node"
sed 's/cas_count.rd\ta/cas_count.rd cha\/event=0x35,umask=0x1\/\ta + b/' "$out/mine.tsv" >"$out/two.tsv"
says 0 "^imc.mine +node 1 +$((sum1 + cha1)) count\$" "a metric of two box types" "$uncore" metrics -f "$out/two.tsv" --per-node imc.mine -- true
rm "$pmus"/uncore_*/node
echo 0 >"$nodes/online"
echo 0-1 >"$nodes/node0/cpulist"
says 1 '^uncore: --per-node: die 1 is in no NUMA node; use --per-die' "a die in no node" "$uncore" metrics --per-node mem_bw_reads -- true
rm -r "$nodes"
# A share of what the memory can move: SMBIOS has 12 modules of 5600 MT/s, 16 channels.
says 0 'imc.mem_bw_share +- +missing: the speed of the memory is unknown: SMBIOS, which only root can read' "no SMBIOS" "$uncore" metrics mem_bw_share -- true
mkdir -p "$out/emr/firmware/dmi/tables"
for ((i = 0; i < 16; i++)); do
	size='\x00\x40'
	[ $i -lt 12 ] || size='\x00\x00'
	printf '\x11\x22\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00'"$size"'\x00\x00\x00\x00\x22\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xe0\x15\x00\x00'
done >"$out/emr/firmware/dmi/tables/DMI"
printf '\x7f\x04\x00\x00\x00\x00' >>"$out/emr/firmware/dmi/tables/DMI"
bytes=$((64 * ($(rate 0xcf05 0 "$imc" 2) + $(rate 0xf005 0 "$imc" 2))))
says 0 "^imc.mem_bw_share +socket 1 +$(awk "BEGIN { printf \"%.1f\", 100 * $bytes / (6 * 8 * 5600e6) }") %\$" "a share of the peak" "$uncore" metrics mem_bw_share -- true
# Tables of SMBIOS can be longer than 64 KiB: other structures before the modules.
{
	for ((i = 0; i < 250; i++)); do printf '\xdd\xff\x00\x00'; head -c 251 /dev/zero | tr '\0' x; printf 'x\0\0'; done
	cat "$out/emr/firmware/dmi/tables/DMI"
} >"$out/long.dmi"
mv "$out/long.dmi" "$out/emr/firmware/dmi/tables/DMI"
says 0 "^imc.mem_bw_share +socket 1 +$(awk "BEGIN { printf \"%.1f\", 100 * $bytes / (6 * 8 * 5600e6) }") %\$" "a table of $(stat -c %s "$out/emr/firmware/dmi/tables/DMI") bytes" "$uncore" metrics mem_bw_share -- true
says 0 "^imc.memory_bandwidth_total +socket 0" "a metric by Intel's name" "$uncore" metrics memory_bandwidth_total -- true
rm -r "$out/emr/firmware"
# Events of two boxes.
says 0 '^cha.memory_extra_write_bw_due_to_directory_updates +- +missing: there is no PMU m2m' "an event of a box that is not there" \
	"$uncore" metrics 'memory_extra*' -- true
fake_sysfs "$out/two" emr 00CF 1 cha=2 m2m=2
two() { SYSFS_PATH=$out/two rate "$1" 0 "$(SYSFS_PATH=$out/two type_of uncoreall_$2)" 0; }
SYSFS_PATH=$out/two says 0 "socket 0 +$(awk "BEGIN { printf \"%.3f\", 64 * ($(two 0x154 cha) + $(two 0x254 cha) + $(two 0x300000121 m2m)) / 1e9 }") GB/s" "events of two boxes" \
	"$uncore" metrics 'memory_extra*' -- true
# Their units have the same numbers, and nothing else in common. All metrics of several boxes, and of the cores.
several=$(awk -F'\t' '$1 ~ /^[a-z0-9_]+\./ { box = $1; sub(/\..*/, "", box); num = split($5, event, " "); other = 0
	for (i = 1; i <= num; i++) if (split(event[i], part, "/") > 1 && part[1] != box) other = 1
	if (other) print $1 }' "$top/tools/uncore/processors/emr/metrics.tsv")
fake_sysfs "$out/all" emr 00CF 2 cha=6 imc=2 m2m=4 upi=2 iio=2 irp=2 pcu=1 m3upi=2 hbm=2 m2hbm=2
# shellcheck disable=SC2086
per_unit=$(SYSFS_PATH=$out/all "$uncore" metrics --per-unit $several -- true 2>&1)
equal "metrics of several boxes have no value for each unit" \
	"$(wc -w <<<"$several" | awk '{ print ($1 > 3) }') $(grep -vE '^ +[0-9.]+ s$' <<<"$per_unit" | grep -cvE ' - +missing: (no value for each unit: it has events of [a-z0-9]+ and [a-z0-9]+; use --per-die|the speed|there is no PMU )')" "1 0"
equal "each has a reason" "$(grep -c missing: <<<"$per_unit")" "$(wc -w <<<"$several")"
says 0 '"metric":"cha.llc_mpi".*"missing":"no value for each unit: it has events of cha and core; use --per-die"' "a metric of the cores, as an object" \
	"$uncore" metrics --json --per-unit llc_mpi -- true
mv "$out/emr/bus/event_source/devices/uncore_pcu" "$out/pcu"
says 0 'pcu.pct_cyc_freq_power_ltd +- +missing: there is no PMU pcu' "a box that is not there" "$uncore" metrics -- true
mv "$out/pcu" "$out/emr/bus/event_source/devices/uncore_pcu"
SYSFS_PATH=$out/snbep says 0 '^qpi.link_share_in +socket 1' "another processor" "$uncore" metrics -- true
rows=$(cat "$top"/tools/uncore/processors/*/metrics.tsv | awk -F'\t' '!/^#/ && $1 != "name" && NF == 7' | wc -l)
equal "the page of metrics has each row of the data" \
	"$("$top/tools/uncore/gen/metrics_page" | grep -c '^    perf stat -a -e ')" "$rows"
# Memory that is no DDR has metrics and series of its own, on machines that have it.
fake_sysfs "$out/max" emr 00CF 1 imc=8 hbm=16
hbm=$(SYSFS_PATH=$out/max type_of uncoreall_hbm)
SYSFS_PATH=$out/max says 0 "^hbm.mem_bw_total +machine +$(awk "BEGIN { printf \"%.3f\", 64 * ($(rate 0xcf05 0 "$hbm" 0) + $(rate 0xf005 0 "$hbm" 0)) / 1e9 }") GB/s\$" "bandwidth of HBM" \
	"$uncore" metrics --total mem_bw_total -- true
SYSFS_PATH=$out/max says 0 '^hbm.mem_bw_reads +GB/s +[*] Read from HBM$' "by default" "$uncore" metrics --list
says 0 '^imc.mem_bw_total +GB/s +[*] Read from and written to DDR memory$' "DDR is named" "$uncore" metrics --list
equal "without HBM there is none" "$("$uncore" metrics --list | grep -c hbm) $("$uncore" export --once 2>&1 | grep -c hbm)" "0 0"
equal "series of HBM" "$(SYSFS_PATH=$out/max "$uncore" export --once 2>/dev/null | grep -c '^uncore_hbm_\(read\|written\)_bytes_total{socket="0",die="0",box="hbm"} [1-9]')" 2
SYSFS_PATH=$out/max says 0 '^DDR .*read [0-9.]+ [kMG]*B/s' "the live view names what it shows" "$uncore" top --once -I 1
# Its own section: 16 units, which count on one more PMU, and their sum.
frame=$(SYSFS_PATH=$out/max COLUMNS=80 LINES=60 "$uncore" top --once -I 1 2>&1)
equal "the live view has a section of HBM" "$(sed -nE 's/^HBM +(read [0-9.]+ .B.s) .*/\1/p' <<<"$frame")" \
	"$(awk -v n="$(for ((unit = 0; unit < 16; unit++)); do SYSFS_PATH=$out/max rate 0xcf05 0 "$(SYSFS_PATH=$out/max type_of uncore_hbm_$unit)" 0; done | awk '{ n += $1 } END { print n * 64 / 1e6 }')" \
		'BEGIN { printf n < 999.5 ? n < 99.95 ? "read %.1f MB/s" : "read %.0f MB/s" : "read %.2f GB/s", n < 999.5 ? n : n / 1000 }')"
equal "with a row for each unit" "$(sed -n '/^HBM/,/^Heat/p' <<<"$frame" | grep -cE '^ +[0-9]+ .* .B/s +[0-9.]+ .B/s')" 16
equal "what a full bar is" "$(grep -c 'full bar: channel [0-9.]* GB/s, unit of HBM [0-9.]* GB/s$' <<<"$frame")" 1
equal "without HBM there is no section" "$(LINES=60 "$uncore" top --once -I 1 | grep -c HBM)" 0
says 0 '^HBM  missing: cannot open hbm/cas_count.rd/' "HBM that cannot be counted" env SYSFS_PATH="$out/max" FAKE_PERF=refuse=0xcf05 "$uncore" top --once -I 1
# CXL: each port is a unit of both types. An entry is a line of 64 bytes.
for processor in emr:00CF gnr:00AD gnr:00AF; do
	fake_sysfs "$out/cxl" "${processor%:*}" "${processor#*:}" 2 cxlcm=2 cxldp=2
	port() { awk "BEGIN { printf \"%.3f\", $(SYSFS_PATH=$out/cxl rate "$2" 0 "$(SYSFS_PATH=$out/cxl type_of "uncore_$1_1")" 2) * 64 / 1e9 }"; }
	equal "bandwidth of a CXL port: model ${processor#*:}" "$(SYSFS_PATH=$out/cxl "$uncore" metrics --per-unit 'cxl_mem_*' -- true | awk '/die 1 cxl.. 1/ { print $1, $6, $7 }')" \
		"cxlcm.cxl_mem_reads $(port cxlcm 0x1041) GB/s
cxldp.cxl_mem_writes $(port cxldp 0x2002) GB/s"
done
SYSFS_PATH=$out/two says 0 '^cxlcm.cxl_mem_reads +- +missing: there is no PMU cxlcm' "a machine without CXL" "$uncore" metrics cxl_mem_reads -- true
# Damaged data must not get into the program.
mkdir -p "$out/damaged"
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.x\tGB/s\t3\t-\ta\n' >"$out/damaged/metrics.tsv"
says 1 'damaged/metrics.tsv:2: 5 columns' "a row that is too short" awk -f "$top/tools/uncore/gen/table.awk" -f "$top/tools/uncore/gen/metrics.awk" "$out/damaged/metrics.tsv"
printf 'command\tname\tevent\tfactor\ttext\ntop\theat\tcha/clockticks/\tone\t-\n' >"$out/damaged/events.tsv"
says 1 'damaged/events.tsv:2: bad row' "an event of a command without a factor" awk -f "$top/tools/uncore/gen/table.awk" -f "$top/tools/uncore/gen/command_events.awk" "$out/damaged/events.tsv"

# What a file of metrics may have: numbers that are none, and text that a terminal or a table of CSV would take for its own.
{
	printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\n'
	printf 'imc.inf\tB/s\t2\tdefault\tcas_count.rd\t1e308*10*a\tx\n'
	printf 'imc.nan\tB/s\t2\tdefault\tcas_count.rd\t1e308*10*a*0\tx\n'
	printf 'imc.text\tB,s "x"\t0\tdefault\tcas_count.rd\ta\tRed \e[31m \u202e left\n'
	printf 'imc.escape\t\e[31m\u202e\t0\tdefault\tcas_count.rd\ta\tx\n'
} >"$out/odd.tsv"
equal "no infinite numbers: text" "$("$uncore" metrics --file "$out/odd.tsv" -- true | grep -cE '^imc.(inf|nan) +socket [01] +-  not a finite number$')" 4
equal "nor in JSON" "$("$uncore" metrics --json --file "$out/odd.tsv" -- true | jq -r '.metrics[] | select(.metric == "imc.inf" or .metric == "imc.nan") | "\(.value) \(.missing)"' | sort -u)" "null not a finite number"
equal "CSV: a unit with a comma and quotes is one column" \
	"$("$uncore" metrics --csv --file "$out/odd.tsv" -- true | python3 -c 'import csv, sys; print(*sorted({(len(row), row[6]) for row in csv.reader(sys.stdin) if row[1] == "imc.text"}))')" "(14, 'B,s \"x\"')"
equal "no escape sequence of a file reaches the terminal" \
	"$( ("$uncore" metrics --file "$out/odd.tsv" --list; "$uncore" metrics --file "$out/odd.tsv" -- true; "$uncore" metrics --json --file "$out/odd.tsv" -- true) | grep -c $'\e\|\u202e')" 0
