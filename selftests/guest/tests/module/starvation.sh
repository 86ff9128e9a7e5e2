# SPDX-License-Identifier: GPL-2.0-only
# what: each allocation of a load and of an event fails in turn: it is said what failed, nothing is left, the next load works
# machine: starved
# kernels: debug
# why: lets allocations fail, and looks for leaks
T=/sys/kernel/tracing
FAILSLAB=/sys/kernel/debug/failslab

[ -w /proc/self/fail-nth ] || fail "this kernel does not let allocations fail"
echo N >$FAILSLAB/ignore-gfp-wait
echo Y >$FAILSLAB/cache-filter
echo 0 >$FAILSLAB/verbose
# What the kernel's own checkers need comes from caches of their own; they give up when they get nothing.
for dir in /sys/kernel/slab/kmalloc-*; do
	echo 1 >$dir/failslab
done

# trace_of COMMAND...: the allocations between starve's marks, with stacks, in /tmp/trace
trace_of() {
	echo 0 >$T/tracing_on
	echo 40000 >$T/buffer_size_kb
	echo >$T/trace
	echo stacktrace >$T/trace_options
	echo sym-offset >$T/trace_options
	echo global >$T/trace_clock
	echo 1 >$T/events/kmem/kmalloc/enable
	echo 1 >$T/tracing_on
	sh -c 'echo $$ >'$T'/set_event_pid; exec "$@"' sh "$@"
	echo 0 >$T/tracing_on
	echo 0 >$T/events/kmem/enable
	cat $T/trace >/tmp/trace
	echo nostacktrace >$T/trace_options
	echo >$T/set_event_pid
	echo >$T/trace
}

# sites: the number of the first allocation from each place in the driver, by what the driver called there; and some of the
# many that a registration makes
sites() {
	awk '
	function site(  i, key, inner) {
		for (i = 1; i <= frames && !key; i++) {
			if (frame[i] ~ /uncore_pmon/) key = inner " " frame[i]
			inner = frame[i]
		}
		if (counted && key && (!seen[key]++ || (key ~ /pmon_pmus_register/ && total % 1500 == 0)))
			print total, key
		frames = counted = 0
	}
	/: starve/ { site(); if (begun++) exit; next }
	!begun { next }
	/ => / { sub(/.*=> /, ""); frame[++frames] = $0; next }
	/: kmalloc: / {
		site()
		for (i = 1; i <= NF; i++) if ($i ~ /^bytes_req=/) size = substr($i, 11) + 0
		counted = size <= 8192 && $3 !~ /[hHsS]/
		total += counted
	}' /tmp/trace
}

# What the driver has said since the last time: $said has all lines, $last the last one, and $reason is a line that says why it was not
# loaded. Each process takes this kernel as long as some of these loads do, so the loop below starts few.
said() {
	dmesg -c >/tmp/log
	said= last= reason=
	while read -r line; do
		case $line in
		*uncore_pmon:*)	last=${line#*] } said="$said$last; " ;;
		esac
		case $line in
		*uncore_pmon:*"not loaded: "*": -"[E1-9]*)	reason=$last ;;
		esac
	done </tmp/log
}

# Once to find out what changes, and is therefore in use.
scan() {
	echo scan >/sys/kernel/debug/kmemleak
	echo scan >/sys/kernel/debug/kmemleak
}

# pmus: sets $pmus to the number of PMUs
pmus() {
	set -- $PMUS/uncore*
	[ -e "$1" ] && pmus=$# || pmus=0
}

# Not the first load: that finds less in its way.
load
unload
trace_of starve 0 load $MODULE >/dev/null
pmus
all=$pmus
sites >/tmp/sites
unload
places=$(wc -l </tmp/sites)
check "a load allocates at $places places, at least 30" [ $places -ge 30 ]
said
# What is there and in nobody's hands now is none of ours.
scan
echo clear >/sys/kernel/debug/kmemleak

bad=0 refused=0 hits=0
wrong() { bad=$((bad + 1)); note "allocation $n, $where: $*; $said"; }
while read -r n where; do
	result=$(starve $n load $MODULE)
	said
	pmus
	case $result in
	"hit done")
		# Then there is all of it, or a message about what is not.
		case "$pmus $said" in
		"$all "* | *ignored*)	;;
		*)	wrong "$pmus of $all PMUs, and nothing was said" ;;
		esac
		unload ;;
	"hit "*)
		refused=$((refused + 1))
		[ -n "$reason" ] || wrong "$result, and it is not said what failed" ;;
	*)		wrong "there was none: $result"; unload ;;
	esac
	hits=$((hits + 1))
	note "$n $where: $result $last"
	pmus
	[ $pmus = 0 ] || wrong "a PMU is left"
	[ ! -e /sys/kernel/debug/uncore_pmon ] || wrong "a debugfs entry is left"
done </tmp/sites
equal "loads of which the driver said what failed, or did without it" $((hits - bad)) $hits
# Two of them without a unit that cannot be mapped, which the driver says.
at_most "of them loads that could do without it" $((hits - refused)) 6

load
type=$(cat $PMUS/uncore_cha_0/type)
echo 1 >$T/events/uncore_pmon/refused/enable
echo 1 >$T/tracing_on
for how in "open $type 0x135 0 0" "group $type 0x135 0 0" "open $type 0x135 0 1000"; do
	n=1
	while result=$(starve $n $how); [ "${result%% *}" = hit ]; do
		[ "$result" = "hit ENOMEM" ] || [ "$result" = "hit done" ] || not_ok "$how, allocation $n: $result"
		n=$((n + 1))
	done
	equal "$how: what comes after $((n - 1)) allocations that failed" "$result" "past done"
done
equal "events of which the driver said that memory was short" "$(grep -c 'reason=out of memory' $T/trace)" 6
echo 0 >$T/events/uncore_pmon/refused/enable
check "counts after all that" pmontest <<END
open a uncore_cha_1/event=0x35,umask=0x1/
open b uncore_m2m_0/event=0x18,umask=0x1/
open c uncore_imc_0/event=0x2,umask=0x11/
sim inject die=0 unit=cha:1 event=0x35 umask=0x1 n=5
sim inject die=0 unit=m2m:0 event=0x18 umask=0x1 n=6
sim inject die=0 unit=imc:0 event=0x2 umask=0x11 n=7
expect a 5
expect b 6
expect c 7
END
unload

# What was allocated within the last seconds is not looked at.
sleep 6
scan
cat /sys/kernel/debug/kmemleak >/tmp/leaks
equal "memory that nobody holds any more" "$(grep -c '^unreferenced' /tmp/leaks)" 0
head -n 40 /tmp/leaks | sed 's/^/# /'
