# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore export: text, configuration, and the server among bad clients

says 0 '^uncore_memory_read_bytes_total\{socket="1",die="1",box="imc"\} [1-9][0-9]*$' "a counter" "$uncore" export --once
says 0 '^# TYPE uncore_memory_read_bytes_total counter$' "its type" "$uncore" export --once
says 0 '^uncore_llc_read_misses_total\{socket="0",die="0",box="cha",unit="59"\} ' "a label for units if wanted" \
	"$uncore" export --once --per-unit
equal "series without units" "$("$uncore" export --once | grep -c '_total{socket.*box=')" 24
equal "series with units" "$("$uncore" export --once --per-unit | grep -c '_total{socket.*box=')" \
	$((2 * (3 * 60 + 2 * 8 + 3 * 4 + 2 * 12 + 2)))
# 60 CHAs with 3 events, 8 channels and 12 stacks with 2, 4 links with 3, a PCU with 2; two packages.
says 0 "^uncore_export_registers $((2 * (3 * 60 + 2 * 8 + 3 * 4 + 2 * 12 + 2)))\$" "what a reading costs" "$uncore" export --once
FAKE_PERF=refuse=0xcf05 says 0 'uncore_memory_read_bytes is omitted: cannot open' "an event that cannot be counted" "$uncore" export --once
equal "and is not exported as 0" "$(FAKE_PERF=refuse=0xcf05 "$uncore" export --once 2>/dev/null | grep -c memory_read)" 0
# With an event for each unit, as on intel_uncore, and for events of the cores, which are open on each CPU: a die has one series.
twice() { grep -v '^#' | sed 's/} .*/}/' | sort | uniq -d | wc -l; }
in_tree=$out/export_in_tree
fake_in_tree "$in_tree" emr 00CF 2 cha=4 imc=4 upi=2 iio=2 pcu=1
reads_of() { # DIE UNIT...: bytes
	local die=$1 sum=0 unit
	shift
	for unit; do sum=$((sum + 64 * $(SYSFS_PATH=$in_tree rate 0xcf05 0 "$(SYSFS_PATH=$in_tree type_of "uncore_imc_$unit")" $((2 * die))))); done
	echo $sum
}
in_tree() { SYSFS_PATH=$in_tree "$uncore" export --once "$@"; }
got=$(in_tree)
equal "an event for each unit: the series are those of dies" "$(sed -n 's/^uncore_memory_read_bytes_total//p' <<<"$got") $(twice <<<"$got")" \
	"{socket=\"0\",die=\"0\",box=\"imc\"} $(reads_of 0 0 1 2 3)
{socket=\"1\",die=\"1\",box=\"imc\"} $(reads_of 1 0 1 2 3) 0"
got=$(in_tree --per-unit)
equal "or of units" "$(sed -n 's/^uncore_memory_read_bytes_total{socket="1".*unit=\("[0-9]"\)} /\1 /p' <<<"$got" | xargs) $(twice <<<"$got")" \
	"$(for unit in 0 1 2 3; do printf '%s ' $unit "$(reads_of 1 $unit)"; done)0"
got=$(FAKE_PERF=absent=$(SYSFS_PATH=$in_tree type_of uncore_imc_2) in_tree)
equal "a unit that does not answer: the sum goes on, and units_gone says it" \
	"$(sed -n 's/^uncore_memory_read_bytes_total{socket="1".* //p' <<<"$got") $(sed -n 's/^uncore_units_gone{.*box="imc"} //p' <<<"$got" | xargs)" "$(reads_of 1 0 1 3) 1 1"
equal "shares of the time are those of dies" "$(FAKE_PERF=share=25 in_tree | grep -c '^uncore_event_ratio{.*} 0.25$')" "$(in_tree | grep -c '_total{socket=.*box=')"
equal "what never counted has no series" "$(FAKE_PERF=share=0 in_tree | grep -c '_total{socket=.*box=')" 0
echo 'instructions core/instructions/ 1 x' >"$out/core.conf"
for kind in "" --per-unit; do
	# shellcheck disable=SC2086
	equal "an event of the cores ${kind:-of dies}" "$("$uncore" export --once $kind -c "$out/core.conf" | sed -n 's/^uncore_instructions_total//p' | xargs)" \
		"{socket=0,die=0,box=core} $(($(rate 1 0 0 0) + $(rate 1 0 0 1))) {socket=1,die=1,box=core} $(($(rate 1 0 0 2) + $(rate 1 0 0 3)))"
done
# Other programs may have all counters.
equal "series that never counted" "$(FAKE_PERF=share=0 "$uncore" export --once | grep -c '^uncore_[a-z_]*_total{.*box=')" 0
equal "which their ratios say" "$(FAKE_PERF=share=0 "$uncore" export --once | grep -c '^uncore_event_ratio{.*} 0$')" 24
got=$("$uncore" export --once)
equal "what counts all of the time has no ratio, and what is there no line that says so" "$(grep -c '^uncore_event_' <<<"$got")" 0
equal "less than half of the lines that three more for each series would be" "$(($(grep -vc '^#' <<<"$got") * 2 < 4 * 24 + 10))" 1
equal "units of each type, so that sums become means" "$(grep '^uncore_units{socket="1"' <<<"$got" | sed 's/.*box="\(.*\)"} /\1 /' | sort | xargs)" \
	"cha 60 iio 12 imc 8 pcu 1 upi 4"
says 0 "^uncore_build_info[{]version=\"$("$uncore" --version | sed 's/.* //')\",processor=\"emr\",driver=\"uncore_pmon\"[}] 1\$" "who exports" "$uncore" export --once
says 0 '^uncore_build_info[{].*,processor="nhmex",driver="uncore_pmon"' "of another processor" env SYSFS_PATH="$out/nhmex" "$uncore" export --once
says 0 '^uncore_export_reading_seconds_total 0[.]0*[1-9]' "how long a reading takes" "$uncore" export --once
equal "no limits of the clock on a kernel without them" "$(grep -c '^uncore_frequency' <<<"$got")" 0
for package in 0 1; do
	mkdir -p "$out/emr/devices/system/cpu/intel_uncore_frequency/package_0${package}_die_00"
	echo 800000 >"$out/emr/devices/system/cpu/intel_uncore_frequency/package_0${package}_die_00/min_freq_khz"
	echo 2${package}00000 >"$out/emr/devices/system/cpu/intel_uncore_frequency/package_0${package}_die_00/max_freq_khz"
done
equal "the limits of the uncore's clock" "$("$uncore" export --once | sed -n 's/^uncore_frequency_//p' | xargs)" \
	"min_hertz{socket=0,die=0} 800000000 min_hertz{socket=1,die=1} 800000000 max_hertz{socket=0,die=0} 2000000000 max_hertz{socket=1,die=1} 2100000000"
rm -r "$out/emr/devices/system/cpu/intel_uncore_frequency"
for pair in snbep nhmex; do
	says 0 '_total\{socket="1"' "defaults of $pair" env SYSFS_PATH="$out/$pair" "$uncore" export --once
	equal "all of them count" "$(SYSFS_PATH=$out/$pair "$uncore" export --once 2>&1 | grep -c 'left out')" 0
done

config=$out/export.conf
printf '# comment\nreads imc/cas_count.rd/ 0.5 Half "of" the reads\\writes.\n' >"$config"
equal "a configuration, with the help as the older format has it" "$("$uncore" export --once --config "$config" | sed -n 's/^# HELP uncore_reads_total //p')" \
	'Half "of" the reads\\writes.'
equal "its factor" "$("$uncore" export --once -c "$config" | sed -n 's/^uncore_reads_total{socket="0".* //p')" \
	"$(("$(rate 0xcf05 0 "$(type_of uncoreall_imc)" 0)" / 2))"
printf 'reads imc/cas_count.rd/ 1 Reads.\r\n' >"$config"
equal "a line that ends as DOS's do" "$("$uncore" export --once -c "$config" | grep -c $'\r')" 0
# A unit that is gone: its series stop, and one says so; the others go on.
touch "$out/gone"
export FAKE_PERF=gone=2:$out/gone
equal "series of a die that is gone" "$("$uncore" export --once | grep -c '^uncore_[a-z_]*_total{socket="1"')" 0
equal "those that say so" "$("$uncore" export --once | grep -c '^uncore_event_present{socket="1",die="1",metric=".*"} 0$')" 12
equal "and no others" "$("$uncore" export --once | grep -c '^uncore_event_')" 12
equal "the other die goes on" "$("$uncore" export --once | grep -c '^uncore_[a-z_]*_total{socket="0"')" 12
says 0 '^uncore_memory_read_bytes_total\{socket="0"' "with its series" "$uncore" export --once
rm "$out/gone"
for bad in 'reads' 'reads imc/cas_count.rd/ 0x10 help' 'reads imc/cas_count.rd/ inf help' 'reads imc/cas_count.rd/ x help' 'Reads! imc/cas_count.rd/ 1 help' 'reads imc/cas_count.rd/ -1 help' \
	   '9reads imc/cas_count.rd/ 1 help'; do
	echo "$bad" >"$config"
	says 1 'export.conf:1: expected: NAME EVENT FACTOR HELP' "bad line: $bad" "$uncore" export --once -c "$config"
done
# Names that the program has itself, or that are others with what it adds.
for bad in event_ratio event_present units units_gone build_info export_readings export_reading_seconds frequency_min_hertz reads_total my_info; do
	echo "$bad imc/cas_count.rd/ 1 help" >"$config"
	says 1 "export.conf:1: $bad: the program exports this name itself, or adds _total to it" "a name of its own: $bad" "$uncore" export --once -c "$config"
done
for own in $("$uncore" export --once | sed -n 's/^# TYPE uncore_\([a-z_]*\) gauge$/\1/p; s/^# TYPE uncore_\(export_[a-z_]*\)_total counter/\1/p'); do
	echo "$own imc/cas_count.rd/ 1 help" >"$config"
	says 1 'the program exports this name itself' "a name that it exports: $own" "$uncore" export --once -c "$config"
done
printf 'reads imc/cas_count.rd/ 1 R\xe9ads \xc3\xa9, not \xff\x1b[1m.\n' >"$config"
equal "help that is no UTF-8" "$("$uncore" export --once -c "$config" | sed -n 's/^# HELP uncore_reads_total //p')" "R?ads é, not ??[1m."
printf 'a imc/cas_count.rd/ 1 x\na imc/cas_count.wr/ 1 x\n' >"$config"
says 1 'export.conf:2: duplicate name uncore_a' "a name twice" "$uncore" export --once -c "$config"
says 1 'No such file' "no configuration" "$uncore" export --once -c "$out/none"
says 1 "^uncore: $out: Is a directory\$" "a folder" "$uncore" export --once -c "$out"
says 1 'cannot listen on 192.0.2.1:1' "an address that is not ours" "$uncore" export --listen 192.0.2.1:1

# A server on a port that the kernel chooses, on all addresses.
# The sanitizer keeps no memory that is released: how much there is, is among what is tested.
rm -f "$out"/{export,second}.log
ASAN_OPTIONS=quarantine_size_mb=0 "$uncore" export --listen :0 2>"$out/export.log" &
server=$!
for ((i = 0; i < TENTHS; i++)); do
	port=$(sed -n 's/.*listening on 0.0.0.0 port \([0-9]*\);.*/\1/p' "$out/export.log" 2>/dev/null)
	[ -z "$port" ] || break
	sleep 0.1
done

# ask REQUEST: what the server answers, on $host
host=127.0.0.1
ask() {
	exec 7<>"/dev/tcp/$host/$port" || return
	printf "$1" >&7
	timeout "$PATIENCE" cat <&7
	exec 7<&- 7>&-
}
get() { ask "GET $1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${2:-}\r\n"; }

if [ -n "$port" ]; then ok "it listens"; else not_ok "it listens" "$(cat "$out/export.log")"; fi
got=$(get /metrics)
equal "it answers" "$(head -n 1 <<<"$got" | tr -d '\r')" "HTTP/1.1 200 OK"
equal "in the older format" "$(grep -c 'text/plain; version=0.0.4' <<<"$got")$(grep -c '# EOF' <<<"$got")" 10
got=$(get /metrics 'Accept: application/openmetrics-text;version=1.0.0\r\n')
equal "or as OpenMetrics" "$(grep -c 'application/openmetrics-text; version=1.0.0' <<<"$got") $(tail -n 1 <<<"$got")" "1 # EOF"
equal "whose families have no _total" "$(grep -c '^# TYPE uncore_memory_read_bytes counter' <<<"$got")" 1
equal "what a client refuses is not what it gets" "$(get /metrics 'Accept: text/plain, application/openmetrics-text;version=1.0.0; q=0\r\n' | grep -c 'text/plain; version=0.0.4')" 1
equal "and it gets what it prefers" "$(for q in 0.4 0.6; do get /metrics "Accept: application/openmetrics-text;version=1.0.0;q=$q, text/plain;version=0.0.4;q=0.5\\r\\n" | grep -c '^Content-Type: text/plain'; done | xargs)" "1 0"
equal "a name that only begins alike" "$(get /metrics 'Accept: application/openmetrics-texts\r\n' | grep -c 'text/plain; version=0.0.4')" 1
equal "whether it is healthy" "$(get /-/healthy | tr -d '\r' | sed -n '1p;$p' | xargs)" "HTTP/1.1 200 OK uncore export is healthy"
# Compressed, if the client takes it.
for accept in gzip 'deflate, gzip;q=0.5' 'GZIP' 'identity' 'gzip;q=0' 'gzip; Q=0.0, br' 'xgzip' ''; do
	curl -s -D "$out/head" ${accept:+-H "Accept-Encoding: $accept"} -o "$out/body" "http://127.0.0.1:$port/metrics"
	kind=$(grep -ci '^content-encoding: gzip' "$out/head")
	case $accept in *0.5|gzip|GZIP) expected=1 ;; *) expected=0 ;; esac
	[ "$kind" = 0 ] || { gzip -dc "$out/body" >"$out/plain" && mv "$out/plain" "$out/body"; }
	equal "Accept-Encoding: ${accept:-none}" "$kind $(grep -c '^uncore_export_registers' "$out/body")" "$expected 1"
