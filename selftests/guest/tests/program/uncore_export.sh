# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore export` tells what was injected, over HTTP, with one set of events for all clients, Prometheus among them
# machine: network
# kernels: 6.12
load
ifconfig lo 127.0.0.1 up
# serve OPTION...
serve() {
	: >/tmp/log
	uncore export "$@" --listen :9716 2>/tmp/log &
	server=$!
	while ! grep -q listening /tmp/log && kill -0 $server; do sleep 1; done
}
serve
get() { wget -q -O - http://127.0.0.1:9716/metrics; }
value() { sed -n "s/^uncore_$1_total{socket=\"$2\",.*} //p" /tmp/out; }

get >/tmp/out
equal "nothing was read" "$(value memory_read_bytes 1)" 0
descriptors=$(ls -l /proc/$server/fd | grep -c perf_event)
equal "descriptors: one for each event and package" $descriptors 24
# A reading is at least 100 ms old before there is another.
pmonctl - >/tmp/replies <<'END'
inject die=1 unit=imc:0 event=0x5 umask=0xcf n=1000000
inject die=1 unit=imc:1 event=0x5 umask=0xcf n=3000001
inject die=0 unit=cha:* event=0x35 umask=0x1 ext=0xc817fe n=77
inject die=0 unit=upi:1 event=0x2 umask=0xf n=900
inject die=1 unit=iio:1 event=0x83 umask=0x4 ch=0x8 fc=0x1 n=5000
inject die=1 unit=pcu:0 event=0x5 n=11
END
sleep 1
get >/tmp/out
equal "bytes read" "$(value memory_read_bytes 1)" $((4000001 * 64))
equal "of the other package" "$(value memory_read_bytes 0)" 0
equal "misses" "$(value llc_read_misses 0)" 308
equal "bytes over the links" "$(value link_sent_bytes 0 | cut -d. -f1)" 6400
equal "bytes that devices read" "$(value pcie_read_bytes 1)" 20000
registers=$(sed -n 's/^uncore_export_registers //p' /tmp/out)
sim stats reset >/dev/null
get >/dev/null
# Other things read registers, too: the die's timer, once a minute.
sim stats >/tmp/stats
note "registers of a reading: $registers; $(head -n 3 /tmp/stats | tr '\n' ' ')"
accesses=$(awk 'NR <= 3 { for (i = 1; i < NF; i++) if ($i ~ /^(rdmsr|pcird|mmiord)$/) n += $(i + 1) } END { print n + 0 }' /tmp/stats)
# A PCI counter is two reads, an MMIO one can be.
check "the cost is what it says: $accesses reads" [ "$accesses" -ge "$registers" -a "$accesses" -le $((2 * registers + 8)) ]

# Prometheus runs on the machine that runs this one, and scrapes it through a forwarded port.
insmod /lib/modules/"$(uname -r)"/e1000.ko
ifconfig eth0 10.0.2.15 netmask 255.255.255.0 up
mkfifo /tmp/ask /tmp/answers
# A busy host's network takes its time to begin with; what is not connected reads nothing.
for try in $(seq 30); do
	nc 10.0.2.100 7 && break
	sleep 1
done </tmp/ask >/tmp/answers &
client=$!
exec 6>/tmp/ask 7</tmp/answers
read -r greeting <&7
equal "Prometheus scrapes it" "$greeting" ready

# ask COMMAND...: the answer of selftests/uncore/prometheus
ask() {
	local line
	echo "$*" >&6
	while read -r line <&7 && [ "$line" != end ]; do echo "$line"; done
}
value_of() { ask query "$1" | sed -n 's/.*=> //p'; }

ask next
equal "a value that it has scraped" "$(value_of 'uncore_memory_read_bytes_total{socket="1"}')" $((4000001 * 64))
# Something of all that the dashboard shows. With devices, events of IIO units take turns, so that the checks before are without.
kill $server
wait $server
serve --devices
get >/tmp/out
equal "devices that have series" "$(sed -n 's/^uncore_event_ratio{.*metric="uncore_io_read_bytes",.*device="\([0-9a-f:.]*\)".*/\1/p' /tmp/out | sort -u | wc -l)" 6
descriptors=$(ls -l /proc/$server/fd | grep -c perf_event)
pmonctl - >/tmp/rates <<'END'
rate die=0 unit=imc:1 event=0x5 umask=0xcf per_second=1000000
rate die=1 unit=imc:1 event=0x5 umask=0xcf per_second=250000
rate die=* unit=imc:0 event=0x5 umask=0xf0 per_second=1000
rate die=* unit=cha:1 event=0x35 umask=0x1 ext=0xc817fe per_second=1000
rate die=* unit=cha:1 event=0x36 umask=0x1 ext=0xc817fe per_second=90000
rate die=* unit=upi:1 event=0x2 umask=0xf per_second=1000
rate die=* unit=iio:1 event=0x83 umask=0x4 ch=0x8 fc=0x1 per_second=1000
rate die=* unit=pcu:0 event=0x5 per_second=1000
clock die=* unit=upi:* hz=1200000000
clock die=* unit=pcu:* hz=1000000000
END
for scrape in 1 2 3 4 5; do ask next; done
# How long ten seconds are is between two clocks and the load of this machine; a scrape reads both packages, one after the other.
rate_of='sum(rate(uncore_memory_read_bytes_total{socket="%s"}[10s]))'
# shellcheck disable=SC2059 # twice the same
rates=$(value_of "$(printf "$rate_of / $rate_of" 0 1)")
check "the rate of package 0 is four times that of package 1: $rates" awk "BEGIN { exit !($rates > 3 && $rates < 5) }"
ask dashboard >/tmp/dashboard
check "queries of the dashboard: $(wc -l </tmp/dashboard)" [ "$(wc -l </tmp/dashboard)" -ge 10 ]
equal "those without data" "$(grep '^0' /tmp/dashboard)" ""
ask rules >/tmp/rules
check "rules: $(wc -l </tmp/rules)" [ "$(wc -l </tmp/rules)" -ge 6 ]
equal "those without data" "$(grep '^0' /tmp/rules)" ""
# To the last: what happened after the rates began is what was injected.
pmonctl rate-stop id=all >/tmp/stopped
ask next
before=$(value_of 'uncore_memory_read_bytes_total{socket="1"}')
pmonctl inject die=1 unit=imc:0 event=0x5 umask=0xcf n=12345 >/dev/null
ask next
equal "bytes, from one scrape to another" "$(awk "BEGIN { printf \"%d\", $(value_of 'uncore_memory_read_bytes_total{socket="1"}') - $before }")" $((12345 * 64))
echo quit >&6
exec 6>&- 7<&-
wait $client

for number in 1 2 3 4 5; do get >/dev/null & done
wait %2 %3 %4 %5 %6 2>/dev/null
equal "descriptors after more clients" "$(ls -l /proc/$server/fd | grep -c perf_event)" $descriptors
kill $server
wait $server
equal "exit status" $? 0
