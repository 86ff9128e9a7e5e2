# SPDX-License-Identifier: GPL-2.0-only
# Functions for the guest's test scripts (busybox sh); selftests/README.rst explains them.
#
# Where the shell can do it they start no process: on an emulated CPU each costs 6 ms.
#
# /job/config sets KERNEL, its SERIES, the sizes of the simulated machine as UNITS_<type>, PACKAGES and CPUS.

MODULE=/lib/uncore_pmon.ko
PMUS=/sys/bus/event_source/devices
STAT=/tmp/stat.csv
newline='
'

# Unit type, perf terms and simulator terms of one event that every counter of the type counts
# (cxlcm: counters 4 to 7). The encodings are events of the uncore guide.
TYPES="cha iio irp m2pcie imc m2m upi m3upi mdf pcu ubox cxlcm cxldp"
event_terms() {
	case $1 in
	cha)	echo "event=0x35,umask=0x1" ;;			# TOR_INSERTS.IRQ_IA
	iio)	echo "event=0xc2,umask=0x4,ch_mask=0x1,fc_mask=0x7" ;; # COMP_BUF_INSERTS.CMPD.PART0
	irp)	echo "event=0x18" ;;				# FAF_INSERTS
	m2pcie)	echo "event=0x33,umask=0x1" ;;			# IIO_CREDITS_ACQUIRED.DRS_0
	imc)	echo "event=0x02,umask=0x11" ;;			# ACT_COUNT.RD
	m2m)	echo "event=0x18,umask=0x1" ;;			# DIRECT2CORE_TXN_OVERRIDE.PMM_HIT
	upi)	echo "event=0x12,umask=0x1" ;;			# DIRECT_ATTEMPTS.D2C
	m3upi)	echo "event=0x22,umask=0x1" ;;			# CHA_AD_CREDITS_EMPTY.VNA
	mdf)	echo "event=0x15,umask=0x1" ;;			# FAST_ASSERTED.AD_BNC
	pcu)	echo "event=0x60" ;;				# CORE_TRANSITION_CYCLES
	ubox)	echo "event=0x42,umask=0x8" ;;			# EVENT_MSG
	cxlcm)	echo "event=0x43,umask=0x1" ;;			# RxC_AGF_INSERTS.CACHE_REQ0
	cxldp)	echo "event=0x02,umask=0x1" ;;			# TxC_AGF_INSERTS.U2C_REQ
	esac
}

# The same event for the simulator: blanks for commas, ch/fc for the masks.
sim_terms() {
	sim_words=$(event_terms "$1")
	sim_words=${sim_words//,/ }
	sim_words=${sim_words/ch_mask/ch}
	echo "${sim_words/fc_mask/fc}"
}

ok() { echo "ok - $*"; }
not_ok() { echo "not ok - $*"; }
note() { echo "# $*"; }

# check TEXT COMMAND...: the command has to succeed
check() {
	check_text=$1
	shift
	if check_output=$("$@" 2>&1); then
		ok "$check_text"
	else
		# Some commands name hundreds of events: the start of each part is enough to find it.
		check_command="$*"
		not_ok "$check_text: ${check_command:0:300} failed: ${check_output:0:600}"
		return 1
	fi
}

# eventually TEXT CONDITION: the condition comes true, within a minute of sleep
eventually() {
	for i in $(seq 600); do
		! eval "$2" || { ok "$1"; return; }
		usleep 100000
	done
	not_ok "$1: never"
}

# refuse TEXT COMMAND...: the command has to fail
refuse() {
	check_text=$1
	shift
	if check_output=$("$@" 2>&1); then
		not_ok "$check_text: $* succeeded"
		return 1
	fi
	ok "$check_text"
}

# equal TEXT GOT EXPECTED
equal() {
	if [ "$2" = "$3" ]; then
		ok "$1: $2"
	else
		not_ok "$1: expected $3, got $2"
		return 1
	fi
}

# at_most TEXT GOT LIMIT
at_most() {
	if [ -n "$2" ] && [ "$2" -le "$3" ]; then
		ok "$1: $2, limit $3"
	else
		not_ok "$1: got ${2:-nothing}, limit $3"
		return 1
	fi
}

# A test that cannot go on.
fail() {
	not_ok "$*"
	exit 1
}

# page_metrics TITLE: the events of each metric in that section of the page on metrics, as a perf command names them
page_metrics() {
	awk -v title="$1" '/^==/ { inside = last == title } { last = $0 } inside' /test/metrics.rst |
		sed -n 's/^    perf stat -a -e \(.*\) -- sleep 1$/\1/p' | sed 's/,instructions//'
}

# --- the simulator -------------------------------------------------------------------------

# sim COMMAND...: its reply on standard output, a failed check if it answers with an error
sim() {
	sim_reply=$(pmonctl "$@" 2>&1) || not_ok "simulator: $*: $sim_reply"
	echo "$sim_reply"
}

clean_simulator() {
	[ "$SIMULATOR" = yes ] || return 0
	pmonctl - >/dev/null <<-END
	rate-stop id=all
	clock die=* unit=* hz=0
	fault none
	violations reset
	END
}

# Every access that hardware would not like fails the test that made it, unless the test has
# looked at the violations itself and reset them.
check_violations() {
	[ "$SIMULATOR" = yes ] || return 0
	violations=$(pmonctl violations 2>&1)
	case $violations in
	"violations 0"|"violations 0$newline"*) ;;
	*)
		not_ok "register accesses that the hardware does not allow"
		echo "$violations" | head -n 20 | sed 's/^/# /'
		;;
	esac
}