done
curl -s -H 'Accept-Encoding: gzip' -H 'Accept: application/openmetrics-text' "http://127.0.0.1:$port/metrics" | gzip -dc >"$out/body"
equal "OpenMetrics compressed is all of it" "$(tail -n 1 "$out/body")" "# EOF"
equal "a third of the bytes at most" "$(($(curl -s -H 'Accept-Encoding: gzip' "http://127.0.0.1:$port/metrics" | wc -c) * 3 < $(curl -s "http://127.0.0.1:$port/metrics" | wc -c)))" 1
# RFC 9112, section 3.2.
equal "HTTP/1.1 without the name of a host" "$(ask 'GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n' | head -n 1 | tr -d '\r')" "HTTP/1.1 400 Bad Request"
equal "HTTP/1.1 with two" "$(ask 'GET /metrics HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n' | head -n 1 | tr -d '\r')" "HTTP/1.1 400 Bad Request"
equal "HTTP/1.0 has none" "$(ask 'GET /metrics HTTP/1.0\r\n\r\n' | sed -n '1s/.* 200 .*/200/p; s/^\(uncore_export_registers\) .*/\1/p' | xargs)" "200 uncore_export_registers"
equal "another page" "$(get /nothing | head -n 1 | tr -d '\r')" "HTTP/1.1 404 Not Found"
equal "another method" "$(ask 'POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\nxx' | head -n 1 | tr -d '\r')" \
	"HTTP/1.1 405 Method Not Allowed"
