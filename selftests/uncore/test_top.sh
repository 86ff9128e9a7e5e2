# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore top: frames, and the screen under tmux with keys pressed

frame() { "$uncore" top --once -I 1 "$@" 2>&1; }
lines() { wc -l <<<"$1"; }
widest() { wc -L <<<"$1"; }

got=$(frame)
equal "a frame has 80 columns at the most" "$(($(widest "$got") <= 80))" 1
equal "and 24 lines, the last for keys" "$(($(lines "$got") <= 23))" 1
says 0 '^  7 █+▒+·+ .*  7 █+▒+·* ' "bars for eight channels of two packages" "$uncore" top --once -I 1
says 0 '^hottest: unit 59, .*hottest: unit 59, ' "the hottest unit of each package" "$uncore" top --once -I 1
says 0 '^ 30 [-.:=+*o#%@]{30} ' "two rows of thirty CHAs" "$uncore" top --once -I 1
LC_ALL=C says 0 '^  7 #+=+[.]+ ' "without Unicode" "$uncore" top --once -I 1
equal "without Unicode there is none" "$(LC_ALL=C frame | LC_ALL=C grep -c '[^ -~]')" 0
got=$(SYSFS_PATH=$out/many frame)
says 0 '^ 90 ([-.:=+*o#%@] ){29}[-.:=+*o#%@]$' "120 CHAs" env SYSFS_PATH="$out/many" "$uncore" top --once -I 1
equal "which fit, too" "$(($(lines "$got") <= 23))" 1
for size in "10 3" "40 12" "200 60"; do
	COLUMNS=${size% *} LINES=${size#* } got=$(COLUMNS=${size% *} LINES=${size#* } frame)
	equal "a frame of $size is no larger" "$(($(widest "$got") <= ${size% *} && $(lines "$got") <= ${size#* }))" 1
done
says 0 'Links  missing: no such event' "what a processor has not is missing" \
	env SYSFS_PATH="$out/nhmex" "$uncore" top --once -I 1
says 0 'Heat map imc/cas_count.wr/' "another event" "$uncore" top --once -I 1 -e imc/cas_count.wr/
says 1 'has no format or event nonsense' "an event that is none" "$uncore" top --once -e cha/nonsense/

# Values: those of fake_perf.c in one second, on the first CPU. Three digits, with a unit that suits them.
rate_of() { # FACTOR CONFIG0 CONFIG1 TYPE CPU...
	local factor=$1 event=$2 filter=$3 type=$4 sum=0 cpu
	shift 4
	for cpu; do sum=$((sum + $(rate "$event" "$filter" "$type" "$cpu"))); done
	awk -v n="$sum" -v f="$factor" 'BEGIN {
		n *= f
		for (i = 1; n >= 999.5; i++) n /= 1000
		printf "%." (n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2) "f%s\n", n, substr(" kMGT", i, 1)
	}'
}
read7=$(rate_of 64 0xcf05 0 "$(type_of uncore_imc_7)" 0)
write7=$(rate_of 64 0xf005 0 "$(type_of uncore_imc_7)" 0)
says 0 "^  7 █+▒+·+ +$read7 +$write7 " "a channel's values, in a unit that suits them" "$uncore" top --once -I 1
COLUMNS=160 says 0 "^  7 █+▒+·+ +${read7%?} ${read7: -1}B/s +${write7%?} ${write7: -1}B/s  " "with the unit where there is room" "$uncore" top --once -I 1
says 0 '^Memory +read [0-9.]+M +write [0-9.]+M Memory +read [0-9.]+G write [0-9.]+G$' "names of the columns, with the sums" "$uncore" top --once -I 1
COLUMNS=80 says 0 "^Memory +read [0-9.]+ MB/s +write [0-9.]+ GB/s +peak [0-9.]+ GB/s$" "peaks where there is room" env SYSFS_PATH="$out/many" "$uncore" top --once -I 1
says 0 "^uncore top  [0-9]{2}:[0-9]{2}:[0-9]{2}  $(hostname)  Emerald" "time and host" "$uncore" top --once -I 1
says 0 '^full bar: channel 1[.]00 GB/s, link [0-9.]+ MB/s peak, stack 1[.]00 GB/s$' "what a full bar is" "$uncore" top --once -I 1
says 0 '^Heat map cha/tor_inserts[.]ia_miss_drd/ +0 [.]:-=[+][*]o#%@ [0-9.]+ M/s seen$' "steps and scale of the heat map" "$uncore" top --once -I 1
says 0 '^memory +█ peak 1[.][0-9]+ GB/s memory +█ peak 4[.][0-9]+ GB/s$' "a history of each package" "$uncore" top --once -I 1
LC_ALL=C says 0 '^memory +@ peak 1[.][0-9]+ GB/s' "a history without Unicode" "$uncore" top --once -I 1
# A unit that has counted nothing has an empty bar, whatever the others do; and what a link can reach is not what it did.
says 0 '^  0 ·+ +0 +0 ' "bars of an idle machine are empty" env FAKE_PERF=idle "$uncore" top --once -I 1
says 0 '^memory {19}peak 0 B/s' "and its history" env FAKE_PERF=idle "$uncore" top --once -I 1
equal "and its heat map" "$(FAKE_PERF=idle "$uncore" top --once -I 1 | grep -cE '^ 30 [.]{30} +30 [.]{30}$')" 1
says 0 'channel 1[.]00 GB/s, link 1[.]00 GB/s,' "without a clock there is no peak" env FAKE_PERF=idle "$uncore" top --once -I 1
# Columns do not run into one another, and what does not fit is cut where it can be seen.
for size in 120 100 80 60 40; do
	got=$(COLUMNS=$size LINES=40 frame)
	equal "a frame of $size columns is no wider" "$(($(widest "$got") <= size))" 1
	equal "with $size columns values are apart" \
		"$(grep -cE '^ +[0-9]+ [█▒·]+ +[0-9.]+[ kMGB/s]* +[0-9.]+' <<<"$got")" 24
	equal "with $size columns there is a head for each package" "$(grep -oE 'Package [01]' <<<"$got" | wc -l)" $((size >= 80 ? 2 : 1))
