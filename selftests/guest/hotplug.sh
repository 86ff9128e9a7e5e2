# SPDX-License-Identifier: GPL-2.0-only
# For tests in which CPUs of package 1 go offline (busybox sh).

cpu_dir=/sys/devices/system/cpu
# The CPUs of package 1, the last one of the machine: two or more.
cpus_each=$((CPUS / PACKAGES))
last_cpus=$(seq $((CPUS - cpus_each)) $((CPUS - 1)))

# owner-leaves: the CPU that owns package 1 goes offline, and another one of this package is the owner
cat >/tmp/owner-leaves <<END
#!/bin/sh
owner() { tr , '\n' <$PMUS/uncore_cha_1/cpumask | grep -xE '$(echo $last_cpus | tr ' ' '|')'; }
old=\$(owner) && echo 0 >$cpu_dir/cpu\$old/online && echo \$old >/tmp/left || exit
new=\$(owner) && [ \$new != \$old ] && [ \$(cat $cpu_dir/cpu\$new/online) = 1 ]
END
# owner-returns: it is online again
cat >/tmp/owner-returns <<END
#!/bin/sh
echo 1 >$cpu_dir/cpu\$(cat /tmp/left)/online
END
chmod +x /tmp/owner-leaves /tmp/owner-returns

# package_1 ONLINE [N]: commands for pmontest: all CPUs of package 1 go offline or online, one after the other from the Nth on
package_1() {
	for cpu in $(seq 0 $((cpus_each - 1))); do
		echo "run echo $1 >$cpu_dir/cpu$((CPUS - cpus_each + (cpu + ${2:-0}) % cpus_each))/online"
	done
}