equal "which it names" "$(ask 'POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nxx' | grep -i '^allow:' | tr -d '\r')" \
	"Allow: GET, HEAD"
host=::1
equal "on IPv6 as well" "$(get /metrics | head -n 1 | tr -d '\r')" "HTTP/1.1 200 OK"
host=127.0.0.1
# A connection stays for the next scrape, which comes later than half a request may take (IDLE_SECONDS).
exec {kept}<>"/dev/tcp/$host/$port"
ask_kept() {
	local answer= line
	(printf 'HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n' >&"$kept") 2>/dev/null
	read -r -t "$PATIENCE" answer <&"$kept"
	echo "${answer%$'\r'}"
	while read -r -t "$PATIENCE" line <&"$kept" && [ "$line" != $'\r' ]; do :; done
}
equal "one connection, at once" "$(ask_kept)" "HTTP/1.1 200 OK"
(sleep 13; ask_kept) >"$out/kept" &
asked=$!
# A unit goes while the server runs.
before=$(get /metrics | awk '/^uncore_memory_read_bytes_total{socket="1"/ { print $2 }')
touch "$out/gone"
sleep 0.2
equal "gone while it runs" "$(get /metrics | grep -c '^uncore_event_present{.*} 0')" 12
# While it is gone it is tried again, without success. It is back later, with the counts that it had.
sum() { awk '/^uncore_memory_read_bytes_total{socket="1"/ { print $2 }'; }
equal "it stays gone" "$(sleep 1.2; get /metrics | grep -c '^uncore_event_present{.*} 0')" 12
rm "$out/gone"
sleep 1.2
got=$(get /metrics)
equal "it counts again" "$(grep -c '^uncore_event_present{' <<<"$got") $(grep -c '_total{socket="1"' <<<"$got")" "0 12"
sleep 0.2
equal "and goes on from where it was" "$(($(get /metrics | sum) > $(sum <<<"$got") && $(sum <<<"$got") > before))" 1
unset FAKE_PERF
value() { get /metrics | sed -n 's/^uncore_memory_read_bytes_total{socket="0".* //p'; }
first=$(value)
sleep 0.2
second=$(value)
equal "counters grow" "$((second > first))" 1