# --- modules -------------------------------------------------------------------------------

# busybox's own insmod, which its shell prefers, asks the kernel a second time after a refusal.
insmod() { /opt/tools/bin/insmod "$@"; }

# A driver that is built in has no state.
loaded() { [ -e /sys/module/$1/initstate ]; }

# load [PARAMETER=VALUE...]: our module, which must load, or is there if it is built in
load() {
	[ $# -gt 0 ] || [ ! -e /sys/module/uncore_pmon/parameters ] || loaded uncore_pmon || return 0
	load_output=$(insmod $MODULE "$@" 2>&1) || {
		log_of_test | tail -n 5 | sed 's/^/# /'
		fail "insmod uncore_pmon $*: $load_output"
	}
}

unload() {
	loaded uncore_pmon || return 0
	unload_output=$(rmmod uncore_pmon 2>&1) || fail "rmmod uncore_pmon: $unload_output"
}

kernel_module() {
	find "/lib/modules/$(uname -r)" -name "$1.ko"
}

load_in_tree() {
	insmod "$(kernel_module intel_uncore)" || fail "intel_uncore of this kernel does not load"
}

# After a test. A BPF program that has used the module holds it until the kernel has freed it, some time after its process.
unload_all() {
	for module in uncore_pmon intel_uncore intel_uncore_frequency intel_uncore_frequency_common i10nm_edac \
		skx_edac_common nfit libnvdimm msr; do
		tries=20
		while loaded $module && ! unload_output=$(rmmod $module 2>&1); do
			tries=$((tries - 1))
			if [ $tries = 0 ]; then
				not_ok "$module cannot be unloaded: $unload_output"
				break
			fi
			usleep 100000
		done
	done
}

# Kernel messages since the test began.
log_of_test() {
	dmesg | awk '/pmon-selftest: begin/ { text = ""; next } { text = text $0 "\n" }
		     END { printf "%s", text }'
}

# Messages of our module since the test began, without time stamps.
module_messages() {
	log_of_test | sed 's/^\[[^]]*\] //' | grep uncore_pmon
}

# --- PMUs ----------------------------------------------------------------------------------

# unit_ids TYPE: the numbers of the type's unit PMUs; `-` for a PMU without number
unit_ids() {
	[ ! -e $PMUS/uncore_$1 ] || echo -
	for unit_id in $PMUS/uncore_$1_*; do
		unit_id=${unit_id#$PMUS/uncore_$1_}
		case $unit_id in
		*[!0-9]*) ;;
		*)	echo $unit_id ;;
		esac
	done | sort -n
}

# pmu_of TYPE ID
pmu_of() {
	[ "$2" = - ] && echo "uncore_$1" || echo "uncore_$1_$2"
}

# Number of units of a type per package, by the machine's description.
expected_units() {
	eval "echo \${UNITS_$1:-0}"
}

cpumask() { cat "$PMUS/$1/cpumask"; }

# --- counting with perf --------------------------------------------------------------------

