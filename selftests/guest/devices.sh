# SPDX-License-Identifier: GPL-2.0-only
# Functions for tests of what PCI devices move: `uncore io`, `uncore export --devices` and perf iostat have the same bytes.

# connections TYPE: what the files die<N> of the type's units say, DIE.UNIT=TEXT in each word
connections() {
	for file in $PMUS/uncore_$1_*/die*; do
		[ -e $file ] || continue
		unit=${file#*uncore_$1_}
		echo "${file##*die}.${unit%%/*}=$(cat $file)"
	done | sort | xargs
}
buses() { connections iio; }
ends() { connections upi; }

# device_rows: BUS UNIT PORTS READ WRITTEN CPU_READ CPU_WRITTEN DEVICES of each row of `uncore io --json` in /tmp/out that is
# not 0
device_rows() {
	tr -d ' ' </tmp/out | sed 's/{"package"/\n&/g' |
		sed -n 's/.*"unit":\([0-9]*\),"bus":"\([0-9a-f:]*\)".*"ports":\[\([0-9,]*\)\],"read":\([0-9]*\),"written":\([0-9]*\),"cpu_read":\([0-9]*\),"cpu_written":\([0-9]*\),.*"devices":\[\(.*\)/\2 \1 \3 \4 \5 \6 \7 \8/p' |
		sed 's/{"address":"\([^"]*\)"[^}]*}/\1/g; s/\].*//' | awk '$4 + $5 + $6 + $7' | sort
}

# device_at BUS SLOT: the device below a root port, or the one that is there itself
device_at() {
	for device in /sys/bus/pci/devices/*; do
		case $(readlink -f $device) in
		*/0000:$1:$2.0/*)	below=${device##*/} ;;
		*/0000:$1:$2.0)		itself=${device##*/} ;;
		esac
	done
	echo ${below:-$itself}
	below= itself=
}

# devices_move TEXT <MOVES: devices move bytes while `uncore io` counts, and again while the exporter does: each moves the bytes
# at its port, and no other port counts any. Each line is DIE BUS SLOT UNIT PORTS READ WRITTEN CPU_READ CPU_WRITTEN; slots have
# two digits. Each line needs a unit or a die of its own: with two ports of a unit its counters would take turns.
devices_move() {
	cat >/tmp/moving
	: >/tmp/moves; : >/tmp/rows; : >/tmp/series
	while read -r die bus slot unit ports read written cpu_read cpu_written; do
		device=$(device_at $bus $slot)
		echo "move die=$die bus=0x$bus dev=0x$slot read=$read written=$written cpu_read=$cpu_read cpu_written=$cpu_written" \
			>>/tmp/moves
		echo "0000:$bus $unit $ports $read $written $cpu_read $cpu_written $device" >>/tmp/rows
		for word in read=$read written=$written cpu_read=$cpu_read cpu_written=$cpu_written; do
			[ ${word#*=} = 0 ] || echo "$die.$unit.$ports ${word%=*} $device ${word#*=}"
		done >>/tmp/series
	done </tmp/moving
	uncore io --json pmonctl - </tmp/moves >/tmp/out 2>/tmp/err
	equal "$1: uncore io" "$(device_rows | tr '\n' ';')" "$(sort /tmp/rows | tr '\n' ';')"
	# The default metrics have events of IIO units, which would take turns with those of the devices.
	echo "inserts cha/event=0x35,umask=0x1/ 1 Inserts" >/tmp/export.conf
	ifconfig lo 127.0.0.1 up
	uncore export --config /tmp/export.conf --devices --listen 127.0.0.1:9717 2>/tmp/log &
	server=$!
	while ! grep -q listening /tmp/log && kill -0 $server; do usleep 100000; done
	pmonctl - </tmp/moves >/tmp/replies
	# A reading is at least 100 ms old before there is another.
	usleep 300000
	wget -q -O - http://127.0.0.1:9717/metrics >/tmp/out
	kill $server
	wait $server
	equal "$1: uncore export --devices" \
		"$(sed -n 's/^uncore_io_\([a-z_]*\)_bytes_total{.*die="\([0-9]*\)".*unit="\([0-9]*\)",port="\([-0-9]*\)",.*,device="\([^"]*\)",.*} \(.*\)/\2.\3.\4 \1 \5 \6/p' /tmp/out |
			grep -v ' 0$' | sort | tr '\n' ';')" "$(sort /tmp/series | tr '\n' ';')"
}

# iostat_list: what perf iostat has found, SDIE-UNIT<BUS> in each word
iostat_list() { $PERF stat --iostat=list 2>&1 | grep -o 'S[0-9]-uncore_iio_[0-9]*<[0-9a-f:]*>' | sort | xargs; }

# iostat_moves BUSES: what perf iostat prints about these buses, BUS=READ,WRITTEN,CPUREAD,CPUWRITTEN in MiB, while devices move
# what /tmp/moves has. It opens the events of a bus on all dies, so that each bus needs a unit of its own.
iostat_moves() {
	$PERF stat --iostat=$1 -x '|' -o /tmp/iostat -- pmonctl - </tmp/moves >/tmp/replies 2>/tmp/err
	sed -n 's/^\([0-9a-f]*:[0-9a-f]*\)|\(.*\)|$/\1=\2/p' /tmp/iostat | tr '|' ',' | sort | xargs
}