# Clients of IPv6: one has all addresses of a /64. Then 512 of them do not read what they ask for, on the biggest machine. Most of this
# is waiting, so it goes on beside Prometheus, with a network of its own.
rm -f "$out/attack" "$out/attack.log"
fake_sysfs "$out/big" gnr 00AD 8 cha=126 imc=12 upi=6 iio=16 pcu=5 ubox=1 b2cmi=12
attack=
if unshare -rn true 2>/dev/null; then
	uncore=$uncore here=$here log=$out/attack.log SYSFS_PATH=$out/big ASAN_OPTIONS=quarantine_size_mb=0 unshare -rn bash -c '
		ip link set lo up && ip -6 route add local fd00::/48 dev lo
		"$uncore" export --per-unit --listen "[::]:9716" 2>"$log" & server=$!
		for ((i = 0; i < TENTHS; i++)); do grep -q listening "$log" 2>/dev/null && break; sleep 0.1; done
		"$here/clients" prefixes 9716
		"$here/clients" readers 9716 512 $server
		kill $server' >"$out/attack" &
	attack=$!
fi

# A real Prometheus.
promtool=$top/build/prometheus/bin/promtool
equal "promtool has nothing to say about the metrics" "$(get /metrics | sed '1,/^\r*$/d' | "$promtool" check metrics 2>&1)" ""
says 0 'SUCCESS: [1-9][0-9]* rules found' "nor about the rules" "$promtool" check rules "$top/tools/uncore/export/rules.yml"
# serve TREE NAME: another server, with a device, and its port
serve() {
	SYSFS_PATH=$1 "$uncore" export --devices --listen 127.0.0.1:0 2>"$out/$2.log" &
	eval "$2=\$!"
	for ((i = 0; i < TENTHS; i++)); do
		eval "${2}_port=\$(sed -n 's/.*listening on 127.0.0.1 port \([0-9]*\);.*/\1/p' '$out/$2.log' 2>/dev/null)"
		eval "[ -z \"\$${2}_port\" ]" || return
		sleep 0.1
	done
	not_ok "a server of $1 listens" "$(cat "$out/$2.log")"
}
# with_device TREE
with_device() {
	fake_stack "$1" 0 "0 0000:15 pcie" "1 0000:97 pcie"
	fake_device "$1" 0x060400 0x8086 0x352a pci0000:15/0000:15:02.0
	fake_device "$1" 0x020000 0x15b3 0x1017 pci0000:15/0000:15:02.0/0000:16:00.0
}
fake_sysfs "$out/first" emr 00CF 2 cha=2 imc=2 upi=2 iio=2 pcu=1
fake_sysfs "$out/second" gnr 00AD 2 cha=2 imc=2 upi=2 iio=2 pcu=5
with_device "$out/first"
with_device "$out/second"
rm -f "$out"/{first,second}.log
serve "$out/first" first
answers=$(printf 'next\nquery up{job="uncore"}\ndashboard\nrules\n' | "$here/prometheus" "$first_port")
equal "Prometheus scrapes it" "$(grep -c '=> 1$' <<<"$answers")" 1
equal "series for each query of the dashboard, and of the rules" "$(grep -cE '^[1-9][0-9]* ' <<<"$answers") $(grep -E '^0 ' <<<"$answers")" \
	"$(($(grep -c '"expr"' "$top/tools/uncore/export/grafana.json") + $(grep -c 'record:' "$top/tools/uncore/export/rules.yml"))) "