# count EVENT...: runs perf stat per socket around the simulator commands on standard input.
# Counts are in $STAT, `socket|event|count` in each line.
count() {
	count_list=
	for count_event in "$@"; do
		count_list="$count_list${count_list:+,}$count_event"
	done
	cat >/tmp/count.commands
	if ! $PERF stat -x '|' -o /tmp/perf.out -a --per-socket -e "$count_list" -- \
	     pmonctl - </tmp/count.commands >/tmp/count.replies 2>/tmp/perf.err; then
		not_ok "perf $PERF_VERSION stat failed on $(echo "$count_list" | cut -c1-120)"
		head -n 5 /tmp/perf.err /tmp/perf.out | sed 's/^/# /'
		: >$STAT
		return 1
	fi
	if grep -q '^error' /tmp/count.replies; then
		not_ok "simulator: $(grep -m 1 '^error' /tmp/count.replies)"
	fi
	awk -F'|' '/^S[0-9]/ { print $1 "|" $5 "|" $3 }' /tmp/perf.out >$STAT
}

# expect_counts TEXT < EXPECTED: compare $STAT with `socket|event|count` lines, all at once
expect_counts() {
	cat >/tmp/expected.csv
	awk -F'|' -v text="$1" '
		FNR == NR { want[$1 "|" $2] = $3; order[++n] = $1 "|" $2; next }
		{ got[$1 "|" $2] = $3 }
		END {
			for (i = 1; i <= n; i++) {
				key = order[i]
				if (!(key in got)) got[key] = "no line"
				if (got[key] "" == want[key] "") { good++; continue }
				if (++bad <= 8)
					printf "# %s: expected %s, got %s\n", key, want[key], got[key]
			}
			if (bad) printf "not ok - %s: %d of %d counts are wrong\n", text, bad, n
			else if (!n) printf "not ok - %s: nothing was compared\n", text
			else printf "ok - %s: %d counts exact\n", text, n
		}' /tmp/expected.csv $STAT
}

# counters_are_free TEXT: nobody holds a counter of a CHA of package 1, and nothing is frozen
counters_are_free() {
	pmontest <<END
section $1
open a uncore_cha_1/event=0x35,umask=0x1/ die=1
open b uncore_cha_1/event=0x35,umask=0x2/ die=1
open c uncore_cha_1/event=0x35,umask=0x4/ die=1
open d uncore_cha_1/event=0x35,umask=0x8/ die=1
sim inject die=1 unit=cha:1 event=0x35 umask=0x8 n=42
expect d 42
end
END
}

# name_unit TYPE ID: sets unit_pmu and unit_number, for loops over many units
name_unit() {
	unit_pmu=uncore_$1_$2 unit_number=$2
	[ "$2" != - ] || unit_pmu=uncore_$1 unit_number=0
}

# The dies of the machine.
dies() { seq 0 $((PACKAGES - 1)); }

# unit_number ID: the number that the simulator has for a PMU without one
unit_number() { [ "$1" = - ] && echo 0 || echo "$1"; }

# An event that no test counts, and that is not an event of any type.
OTHER_EVENT="event=0x7e umask=0x80"

# count_types WHOSE TYPE...: each unit of these types has a count of its own on each package, and a little on another event
# that must not show. One perf counts all of it: a start of perf, or of any process, takes longer than what it counts here.
count_types() {
	count_whose=$1
	shift
	events= type_number=0 all_dies=$(dies)
	for count_type in "$@"; do
		type_number=$((type_number + 1))
		type_terms=$(event_terms $count_type) simulated=$(sim_terms $count_type)
		: >/tmp/expected.$count_type
		# Another driver may have another name for it.
		count_base=$count_type
		! loaded intel_uncore || count_base=$(in_tree_base $count_type)
		for id in $(unit_ids ${count_base:-none}); do
			name_unit $count_base $id
			event="$unit_pmu/$type_terms/"
			events="$events $event"
			for die in $all_dies; do
				n=$((1000000 * (die + 1) + 1000 * unit_number + 10 * type_number + 7))
				echo "inject die=$die unit=$count_type:$unit_number $simulated n=$n"
				echo "S$die|$event|$n" >>/tmp/expected.$count_type
			done
		done
		echo "inject die=* unit=$count_type:* $OTHER_EVENT n=99999"
	done >/tmp/commands
	count $events </tmp/commands
	for count_type in "$@"; do
		expect_counts "$count_whose, all units of $count_type" </tmp/expected.$count_type
	done
}

