# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
#
# samples/uncore_bandwidth/textfile: the metrics for node_exporter, with files as the sample module makes them. The guest test
# "consumers" runs it with the module.

textfile=$top/samples/uncore_bandwidth/textfile/uncore-bandwidth-textfile
files=$out/bandwidth
prom=$out/textfile/uncore_bandwidth.prom
rm -rf "$files" "$out/textfile"
mkdir -p "$files"/die{0,1} "$out/textfile"
echo 128000 >"$files/die0/read_bytes"
echo 64 >"$files/die0/write_bytes"
echo 0 >"$files/die1/read_bytes"
# As if it were ENODATA.
mkdir "$files/die1/write_bytes"

(umask 077 && "$textfile" "$prom" "$files")
equal "textfile: the bandwidth of each die, where it is known" "$(cat "$prom")" \
'# HELP uncore_memory_read_bytes_per_second Bytes that the memory controllers of the die have read in the last second.
# TYPE uncore_memory_read_bytes_per_second gauge
uncore_memory_read_bytes_per_second{die="0"} 128000
uncore_memory_read_bytes_per_second{die="1"} 0
# HELP uncore_memory_written_bytes_per_second Bytes that the memory controllers of the die have written in the last second.
# TYPE uncore_memory_written_bytes_per_second gauge
uncore_memory_written_bytes_per_second{die="0"} 64'
equal "textfile: promtool has nothing to say about them" \
	"$("$top/build/prometheus/bin/promtool" check metrics <"$prom" 2>&1) $?" " 0"
equal "textfile: the user of node_exporter can read it, and nothing else is left there" \
	"$(cd "$out/textfile" && stat -c '%n %a' ./*)" "./uncore_bandwidth.prom 644"
equal "textfile: the same on the standard output" "$("$textfile" - "$files")" "$(cat "$prom")"
says 1 'load the module uncore_bandwidth$' "textfile: without the module it says so" "$textfile" "$prom" "$files/none"
equal "textfile: and no old values stay" "$(ls "$out/textfile")" ""

# The timer starts the service, and the service a program that is there.
units=$top/samples/uncore_bandwidth/textfile
equal "textfile: the service runs the script" "$(sed -n 's|^ExecStart=.*/||p' "$units"/*.service)" "$(basename "$textfile")"
equal "textfile: the timer is that of the service" "$(basename "$units"/*.timer .timer)" "$(basename "$units"/*.service .service)"