says 2 'is no port' "a target that does not listen is not waited for" "$here/prometheus" "$port" ""
# Two machines, of which the second is a Granite Rapids: each query has data of both, and tells them apart.
serve "$out/second" second
answers=$(printf 'next\nmachines\n' | "$here/prometheus" "$first_port" "$second_port")
equal "two machines in each query of the dashboard and each rule" "$(grep -cE '^2 ' <<<"$answers") $(grep -E '^[013-9][0-9]* ' <<<"$answers")" \
	"$(($(grep -c '"expr"' "$top/tools/uncore/export/grafana.json") + $(grep -c 'record:' "$top/tools/uncore/export/rules.yml"))) "
kill "$first" "$second"
wait "$first" "$second"

# The same with a scrape each minute, of two machines of which one does twice as much as the other. Grafana takes four times
# the interval that a panel of the dashboard has.
{
	printf 'rule_files: ["%s"]\nevaluation_interval: 1m\ntests:\n- interval: 1m\n  input_series:\n' "$top/tools/uncore/export/rules.yml"
	printf "  - {series: 'uncore_event_ratio{instance=\"b\",socket=\"0\",die=\"0\",metric=\"m\"}', values: '_x27 0.5x1 _x30'}\n"
	printf "  - {series: 'uncore_units{instance=\"%s\",socket=\"0\",die=\"0\",box=\"cha\"}', values: '60x60'}\n" a b
	for name in $(grep -ohE 'uncore_[a-z_]*_total' "$top"/tools/uncore/export/{grafana.json,rules.yml} | sort -u); do
		printf "  - {series: '%s{instance=\"%s\",socket=\"0\",die=\"0\",metric=\"m\"}', values: '0+%dx60'}\n" \
			"$name" a 600 "$name" b 1200
	done
	echo '  promql_expr_test:'
	{
		sed -n 's/^ *"expr": "\(.*\)",\{0,1\}$/\1/p' "$top/tools/uncore/export/grafana.json" |
			sed 's/\\"/"/g; s/\$__rate_interval/4m/g; s/\$instance/.*/g'
		sed -n 's/^ *- record: //p' "$top/tools/uncore/export/rules.yml"
	} | while read -r expression; do
		printf "  - expr: 'count(count by (instance) (%s))'\n    eval_time: 30m\n    exp_samples: [{labels: '{}', value: 2}]\n" "$expression"
	done
	printf "  - expr: 'socket:uncore_memory_read_bytes:rate5m'\n    eval_time: 30m\n    exp_samples:\n"
	printf "    - {labels: 'socket:uncore_memory_read_bytes:rate5m{instance=\"%s\",socket=\"0\"}', value: %d}\n" a 10 b 20
	# All events of a count all of the time, those of b half of it in two of five minutes, before the 30th one.
	printf "  - expr: 'instance:uncore_counted:ratio5m'\n    eval_time: 30m\n    exp_samples:\n"
	printf "    - {labels: 'instance:uncore_counted:ratio5m{instance=\"%s\"}', value: %s}\n" a 1 b 0.5
	printf "  - expr: 'socket:uncore_frequency_hertz:rate5m'\n    eval_time: 30m\n    exp_samples:\n"
	printf "    - {labels: 'socket:uncore_frequency_hertz:rate5m{instance=\"%s\",socket=\"0\"}', value: %s}\n" a 0.16666666666666666 b 0.3333333333333333
} >"$out/minute.yml"
says 0 'SUCCESS' "a scrape each minute" "$promtool" test rules "$out/minute.yml"
equal "each panel has that interval" "$(grep -c '"interval": "1m"' "$top/tools/uncore/export/grafana.json")" \
	"$(grep -c '"targets"' "$top/tools/uncore/export/grafana.json")"

