# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's lists for older processors whose unit exists opens, beside the in-tree driver's figure
# machine: snbep_qpi ivbep_all hsx_all
# other perfs: 6.1 7.3
# kernels: 6.12
. /test/json_lists.sh

case $PROCESSOR in
snbep)	least=490 wrong_6_1=5 ;;
ivbep)	least=1015 wrong_6_1=0 ;;
hsx)	least=1270 wrong_6_1=0 ;;
esac

load
for version in 7.3 6.12; do
	our_list $version $least
	open_ours $version
	count_all "perf $version's list"
	eval "ours_$(echo $version | tr . _)='$opened of $tried'"
done
# perf 6.1 cannot print its list with the terms, only the names.
names_6_1() {
	/opt/perf-6.1/bin/perf list --raw-dump pmu 2>/dev/null | tr ' ' '\n' | grep '^unc_' | sort -u
}

# What its list writes with an extra select bit that the box has not cannot be opened with any driver: "value
# too big for format". Such a name stops perf, so what does not open is tried again in two halves. Names that
# differ from one that asks for the bit only in their number or subevent are taken for wrong, too, and not tried.
leave_out_wrong() {
	awk 'FILENAME == "/tmp/wrong" { wrong[$1] = 1; next }
		{ stem = $1; sub(/\..*/, "", stem); sub(/[0-9]+$/, "", stem) }
		!(stem in wrong)' /tmp/wrong $1 >$1.new
	wrong=$((wrong + $(wc -l <$1) - $(wc -l <$1.new)))
	mv $1.new $1
}

open_part() {
	leave_out_wrong $1
	size=$(wc -l <$1)
	[ $size != 0 ] || return 0
	if /opt/perf-6.1/bin/perf stat -D -1 -x '|' -o /tmp/perf.out -C 0 -e "$(tr '\n' ',' <$1 | sed 's/,$//')" -- true \
			2>/tmp/perf.err && ! grep -q 'not supported' /tmp/perf.out; then
		opened=$((opened + size))
	elif [ $size != 1 ]; then
		head -n $((size / 2)) $1 >$1.a
		tail -n +$((size / 2 + 1)) $1 >$1.b
		open_part $1.a
		open_part $1.b
	elif grep -q 'value too big for format' /tmp/perf.err; then
		wrong=$((wrong + 1))
		sed 's/\..*//; s/[0-9]*$//' $1 >>/tmp/wrong
	else
		note "$(cat $1): $(grep -v '^$' /tmp/perf.err | head -n 2 | tr '\n' ' ')"
	fi
}

# Each start of perf 6.1 reads every name of the machine, which takes seconds; so does each half of what does not open. Of the
# names that perf 6.12 has, too, each eighth is enough.
open_names() {
	batch=400
	[ $wrong_6_1 = 0 ] || batch=64
	awk -v batch=$batch '{ print >sprintf("/tmp/names.%03d", int((NR - 1) / batch)) }' /tmp/names
	: >/tmp/wrong
	opened=0 wrong=0
	for batch in /tmp/names.???; do
		open_part $batch
	done
}

names_6_1 >/tmp/all_names
at_most "events that perf 6.1 has not" $((least - $(wc -l </tmp/all_names))) 0
awk 'FILENAME == "/tmp/json.6.12" { later[$1] = 1; next } !($1 in later) || FNR % 8 == 0' \
	/tmp/json.6.12 /tmp/all_names >/tmp/names
open_names
equal "events of perf 6.1 that open or ask for a bit that is not there ($wrong)" "$((opened + wrong))" "$(wc -l </tmp/names)"
at_most "those that ask for it" $wrong $wrong_6_1
unload
equal "accesses that the hardware does not allow" "$(pmonctl violations | grep -vE '^(violations 0|ok)' | head -n 3)" ""

insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
without_third_r3qpi
load_in_tree
for version in 6.12 7.3; do
	open_in_tree $version
done
# What the in-tree driver does wrong is not the matter here.
pmonctl violations reset >/dev/null
unload_all
[ $PROCESSOR != ivbep ] || echo 1 >/sys/bus/pci/rescan
