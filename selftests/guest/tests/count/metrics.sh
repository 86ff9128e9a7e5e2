# SPDX-License-Identifier: GPL-2.0-only
# what: the commands of the page on events and the events of the page on metrics work; perf's own metrics are right
# machine: small
# kernels: 6.12
# perf: 7.3
# other perfs: 6.1 6.12
load

# Every command of the page on events, with a shorter wait. Nothing happens, so each counts 0.
page=/test/events.rst
commands=$(grep -c "^    perf stat " $page)
sed -n 's/^    perf stat \(.*\) -- sleep 1$/\1/p' $page | sort -u >/tmp/commands
equal "commands of the usual form" "$(grep -cE '^    perf stat .* -- sleep 1$' $page)" "$commands"
at_most "commands that the page has not" $((14 - commands)) 0
good=0
while read -r words; do
	if $PERF stat -x '|' -o /tmp/perf.out $words -- true >/tmp/perf.err 2>&1 &&
	   grep -qE '^(S[0-9]+.[0-9]+.)?[0-9]' /tmp/perf.out && ! grep -q 'not supported' /tmp/perf.out; then
		good=$((good + 1))
	else
		not_ok "perf $PERF_VERSION stat $words: $(head -n 3 /tmp/perf.err /tmp/perf.out | tr '\n' ' ')"
	fi
done </tmp/commands
equal "commands that perf $PERF_VERSION runs" $good "$(wc -l </tmp/commands)"
# The events that the page on metrics gives for this processor are what `uncore metrics` counts (test uncore_metrics);
# perf takes the same ones. They go to it all at once: perf 6.1 reads all names of the machine for each start.
page_metrics "Emerald Rapids and Sapphire Rapids" >>/tmp/events
sed 's/.*-e //' /tmp/commands >>/tmp/events
at_most "metrics that the page has not" $((70 - $(wc -l </tmp/events))) 0
for version in 6.1 $PERF_VERSION; do
	check "perf $version runs them" /opt/perf-$version/bin/perf stat -a -e \
		"$(tr '\n' ',' </tmp/events | sed 's/,$//')" -- true
done

# metric PERF NAME <COMMANDS: the value, and whether perf counted anything for it
metric() {
	cat >/tmp/commands
	"/opt/perf-$1/bin/perf" stat -a -x '|' -o /tmp/perf.out -M "$2" -- pmonctl - \
		</tmp/commands >/tmp/replies 2>/tmp/perf.err || {
		echo "failed: $(head -n 2 /tmp/perf.err | tr '\n' ' ')"
		return
	}
	awk -F'|' '/not supported/ { refused = 1 } NF > 6 && $6 != "" || $7 != "" { value = $6 == "" ? $7 : value }
		   { for (i = 6; i < NF; i++) if ($(i + 1) ~ /[%A-Za-z]/ && $i ~ /^[0-9.]+$/ && i >= 6) value = $i }
		   END { print refused ? "refused" : value }' /tmp/perf.out
}

# Metrics whose value does not depend on the time: what was injected is what must come out.
for version in 6.12 7.3; do
	value=$(metric $version numa_reads_addressed_to_local_dram <<END
inject die=* unit=cha:* event=0x35 umask=0x1 ext=0xc816fe n=3000
inject die=* unit=cha:* event=0x35 umask=0x1 ext=0xc8177e n=1000
END
	)
	equal "perf $version: local reads are three quarters" "${value%.*}" 75
	value=$(metric $version io_read_l3_miss <<END
inject die=* unit=cha:* event=0x35 umask=0x4 ext=0xc8f3ff n=4000
inject die=* unit=cha:* event=0x35 umask=0x4 ext=0xc8f3fe n=1000
END
	)
	[ $version = 6.12 ] || equal "perf $version: a quarter of the reads by devices miss" "${value%.*}" 25
	# The rest: they open on all their events and give a number.
	for name in memory_bandwidth_read memory_bandwidth_write memory_bandwidth_total \
		    upi_data_transmit_bw io_bandwidth_read io_bandwidth_write \
		    llc_miss_local_memory_bandwidth_read llc_miss_remote_memory_bandwidth_read \
		    numa_reads_addressed_to_remote_dram uncore_frequency; do
		value=$(metric $version $name <<END
inject die=* unit=imc:* event=0x5 umask=0xcf n=1000000
inject die=* unit=imc:* event=0x5 umask=0xf0 n=1000000
inject die=* unit=upi:* event=0x2 umask=0xf n=1000000
inject die=* unit=cha:* event=0x35 umask=0x4 ext=0xc8f3ff n=1000000
inject die=* unit=cha:* event=0x35 umask=0x4 ext=0xcc43ff n=1000000
inject die=* unit=cha:* event=0x35 umask=0x1 ext=0xc8177e n=1000000
inject die=* unit=cha:* event=0x50 umask=0x1 n=1000000
inject die=* unit=cha:* event=0x50 umask=0x2 n=1000000
inject die=* unit=cha:* event=0x1 n=10000000000
END
		)
		case $value in
		[1-9]*|0.*[1-9]*)	ok "perf $version -M $name: $value" ;;
		*)	not_ok "perf $version -M $name: $value"
			head -n 12 /tmp/perf.out | sed 's/^/# /' ;;
		esac
	done
done