# in_tree_base TYPE: the name that the in-tree driver has for a type
in_tree_base() { echo $1; }

# Every unit of every type, with our module.
count_every_unit() {
	# The die's timer looks at counts and controls meanwhile, which must not change either.
	echo 10 >/sys/module/uncore_pmon/parameters/poll_period_ms
	for type in $TYPES; do
		equal "number of $type unit PMUs" "$(unit_ids $type | wc -w)" "$(expected_units $type)"
	done
	count_types "perf $PERF_VERSION" $TYPES
	# On a machine of few units each count may end before the timer expires.
	controls=/sys/kernel/debug/uncore_pmon/controls
	tries=0
	while grep -q ': checked 0 ' $controls && [ $tries -lt 100 ]; do
		$PERF stat -a -e $event -- sleep 0.1 >/dev/null 2>&1
		tries=$((tries + 1))
	done
	echo 0 >/sys/module/uncore_pmon/parameters/poll_period_ms
	equal "dies whose controls were looked at and are as written" \
		"$(grep -cE ': checked [1-9][0-9]* changed 0 lossy 0$' $controls)" $PACKAGES
}

# cpus_of_last_package: all of them, online or not. The machines of these tests have two packages
cpus_of_last_package() { seq $(($(nproc --all) / 2)) $(($(nproc --all) - 1)); }

# change_owners_command: makes /tmp/change-owners. The CPUs of package 1 go offline one after the other, all but the last one,
# and come back. Then the last one does. So the owner is each of them in turn.
change_owners_command() {
	cat >/tmp/change-owners <<-END
	#!/bin/sh
	cpus="$(cpus_of_last_package | head -n -1 | xargs)"
	for cpu in \$cpus; do
		echo 0 >/sys/devices/system/cpu/cpu\$cpu/online
	done
	for cpu in \$cpus; do
		echo 1 >/sys/devices/system/cpu/cpu\$cpu/online
	done
	last=$(cpus_of_last_package | tail -n 1)
	echo 0 >/sys/devices/system/cpu/cpu\$last/online
	echo 1 >/sys/devices/system/cpu/cpu\$last/online
	END
	chmod +x /tmp/change-owners
}

# timers_command: makes /tmp/timers-of FUNCTION, which counts the timers that run this function of the driver. The kernel
# takes the lock of its list anew for each line. A timer that starts or ends meanwhile hides another one, or shows it
# twice, so five lists in a row have to agree.
timers_command() {
	cat >/tmp/timers-of <<-'END'
	#!/bin/sh
	last= same=0
	for i in $(seq 500); do
		now=$(grep -c ", $1 *\\(\\[uncore_pmon\\]\\)*, S:" /proc/timer_list)
		[ "$now" = "$last" ] && same=$((same + 1)) || same=1
		last=$now
		[ $same -lt 5 ] || break
	done
	echo $now
	END
	chmod +x /tmp/timers-of
}

# text_command: makes /tmp/text-is FILE TEXT, which waits until the file has that text.
text_command() {
	cat >/tmp/text-is <<-'END'
	#!/bin/sh
	for i in $(seq 300); do
		[ "$(xargs <$1)" != "$2" ] || exit 0
		usleep 100000
	done
	echo "# $1: $(xargs <$1)"
	exit 1
	END
	chmod +x /tmp/text-is
}

# own_clocks: as on a real machine, the units of each type have a clock of their own.
own_clocks() {
	hz=1900000000
	for type in $TYPES; do
		sim clock 'die=*' "unit=$type:*" hz=$hz >/dev/null
		hz=$((hz + 77000000))
	done
}

# What the 6.12 kernel's perf is called when a test needs only one.
[ -n "$PERF_VERSION" ] && [ "$PERF_VERSION" != - ] || {
	PERF_VERSION=6.12
	PERF=/opt/perf-6.12/bin/perf
}

# Other processors have other box types. FAMILY is the file with the processor's description.
export PROCESSOR="${PROCESSOR:-emr}" FAMILY="${FAMILY:-emr}" TITLE="${TITLE:-Emerald Rapids}"
case $FAMILY in
emr)	;;
gnr)	. /test/gnr.sh ;;
*)	. /test/older.sh ;;
esac