done
says 0 '^memory peak 1[.].*…$' "a history without room" env COLUMNS=20 LINES=40 "$uncore" top --once -I 1
says 0 '^uncore top  .*…$' "a title that does not fit is marked" env COLUMNS=40 "$uncore" top --once -I 1
says 0 '^0 [.]:-=[+][*]o#%@ [0-9.]+ M/s seen$' "the steps of the heat map have a row of their own then" env COLUMNS=40 LINES=40 "$uncore" top --once -I 1

# Left of the screen, too: a value is whole or only a mark, and never runs into the number of its unit.
values() { COLUMNS=$1 LINES=60 frame --socket 0 | sed -n '5,/^Heat/p' | sed 's/^Memory//; s/^Heat.*//; s/^  \([0-9]\) /\1 /; s/read\|write//g; s|\([0-9]\) \([kMG]\)B/s|\1\2|g' | grep -oE '[0-9.]+[kMG]' | sort -u; }
for size in 40 30 24 19 16 12 8 5; do
	equal "$size columns: values are whole, or not there" "$(comm -13 <(values 70) <(values $size))" ""
done
equal "8 columns: marks" "$(COLUMNS=8 LINES=60 frame --socket 0 | sed -n '/^Memory/,/^Heat/p' | grep -cE '^(Memory|  [0-3]) *…$')" 5
LC_ALL=C says 0 '^  0 +<$' "a mark without Unicode" env COLUMNS=8 LINES=60 "$uncore" top --once -I 1 --socket 0

# Devices in place of the units, the largest first.
devices=$out/top_devices
fake_sysfs "$devices" emr 00CF 2 cha=2 imc=2 upi=2 iio=2 pcu=1
fake_stack "$devices" 0 "0 0000:15 pcie" "1 0000:97 pcie"
fake_stack "$devices" 1 "0 unknown" "1 0000:e7 accelerators"
for device in 15:02.0/0000:16 15:05.0/0000:17 97:08.0/0000:98; do
	fake_device "$devices" 0x060400 0x8086 0x352a "pci0000:${device%%:*}/0000:${device%/*}"
	fake_device "$devices" 0x020000 0x15b3 0x1017 "pci0000:${device%%:*}/0000:$device:00.0"
