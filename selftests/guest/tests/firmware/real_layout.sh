# SPDX-License-Identifier: GPL-2.0-only
# what: machines with the PCI functions, NUMA nodes and missing units of real ones: each unit counts what it sees, in its package
# machine: real_emr real_spr real_spr_snc4 real_gnr real_gnr_no_nodes
# kernels: 6.12
# perf: 7.3
#
# selftests/fuzz/place/real says of which machines they are.
. /test/devices.sh

# node_of PLACE: the NUMA node of a PCI function
node_of() { cat /sys/bus/pci/devices/0000:$1/numa_node; }

# node_files TYPE: the files node of the type's units, ID=DIE NODE NUMBER,... in each word; all if TYPE is "*"
node_files() {
	for file in $PMUS/uncore_$1_*/node; do
		unit=${file%/node}
		echo "${unit##*_}=$(tr ' \n' '.,' <$file)"
	done | sort -n | xargs
}

# Nothing of the machines is a fault, but a table may list links that are not there.
load
equal "messages" "$(module_messages | grep -v 'units, discovery table of\|out-of-tree\|taints kernel\|verification failed')" \
	"$([ $MACHINE != real_spr ] || echo 'uncore_pmon uncore_pmon: die 0: this processor lacks 4 units of the discovery table, see debugfs')"
case $MACHINE in
real_emr)	nodes="75:03.1=0 7e:00.0=0 7f:1e.3=0 f2:03.1=2 fe:0c.0=2 ff:1d.0=2" ;;
real_spr)	nodes="f2:03.1=0 fe:00.0=-1 ff:1e.0=-1" ;;
real_spr_snc4) nodes="75:03.1=1 7e:00.0=1 7f:1e.3=1 f2:03.1=5 fe:0c.0=5 ff:1d.0=5" ;;
real_gnr)	nodes="00:03.1=1 14:09.0=0 7e:05.1=1 7f:10.1=1 81:03.1=4 94:09.0=3 fe:00.0=4 ff:18.0=4" ;;
*)		nodes="00:03.1=-1 7e:00.0=-1 7f:10.1=-1 81:03.1=-1 ff:18.0=-1" ;;
esac
for place in $nodes; do
	equal "node of ${place%=*}" "$(node_of ${place%=*})" "${place#*=}"
done

# With two or three NUMA nodes in a package, the units' nodes are those of perf's table; with one they all belong to it.
# without_nodes N: what N units print whose node is unknown
without_nodes() { for id in $(seq 0 $(($1 - 1))); do echo "$id=0.unknown,1.unknown,"; done | xargs; }
# with_nodes FIRST_OF_DIE_1 NODE...: what units print whose node is known
with_nodes() {
	local shift=$1 id=0
	shift
	for node; do
		echo "$id=0.$node.$node,1.$node.$((node + shift)),"
		id=$((id + 1))
	done | xargs
}
case $MACHINE in
real_emr)
	equal "nodes of channels" "$(node_files imc)" "$(with_nodes 2 0 0 1 1 0 0 1 1)"
	equal "nodes of M2Ms" "$(node_files m2m)" "$(with_nodes 2 0 1 0 1)"
	equal "nodes of CHAs" "$(node_files cha)" "$(with_nodes 2 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1)"
	types="cha imc m2m"
	masks="cha=0x3ff,0xffc00 imc=0x33,0xcc m2m=0x5,0xa" ;;
real_gnr)
	equal "nodes of channels" "$(node_files imc)" "$(with_nodes 3 1 1 0 0 2 2 1 1 0 0 2 2)"
	equal "nodes of B2CMIs" "$(node_files b2cmi)" "$(with_nodes 3 1 1 0 0 2 2 1 1 0 0 2 2)"
	equal "nodes of CHAs" "$(node_files cha)" "$(with_nodes 3 0 0 1 1 2 2)"
	types="b2cmi cha imc"
	masks="b2cmi=0x30c,0xc3,0xc30 cha=0x3,0xc,0x30 imc=0x30c,0xc3,0xc30" ;;
real_spr)
	equal "nodes of channels" "$(sort -u $PMUS/uncore_imc_*/node)" "0 0 0"
	types="cha imc m2m"
	masks="cha=0xff imc=0x33 m2m=0xf" ;;
