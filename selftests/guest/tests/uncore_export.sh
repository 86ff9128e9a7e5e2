# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore export` tells what was injected, over HTTP, with one set of events for all clients
# machine: small
# kernels: 6.12
load
ifconfig lo 127.0.0.1 up
uncore export 2>/tmp/log &
server=$!
while ! grep -q listening /tmp/log && kill -0 $server; do sleep 1; done
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
for client in 1 2 3 4 5; do get >/dev/null & done
wait %2 %3 %4 %5 %6 2>/dev/null
equal "descriptors after more clients" "$(ls -l /proc/$server/fd | grep -c perf_event)" $descriptors
kill $server
wait $server
equal "exit status" $? 0