done
device_rate() { rate_of 4 $((0x83 | $3 << 8 | $2 << 36 | 7 << 48)) 0 "$(SYSFS_PATH=$devices type_of "uncore_iio_${4:-0}")" "$1"; }
got=$(SYSFS_PATH=$devices COLUMNS=160 frame --devices)
equal "top: devices" "$(sed -n '/^Devices/,$p' <<<"$got" | grep -oE '(..:00.0|unit . bus unknown|unit .,) [^█▒·]*[█▒·]+ +[0-9.]+[kMG] +[0-9.]+[kMG]' | sed 's/ .*[█▒·]//' | tr -s ' ' | sort)" \
	"$({
		for word in "17 0 16 0" "16 0 2 0" "98 2 128 0"; do
			read -r bus cpu mask unit <<<"$word"
			echo "$bus:00.0 $(device_rate "$cpu" "$mask" 4 "$unit") $(device_rate "$cpu" "$mask" 1 "$unit")"
		done
		echo "unit $(device_rate 0 255 4 1) $(device_rate 0 255 1 1)"
	} | sort)"
FAKE_PERF=share=0 SYSFS_PATH=$devices COLUMNS=160 says 0 '^Devices [(]not counted[)] +r - +w - ' "top: devices that never counted" "$uncore" top --once -I 1 --devices
equal "top: devices: heads" "$(grep -oE 'Devices +r [0-9.]+[kMG] +w [0-9.]+[kMG]' <<<"$got" | wc -l)" 2
equal "top: devices of 80 columns" "$(SYSFS_PATH=$devices frame --devices | grep -cE '^  (16|17):00.0 [^ ]+ .*  98:00.0 |^  (16|17):00.0 ')" 2
equal "top: no device is wider than the screen" "$(for size in 10 20 39 61; do SYSFS_PATH=$devices COLUMNS=$size frame --devices | wc -L; done | xargs)" "10 20 39 61"
FAKE_PERF=share=50 SYSFS_PATH=$devices says 0 '^Devices \(50%\)' "top: devices that took turns" "$uncore" top --once -I 1 --devices
FAKE_PERF=absent=$(SYSFS_PATH=$devices type_of uncore_iio_0) SYSFS_PATH=$devices says 0 '^  16:00.0 .* -( |$)' "top: a unit that cannot be counted" "$uncore" top --once -I 1 --devices
SYSFS_PATH=$out/snbep says 1 'there is no IIO unit with a device' "top: no devices" "$uncore" top --once -I 1 --devices

# NUMA nodes in place of the units: die 0 has two, and die 1 is one.
nodes=$out/top_nodes
fake_sysfs "$nodes" emr 00CF 2 cha=2 imc=4 upi=2 iio=2 pcu=1
SYSFS_PATH=$nodes says 1 'this kernel has no NUMA nodes' "top: no nodes" "$uncore" top --once -I 1 --per-node
mkdir -p "$nodes"/devices/system/node/node{0,1,2}
echo 0-2 >"$nodes/devices/system/node/online"
echo 0 >"$nodes/devices/system/node/node0/cpulist"
echo 1 >"$nodes/devices/system/node/node1/cpulist"
echo 2-3 >"$nodes/devices/system/node/node2/cpulist"
for i in 0 1 2 3; do
	printf '0 %u %u\n1 0 2\n' $((i > 0)) $((i > 0)) >"$nodes/bus/event_source/devices/uncore_imc_$i/node"