real_spr_snc4)
	# No source has the order of four nodes.
	equal "nodes of channels" "$(node_files imc)" "$(without_nodes 8)"
	equal "nodes of CHAs" "$(node_files cha)" "$(without_nodes 8)"
	types="cha imc m2m"
	masks= ;;
*)
	# All dies have the kernel's only node, as with numa=off.
	equal "nodes of channels" "$(node_files imc)" "$(without_nodes 12)"
	types="b2cmi cha imc"
	masks= ;;
esac
equal "types with nodes" "$(echo $(ls -d $PMUS/uncoreall_*/format/node | sed 's,.*uncoreall_,,; s,/.*,,'))" "$types"
equal "such files of other units" "$(ls $PMUS/uncore*/node | grep -vc "uncore_\(cha\|imc\|m2m\|b2cmi\)_[0-9]*/node")" 0
equal "format" "$(cat $PMUS/uncoreall_imc/format/node $PMUS/uncoreall_imc/format/node0 | xargs)" "config1:56-59 config1:60"

# Each unit sees another power of two: the events of a node count what those of its unit_mask count, and the nodes add up
# to the die.
{
	for word in $masks; do
		type=${word%%=*} n=1
		event=$(event_terms $type) simulated=$(sim_terms $type)
		echo "section nodes of $type"
		echo "open whole uncoreall_$type/$event/ die=0"
		node=0
		for mask in $(echo ${word#*=} | tr , ' '); do
			[ $node = 0 ] && term=node0 || term=node
			[ $node = 0 ] && value=1 || value=$node
			echo "open node$node uncoreall_$type/$event,$term=$value/ die=0"
			echo "open mask$node uncoreall_$type/$event,unit_mask=$mask/ die=0"
			node=$((node + 1))
		done
		echo "refuse EINVAL uncoreall_$type/$event,node=$node/ die=0"
		echo "refuse EINVAL uncoreall_$type/$event,node=15/ die=0"
		echo "refuse EINVAL uncoreall_$type/$event,node=1,node0=1/ die=0"
		for id in $(unit_ids $type); do
			name_unit $type $id
			echo "sim inject die=0 unit=$type:$unit_number $simulated n=$n"
			n=$((2 * n))
		done
		echo "expect whole $((n - 1))"
		node=0
		for mask in $(echo ${word#*=} | tr , ' '); do
			sum=0 n=1
			for id in $(unit_ids $type); do
				name_unit $type $id
				[ $((mask >> unit_number & 1)) = 0 ] || sum=$((sum + n))
				n=$((2 * n))
			done
			echo "expect node$node $sum"
			echo "expect mask$node $sum"
			node=$((node + 1))
		done
		echo "close all"
		echo end
	done
	if [ ! "$masks" ]; then
		echo "section no node is known"
		echo "refuse EINVAL uncoreall_imc/$(event_terms imc),node0=1/ die=0"
		echo "refuse EINVAL uncoreall_imc/$(event_terms imc),node=1/ die=1"
		echo end
	fi
} >/tmp/nodes
pmontest </tmp/nodes

# perf of this version places the counts of Granite Rapids by its own table. It opens the events on CPUs of these nodes.
if [ $MACHINE = real_gnr ]; then
	for die in 0 1; do
		for id in $(unit_ids imc); do
			echo "inject die=$die unit=imc:$id event=0x5 umask=0xcf n=$((1 << (id + 12 * die)))"
		done
	done >/tmp/commands
	$PERF stat -x '|' -o /tmp/out -a --per-node -e uncore_imc/event=0x5,umask=0xcf/ -- pmonctl - </tmp/commands >/tmp/replies
	equal "perf $PERF_VERSION --per-node" "$(sed -n 's/^\(N[0-9]\)|[0-9]*|\([0-9]*\)|.*/\1=\2/p' /tmp/out | xargs)" \
		"N0=$((0x30c)) N1=$((0xc3)) N2=$((0xc30)) N3=$((0x30c << 12)) N4=$((0xc3 << 12)) N5=$((0xc30 << 12))"
fi

# What devices move, with two and four NUMA nodes a package and with one package. perf iostat looks for a file of each node.
case $MACHINE in
real_emr | real_spr_snc4)
	[ $MACHINE = real_emr ] && unit=1 || unit=2
	devices_move "devices with several nodes a package" <<-END
	0 18 01 $unit 0 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
	1 98 01 $unit 0 $((13 << 20)) $((17 << 20)) 0 0
	END
	equal "perf $PERF_VERSION iostat" "$($PERF stat --iostat -- true 2>&1 | head -n 1)" "Mode iostat is not supported" ;;
real_spr)
	devices_move "devices of one package" <<-END
	0 18 01 2 0 $((3 << 20)) $((5 << 20)) $((7 << 20)) $((11 << 20))
	END
	equal "perf $PERF_VERSION iostat" "$(iostat_moves 0000:18)" "0000:18=3,5,7,11" ;;
esac

# uncore top adds up the channels of each node: here each one reads as many times as its number says, on die 1 ten times as many.
if [ "$masks" ]; then
	for die in $(dies); do
		for id in $(unit_ids imc); do
			number=$(unit_number $id)
			echo "inject die=$die unit=imc:$number event=0x5 umask=0xcf n=$(((number + 1) * (1 + 9 * die) * 1000000))"
		done
	done >/tmp/commands
	uncore top --json --once --per-node -- pmonctl - </tmp/commands 2>/tmp/err | grep '^{' >/tmp/top
	# Percent of the package: the time in which each event counted is not quite that of the others.
	got=$(grep -o '{[^{}]*"metric":"memory_read"[^{}]*"node":[0-9]*[^{}]*}' /tmp/top |
	      sed 's/.*"package":\([0-9]*\),.*"value":\([0-9.e+]*\),.*"node":\([0-9]*\).*/\1 \3 \2/' |
	      awk '{ package[NR] = $1; node[NR] = $2; value[NR] = $3; sum[$1] += $3 }
		   END { for (i = 1; i <= NR; i++) printf "%d/%d=%.0f ", package[i], node[i], 100 * value[i] / sum[package[i]] }')
	case $MACHINE in
	real_emr)	expected="0/0=39 0/1=61 1/2=39 1/3=61 " ;;
	real_spr)	expected="0/0=100 " ;;
	real_gnr)	expected="0/0=33 0/1=23 0/2=44 1/3=33 1/4=23 1/5=44 " ;;
	esac
	equal "uncore top --per-node $(cat /tmp/err)" "$got" "$expected"
