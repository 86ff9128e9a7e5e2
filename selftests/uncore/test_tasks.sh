# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore tasks: what needs no kernel. Shares are tested in a guest.

says 2 '--by nobody: not task, command or cgroup' "sums of what?" "$uncore" tasks -b nobody
says 2 '-n 0: not a number of lines' "no line at all" "$uncore" tasks -n 0
says 2 'not a number of milliseconds' "a timer of nothing" "$uncore" tasks -t 0
says 2 'more than 4 events' "five events" "$uncore" tasks -e a -e b -e c -e d -e e
says 1 'there is no PMU nothing' "no such PMU" "$uncore" tasks -e nothing/event=1/ true
says 3 'no uncore PMU' "no PMU" env SYSFS_PATH="$out/nothing" "$uncore" tasks true
fake_sysfs "$out/dies" emr 00CF 257 imc=8
says 1 'the machine has more than 256 dies' "more dies than there is room for" \
	env SYSFS_PATH="$out/dies" "$uncore" tasks true
rm -rf "$out/dies"

says 2 '--worth requires -w' "a worth of nothing" "$uncore" tasks --worth 2 true
says 2 '--worth 0: not a number of counts' "no worth" "$uncore" tasks -w page-faults --worth 0 true
# Tasks that come and go: the two dies have 20000 of them. They are not kept one by one for ever, and nothing of them is lost.
FAKE_TASKS=10000 "$uncore" tasks -j -- true >"$out/short.json"
equal "a table of many tasks has a bound" "$(($(grep -c '"command":"short' "$out/short.json") <= 16384))" 1
equal "the largest one is there" "$(grep -c '"command":"writer"' "$out/short.json")" 2
for die in 0 1; do
	equal "die $die: what others have got is not lost" \
		"$(jq -s --argjson die $die '[.[] | select(.die == $die and .shares)] | (map(select(.who != "all").shares[0].value) | add) / (map(select(.who == "all").shares[0].value) | add) * 1000 | round' "$out/short.json")" 1000
done
equal "they are one line" "$(grep -c '"who":"others"' "$out/short.json")" 2
FAKE_TASKS=10000 "$uncore" tasks -n 3 -- true >"$out/short.text"
equal "with -n, too: up to 3 lines and one of others, on each die" "$(awk '/(writer|short.*)$/ { n[$2]++ } /[(]others[)]$/ { o[$2]++ } END { print (n[0] <= 3), o[0], n[1], o[1] }' "$out/short.text")" "1 1 3 1"
equal "whose sum is all" "$(awk '$2 == 0 && /[(](others|idle)[)]$|(writer|reader.*|short.*)$/ { sum += $(NF - 1) } END { printf "%.0f", sum }' "$out/short.text")" 100

says 1 '-w imc/cas_count.rd/: not an event of the CPUs' "a weight of the uncore" "$uncore" tasks -w imc/cas_count.rd/ true
says 1 'no generic event cahce-misses; did you mean cache-misses[?]' "a weight with a mistake" "$uncore" tasks -w cahce-misses true
says 1 'no PMU of the cores here, and no generic event event=1' "terms of a PMU that is not there" "$uncore" tasks -w cpu/event=1/ true

# Without clang and so on the rest is built; or not, if that is not wanted.
rm -rf "$out/without"
says 0 'built without .uncore tasks., which needs the packages clang, bpftool and libbpf-dev' "no clang" \
	make -n -C "$top/tools/uncore" OUT="$out/without" CLANG=nothing-like-it
says 0 'sharing/missing.c' "what is in its place" make -n -C "$top/tools/uncore" OUT="$out/without" BPFTOOL=nothing-like-it
says 2 'needs the packages clang, bpftool and libbpf-dev' "no clang, but it has to be there" \
	make -n -C "$top/tools/uncore" OUT="$out/without" TASKS=yes CLANG=nothing-like-it
says 0 'sharing/missing.o' "what is in its place compiles" make -C "$top/tools/uncore" OUT="$out/without" TASKS=no "$out/without/.uncore/sharing/missing.o"
