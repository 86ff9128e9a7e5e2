# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore list, explain, and what is the same for all subcommands

says 2 '^Usage: uncore COMMAND' "no command" "$uncore"
says 0 'metrics +bandwidths' "--help" "$uncore" --help
says 0 "^uncore $(sed -n '1s/.*(\(.*\)).*/\1/p' "$top/debian/changelog")\$" "the version of the packages" "$uncore" --version
says 2 'unknown command nonsense; `' "an unknown command" "$uncore" nonsense
says 2 'unknown command metircs; did you mean metrics[?];' "a command with a mistake" "$uncore" metircs
says 2 '^uncore list: unknown option --nonsense$' "an unknown option" "$uncore" list --nonsense
says 2 '^uncore metrics: unknown option --per-sokcet; did you mean --per-socket[?]$' "an option with a mistake" \
	"$uncore" metrics -I 100 mem_bw_total --per-sokcet
says 0 '^imc.mem_bw_total' "the beginning of an option" "$uncore" metrics --per-so mem_bw_total -- true
says 0 '^imc.mem_bw_total' "options of a command are its own" "$uncore" metrics mem_bw_total -- echo --per-sokcet
SYSFS_PATH=$out/none says 3 'no uncore PMU' "also behind a command without --" "$uncore" units -e cha/clockticks/ ls --per-sokcet
for command in list explain units metrics io top tasks "windows" "windows record" "windows report" record report diff export check; do
	# shellcheck disable=SC2086
	says 0 "^Usage: uncore $command" "-h: $command" "$uncore" $command -h
done
says 2 'not a number of milliseconds' "a bad interval" "$uncore" metrics -I 0
SYSFS_PATH=$out/nothing says 3 'no uncore PMU; load uncore_pmon: modprobe uncore_pmon' "no PMU: list" "$uncore" list
SYSFS_PATH=$out/nothing says 3 'no uncore PMU' "no PMU: metrics" "$uncore" metrics -- true
SYSFS_PATH=$out/nothing says 3 'no uncore PMU' "no PMU: top" "$uncore" top --once
SYSFS_PATH=$out/none says 3 'no uncore PMU' "no sysfs" "$uncore" list
# By users with and without CAP_PERFMON. The library of tracefs leaks memory for a user who has no access to it.
plain=() perfmon=()
if [ "$(id -u)" = 0 ]; then
	plain=(env ASAN_OPTIONS=detect_leaks=0 setpriv --reuid=65534 --regid=65534 --clear-groups)
	perfmon=("${plain[@]}" --inh-caps=-all,+perfmon --ambient-caps=-all,+perfmon)
fi
root="run as root, or once, after chgrp GROUP and chmod 750 of the file [(]or every user can count[)]: sudo setcap cap_perfmon=ep $uncore"
for command in "metrics -- true" "top --once -I 1" "explain cha/clockticks/"; do
	# shellcheck disable=SC2086
	FAKE_PERF=EACCES=2 says 4 "perf_event_paranoid is 2: $root, or: sudo sysctl kernel.perf_event_paranoid=0" \
		"no permission: ${command%% *}" "${plain[@]}" "$uncore" $command
	# shellcheck disable=SC2086
	FAKE_PERF=EACCES=3 says 4 "perf_event_paranoid is 3: $root and: sudo sysctl kernel.perf_event_paranoid=2" \
		"on Debian: ${command%% *}" "${plain[@]}" "$uncore" $command
done
# uncore tasks needs a second capability, which no level replaces.
both=${root/cap_perfmon/cap_bpf,cap_perfmon}
FAKE_PERF=EACCES=2 says 4 "$both\$" "no permission: tasks" "${plain[@]}" "$uncore" tasks true
FAKE_PERF=EACCES=3 says 4 "perf_event_paranoid is 3: $both and: sudo sysctl kernel.perf_event_paranoid=2" "on Debian: tasks" \
	"${plain[@]}" "$uncore" tasks true