fi

# All four controllers have an address. Where nothing answers, there are no free-running counters, either.
[ $MACHINE != real_spr ] ||
	equal "memory controllers with free-running counters" "$(unit_ids imc_free_running | tr '\n' ' ')" "0 2 "

# units_there TYPE: how many units of the type each package has for a driver
units_there() {
	case $MACHINE-$1 in
	# The table lists two links, whose functions are hidden, and a memory controller whose registers read all ones.
	real_spr-upi)	echo 0 ;;
	real_spr-imc)	echo 4 ;;
	*)		expected_units $1 ;;
	esac
}

# Each sees another number, all of a type at once: no count can come from a neighbour or from the other package.
{
	for type in $TYPES; do
		[ $(units_there $type) -gt 0 ] || continue
		echo "section $type"
		terms=$(event_terms $type) simulated=$(sim_terms $type)
		: >/tmp/injections
		: >/tmp/expectations
		for die in $(dies); do
			for id in $(unit_ids $type); do
				name_unit $type $id
				n=$((1000 * (die + 1) + 10 * unit_number + 7))
				echo "open e${die}_$unit_number $unit_pmu/$terms/ die=$die"
				echo "sim inject die=$die unit=$type:$unit_number $simulated n=$n" >>/tmp/injections
				echo "expect e${die}_$unit_number $n" >>/tmp/expectations
			done
		done
		cat /tmp/injections /tmp/expectations
		echo "close all"
		echo end
	done
} >/tmp/script
for type in $TYPES; do
	equal "units of type $type" "$(unit_ids $type | wc -l)" "$(units_there $type)"
done
equal "counts that are compared" "$(grep -c ^expect /tmp/script)" \
	"$((PACKAGES * ($(for type in $TYPES; do echo "$(units_there $type) +"; done) 0)))"
pmontest </tmp/script
