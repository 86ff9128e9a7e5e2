# SPDX-License-Identifier: GPL-2.0-only
# What `make demo` shows: the real perf tool, our module, and how often each event really happened.

type_name() {
	case $FAMILY-$1 in
	emr-cha)	echo "CHA, caching and home agent: model-specific registers" ;;
	emr-m2m)	echo "M2M, mesh to memory: PCI configuration space" ;;
	emr-imc | gnr-imc)
		echo "iMC, memory controller: memory-mapped registers" ;;
	gnr-cha) echo "CHA, caching and home agent: model-specific registers" ;;
	gnr-b2cmi) echo "B2CMI, mesh to memory: PCI configuration space" ;;
	gnr-pciex16) echo "PCIe root ports: PCI configuration space" ;;
	icx-cha) echo "CHA, caching and home agent: model-specific registers" ;;
	icx-iio) echo "IIO, I/O stacks: model-specific registers" ;;
	icx-irp) echo "IRP, coherency of the IIO: model-specific registers" ;;
	icx-m2pcie) echo "M2PCIe, mesh to PCI Express: model-specific registers" ;;
	icx-imc) echo "iMC, channels of the memory controllers: memory-mapped registers" ;;
	icx-m2m) echo "M2M, mesh to memory: PCI configuration space" ;;
	icx-upi) echo "UPI, link layer of the ports: PCI configuration space" ;;
	icx-m3upi) echo "M3UPI, mesh to UPI: PCI configuration space" ;;
	icx-pcu) echo "PCU, power control unit: model-specific registers" ;;
	icx-ubox) echo "UBox, interrupts and messages: model-specific registers" ;;
	*bep-cbox) echo "CBo, slice of the last-level cache: model-specific registers" ;;
	*bep-pcu) echo "PCU, power control unit: model-specific registers" ;;
	*bep-ubox) echo "UBox, interrupts and messages: model-specific registers" ;;
	*bep-ha) echo "HA, home agent: PCI configuration space" ;;
	*bep-imc) echo "iMC, channels of the memory controllers: PCI configuration space" ;;
	*bep-irp) echo "IRP, coherency of the IIO: PCI configuration space" ;;
	*bep-qpi) echo "QPI, link layer of the ports: PCI configuration space" ;;
	*bep-r2pcie) echo "R2PCIe, ring to PCI Express: PCI configuration space" ;;
	*bep-r3qpi) echo "R3QPI, ring to QPI: PCI configuration space" ;;
	nhmex-ubox) echo "U, system configuration controller" ;;
	nhmex-wbox) echo "W, power control unit" ;;
	nhmex-bbox) echo "B, home agents" ;;
	nhmex-cbox) echo "C, slices of the last-level cache" ;;
	nhmex-mbox) echo "M, memory controllers" ;;
	nhmex-rbox) echo "R, routers" ;;
	nhmex-sbox) echo "S, between C boxes and router" ;;
	esac
}

failed=0

# run_perf OPTIONS: perf stat around the injections of /tmp/commands, its counts compared with
# those of /tmp/injected ("S<socket> <event> <count>")
run_perf() {
	echo "\$ perf stat -a --per-socket$1"
	if ! $PERF stat -a --per-socket -o /tmp/perf.out $1 -- pmonctl - \
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
		printf "%-72s injected %7d  %s\n", line, injected[key],
		       same ? "exact" : "WRONG"
		left--
		if (!same) bad = 1
	     }
	     END { exit bad || left }' /tmp/injected /tmp/perf.out || failed=1
}

inject() {
	echo "inject die=$1 unit=$2:$3 $(sim_terms $2) n=$4" >>/tmp/commands
}

# show_units TYPE UNIT...: these units, each with an event of its own
show_units() {
	type=$1
	shift
	options=
	: >/tmp/commands
	: >/tmp/injected
	for id; do
		event="$(pmu_of $type $id)/$(event_terms $type)/"
		options="$options -e $event"
		number=$id
		[ $id != - ] || number=0
		for die in $(dies); do
			n=$((11111 * (die + 1) + 1234 * (number + 1)))
			inject $die $type $number $n
			echo "S$die $event $n" >>/tmp/injected
		done
	done
	echo
	echo "== $(type_name $type)"
	run_perf "$options"
}

# show_type TYPE: all units of the type, with one event for each socket
show_type() {
	event="uncoreall_$1/$(event_terms $1)/"
	: >/tmp/commands
	: >/tmp/injected
	for die in $(dies); do
		sum=0
		for id in $(unit_ids $1); do
			n=$((1000 * (die + 1) + id))
			inject $die $1 $id $n
			sum=$((sum + n))
		done
		echo "S$die $event $sum" >>/tmp/injected
	done
	echo
	echo "== all $(unit_ids $1 | wc -l) x $1 of a socket as one event"
	run_perf " -e $event"
}

echo "Linux $(uname -r) on $(sed -n 's/^cpu family.*: //p' /proc/cpuinfo | head -n 1)-$(
	sed -n 's/^model\t.*: //p' /proc/cpuinfo | head -n 1) ($TITLE), $PACKAGES sockets"
# The types that the line about the PMUs names.
demo_types() {
	case $FAMILY in
	emr)	echo cha m2m imc ;;
	gnr)	echo cha b2cmi imc $([ "${UNITS_pciex16:-0}" = 0 ] || echo pciex16) ;;
	*)	echo $TYPES ;;
	esac
}

echo "\$ insmod uncore_pmon.ko"
load
among=
first=
for type in $(demo_types); do
	among="$among${among:+, }$(unit_ids $type | wc -l) x $type"
	first=${first:-$(pmu_of $type "$(unit_ids $type | head -n 1)")}
done
echo "$(ls $PMUS | grep -c '^uncore') uncore PMUs, among them $among;" \
     "one CPU per socket counts: $(cpumask $first)"

if [ $PROCESSOR = emr ] && [ "$(unit_ids cha | tail -n 1)" = 59 ]; then
	show_units cha 0 3 59
	show_units m2m 0 1
	show_units imc 0 7
	show_type cha
else
	# The first and the last unit of each type, which have one or many of them.
	for type in $(demo_types); do
		show_units $type $(unit_ids $type | sed -n '1p;$p' | uniq)
	done
	case $TYPES in
	*cbox*)	show_type cbox ;;
	*)	show_type cha ;;
	esac
fi
echo
if [ $failed = 0 ]; then
	ok "every count is what was injected"
else
	not_ok "some counts are wrong"
fi
