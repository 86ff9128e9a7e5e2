# SPDX-License-Identifier: GPL-2.0-only
# what: perf opens about as many files as with the in-tree driver; prints what the names cost
# machine: large
# other perfs: 6.1 7.3
# kernels: 6.12
CALLS=/sys/kernel/tracing/events/syscalls

# The guest has no core PMU: an event that exists makes perf do the same search.
event=cycles
[ -d $PMUS/cpu ] || event=cpu-clock

# files PERF-VERSION: opened, and tried to open, by perf stat of a core event, and by the shell that starts it. The kernel counts
# what the calls returned. With strace, which stops at each call, it took twice the time.
files() {
	for call in open openat creat; do
		echo hist:keys=ret >$CALLS/sys_exit_$call/trigger
	done
	"/opt/perf-$1/bin/perf" stat -e $event -- true >/tmp/perf.out 2>&1 || not_ok "perf $1: $(head -n 3 /tmp/perf.out)"
	for call in open openat creat; do
		cat $CALLS/sys_exit_$call/hist
		echo '!hist:keys=ret' >$CALLS/sys_exit_$call/trigger
	done >/tmp/calls
	# An error is a negative number that is printed without its sign.
	awk '/ ret:/ { tried += $NF; if (length($3) < 10) opened += $NF } END { print opened + 0, tried + 0 }' /tmp/calls
}

memory() { sed -n "s/^$1: *\([0-9]*\) kB/\1/p" /proc/meminfo; }
settle() { sync; echo 3 >/proc/sys/vm/drop_caches; sleep 1; }
sysfs_files() { find /sys/devices/uncore* /sys/devices/*/uncore* 2>/dev/null -type f | wc -l; }

insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
load_in_tree
in_tree_files=$(sysfs_files)
for version in 6.1 6.12 7.3; do
	echo "$version in-tree $(files $version)"
done >/tmp/files
rmmod intel_uncore

settle
slab=$(memory SUnreclaim) percpu=$(memory Percpu)
load
settle
slab=$(($(memory SUnreclaim) - slab))
percpu=$(($(memory Percpu) - percpu))
aliases=$(ls -d $PMUS/uncore*/events/* | grep -vcE '\.(scale|unit)$')
note "memory at load: slab $slab kB, per-CPU $percpu kB;" \
	"module $(awk '$1 == "uncore_pmon" { print int($2 / 1024) }' /proc/modules) kB"
note "sysfs: $(ls $PMUS | grep -c '^uncore') PMUs, $(sysfs_files) files of which $aliases aliases;" \
	"$in_tree_files files with the in-tree driver"
for version in 6.1 6.12 7.3; do
	echo "$version ours $(files $version)"
done >>/tmp/files

# of VERSION WHOSE COLUMN
of() { awk -v version=$1 -v whose=$2 -v column=$3 '$1 == version && $2 == whose { print $column }' /tmp/files; }
for version in 6.1 6.12 7.3; do
	in_tree=$(of $version in-tree 3)
	note "perf $version stat -e $event: files opened in-tree $in_tree, ours $(of $version ours 3);" \
		"tried $(of $version in-tree 4), $(of $version ours 4)"
	[ "$in_tree" -gt 0 ] || not_ok "perf $version: nothing was counted"
	limit=$((in_tree * 11 / 10))
	# perf 6.1 reads every name and format of the machine for any event: the price of having them at
	# all, see Documentation/events.rst. The full lists, and the type PMUs that have them, may be
	# there once, not on every unit; what every unit has is one format more (snapshot).
	if [ $version = 6.1 ]; then
		limit=$((limit + $(ls -d $PMUS/uncoreall_*/format/* $PMUS/uncoreall_*/events/* \
			$PMUS/uncore_pcu/events/* $PMUS/uncore_ubox/events/* \
			$PMUS/uncore_*/format/snapshot | wc -l)))
	fi
	at_most "files that perf $version opens" "$(of $version ours 3)" $limit
done

# For who cannot wait for perf 6.1: without the lists of the type PMUs.
unload
load type_names=0
note "type_names=0: perf 6.1 opens, tried: $(files 6.1)"
equal "no names on the type PMUs" "$(ls -d $PMUS/uncoreall_*/events 2>/dev/null | wc -l)" 0
equal "the short list of a unit PMU" "$(ls $PMUS/uncore_imc_0/events | grep -c '^cas_count_read$')" 1
perf_out=$(/opt/perf-6.12/bin/perf stat -a -x, -e uncoreall_cha/event=0x35,umask=0x1/ -- true 2>&1)
equal "type PMUs without names, packages counted" "$(echo "$perf_out" | grep -c uncoreall_cha)" 1
