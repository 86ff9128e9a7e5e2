# SPDX-License-Identifier: GPL-2.0-only
# what: the commands of the page on the older processors work
# machine: snbep_qpi hsx_all nhmex
# kernels: 6.12
load
page=/test/older-processors.rst
only_nhmex='uncore(all)?_[wbmrs]box'
only_hsx='filter_match|tor_inserts.opcode,filter_opc=0x19e'
grep '^    perf stat ' $page >/tmp/all
case $PROCESSOR in
snbep)	least=9; grep -vE "$only_nhmex|$only_hsx" /tmp/all >/tmp/lines ;;
hsx)	least=2; grep -E "$only_hsx" /tmp/all >/tmp/lines ;;
nhmex)	least=4; grep -E "$only_nhmex" /tmp/all >/tmp/lines ;;
esac
at_most "commands that the page has not" $((least - $(wc -l </tmp/lines))) 0
at_most "commands that are not in the usual form" "$(grep -cvE ' -- sleep 1$' /tmp/lines)" 0
sed 's/^    perf stat //; s/ -- sleep 1$//' /tmp/lines >/tmp/commands
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
