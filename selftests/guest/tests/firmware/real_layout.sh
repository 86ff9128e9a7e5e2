# SPDX-License-Identifier: GPL-2.0-only
# what: machines with the PCI functions, NUMA nodes and missing units of real ones: each unit counts what it sees, in its package
# machine: real_emr real_spr real_gnr real_gnr_no_nodes
# kernels: 6.12
#
# selftests/fuzz/place/real says of which machines they are.

# node_of PLACE: the NUMA node of a PCI function
node_of() { cat /sys/bus/pci/devices/0000:$1/numa_node; }

# Nothing of the machines is a fault, but a table may list links that are not there.
load
equal "messages" "$(module_messages | grep -v 'units, discovery table of\|out-of-tree\|taints kernel\|verification failed')" \
	"$([ $MACHINE != real_spr ] || echo 'uncore_pmon uncore_pmon: die 0: this processor lacks 4 units of the discovery table, see debugfs')"
case $MACHINE in
real_emr)	nodes="75:03.1=0 7e:00.0=0 7f:1e.3=0 f2:03.1=2 fe:0c.0=2 ff:1d.0=2" ;;
real_spr)	nodes="f2:03.1=0 fe:00.0=-1 ff:1e.0=-1" ;;
real_gnr)	nodes="00:03.1=1 14:09.0=0 7e:05.1=1 7f:10.1=1 81:03.1=4 94:09.0=3 fe:00.0=4 ff:18.0=4" ;;
*)		nodes="00:03.1=-1 7e:00.0=-1 7f:10.1=-1 81:03.1=-1 ff:18.0=-1" ;;
esac
for place in $nodes; do
	equal "node of ${place%=*}" "$(node_of ${place%=*})" "${place#*=}"
done

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
		: >/tmp/injections
		: >/tmp/expectations
		for die in $(dies); do
			for id in $(unit_ids $type); do
				number=$(unit_number $id)
				n=$((1000 * (die + 1) + 10 * number + 7))
				echo "open e${die}_$number $(pmu_of $type $id)/$(event_terms $type)/ die=$die"
				echo "sim inject die=$die unit=$type:$number $(sim_terms $type) n=$n" >>/tmp/injections
				echo "expect e${die}_$number $n" >>/tmp/expectations
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
