# SPDX-License-Identifier: GPL-2.0-only
# what: bytes that a program moves are seen by the memory controllers, on the right socket, through the right links; intel_uncore agrees
# machine: memory
# kernels: 6.12
load
MIB=8
LINES=$((MIB * 1024 * 1024 / 64))

# Events of what is compared: lines read and written, M2M, misses to local and remote memory, links: imc_reads.all,
# tor_inserts.ia_miss_drd_local and _remote, txl_flits.all_data. For a name perf reads all names of the PMU, which takes seconds.
READ=uncoreall_imc/event=0x5,umask=0xcf/
WRITTEN=uncoreall_imc/event=0x5,umask=0xf0/
M2M_READ=uncoreall_m2m/event=0x24,umask=0x4,umask_ext=0x3/
LOCAL=uncoreall_cha/event=0x35,umask=0x1,umask_ext=0xc816fe/
REMOTE=uncoreall_cha/event=0x35,umask=0x1,umask_ext=0xc8177e/
SENT=uncoreall_upi/event=0x2,umask=0xf/

of() { awk -F'|' -v key="S$1|$2" '$1 "|" $2 == key { print $3 }' $STAT; }
truth() { sed -n "s/^die$1\\.$2 //p" /tmp/truth; }

# near TEXT GOT EXPECTED: within 2 % of what the program moves
near() {
	if [ -n "$2" ] && [ "$2" -ge $(($3 - LINES / 50)) ] && [ "$2" -le $(($3 + LINES / 50)) ]; then
		ok "$1: $2 lines, moved $3"
	else
		not_ok "$1: ${2:-nothing}, moved $3"
	fi
}

# moved KIND CPU NODE EVENT...: counts around a program
moved() {
	kind=$1 cpu=$2 node=$3
	shift 3
	list=
	for event; do
		list="$list${list:+,}$event"
	done
	pmonctl memory reset >/dev/null
	$PERF stat -x '|' -o /tmp/perf.out -a --per-socket -e "$list" -- move $kind $cpu $node $MIB ||
		not_ok "perf stat: $(cat /tmp/perf.out)"
	pmonctl memory >/tmp/truth
	awk -F'|' '/^S[0-9]/ { print $1 "|" $5 "|" $3 }' /tmp/perf.out >$STAT
}

# reads CPU NODE: all that a read is seen by
reads() {
	where="CPU $1, node $2" other=$((1 - $2))
	moved read $1 $2 $READ $WRITTEN $M2M_READ $LOCAL $REMOTE $SENT
	near "read, $where" "$(of $2 $READ)" $LINES
	near "nothing from the other" "$(of $other $READ)" 0
	near "M2M" "$(of $2 $M2M_READ)" $LINES
	equal "the memory says so, too" "$(($(truth $2 reads_local) + $(truth $2 reads_remote) >= LINES))" 1
	if [ $(($1 / 2)) = $2 ]; then
		near "misses to local memory" "$(of $2 $LOCAL)" $LINES
		near "misses to remote memory" "$(of $2 $REMOTE)" 0
		near "data sent by links, in lines" "$(($(of $2 $SENT) / 9))" 0
	else
		near "misses to local memory" "$(of $other $LOCAL)" 0
		near "misses to remote memory" "$(of $other $REMOTE)" $LINES
		near "data sent by links, in lines" "$(($(of $2 $SENT) / 9))" $LINES
	fi
}

# others KIND CPU NODE READ WRITTEN: of each 2 lines so many are read and written
others() {
	moved $1 $2 $3 $READ $WRITTEN
	near "$1, CPU $2, node $3: read" "$(of $3 $READ)" $((LINES / 2 * $4))
	near "written" "$(of $3 $WRITTEN)" $((LINES / 2 * $5))
}

reads 0 0
reads 2 0
reads 0 1
others write 0 0 2 2
others write 2 0 2 2
others copy 0 0 2 1
others stream 2 0 0 2
# By channel: the interleave gives each the same.
channels=$(unit_ids imc | wc -l)
stores=
for id in $(unit_ids imc); do
	stores="$stores uncore_imc_$id/event=0x5,umask=0xf0/"
done
moved stream 2 1 $stores
for id in $(unit_ids imc); do
	near "channel $id" "$(of 1 "uncore_imc_$id/event=0x5,umask=0xf0/")" $((LINES / channels))
done
# The kernel's own driver on the same load: unit by unit, what it has PMUs and bits for in all kernels.
both=
for unit in imc:event=0x5,umask=0xcf m2m:event=0x24,umask=0x304 cha:event=0x35,umask=0xc817fe01; do
	for id in $(unit_ids ${unit%%:*}); do
		both="$both uncore_${unit%%:*}_$id/${unit#*:}/"
	done
done
moved read 2 0 $both
for die in 0 1; do
	for event in $both; do
		echo "$die $event $(of $die $event)"
	done
done >/tmp/ours
equal "reads that a unit of one die or the other has seen: imc, m2m, cha" \
	"$(awk -v least=$((LINES / 50)) '$3 > least { split($2, part, "_"); seen[part[2]]++ } END { print seen["imc"], seen["m2m"], seen["cha"] }' /tmp/ours)" \
	"$channels $UNITS_m2m $UNITS_cha"
unload
load_in_tree
moved stream 2 1 $stores
for id in $(unit_ids imc); do
	near "channel $id, intel_uncore" "$(of 1 "uncore_imc_$id/event=0x5,umask=0xf0/")" $((LINES / channels))
done
moved read 2 0 $both
while read -r die event count; do
	near "die $die, $event, intel_uncore" "$(of $die $event)" $count
done </tmp/ours
sim violations reset >/dev/null
