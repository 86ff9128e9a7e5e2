# SPDX-License-Identifier: GPL-2.0-only
# what: Prometheus's node exporter counts the driver's tracepoints
# machine: small
# kernels: 6.12
. /test/clients.sh
note "node_exporter $(version_of prometheus-node-exporter)"
load
ifconfig lo 127.0.0.1 up
client prometheus-node-exporter --collector.disable-defaults --collector.perf --collector.perf.disable-hardware-profilers \
	--collector.perf.disable-cache-profilers --collector.perf.tracepoint=uncore_pmon:sample \
	--web.listen-address=127.0.0.1:9100 2>/tmp/log &
exporter=$!

# The sum over all CPUs.
samples() {
	wget -q -O /tmp/metrics http://127.0.0.1:9100/metrics &&
		awk '/^node_perf_uncore_pmon_sample/ { n += $2; found = 1 } END { if (found) printf "%d", n }' /tmp/metrics
}
for try in $(seq 600); do
	before=$(samples 2>/dev/null)
	[ -z "$before" ] || break
	kill -0 $exporter || break
	usleep 500000
done
equal "samples before there are any" "$before" 0 || sed 's/^/# /' /tmp/log | tail -n 5
{
	echo "section three windows on package 0, two on package 1"
	take_samples 3 2
	echo end
} | pmontest
counted=$(samples)
killall prometheus-node-exporter
wait $exporter
equal "samples that it counted" "$counted" 5