wait "$asked"
equal "one connection, 13 s later" "$(cat "$out/kept")" "HTTP/1.1 200 OK"
exec {kept}<&-

# Bad clients: 1000 of them, many at a time.
resident() { awk '/^VmRSS/ { print $2 }' "/proc/$server/status"; }
descriptors() { find "/proc/$server/fd" -mindepth 1 | wc -l; }
# settled NUMBER: the server has closed the connections of clients that have ended. They are part of what one client may have.
settled() { local i; for ((i = 0; i < 300 && $(descriptors) > before + $1; i++)); do sleep 0.1; done; }
get /metrics >/dev/null
before=$(descriptors)
# The server closes what is more than a client's part: a write there must not end this shell.
trap '' PIPE
long=$(head -c 60000 /dev/zero | tr '\0' 'x')
for ((i = 0; i < 250; i++)); do
	# Half a request, which stays open; nothing at all; too much; garbage.
	exec {half}<>"/dev/tcp/127.0.0.1/$port" && printf 'GET /metrics HTTP/1.1\r\nHost: ' >&"$half"
	exec {open}<>"/dev/tcp/127.0.0.1/$port"
	(exec 8<>"/dev/tcp/127.0.0.1/$port" && printf 'GET /%s HTTP/1.1\r\n' "$long" >&8) 2>/dev/null
	(exec 8<>"/dev/tcp/127.0.0.1/$port" && printf '\0\377\001GET\n\n\n: :\r\n\r\n' >&8) 2>/dev/null
	[ $i != 125 ] || equal "it answers among them, by another address" "$(host=::1 get /metrics | head -n 1 | tr -d '\r')" "HTTP/1.1 200 OK"
	eval "exec $half<&- $half>&- 2>/dev/null" && : $((i % 5)) && eval "exec $open<&- $open>&-" 2>/dev/null
done
settled 2
equal "it answers after 1000 bad clients" "$(get /metrics | head -n 1 | tr -d '\r')" "HTTP/1.1 200 OK"
# Those that stay open cost a descriptor each, up to a bound, and the memory of a connection.
held=
for ((i = 0; i < 200; i++)); do
	exec {half}<>"/dev/tcp/127.0.0.1/$port" && printf 'GET /metrics HTTP/1.1\r\nHost: ' >&"$half" 2>/dev/null
	held="$held $half"
done
# All of one client: it has no more of the connections than its part, and another client has its answer.
host=::1
equal "it answers another client beside 200 half requests" "$(get /metrics | head -n 1 | tr -d '\r')" "HTTP/1.1 200 OK"
host=127.0.0.1
equal "connections of one client" "$(($(descriptors) - before <= 64 + 1))" 1
most=$(resident)
for half in $held; do
	eval "exec $half<&-" 2>/dev/null
