# SPDX-License-Identifier: GPL-2.0-only
# What `make demo` shows: the real perf tool, our module, and how often each event really happened.

type_name() {
	case $1 in
	cha)	echo "CHA, caching and home agent: model-specific registers" ;;
	m2m)	echo "M2M, mesh to memory: PCI configuration space" ;;
	imc)	echo "iMC, memory controller: memory-mapped registers" ;;
	esac
}

failed=0

# show TYPE UNIT...: one perf stat over these units, per socket, with the injected counts beside it
show() {
	type=$1
	shift
	event=$(event_terms $type)
	options=
	: >/tmp/commands
	: >/tmp/injected
	for id; do
		options="$options -e uncore_${type}_$id/$event/"
		for die in 0 1; do
			n=$((11111 * (die + 1) + 1234 * (id + 1)))
			echo "inject die=$die unit=$type:$id $(sim_terms $type) n=$n" >>/tmp/commands
			echo "S$die uncore_${type}_$id/$event/ $n" >>/tmp/injected
		done
	done
	echo
	echo "== $(type_name $type)"
	echo "\$ perf stat -a --per-socket$options"
	if ! $PERF stat -a --per-socket -o /tmp/perf.out $options -- pmonctl - \
	     </tmp/commands >/tmp/out 2>&1; then
		cat /tmp/out /tmp/perf.out
		failed=1
		return
	fi
	# perf's own lines, each with what was injected there.
	awk 'FNR == NR { injected[$1 " " $2] = $3; left++; next }
	     $1 ~ /^S[0-9]/ {
		line = $0
		sub(/ *$/, "", line)
		key = $1 " " $4
		count = $3
		gsub(/,/, "", count)
		same = count == injected[key]
		printf "%-72s injected %6d  %s\n", line, injected[key],
		       same ? "exact" : "WRONG"
		left--
		if (!same) bad = 1
	     }
	     END { exit bad || left }' /tmp/injected /tmp/perf.out || failed=1
}

echo "Linux $(uname -r) on $(sed -n 's/^cpu family.*: //p' /proc/cpuinfo | head -n 1)-$(
	sed -n 's/^model\t.*: //p' /proc/cpuinfo | head -n 1) (Emerald Rapids), $PACKAGES sockets"
echo "\$ insmod uncore_pmon.ko"
load
echo "$(ls $PMUS | grep -c '^uncore') uncore PMUs, among them" \
     "$(unit_ids cha | wc -l) x cha, $(unit_ids m2m | wc -l) x m2m, $(unit_ids imc | wc -l) x imc;" \
     "one CPU per socket counts: $(cpumask uncore_cha_0)"

show cha 0 3 59
show m2m 0 1
show imc 0 7
echo
if [ $failed = 0 ]; then
	ok "every count is what was injected"
else
	not_ok "some counts are wrong"
fi