if [ ${#perfmon[@]} != 0 ]; then
	FAKE_PERF=EACCES=3 says 4 "perf_event_paranoid is 3: $both and: sudo sysctl kernel.perf_event_paranoid=2" "with CAP_PERFMON only: tasks" \
		"${perfmon[@]}" "$uncore" tasks true
	FAKE_PERF=EACCES=3 says 4 "perf_event_paranoid is 3, where CAP_PERFMON is not enough: run as root, or: sudo sysctl kernel.perf_event_paranoid=2" \
		"with both capabilities: tasks" "${plain[@]}" --inh-caps=-all,+perfmon,+bpf --ambient-caps=-all,+perfmon,+bpf "$uncore" tasks true
	FAKE_PERF=EACCES=3 says 4 "perf_event_paranoid is 3, where CAP_PERFMON is not enough: run as root, or: sudo sysctl kernel.perf_event_paranoid=2" \
		"with CAP_PERFMON" "${perfmon[@]}" "$uncore" metrics -- true
	FAKE_PERF=EACCES=2 says 4 "a container or a security module denies" "a level that permits it" "${perfmon[@]}" "$uncore" metrics -- true
fi

says 0 '^die 1: package 1, counted by CPU 2' "the map has dies and owner CPUs" "$uncore" list
says 0 '^  cha +60 +60 .*uncoreall_cha, uncore_cha_0-59$' "the map has units and PMUs" "$uncore" list
says 0 '^  pcu +1 +1 .* uncore_pcu$' "a type with one unit" "$uncore" list
# Of many dies, too: the number of units ends where the word above it does, and PMUs begin below theirs.
fake_sysfs "$out/eight_dies" emr 00CF 8 cha=12 imc=2 pcu=1
equal "the columns of the map" "$(SYSFS_PATH=$out/eight_dies "$uncore" list | awk '
	/^  units of/ { for (die = 0; die < 8; die++) end[die] = index($0, "die " die) + 4; pmus = index($0, "PMUs"); next }
	pmus && /^$/ { exit }
	pmus { for (die = 0; die < 8; die++) good += substr($0, end[die] - 2, 4) ~ /^[ 0-9]+[0-9] $/; good += substr($0, pmus - 1, 8) ~ /^ uncore/ }
	END { print good }')" $((3 * 9))
rm -r "$out/emr/bus/event_source/devices/uncore_cha_"{3,59}
says 0 '^  cha +58 +58 .* uncore_cha_0-2,4-58$' "numbers have gaps" "$uncore" list
fake_pmu "$out/emr" emr cha uncore_cha_3 14 0,2
fake_pmu "$out/emr" emr cha uncore_cha_59 70 0,2
cat >"$out/emr/kernel/debug/uncore_pmon/discovery" <<END
die 0: function 0000:00:00.1, table at 0x80000000: ok
  type 0, 200 entries of 4 quadwords
  entry  type name      id space   control        num bit control counter stat   bit verdict
      2     0 cha        0 msr     0x2000           4  48 0x02+1  0x08+1  0x01     5 ok
      3     0 cha        1 msr     0x2010           4  48 0x02+1  0x08+1  0x01     6 registers do not answer
      4     6 imc        0 mmio    0x80022800       4  48 0x40+4  0x08+8  0x01    80 ok
      5     0 -          0 msr     0x0              0   0 0x00+0  0x00+0  0x00     - empty
END
says 0 '^  die 0 cha 1 \(msr\): registers do not answer$' "what the driver left out, and why" "$uncore" list
says 0 '^  imc .* mmio 4 x 48 bit' "registers" "$uncore" list
fake_pmu "$out/emr" emr iio uncore_iio_free_running_0 90 0,2
cat >>"$out/emr/kernel/debug/uncore_pmon/discovery" <<END
  free-running counters of the IIOs
    iio_free_running 0 msr -          0 x  0 bit: ok
END
says 0 '^  iio_free_running +1 +1 +msr +uncore_iio_free_running_0$' "free-running counters: no 0 x 0 bit" "$uncore" list
equal "nor as JSON" "$("$uncore" list --json | jq -c '.boxes[] | select(.box == "iio_free_running") | [.space, .counters, .bits]')" '["msr",null,null]'
rm -r "$out/emr/bus/event_source/devices/uncore_iio_free_running_0"
sed -i '/free.running/d' "$out/emr/kernel/debug/uncore_pmon/discovery"
says 0 '"reason": "registers do not answer"' "the same as JSON" "$uncore" list --json
equal "empty entries are not shown" "$("$uncore" list | grep -c empty)" 0
rm "$out/emr/kernel/debug/uncore_pmon/discovery"

says 0 '^uncoreall_cha/tor_inserts.ia_miss_drd/' "events by a part of the name" "$uncore" list IA_MISS_DRD
says 0 'summed over cycles.*Counters 0\.$' "the counters of an event" "$uncore" list tor_occupancy.ia_miss_drd
says 0 '^uncore_cha_7/' "events of a unit's PMU" "$uncore" list uncore_cha_7
says 0 'Counters fixed' "a fixed counter" "$uncore" list ubox
says 0 '"needs": "ch_mask and fc_mask' "what an event needs, as JSON" "$uncore" list --json data_req_of_cpu
for of in pcu uncore_pcu; do
	says 1 "^uncore: no event of $of matches imc$" "a word that no event of $of has, but is a box type" "$uncore" list $of imc
done
says 1 'no PMU, box type or event matches xyzzy' "a word that nothing has" "$uncore" list xyzzy
says 1 'matches read xyzzy$' "nor that and another" "$uncore" list read xyzzy
equal "words that all must match" "$("$uncore" list TOR_INSERTS local crd | grep -c ^uncoreall_cha/tor_inserts)" \
	"$("$uncore" list tor_inserts | grep -A1 '^uncoreall_cha/tor_inserts' | paste -d' ' - - - | grep -i local | grep -ci crd)"
equal "a box type and a part of a meaning" "$("$uncore" list reads imc | grep -o '^uncore[a-z_]*/' | sort -u)" "uncoreall_imc/"
equal "all events as JSON are those of the boxes" "$("$uncore" list --events --json | grep -c '"event":')" \
	"$(for box in cha iio imc pcu ubox upi; do "$uncore" list $box --json; done | grep -c '"event":')"
says 0 '"scale": "6.103515625e-5"' "with what one count is" "$uncore" list --events --json
# Each subevent says what it is. Names with the same meaning have the same bits.
equal "meanings of reads and writes" "$("$uncore" list imc cas_count | grep -A1 -E '/cas_count.(rd|wr)/' | sed -n 's/^ *\(.*\)[.] Counters.*/\1/p' | sort -u | wc -l)" 2
for table in "$out"/.uncore/events_data.c; do
	equal "one meaning of two events" "$(awk -F'"' '/^(static )?const struct/ { box = /named_event/ ? $0 : "" }
		box != "" && /^\t\{ "/ { name = $2; meaning = box $4; getline; bits = $0; sub(/\}.*/, "", bits)
			if (meaning in seen && seen[meaning] != bits) print name ": " $0; seen[meaning] = bits; n++ }
		END { if (n < 7000) print n " events only" }' "$table")" ""
done
SYSFS_PATH=$out/snbep says 0 'give filter_opc' "filters that an event takes" "$uncore" list tor_inserts.miss_opcode

says 0 'config 0x00c817fe00000135' "explain: bits" "$uncore" explain tor_inserts.ia_miss_drd
says 0 'umask_ext .* misses, with the opcode.* 0x102 DRd$' "explain: words" "$uncore" explain tor_inserts.ia_miss_drd
says 0 'No name has these bits. tor_inserts[a-z_.]* has the same code' "explain: bits without a name" "$uncore" explain cha/event=0x35,umask=0xc82ffe01/
# perf programs the OR of several names, or of several values of a term: that is not the event of the name any more.
for terms in cas_count.rd,umask=0x30 cas_count.rd,cas_count.wr; do
	equal "explain: the name of $terms" "$("$uncore" explain --json imc/$terms/ | jq -r .name)" cas_count.all
done
for terms in event=1,event=2 cas_count.rd,event=0x40 event=0x40,cas_count.rd cas_count.rd,cas_count.wr; do
	says 0 '^  Several terms set (event|umask): their bits are combined by OR' "explain: several values: $terms" "$uncore" explain imc/$terms/
done
equal "explain: several values, as an object" "$("$uncore" explain --json cha/event=1,event=2/ | jq -c '[.combined, .fields.event]')" '["event",3]'
for terms in event=0x35,umask_ext=0xc001fe,umask=1 tor_inserts.ia_miss,thresh=2 event=0x35; do
	equal "explain: one value: $terms" "$("$uncore" explain --json cha/$terms/ | jq .combined)" null
done
says 0 'No name has these bits' "explain: a name with another code" "$uncore" explain imc/cas_count.rd,event=0x40/
says 0 '^  cas_count.rd: ' "explain: a name with terms that are no part of its code" "$uncore" explain imc/cas_count.rd,thresh=2,unit_mask=1/
says 0 'cycles with at least 7' "explain: threshold" "$uncore" explain cha/event=0x36,umask=0x1,thresh=7/
says 0 '"umask_ext": 13113342' "explain: JSON" "$uncore" explain --json tor_inserts.ia_miss_drd
FAKE_PERF=refuse=0x35 says 1 'rejects it .Invalid argument.: filter_tid has no effect without tid_en' "explain: filter without its bit" \
	"$uncore" explain cha/event=0x35,filter_tid=3/
# The kernel traces what it rejects for any program. Each record here but the first is of another event.
refused() { # RECORD...: FIELD=VALUE;... in place of those of the event
	local config1 record records=
	config1=$("$uncore" explain --json cha/event=0x35,filter_tid=3/ | jq .config1)
	for record; do
		records+="refused;$record;pmu=uncoreall_cha;config=0x35;config1=$config1;config2=0;reason=of another event"$'\n'
	done
	FAKE_RECORDS=$records FAKE_TRACE=1 FAKE_PERF=refuse=0x35 "$uncore" explain cha/event=0x35,filter_tid=3/ | sed -n 's/.*rejects it[^:]*: //p'
}
others="pmu=uncoreall_imc config=0x36 config1=0x1 config2=0x1"
# shellcheck disable=SC2086
equal "explain: the reason of the driver is of this event" "$(refused "reason=of this event" $others)" "of this event."
# shellcheck disable=SC2086
equal "explain: not of other events" "$(refused $others)" "filter_tid has no effect without tid_en."
FAKE_PERF=refuse=0x1 says 1 'unit_mask selects units that die 0 does not have: 62[.]$' "explain: units that are not there" \
	"$uncore" explain cha/event=1,unit_mask=0x4000000000000000/
fake_sysfs "$out/uneven" emr 00CF 2 imc=4
echo 0 >"$out/uneven/bus/event_source/devices/uncore_imc_3/cpumask"
SYSFS_PATH=$out/uneven FAKE_PERF=refuse=0x1 says 1 'unit_mask selects units that die 1 does not have: 3[.]$' "explain: a unit that only the other die has" \
	"$uncore" explain imc/event=1,unit_mask=0xf/
FAKE_PERF=refuse=0x80000001 says 1 'no format has the bits 0x1 of config1' "explain: bits without a format" \
	"$uncore" explain imc/config=0x80000001,config1=1/
says 1 'is an event of .* and of .*: write ' "a name that several have" "$uncore" explain clockticks
says 1 'has no format or event nonsense$' "an unknown name" "$uncore" explain cha/nonsense/
says 1 'has no format or event cas_cuont.rd; did you mean cas_count.rd[?]' "an event with a mistake" "$uncore" explain imc/cas_cuont.rd/
says 1 'has no format umsak; did you mean umask[?]' "a format with a mistake" "$uncore" explain imc/event=5,umsak=1/
says 1 'no box type has an event tor_insert.ia_miss_drd; did you mean tor_inserts.ia_miss_drd[?]' "a name alone with a mistake" \
	"$uncore" explain tor_insert.ia_miss_drd
says 1 'there is no PMU uncoreall_cah; did you mean uncoreall_cha[?]' "a PMU with a mistake" "$uncore" explain uncoreall_cah/event=1/
says 1 'no metric mem_bw_totl; did you mean mem_bw_total[?]' "a metric with a mistake" "$uncore" metrics mem_bw_totl -- true
says 1 'does not fit format config:0-7' "a value that is too large" "$uncore" explain cha/event=0x100/
says 1 'is not of the form' "half an event" "$uncore" explain cha/event=1
says 1 'is a PMU: write uncore_pcu/EVENT/' "a PMU" "$uncore" explain uncore_pcu
says 1 'there is no PMU none' "an unknown PMU" "$uncore" explain none/event=1/
says 2 'EVENT is missing' "no event" "$uncore" explain

# The end of the options, and no command.
for command in "metrics" "metrics mem_bw_reads" "units -e cha/clockticks/" "top --once"; do
	# shellcheck disable=SC2086
	says 2 'no command after --$' "-- without a command: $command" timeout -s INT "$PATIENCE" "$uncore" $command --
done
equal "uncore help COMMAND is its --help" "$("$uncore" help metrics | md5sum)" "$("$uncore" metrics --help | md5sum)"
equal "of a command of two words, too" "$("$uncore" help windows record | md5sum)" "$("$uncore" windows record --help | md5sum)"
says 1 '^uncore: imc is a box type: write imc/EVENT/$' "a box type" "$uncore" explain imc
for words in "units true" "list metrics" "windows record true"; do
	# shellcheck disable=SC2086
	says 2 '^uncore: help: more than one COMMAND$' "help $words" "$uncore" help $words
done
for command in "units -e '' true" "explain ''" "top --once -e ''"; do
	says 1 '^uncore: an event is empty; .uncore list WORD. looks for events$' "an empty event: $command" env FAKE_TRACE=2 bash -c "'$uncore' $command"
done
says 2 'unknown command metrisc; did you mean metrics' "help of no command" "$uncore" help metrisc
# An option that is given twice, and options of which one would be ignored.
while read -r option command; do
	# shellcheck disable=SC2086
	says 2 "--$option can be used once\$" "twice: $command" timeout -s INT "$PATIENCE" "$uncore" $command
done <<END
file metrics --file a --file b --list
file record -f a --file b -o $out/twice -- true
output record -o $out/twice --output $out/twice2 mem_bw_reads -- true
listen export --listen 127.0.0.1:0 -l 127.0.0.1:0 --once
event top -e cha/clockticks/ -e imc/clockticks/ --once
html report --html a --html b
interval metrics -I 5 --interval=5 -- true
least diff --least 1 -l 2 a b
socket top --once -s 0 -s 1
event windows record -e cha/clockticks/ -e cha/clockticks/ -c 5 -- true
count windows record -e cha/clockticks/ -c 5 -c 6 -- true
END
says 2 '--html and --csv exclude each other$' "a page and CSV" "$uncore" report --html "$out/page" --csv --series "$out/nothing"
says 2 '--html and --json exclude each other$' "a page and JSON" "$uncore" report --html "$out/page" --json "$out/nothing"
says 2 '--list and --csv exclude each other$' "metrics: a list is no CSV" "$uncore" metrics --list --csv
says 2 '--ids requires --devices$' "export: names of what?" "$uncore" export --once --ids /dev/null
says 2 '--ids requires --devices$' "record: names of what?" "$uncore" record --ids /dev/null -o "$out/twice" -- true
# Numbers of options are digits: one parser, the same mistakes everywhere.
while read -r line; do
	for bad in -1 +5 ' 5' 5x 0x10 '' 99999999999999999999; do
		# shellcheck disable=SC2086
		got=$(timeout "$PATIENCE" "$uncore" ${line% *} "${line##* }$bad" ${more-} 2>&1 </dev/null)
		status=$?
		[ "$status" = 2 ] || not_ok "a number \"$bad\": uncore $line: status $status" "$got"
	done
	ok "numbers that are none: uncore $line"
done <<END
metrics --interval=
units -e cha/clockticks/ --interval=
top --once --interval=
top --once --socket=
tasks --lines=
tasks --timer=
tasks -w page-faults --worth=
windows record -e cha/clockticks/ --count=
check --buffer=
check --soak=
export --listen=127.0.0.1:
END
for bad in -1 +5 ' 5' 5x ''; do
	says 1 'uncoreall_cha: bad value of term event' "a value of a term: \"$bad\"" "$uncore" explain "cha/event=$bad/"
done

# Each model of the driver's list is the processor that the driver takes it for, by its steppings, too. Without a stepping it is
# the first one of the model.
models=$top/drivers/perf/uncore_pmon/processors/list.h
fake_sysfs "$out/model" skx 0055 1 cha=2 imc=2
processor_of() { # FAMILY MODEL STEPPING
	printf 'cpu:type:x86,ven0000fam%04Xmod%04X:feature:,0000\n' "$1" "$2" >"$out/model/devices/system/cpu/modalias"
	printf 'processor\t: 0\nmodel name\t: stepping : 1\n%s\nmicrocode\t: 0x1\n\nprocessor\t: 1\nstepping\t: 99\n' "${3:+stepping$tab: $3}" >"$out/model/cpuinfo"
	SYSFS_PATH=$out/model "$uncore" list | sed -n '1s/, 1 die.*//p'
}
tab=$(printf '\t')
while IFS=: read -r family model first last title; do
	equal "$title: family $family, model $model, steppings $first to $last" "$(processor_of "$family" "$model" "$first")=$(processor_of "$family" "$model" "$last")" "$title=$title"
done < <(awk -F'[(), "]+' '/^PMON_EVENTS\(/ { split($0, text, "\""); title[$2] = text[2] } /^PMON_DESCRIPTION\(/ { events[$2] = $4 }
	/^PMON_MODEL\(/ { print $3 ":" $4 ":" $5 ":" $6 ":" title[events[$7]] }' "$models")
equal "a stepping that no row has" "$(processor_of 6 85 16)" "Unknown processor"
equal "another family" "$(processor_of 15 207 0)" "Unknown processor"
processor_of 6 85 7 >/dev/null
SYSFS_PATH=$out/model says 0 '^imc.pmem_memory_bandwidth_read +GB/s' "Cascade Lake has metrics of persistent memory" "$uncore" metrics --list
processor_of 6 85 4 >/dev/null
equal "Skylake-SP has none" "$(SYSFS_PATH=$out/model "$uncore" metrics --list | grep -cE 'pmem|pmm')" 0
rm "$out/model/cpuinfo"
SYSFS_PATH=$out/model says 0 '^Skylake-SP,' "without a stepping the first processor of the model" "$uncore" list