done
settled 2
trap - PIPE
# More connections than there may be, from many addresses: an honest client beside them has its answer.
# If one of the idle ones had to go by its time first, that would be ten seconds each time.
read -r slowest fastest < <("$here/clients" idle "$port" 513 2>&1 | tail -n 1)
equal "513 idle clients from nine addresses, longest wait of an honest one: $slowest ms" "$([[ $fastest =~ ^[0-9]+$ ]] && echo $((fastest < 5000)))" 1
settled 2
equal "and gets rid of them" "$(($(descriptors) <= before + 2))" 1
equal "its memory is bounded" "$((most < 200000))" 1
# ends PID [SIGNAL]: its exit status, after SIGTERM; 137 if it does not end
ends() {
	kill -s "${2:-TERM}" "$1"
	for ((i = 0; i < TENTHS; i++)); do kill -0 "$1" 2>/dev/null || break; sleep 0.1; done
	kill -KILL "$1" 2>/dev/null
	wait "$1"
}
# A crowd, for a short time; `make soak CLIENTS=3600` is an hour of it, with times. Each honest one is answered, and memory does
# not grow.
read -r asked answered longest early late < <("$here/clients" crowd "$port" 600 20 0 "$server" 2>&1 | tail -n 1)
equal "600 bad clients: honest ones among them are answered, the last after $longest ms" "$((asked >= 120)) $answered" "1 $asked"
equal "its memory stays what it was, $early KiB and $late KiB" "$((late - early < 4096))" 1
settled 2
ends "$server"
equal "a signal ends it in order" "$?" 0
equal "no complaint of a sanitizer" "$(grep -c 'ERROR\|runtime error' "$out/export.log")" 0
# The program and its sockets together stay below what the service may have, though it is one with a sanitizer.
if [ -n "$attack" ]; then
	wait "$attack"
	equal "connections of two prefixes that stay" "$(head -n 1 "$out/attack")" "64 10"
	read -r wait resident queued still < <(tail -n 1 "$out/attack")
	equal "an honest client beside 512 that do not read waits $wait ms" "$([[ $wait =~ ^[0-9]+$ ]] && echo $((wait < 5000)))" 1
	limit=$(($(sed -n 's/^MemoryMax=\(.*\)M$/\1/p' "$top/tools/uncore/export/uncore-export.service") * 1024))
	equal "memory: $resident KiB and $queued KiB in sockets" "$((resident + queued < limit))" 1
	equal "connections that the server keeps" "$still" 0
fi
printf 'reads imc/cas_count.rd/ 1 Half "of" the reads\\writes.\n' >"$config"
# Who may connect. listens LOG: waits for a server
listens() { local i; for ((i = 0; i < TENTHS; i++)); do grep -q listening "$1" 2>/dev/null && return; sleep 0.1; done; }
rm -rf "$out"/{socket,password,invalid,directory,tls.pem,unix.log,tls.log}
"$uncore" export --listen "unix:$out/socket" -c "$config" 2>"$out/unix.log" &
server=$!
listens "$out/unix.log"
equal "the help of a configuration, as OpenMetrics has it" \
	"$(curl -s -H 'Accept: application/openmetrics-text' --unix-socket "$out/socket" http://x/metrics | sed -n 's/^# HELP uncore_reads //p')" \
	'Half \"of\" the reads\\writes.'
equal "a Unix socket is for its user and group" "$(stat -c %a "$out/socket")" 660
equal "and answers" "$(curl -s --unix-socket "$out/socket" http://x/metrics | grep -c '^uncore_export_registers')" 1
status() { sed -n "s/^$1:\t\([^\t]*\).*/\1/p" "/proc/$server/status"; }
[ "$(id -u)" != 0 ] || equal "root is given up" "$(status Uid)$(status Groups | tr -d " ")" 65534
equal "and each capability but CAP_PERFMON" "$((0x$(status CapPrm) & ~(1 << 38) | 0x$(status CapInh) | 0x$(status CapAmb)))" 0
equal "for good" "$(status NoNewPrivs)" 1
says 1 "cannot listen on unix:$out/socket: Address already in use" "it is not taken from a server" "$uncore" export --listen "unix:$out/socket"
ends "$server"
equal "it removes its socket" "$(ls "$out/socket" 2>/dev/null)" ""
rm "$out/unix.log"
# What a server that was killed together with its helper has left.
python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$out/socket"
# Whoever runs this may ignore SIGHUP, as nohup(1) does.
env --default-signal=HUP "$uncore" export --listen "unix:$out/socket" 2>"$out/unix.log" &
server=$!
listens "$out/unix.log"
equal "one that was left behind is replaced" "$(curl -s --unix-socket "$out/socket" http://x/metrics | grep -c '^uncore_export_registers')" 1
ends "$server" HUP
equal "the end of its terminal ends it in order" "$?" 0
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost \
	-days 2 -keyout "$out/key.pem" -out "$out/certificate.pem" 2>/dev/null
(umask 077; cat "$out/certificate.pem" "$out/key.pem" >"$out/tls.pem"; echo 'me:secret' >"$out/password")
"$uncore" export --listen 127.0.0.1:0 --tls "$out/tls.pem" --password "$out/password" 2>"$out/tls.log" &
server=$!
listens "$out/tls.log"
port=$(sed -n 's/.* port \([0-9]*\);.*/\1/p' "$out/tls.log")
code() { curl -s -o "$out/answer" -w '%{http_code}' --cacert "$out/certificate.pem" "$@"; }
equal "with the password" "$(code -u me:secret "https://localhost:$port/metrics") $(grep -c '^uncore_export_registers' "$out/answer")" "200 1"
for wrong in 'me:secre' 'me:secret2' 'me:Secret' 'you:secret' ':'; do
	equal "with $wrong" "$(code -u "$wrong" "https://localhost:$port/metrics")" 401
