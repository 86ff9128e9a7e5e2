# SPDX-License-Identifier: GPL-2.0-only
# what: an event reads the same from every CPU, and on its own die costs no other CPU anything
# machine: small
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
		} | pmontest
	done
done
# The simulator reports an access to an MSR from another package as a violation, so it is enough
# that there is none; see the end of each test.
