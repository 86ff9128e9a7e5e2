# SPDX-License-Identifier: GPL-2.0-only
# what: each UPI unit names the unit and the die at the other end of its link, or nothing if its registers do not tell
# machine: sockets4 skx4 small
# kernels: 6.12
# kernels of small: 6.1 6.12 7.3
# why: each series reads sysfs attributes and their visibility in its own way
. /test/devices.sh

load
if [ $MACHINE != small ]; then
	# Intel's published map of a Sapphire Rapids with four sockets.
	equal "other ends of four sockets" "$(ends)" "0.0=upi_1,die_1 0.1=upi_1,die_2 0.2=upi_2,die_3 1.0=upi_0,die_3 \
1.1=upi_0,die_0 1.2=upi_2,die_2 2.0=upi_1,die_3 2.1=upi_1,die_0 2.2=upi_2,die_1 3.0=upi_0,die_1 3.1=upi_0,die_2 3.2=upi_2,die_0"
	if [ $MACHINE = skx4 ]; then
		unload
		exit
	fi
	# The stacks have one unit number on all sockets, and different bytes.
	devices_move "devices of four sockets" <<-END
	0 18 01 1 0 $((3 << 20)) $((5 << 20)) 0 $((7 << 20))
	1 58 01 1 0 $((11 << 20)) 0 0 0
	2 98 01 1 0 0 $((13 << 20)) 0 0
	3 d8 01 1 0 $((17 << 20)) $((19 << 20)) $((23 << 20)) $((29 << 20))
	END
	equal "perf iostat of four sockets" "$(iostat_moves 0000:d8)" "0000:d8=17,19,23,29"
	unload
	exit
fi
good="0.0=upi_1,die_1 0.1=upi_0,die_1 1.0=upi_1,die_0 1.1=upi_0,die_0"
equal "other ends of two sockets" "$(ends)" "$good"
refuse "such files of other units" ls $PMUS/uncore_cha_0/die0 $PMUS/uncore_m3upi_0/die0 $PMUS/uncoreall_upi/die0
equal "messages about links" "$(module_messages | grep -c 'UPI link')" 0

# changed TEXT REGISTER VALUE EXPECTED MESSAGES: with another value in a register of link 1 of package 0, and with the good one again
changed() {
	unload
	messages=$(module_messages | grep -c 'the other end is unknown')
	sim config die=0 dev=2 fn=1 reg=$2 value=$3 >/dev/null
	load
	equal "$1" "$(ends)" "$4"
	equal "$1: messages" "$(($(module_messages | grep -c 'the other end is unknown') - messages))" $5
	uncore check --once links >/tmp/out 2>&1
	equal "$1: problems of the check" "$(grep -c 'does not lead back' /tmp/out)" $6
	echo "inject die=0 unit=upi:1 $(sim_terms upi) n=5" | count "uncore_upi_1/$(event_terms upi)/"
	echo "S0|uncore_upi_1/$(event_terms upi)/|5" | expect_counts "$1: the link still counts"
	sim config die=0 dev=2 fn=1 reg=0x120 value=0x10 >/dev/null
	sim config die=0 dev=2 fn=1 reg=0x94 value=0x10000 >/dev/null
}
three="${good/0.1=upi_0,die_1 /}"
changed "a link that is not trained" 0x120 0 "$three" 0 1
changed "a status of all ones" 0x120 0xffffffff "$three" 1 1
changed "another socket of all ones" 0x94 0xffffffff "$three" 1 1
changed "a link to its own socket" 0x94 0x00000 "$three" 1 1
changed "a socket that there is not" 0x94 0x60000 "$three" 1 1
# Both ends are shown as their registers have them; the program marks such a pair.
changed "two links to one" 0x94 0x10100 "${good/0.1=upi_0/0.1=upi_1}" 0 2

# The other end of a link of a package that comes back is known then.
unload
package_cpus() { for cpu in $(cpus_of_last_package); do echo $1 >/sys/devices/system/cpu/cpu$cpu/online; done; }
package_cpus 0
load
equal "a package that is offline" "$(ends)" ""
package_cpus 1
tries=100
while [ "$(ends)" != "$good" ] && [ $tries != 0 ]; do
	usleep 100000
	tries=$((tries - 1))
done
equal "the package is online" "$(ends)" "$good"