done
basic=$(printf me:secret | base64)
equal "the scheme has no case" "$(for scheme in Basic basic BASIC Bearer; do code -H "Authorization: $scheme $basic" "https://localhost:$port/metrics"; echo; done | xargs)" "200 200 200 401"
equal "without a password" "$(code "https://localhost:$port/metrics") $(cat "$out/answer")" "401 password required"
equal "without TLS" "$(code -u me:secret "http://localhost:$port/metrics")" 000
ends "$server"
chmod 644 "$out/password"
says 1 'all users can read it; chmod o= ' "a password that all can read" "$uncore" export --listen 127.0.0.1:0 --password "$out/password"
(umask 077; echo secret >"$out/invalid")
says 1 'expected a line USER:PASSWORD' "a password without a user" "$uncore" export --listen 127.0.0.1:0 --password "$out/invalid"
says 1 '--tls requires a certificate and its private key' "TLS without a key" "$uncore" export --listen 127.0.0.1:0 --tls "$out/invalid"
(umask 077; { echo me:secret; head -c 1M /dev/zero; } >"$out/invalid"; mkdir "$out/directory")
for option in --password --tls; do
	says 1 "^uncore: $out/invalid: File too large\$" "more than 1 MiB: $option" timeout "$PATIENCE" "$uncore" export --listen 127.0.0.1:0 $option "$out/invalid"
	says 1 "^uncore: $out/directory: Is a directory\$" "a directory: $option" "$uncore" export --listen 127.0.0.1:0 $option "$out/directory"
done
for option in "--listen 127.0.0.1:0" "--tls $out/tls.pem" "--password $out/password"; do
	# shellcheck disable=SC2086
	says 2 '^uncore export: --once excludes --listen, --tls and --password$' "--once and ${option%% *}" "$uncore" export --once $option
done
for bad in 127.0.0.1: 127.0.0.1:65536 127.0.0.1:+80 '' unix:; do
	says 2 "^uncore: --listen ${bad//+/[+]}: " "--listen $bad" "$uncore" export --listen "$bad"
done
# With capabilities of its file, the program reads the PMUs of the machine, whatever its user says.
if [ "$(id -u)" = 0 ] && cp "$uncore" "$out/capable" && setcap cap_perfmon=ep "$out/capable" 2>/dev/null; then
	mkdir -p "$out/tree" && rm -rf "$out/tree/bus" && mkdir -p "$out/tree/bus/event_source/devices/uncore_x" &&
		echo 8 >"$out/tree/bus/event_source/devices/uncore_x/type" && echo 0 >"$out/tree/bus/event_source/devices/uncore_x/cpumask"
	as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups env ASAN_OPTIONS=detect_leaks=0)
	says 0 uncore_x "another tree" "${as_user[@]}" SYSFS_PATH="$out/tree" "$uncore" list
	equal "not with capabilities" "$("${as_user[@]}" SYSFS_PATH="$out/tree" "$out/capable" list 2>&1 | grep -c uncore_x)" 0
fi
# What systemd runs: ${LISTEN} is one word, $OPTIONS are several.
service=$top/tools/uncore/export/uncore-export.service
as_service() { # SETTINGS
	(
		eval "$(sed -n 's/^Environment=//p' "$service" | tr ' ' '\n')"
		. "$1"
		# shellcheck disable=SC2046,SC2086
		eval "set -- $(sed -n 's|^ExecStart=/usr/bin/uncore ||p' "$service")"
		printf '%s ' "$@"
	)
}
equal "it may open events where Debian requires CAP_SYS_ADMIN" "$(sed -n 's/^AmbientCapabilities=//p' "$service")" "CAP_PERFMON CAP_SYS_ADMIN"
equal "the service without settings" "$(as_service /dev/null)" "export --listen 127.0.0.1:9716 "
equal "with the installed options" "$(as_service "$top/tools/uncore/export/uncore-export.default")" "export --listen 127.0.0.1:9716 "
printf "LISTEN=unix:$out/socket\nOPTIONS='--per-unit --devices'\n" >"$out/settings"
equal "with others" "$(as_service "$out/settings")" "export --listen unix:$out/socket --per-unit --devices "
sed -i 's/ --devices//' "$out/settings"
rm "$out/unix.log"
# shellcheck disable=SC2046
"$uncore" $(as_service "$out/settings") 2>"$out/unix.log" &
server=$!
listens "$out/unix.log"
equal "and the program takes them" "$(curl -s --unix-socket "$out/socket" http://x/metrics | grep -c '^uncore_memory_read_bytes_total{.*unit="1"')" 2
ends "$server"
equal "it reads the file that is installed" "$(sed -n 's/^EnvironmentFile=-//p' "$service")" \
	"$(make -n -C "$top/tools/uncore" install OUT="$out/install" prefix=/usr TASKS=no 2>/dev/null | sed -n 's|.*install -D -m 644 export/uncore-export.default "\(.*\)"|\1|p')"
