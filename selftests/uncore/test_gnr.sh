# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# The Granite Rapids family: the events of every metric and command exist, and the traffic of a memory channel is the sum of
# its two schedulers.

fake_sysfs "$out/gnr" gnr 00AD 2 cha=120 imc=12 upi=6 iio=12 irp=12 b2cmi=12 mdf=80 cxlcm=4 cxldp=4 pcu=5 ubox=1
fake_sysfs "$out/srf" gnr 00AF 2 cha=72 imc=12 upi=6 iio=12 irp=12 b2cmi=12 mdf=40 cxlcm=4 cxldp=4 pcu=5 ubox=1
fake_sysfs "$out/cwf" gnr 00DD 2 cha=72 imc=12 upi=6 iio=12 irp=12 b2cmi=12 mdf=80 cxlcm=4 cxldp=4 pcu=5 ubox=1
fake_sysfs "$out/grr" gnr 00B6 1 cha=12 imc=2 iio=3 irp=3 b2cmi=2 pcu=5 ubox=1

# Reads or writes of both schedulers, on a CPU.
both() { # UMASK PMU CPU
	echo $(($(rate $(($1 << 8 | 5)) 0 "$(type_of "$2")" "$3") + $(rate $(($1 << 8 | 6)) 0 "$(type_of "$2")" "$3")))
}

for processor in gnr srf cwf grr; do
	SYSFS_PATH=$out/$processor
	got=$("$uncore" metrics '*' -- true 2>&1)
	equal "no metric of $processor is missing" "$(grep missing <<<"$got" | grep -vE 'mem_bw_share .* SMBIOS|^(core|power|package)[.]')" ""
	equal "every metric of $processor is one" "$(awk '/^[a-z0-9]+\./ { print $1 }' <<<"$got" | sort -u | wc -l)" \
		"$("$uncore" metrics --list | sed '/^ *also: /{s///; s/, /\n/g}' | wc -l)"
	says 0 "^imc.mem_bw_reads +socket 0 +$(awk "BEGIN { printf \"%.3f\", $(both 0xcf uncoreall_imc 0) * 64 / 1e9 }") GB/s\$" \
		"reads of $processor" "$uncore" metrics mem_bw_reads -- true
	got=$("$uncore" export --once 2>&1)
	equal "$processor exports all that it can" "$(grep omitted <<<"$got")" ""
	equal "$processor exports reads of both schedulers" \
		"$(sed -n 's/^uncore_memory_read_bytes_total{socket="0".* //p' <<<"$got")" $((64 * $(both 0xcf uncoreall_imc 0)))
	equal "and writes" \
		"$(sed -n 's/^uncore_memory_written_bytes_total{socket="0".* //p' <<<"$got")" $((64 * $(both 0xf0 uncoreall_imc 0)))
	equal "each unit of $processor has its own sum" \
		"$("$uncore" export --once --per-unit | sed -n 's/^uncore_memory_read_bytes_total{socket="0".*unit="1"} //p')" \
		$((64 * $(both 0xcf uncore_imc_1 0)))
	# It counts each unit.
	sum=0
	for unit in "$SYSFS_PATH"/bus/event_source/devices/uncore_imc_*; do
		sum=$((sum + $(both 0xcf "${unit##*/}" 0)))
	done
	says 0 "^Memory +read $(awk "BEGIN { n = $sum * 64 / 1e6; printf n < 1000 ? \"%.0f ?M\" : \"%.2f ?G\", n < 1000 ? n : n / 1000 }")" \
		"uncore top shows the sum of $processor" "$uncore" top --once -I 1
done
says 0 'Grand Ridge' "no link is expected of one package" env SYSFS_PATH="$out/grr" "$uncore" top --once -I 1

SYSFS_PATH=$out/gnr
FAKE_PERF=refuse=0xcf06 says 0 'uncore_memory_read_bytes is omitted: cannot open imc/cas_count_sch1.rd/' \
	"half of a sum is not exported" "$uncore" export --once
config=$out/sum.conf
echo 'a imc/cas_count_sch0.rd/+cha/clockticks/ 1 x' >"$config"
says 1 'adds up events of two box types' "a sum of two box types" "$uncore" export --once -c "$config"
echo "a imc/clockticks/$(printf '+imc/clockticks/%.0s' {1..14}) 1 x" >"$config"
equal "a sum of 15 events" "$("$uncore" export --once -c "$config" | sed -n 's/^uncore_a_total{socket="0".* //p')" \
	$((15 * $(rate 1 0 "$(type_of uncoreall_imc)" 0)))
echo "a imc/clockticks/$(printf '+imc/clockticks/%.0s' {1..16}) 1 x" >"$config"
says 1 'a is omitted: imc.* is too long' "a sum that is too long" "$uncore" export --once -c "$config"
echo "a imc/config=1/$(printf '+imc/event=1/%.0s' {1..16}) 1 x" >"$config"
says 1 'a is omitted: imc.* adds up more than 16 events' "a sum of too many events" "$uncore" export --once -c "$config"
echo 'a core/instructions/+core/instructions/ 1 x' >"$config"
says 1 'adds up events of two box types' "a sum of events of the cores" "$uncore" export --once -c "$config"
SYSFS_PATH=$out/emr
