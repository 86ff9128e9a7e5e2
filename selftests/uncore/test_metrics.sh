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
FAKE_PERF=refuse=0xcf05 says 0 ',,,,GB/s,,"cannot open' "the same as CSV" "$uncore" metrics --csv mem_bw_reads -- true
says 0 '"counts":\[[0-9]+,[0-9]+\]' "counts as JSON" "$uncore" metrics --json mem_bw_total -- true
says 0 '^seconds,metric,socket,die,box_unit,value,unit,share,missing$' "CSV has a head" "$uncore" metrics --csv -- true
says 7 . "the command's exit status" "$uncore" metrics mem_bw_reads -- sh -c 'exit 7'
says 127 'cannot run nothing-like-it' "a command that is not there" "$uncore" metrics mem_bw_reads -- nothing-like-it
says 1 'no metric mem_bw of' "an unknown metric" "$uncore" metrics mem_bw -- true
says 0 '^upi.upi_speed ' "a pattern" "$uncore" metrics 'UPI.*' -- true
says 0 '^cha.llc_mpi +per 1000 ' "--list" "$uncore" metrics --list
says 0 'cha.llc_mpi +socket 1' "an event of the cores" "$uncore" metrics llc_mpi -- true
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
mv "$out/emr/bus/event_source/devices/uncore_pcu" "$out/pcu"
says 0 'pcu.pct_cyc_freq_power_ltd +- +missing: there is no PMU pcu' "a box that is not there" "$uncore" metrics -- true
mv "$out/pcu" "$out/emr/bus/event_source/devices/uncore_pcu"
SYSFS_PATH=$out/snbep says 0 '^qpi.link_share_in +socket 1' "another processor" "$uncore" metrics -- true
equal "the page of metrics is the one that the data make" \
	"$(awk -f "$top/tools/uncore/gen/metrics_rst.awk" "$top"/tools/uncore/gen/metrics_head.rst "$top"/tools/uncore/processors/{emr,gnr,srf,grr,snbep,ivbep,nhmex}/metrics.tsv | diff - "$top/Documentation/metrics.rst")" ""
# Damaged data must not get into the program.
mkdir -p "$out/damaged"
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.x\tGB/s\t3\t-\ta\n' >"$out/damaged/metrics.tsv"
says 1 'damaged/metrics.tsv:2: 5 columns' "a row that is too short" awk -f "$top/tools/uncore/gen/table.awk" -f "$top/tools/uncore/gen/metrics.awk" "$out/damaged/metrics.tsv"
printf 'command\tname\tevent\tfactor\ttext\ntop\theat\tcha/clockticks/\tone\t-\n' >"$out/damaged/events.tsv"
says 1 'damaged/events.tsv:2: bad row' "an event of a command without a factor" awk -f "$top/tools/uncore/gen/table.awk" -f "$top/tools/uncore/gen/command_events.awk" "$out/damaged/events.tsv"
