# SPDX-License-Identifier: GPL-2.0-only
# what: a counter that reads as 0 or as all ones now and then is read once more: counts are exact, and the log reports it once
# machine: small
# kernels: 6.12
load
readings=/sys/kernel/debug/uncore_pmon/readings
equal "before" "$(cat $readings)" "die 0: again 0 wrong 0 gone 0${newline}die 1: again 0 wrong 0 gone 0"

# A counter of an M2M is read in two halves, of which one alone may be wrong: nothing shows that.
wrong=0
for unit in cha:1 iio:1 imc:1; do
	pmu=uncore_${unit%:*}_1
	type=${unit%:*}
	for fault in zero-reads ones-reads; do
		sim fault $fault die=1 unit=$unit each=5 >/dev/null
		{
			echo "section $fault of $unit"
			echo "open a $pmu/$(event_terms $type)/ die=1"
			i=1
			while [ $i -le 20 ]; do
				echo "sim inject die=1 unit=$unit $(sim_terms $type) n=1000"
				echo "expect a $((i * 1000))"
				i=$((i + 1))
			done
			echo "end"
		} | pmontest
		sim fault none >/dev/null
		before=$wrong
		wrong=$(sed -n 's/^die 1: again [0-9]* wrong \([0-9]*\) gone 0$/\1/p' $readings)
		at_most "first values that were wrong, $fault of $unit" $((before + 4)) "$wrong"
	done
done
equal "of the other die" "$(head -n 1 $readings)" "die 0: again 0 wrong 0 gone 0"
equal "reports" "$(log_of_test | grep -c 'die 1: counter [0-9] of cha unit 1 returned a wrong value once and was read again')" 1
equal "units that were given up" "$(log_of_test | grep -c "does not answer")" 0