done
# node_sum CONFIG CPU UNIT...: bytes of these channels in a second
node_sum() {
	local event=$1 cpu=$2 sum=0 unit
	shift 2
	for unit; do sum=$((sum + 64 * $(rate "$event" 0 "$(SYSFS_PATH=$nodes type_of "uncore_imc_$unit")" "$cpu"))); done
	echo $sum
}
node_rows() { SYSFS_PATH=$nodes COLUMNS=160 frame --per-node "$@" | grep -oE '(node [0-9]|unknown) +[█▒·]+ +[0-9.]+[kMG]? +[0-9.]+[kMG]?' | sed 's/[█▒·]//g' | tr -s ' ' | sort; }
node_row() { # NAME CPU UNIT...
	local name=$1 event
	shift
	for event in 0xcf05 0xf005; do
		name+=" $(awk -v n="$(node_sum $event "$@")" 'BEGIN { for (i = 1; n >= 999.5; i++) n /= 1000; printf "%." (n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2) "f%s", n, substr(" kMGT", i, 1) }')"
	done
	echo "$name"
}
equal "top: nodes" "$(node_rows)" "$(node_row "node 0" 0 0; node_row "node 1" 0 1 2 3; node_row "node 2" 2 0 1 2 3)"
equal "top: nodes: heads" "$(SYSFS_PATH=$nodes frame --per-node | grep -oE 'By node +r [0-9.]+[kMG] +w [0-9.]+[kMG]' | wc -l)" 2
node_values() { SYSFS_PATH=$nodes "$uncore" top --json --once -I 1 "$@" | grep -oE '[{][^{}]*"node":[^{}]*[}]' | sed -E 's/.*"package":([0-9]+),"metric":"([a-z_]+)","value":([0-9.a-z]+),.*"missing":("?[a-z ]+"?).*"node":([0-9a-z]+).*/\1 \2 \5 \3 \4/' | awk '{ if ($4 != "null") $4 = sprintf("%.0f", $4); print $0 }' | sed 's/ null$//'; }
equal "top: nodes in JSON" "$(node_values --per-node)" "$(for row in 0xcf05=memory_read 0xf005=memory_write; do
	echo "0 ${row#*=} 0 $(node_sum "${row%=*}" 0 0)"
	echo "0 ${row#*=} 1 $(node_sum "${row%=*}" 0 1 2 3)"
done)
$(for row in 0xcf05=memory_read 0xf005=memory_write; do echo "1 ${row#*=} 2 $(node_sum "${row%=*}" 2 0 1 2 3)"; done)"
valid "top by node" top 1 env SYSFS_PATH="$nodes" "$uncore" top --json --once -I 1 --per-node
equal "top: no nodes in JSON without the option" "$(node_values)" ""
equal "top: nodes that never counted" "$(FAKE_PERF=share=0 node_values --per-node | grep -c ' null "never')" 6
FAKE_PERF=share=0 SYSFS_PATH=$nodes says 0 '^By node [(]not counted[)] +r - +w - ' "top: nothing of nodes that never counted" "$uncore" top --once -I 1 --per-node
equal "top: nor in their rows" "$(FAKE_PERF=share=0 SYSFS_PATH=$nodes frame --per-node | grep -cE '^  node [0-9] .* - +-( |$)')" "$(SYSFS_PATH=$nodes frame --per-node | grep -cE '^  node [0-9] ')"
FAKE_PERF=share=50 SYSFS_PATH=$nodes says 0 '^By node \(50%\)' "top: nodes that took turns" "$uncore" top --once -I 1 --per-node
gone=$(SYSFS_PATH=$nodes type_of uncore_imc_0)
FAKE_PERF=absent=$gone SYSFS_PATH=$nodes says 0 '^By node \(3 of 4\)' "top: a channel of a node does not answer" "$uncore" top --once -I 1 --per-node
equal "top: a node without a channel" "$(FAKE_PERF=absent=$gone SYSFS_PATH=$nodes frame --per-node | grep -c '^  node 0 .*no answer') $(FAKE_PERF=absent=$gone node_values --per-node | grep -c '^0 memory_[a-z]* 0 null')" "1 2"
equal "top: no node is wider than the screen" "$(for size in 10 20 39 61; do SYSFS_PATH=$nodes COLUMNS=$size frame --per-node | wc -L; done | xargs)" "10 20 39 61"
SYSFS_PATH=$out/nhmex says 1 'no NUMA nodes' "top: no nodes on another processor" "$uncore" top --once -I 1 --per-node
printf '0 unknown\n1 0 2\n' >"$nodes/bus/event_source/devices/uncore_imc_3/node"
equal "top: a channel of an unknown node" "$(node_rows)" "$(node_row "node 0" 0 0; node_row "node 1" 0 1 2; node_row "node 2" 2 0 1 2 3; node_row unknown 0 3)"
equal "top: its value in JSON" "$(node_values --per-node | grep -E '^0 memory_read null ')" "0 memory_read null $(node_sum 0xcf05 0 3)"

long=cha/$(printf 'event=0x35,%.0s' {1..20})umask=0x1/
says 0 "^Heat map $long" "an event of ${#long} characters" env COLUMNS=300 "$uncore" top --once -I 1 -e "$long"
says 1 'event too long' "one that is too long" "$uncore" top --once -e "cha/$(printf 'event=0x35,%.0s' {1..25})/"
says 1 'standard input or output is not a terminal' "no terminal" "$uncore" top

