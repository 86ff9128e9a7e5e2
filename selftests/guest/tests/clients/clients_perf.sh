# SPDX-License-Identifier: GPL-2.0-only
# what: perf's options that aggregate, print, record and control give the same exact counts with both drivers
# machine: small
# kernels: 6.12
# perf: each
. /test/clients.sh

EVENT=uncore_imc_0/event=0x5,umask=0xcf/
cat >/tmp/commands <<'END'
inject die=0 unit=imc:0 event=0x5 umask=0xcf n=100007
inject die=1 unit=imc:0 event=0x5 umask=0xcf n=200007
inject die=* unit=imc:1 event=0x5 umask=0xcf n=40
END

# rows OPTION...: WHERE=COUNT of each line that perf stat prints; the first word is "all" where it prints no place
rows() {
	$PERF stat -x '|' -o /tmp/out -a -e $EVENT "$@" -- pmonctl - </tmp/commands >/tmp/replies 2>/tmp/err
	of_lines </tmp/out
	[ -s /tmp/out ] || head -n 1 /tmp/err
}
of_lines() {
	awk -F'|' '{ for (i = 3; i <= NF; i++) if ($i ~ /event=/)
		printf "%s%s=%d", (n++ ? " " : ""), (i > 3 ? $1 : "all"), $(i - 2) }'
}

# rejects WHAT MESSAGE: perf itself, with the kernel's own driver, too
rejects() {
	grep -q "$2" /tmp/err || return
	loaded uncore_pmon || : >"/tmp/rejects$1"
	[ -e "/tmp/rejects$1" ] && note "perf $PERF_VERSION, $(driver_name): $1: $2"
}

# An older perf has fewer of them.
$PERF stat -h >/tmp/options 2>&1
has() { grep -q -- " $1" /tmp/options; }

aggregated() {
	# Kernels differ in the number of the other package's only die.
	die=$(cat /sys/devices/system/cpu/cpu2/topology/die_id)
	while read -r option expected; do
		has ${option%%=*} || { note "perf $PERF_VERSION stat has no $option"; continue; }
		# perf 6.1 also prints the cores that have no event.
		equal "perf $PERF_VERSION, $(driver_name): $option" "$(rows $option | sed 's/ [^ ]*=0\>//g')" "$expected"
	done <<-END
		--all-cpus all=300014
		--per-socket S0=100007 S1=200007
		--per-die S0-D0=100007 S1-D$die=200007
		--per-cache S0-D0-L3-ID0=100007 S1-D$die-L3-ID2=200007
		--per-core S0-D0-C0=100007 S1-D$die-C0=200007
		--per-node N0=300014
		--no-aggr CPU0=100007 CPU2=200007
	END
	# perf 6.1 and 6.12 accept any CPU of a package. perf 7.3 accepts only CPUs of the cpumask.
	for cpus in 0 2,0 1 3,1; do
		got=$(rows -C $cpus)
		expected=all=100007
		[ ${#cpus} = 1 ] || expected=all=300014
		rejects "-C $cpus" "No supported events found" ||
			equal "perf $PERF_VERSION, $(driver_name): -C $cpus" "$got" $expected
	done
	# The events of a package's units in one row, and the average of two runs.
	EVENT=uncore_imc/event=0x5,umask=0xcf/
	equal "perf $PERF_VERSION, $(driver_name): all channels" "$(rows)" all=300094
	EVENT=uncore_imc_0/event=0x5,umask=0xcf/
	$PERF stat -r 2 -x '|' -o /tmp/out -a -e $EVENT -- pmonctl inject die=0 unit=imc:0 event=0x5 umask=0xcf n=12 >/tmp/replies
	equal "perf $PERF_VERSION, $(driver_name): two runs" "$(of_lines </tmp/out)" all=12
}

printed() {
	$PERF stat -j -o /tmp/out -a --per-socket -e $EVENT -- pmonctl - </tmp/commands >/tmp/replies
	equal "perf $PERF_VERSION, $(driver_name): JSON" \
		"$(sed -n 's/.*"socket" : "\(S.\)".*"counter-value" : "\([0-9]*\).000000".*/\1=\2/p' /tmp/out | xargs)" "S0=100007 S1=200007"
	$PERF stat record -o /tmp/data -a -e $EVENT -- pmonctl - </tmp/commands >/tmp/replies 2>/tmp/err
	$PERF stat report -i /tmp/data >/tmp/err 2>&1
	# perf 7.3 does not read what it writes.
	rejects "stat report" "incompatible file format" ||
		equal "perf $PERF_VERSION, $(driver_name): stat record, stat report" \
			"$(tr -d , </tmp/err | sed -n 's,^ *\([0-9]*\) *uncore_imc_0/.*,\1,p')" 300014
}

# The events are off at first; each command is answered when perf has executed it.
controlled() {
	one="pmonctl inject die=1 unit=imc:0 event=0x5 umask=0xcf"
	rm -f /tmp/control /tmp/answers /tmp/end
	mkfifo /tmp/control /tmp/answers /tmp/end
	exec 5<>/tmp/control 6<>/tmp/answers
	$PERF stat -D -1 --control fifo:/tmp/control,/tmp/answers -x '|' -o /tmp/out -a -e $EVENT -- cat /tmp/end 2>/tmp/err &
	perf=$!
	tell ping
	$one n=1 >/tmp/replies
	tell enable
	$one n=20 >/tmp/replies
	tell disable
	$one n=300 >/tmp/replies
	: >/tmp/end
	wait $perf
	exec 5>&- 6>&-
	equal "perf $PERF_VERSION, $(driver_name): between --control's enable and disable" "$(of_lines </tmp/out)" all=20
}
tell() {
	echo "$1" >&5
	# Without an answer perf has ended.
	read -r -t 300 answer <&6
}

# The kernel rejects a cgroup on every PMU of units.
of_cgroup() {
	equal "perf $PERF_VERSION, $(driver_name): counts of a cgroup" "$($PERF stat -x '|' -a -e $EVENT -G / -- true 2>&1 | grep -c '^[0-9]')" 0
}

# It needs a file of each IIO stack that names its bus, which the in-tree driver does not have for this processor.
of_iostat() {
	[ -e $PMUS/uncore_iio_0/die0 ] ||
		equal "perf $PERF_VERSION, $(driver_name): --iostat" "$($PERF stat --iostat -- true 2>&1 | head -n 1)" \
			"Mode iostat is not supported"
}

each_way() {
	aggregated
	printed
	controlled
	of_cgroup
	of_iostat
}
mount -t cgroup2 cgroup2 /sys/fs/cgroup
with_each_driver each_way
umount /sys/fs/cgroup

# perf list --json is for programs that offer events to their users. Older ones only have text.
if $PERF list -h 2>&1 | grep -q -- --json; then
	$PERF list --json pmu >/tmp/clients.json
	ls $PMUS/uncore*/events | grep -vE '\.(scale|unit)$|^$|:$' | wc -l >/tmp/expected
	equal "perf $PERF_VERSION: the driver's names in list --json" "$(client python3 /clients/perf_list.py </tmp/clients.json)" \
		"$(cat /tmp/expected)"
fi
