# SPDX-License-Identifier: GPL-2.0-only
# what: an event reads the same from every CPU, and on its own die costs no other CPU anything
# machine: small
# kernels: 6.1 6.12 7.3 6.1-rt 7.3-rt
# why: each series lets perf read events on other CPUs by other rules, in threads with PREEMPT_RT
# quick: yes
load
for unit in cha:0 m2m:0 imc:0; do
	type=${unit%:*}
	for die in 0 1; do
		{
			echo "section uncore_${type}_0 of die $die read from everywhere"
			echo "open a uncore_${type}_0/event=0x18,umask=0x1/ die=$die"
			cpu=0
			while [ $cpu -lt $CPUS ]; do
				echo "cpu $cpu"
				echo "sim inject die=$die unit=$unit event=0x18 umask=0x1 n=10"
				echo "expect a $((10 * (cpu + 1))) read on CPU $cpu"
				cpu=$((cpu + 1))
			done
			echo "end"
			# CPUs 1 and 3 are not owners. Somebody else may call across, too.
			echo "section uncore_${type}_0 of die $die: 500 reads on its other CPU disturb nobody"
			echo "cpu $((2 * die + 1))"
			echo "cross-calls before"
			echo "monotonic a 500 0"
			echo "cross-calls after"
			echo "expect-at-most @after-@before 100 calls to other CPUs"
			echo "end"
			# perf makes samples on the owner, without a lock; so that is where it has to read.
			echo "section uncore_${type}_0 of die $die: an event that samples is read on the owner"
			echo "open s uncore_${type}_0/event=0x60,umask=0x1/ die=$die period=1000000"
			echo "cross-calls before"
			echo "monotonic s 500 0"
			echo "cross-calls after"
			echo "expect-at-most 250 @after-@before calls to the owner, less those that found it awake"
			echo "end"
		} | pmontest
	done
done
# The simulator reports an access to an MSR from another package as a violation, so it is enough
# that there is none; see the end of each test.