# Commands in place of the sections. In fake_kernel.c, "writer" has 60 % of the counts, "reader" 30 %, and 10 % are idle. The
# second die counts more than the first one, and twice as many writes as reads.
fake_sysfs "$out/nothing_known" emr 0001 1 cha=2 imc=2
commands() { frame --tasks "$@" | sed -n '/^By command/,$p' | sed 's/[█▒·]\+/|/g; s/ \+/ /g; s/ $//'; }
equal "commands of two packages" "$(commands)" "By command r 64.0M w 128M By command r 128M w 256M
 writer | 38.4M 76.8M writer | 76.8M 154M
 reader\\x1b[31m | 19.2M 38.4M reader\\x1b[31m | 38.4M 76.8M
 (idle) | 6.40M 12.8M (idle) | 12.8M 25.6M"
says 0 '^  writer           ████████▒{16}·{16} +38.4M    76.8M$' "bars are shares of the package" env COLUMNS=77 "$uncore" top --once -I 1 --tasks
for size in "40 12" "30 9" "20 8" "12 6" "5 5" "200 60"; do
	got=$(COLUMNS=${size% *} LINES=${size#* } frame --tasks)
	equal "commands: a frame of $size is no larger" "$(($(widest "$got") <= ${size% *} && $(lines "$got") <= ${size#* }))" 1
done
equal "packages of two dies have the sums of both" "$(fake_sysfs "$out/two" emr 00CF 2 cha=2 imc=2
	for cpu in 2 3; do echo 0 >"$out/two/devices/system/cpu/cpu$cpu/topology/physical_package_id"; echo 1 >"$out/two/devices/system/cpu/cpu$cpu/topology/die_id"; done
	SYSFS_PATH=$out/two commands)" "By command r 192M w 384M
 writer | 115M 230M
 reader\\x1b[31m | 57.6M 115M
 (idle) | 19.2M 38.4M"
equal "sums of several events are their sums" "$(fake_sysfs "$out/sums" gnr 00AD 1 cha=2 imc=2; SYSFS_PATH=$out/sums commands | head -n 1)" "By command r 192M w 448M"
equal "only as many commands as there is room for" "$(FAKE_TASKS=50 LINES=20 commands | wc -l) $(FAKE_TASKS=50 LINES=20 commands | grep -c idle)" "15 1"
says 0 '^By command [(]25%[)] ' "events that took turns" env FAKE_PERF=share=25 "$uncore" top --once -I 1 --tasks
says 0 '^By command [(]not counted[)] +r - +w - ' "events without a counter" env COLUMNS=200 FAKE_PERF=share=0 "$uncore" top --once -I 1 --tasks
equal "nor do its commands have 0" "$(COLUMNS=200 FAKE_PERF=share=0 commands | sed 1d | grep -cE '^ [^ ]+ [|] - - [^ ]+ [|] - -$')" 3
says 1 '^uncore: no context switch on die 0$' "a failure ends it" env FAKE_TASKS=fail "$uncore" top --once -I 1 --tasks
says 1 'no memory event of this processor is known' "a processor without the events" env SYSFS_PATH="$out/nothing_known" "$uncore" top --once -I 1 --tasks
says 2 '--tasks, --devices, and --json or --per-node exclude each other' "commands are not in the objects" "$uncore" top --json --tasks
says 2 '--tasks, --devices, and --json or --per-node exclude each other' "nodes and commands" "$uncore" top --once --per-node --tasks

# Waits for a line on the screen; no time limit is asserted, tmux ends with the program.
terminal=uncore-test.$$
screen() { tmux -L "$terminal" capture-pane -p "$@" 2>/dev/null; }
press() { tmux -L "$terminal" send-keys "$@"; }
shows() {
	local text=$1 pattern=$2 i
	# Without its terminal there is nothing to wait for.
	for ((i = 0; i < TENTHS; i++)); do
		tmux -L "$terminal" has-session 2>/dev/null || break
		if screen | grep -E -- "$pattern" >/dev/null; then ok "$text"; return; fi
		sleep 0.1
	done
	not_ok "$text: no line with $pattern" "$(screen)"
}
start() { # COLUMNS LINES ENVIRONMENT...
	local columns=$1 rows=$2
	shift 2
	tmux -L "$terminal" -f /dev/null -u new-session -d -x "$columns" -y "$rows" \
		"env SYSFS_PATH=$SYSFS_PATH LC_ALL=C.UTF-8 $* $uncore top -I 100; echo ended with status \$?; sleep 60"
	tmux -L "$terminal" set -g window-size manual
}

start 80 24 COLUMNS= LINES= FAKE_PERF=refuse=0x234
shows "the last row lists the keys" '^q quit  [?] help  f freeze  e event  o order  s package  n next  r reset  t tasks'
shows "the view has begun" '^Memory +read [0-9.]*[1-9]'
# The screen may be taken in the middle of a frame.
once=$(frame | sed -n '5,22p')
picture() { screen | sed -n '5,22p' | sed 's/ *$//'; }
for ((i = 0; i < TENTHS; i++)); do
	[ "$(picture)" != "$once" ] || break
	sleep 0.1
done
equal "the picture is that of --once" "$(picture)" "$once"
equal "with colours" "$(screen -e | grep -E $'\e\\[([34][0-7]|[34]8;)' >/dev/null && echo yes)" yes
press s
shows "one package in all of the width" '^  0 █+▒+·+ .* MB/s +[0-9.]+ MB/s +[0-9.]+ MB/s'
press s
shows "the next one" '^Package 1 '
press s
shows "both again" '^Package 0 .*Package 1 '
shows "the history grows" '^memory +█{10,} peak'
press r
shows "it begins again" '^memory +█{1,6} peak'
press '?'
shows "help" '^uncore top: keys and signs'
shows "it has the keys" '^ r  reset peaks, scales and history'
shows "and says how to leave" '^any key: back'
press x
shows "a key leaves it" '^Package 0 .*Package 1 '
press o
shows "ordered by value" '^  7 .* 7 '
press o
press f
shows "frozen" '\[frozen\]'
press f
press t
shows "commands" '^By command +r 64[.]0M +w 128M By command '
shows "in place of the units" '^  writer +█▒+·* .* [(]idle[)]|^  [(]idle[)] '
press d
shows "units whose devices are unknown" '^  unit 11, bus unkno… +[0-9.]+M +[0-9.]+M '
press d
shows "the units again" '^Memory +read [0-9.]*[1-9]'
press t
shows "commands again" '^By command +r 64[.]0M +w 128M By command '
press t
shows "and the units again" '^Memory +read [0-9.]*[1-9]'
press e
shows "a prompt for an event" '^event: _'
press imc/cas_count.rdx BSpace
shows "it takes keys" '^event: imc/cas_count.rd_'
press / Enter
shows "the heat map is of that event" '^Heat map imc/cas_count.rd/'
shows "of eight channels" '^hottest: unit 7,'
press e
press 'cha/nonsense/' Enter
shows "a mistake is told" 'has no format or event nonsense'
shows "and the old event stays" '^Heat map imc/cas_count.rd/'
press e
press 'cha/config=0x234/' Enter
shows "an event that cannot be counted is told" 'cannot open cha/config=0x234/'
shows "and the old one goes on" '^Heat map imc/cas_count.rd/'
press e
press Escape
tmux -L "$terminal" resize-window -x 120 -y 40
shows "after a resize there is room for all stacks" '^ 11 .* 11 '
tmux -L "$terminal" resize-window -x 20 -y 5
shows "and little room harms nothing" '^uncore top'
tmux -L "$terminal" resize-window -x 60 -y 20
# The terminal cuts the old picture; the keys are drawn for the new width.
shows "60 columns: drawn anew" '^q quit .* s package *$'
shows "60 columns: one package" '^Package 0 [^P]*$'
press n
shows "60 columns: the next one" '^Package 1 [^P]*$'
press n '?'
tmux -L "$terminal" resize-window -x 40 -y 12
shows "help of several pages" '^any key: next page'
press x
shows "its next page" '^any key: (next page|back)'
tmux -L "$terminal" resize-window -x 200 -y 60
shows "help after a resize" '^any key: back'
press x
shows "a large screen: all, with largest values" '^Package 0 .*Package 1 .*'
for size in 81x25 79x23 40x24 41x11 300x90 2x2 1x1 80x24; do
	tmux -L "$terminal" resize-window -x ${size%x*} -y ${size#*x}
	sleep 0.2
done
shows "after many resizes all is in its place" '^full bar: channel 1[.]00 GB/s, link [0-9.]+ MB/s peak, stack 1[.]00 GB/s'
shows "keys are there again" '^q quit'
press q
shows "q ends it" '^ended with status 0'
tmux -L "$terminal" kill-server

terminal=$terminal.tasks
start 80 24 COLUMNS= LINES= FAKE_TASKS=fail
shows "no snapshot of tasks: the view" '^Memory +read [0-9.]*[1-9]'
press t
shows "its reason is in the last row" '^no context switch on die 0'
press o
shows "until a key" '^q quit'
shows "the units are still there" '^Memory +read [0-9.]*[1-9]'
press q
shows "q ends it with that reason" '^ended with status 0'
tmux -L "$terminal" kill-server

terminal=$terminal.devices
SYSFS_PATH=$devices start 120 24 COLUMNS= LINES=
shows "a wide screen has the key of devices" 't tasks  d devices'
press d
shows "devices" '^Devices +r [0-9.]+[kMG] +w [0-9.]+[kMG] +Devices '
shows "their names" '^  1[67]:00[.]0 [^ ]+'
press d
shows "units" '^Memory +read [0-9.]*[1-9]'
press d t
shows "commands in place of devices" '^By command'
press m
shows "no nodes: the reason is in the last row" '^--per-node: this kernel has no NUMA nodes'
press q
shows "q ends devices" '^ended with status 0'
tmux -L "$terminal" kill-server

terminal=$terminal.nodes
SYSFS_PATH=$nodes start 120 24 COLUMNS= LINES=
shows "a wide screen has the key of nodes" 'd devices  m nodes'
press m
shows "nodes" '^By node +r [0-9.]+[kMG] +w [0-9.]+[kMG] +By node '
shows "a row for each" '^  node 1 .*'
press t
shows "commands in place of nodes" '^By command'
press m
shows "nodes in place of commands" '^  node 0 .*  node 2 '
press m
shows "the units again, after nodes" '^Memory +read [0-9.]*[1-9]'
press q
shows "q ends nodes" '^ended with status 0'
tmux -L "$terminal" kill-server

# Another server: the first one may still be about to end.
terminal=$terminal.second
start 80 24 NO_COLOR=1
shows "NO_COLOR: the view" '^Memory +read [0-9.]*[1-9]'
equal "NO_COLOR: no colour on the screen" "$(screen -e | grep -cE $'\e\\[([34][0-7]|[34]8;)')" 0
tmux -L "$terminal" resize-window -x 20 -y 5
shows "a low terminal: the keys have their row" '^q quit  [?] help$'
press C-c
shows "an interrupt leaves the terminal in order" '^ended with status 0'
tmux -L "$terminal" kill-server

terminal=$terminal.third
start 80 24 TERM=
shows "TERM is not set" 'TERM is not set; set it to the type of the terminal'
tmux -L "$terminal" kill-server

for rows in 1 2 3; do
	COLUMNS=80 LINES=$rows says 0 '^uncore top' "commands on $rows rows" "$uncore" top --once -t -I 1
done
terminal=$terminal.memory
start 80 24 COLUMNS= LINES= ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1
shows "little memory: the view" '^Memory +read [0-9.]*[1-9]'
tmux -L "$terminal" resize-window -x 600 -y 400
shows "too little memory for the new size: the message" '^uncore: out of memory'
shows "and the terminal is in order" '^ended with status 1'
equal "without the picture" "$(screen | grep -c '^Memory')" 0
tmux -L "$terminal" kill-server

# A terminal that goes without a signal: it is not the controlling terminal of this session.
equal "the end of the terminal ends it" "$(timeout "$PATIENCE" python3 - "$uncore" <<'END'
import os, pty, subprocess, sys, time
master, slave = pty.openpty()
top = subprocess.Popen([sys.argv[1], "top"], stdin=slave, stdout=slave, stderr=subprocess.DEVNULL, start_new_session=True,
                       env=dict(os.environ, TERM="xterm", ASAN_OPTIONS="detect_leaks=0"))
os.close(slave)
# It has drawn its first picture.
seen = b""
while b"uncore" not in seen:
    seen += os.read(master, 65536)
os.close(master)
try:
    top.wait(200)
    print("ended")
except subprocess.TimeoutExpired:
    top.kill()
    print("runs without a terminal")
END
)" ended
