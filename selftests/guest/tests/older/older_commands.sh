# SPDX-License-Identifier: GPL-2.0-only
# what: the commands of the page on the older processors work
# machine: snbep_qpi nhmex
# kernels: 6.12
load
page=/test/older-processors.rst
only_nhmex='uncore(all)?_[wbmrs]box'
least=9 some="-vE"
[ $PROCESSOR = snbep ] || least=4 some="-E"
grep '^    perf stat ' $page | grep $some "$only_nhmex" >/tmp/lines
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
