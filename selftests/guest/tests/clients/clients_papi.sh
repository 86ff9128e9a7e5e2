# SPDX-License-Identifier: GPL-2.0-only
# what: PAPI counts the injected events on each unit that it supports, and as many events as the unit has counters
# machine: small snbep_qpi
# kernels: 6.12
. /test/clients.sh
note "PAPI $(version_of papi-tools), libpfm4 $(version_of libpfm4)"

# TYPE|PMU|EVENT|SIMULATED: what libpfm4 calls an event of each type that it supports, and the type's PMU without the number.
case $PROCESSOR in
emr)	cat <<-'END' ;;
	cha|spr_unc_cha|UNC_CHA_TOR_INSERTS:IA_MISS_DRD|event=0x35 umask=0x1 ext=0xc817fe
	imc|spr_unc_imc|UNC_M_CAS_COUNT:RD|event=0x5 umask=0xcf
	upi|spr_unc_upi|UNC_UPI_DIRECT_ATTEMPTS:D2C|event=0x12 umask=0x1
	END
snbep)	cat <<-'END' ;;
	cbox|snbep_unc_cbo|UNC_C_TOR_INSERTS:OPCODE:OPC_DRD|event=0x35 umask=0x1 opc=0x182
	ha|snbep_unc_ha|UNC_H_REQUESTS:READS|event=0x1 umask=0x3
	imc|snbep_unc_imc|UNC_M_CAS_COUNT:RD|event=0x4 umask=0x3
	pcu|snbep_unc_pcu|UNC_P_FREQ_MAX_POWER_CYCLES|event=0x5
	qpi|snbep_unc_qpi|UNC_Q_DIRECT2CORE:SUCCESS|event=0x13 umask=0x1
	r2pcie|snbep_unc_r2pcie|UNC_R2_RING_AD_USED:CCW_EVEN|event=0x7 umask=0x4
	r3qpi|snbep_unc_r3qpi|UNC_R3_RING_AD_USED:CCW_EVEN|event=0x7 umask=0x4
	ubox|snbep_unc_ubo|UNC_U_EVENT_MSG:DOORBELL_RCVD|event=0x42 umask=0x8
	END
esac >/tmp/types

# prepare: the event of each unit that the driver has, in the order in which PAPI counts them, and how often it happens
prepare() {
	: >/tmp/commands
	: >/tmp/expected
	all_dies=$(dies)
	while IFS='|' read -r type pmu event simulated; do
		for id in $(unit_ids $type); do
			name_unit $type $id
			unit=$unit_number
			for die in $all_dies; do
				n=$((100000 * (die + 1) + 1000 * unit + 7))
				echo "$pmu${id#-}::$event:cpu=$((die * CPUS / PACKAGES)) $n" >>/tmp/expected
				echo "inject die=$die unit=$type:$unit $simulated n=$n" >>/tmp/commands
			done
		done
	done </tmp/types
	# Must not show.
	echo "inject die=* unit=* $OTHER_EVENT n=99999" >>/tmp/commands
}

# papi [--multiplex] EVENT... <COMMANDS
papi() { client python3 /clients/papi.py "$@" 2>&1; }

counted() {
	prepare
	# intel_uncore counts link 0 in the place of another (test in_tree_counts).
	loaded uncore_pmon || sed -i '/^spr_unc_upi1:/d' /tmp/expected
	# shellcheck disable=SC2046 # words
	papi $(cut -d' ' -f1 /tmp/expected) </tmp/commands >/tmp/counts
	cut -d' ' -f1 /tmp/expected | paste -d' ' - /tmp/counts >/tmp/got
	check "$(driver_name): $(wc -l </tmp/expected) events in one event set" cmp /tmp/got /tmp/expected ||
		diff /tmp/expected /tmp/got | grep '^+' | head -n 8 | sed 's/^/# /'
}
with_each_driver counted

# A unit has four counters. PAPI opens the events of a set one by one, and pinned.
case $PROCESSOR in
emr)	set -- UNC_M_CAS_COUNT:RD UNC_M_CAS_COUNT:WR UNC_M_HCLOCKTICKS UNC_M_RPQ_INSERTS:PCH0 UNC_M_WPQ_INSERTS:PCH0 ;;
snbep)	set -- UNC_M_CAS_COUNT:RD UNC_M_CAS_COUNT:WR UNC_M_PRE_COUNT:PAGE_MISS UNC_M_ACT_COUNT UNC_M_WPQ_INSERTS ;;
esac
pmu=$(sed -n 's/^imc|\([^|]*\)|.*/\1/p' /tmp/types)0
for event; do
	shift
	set -- "$@" "$pmu::$event:cpu=0"
done
grep -m 1 'unit=imc:0' /tmp/commands >/tmp/one
n=$(sed 's/.* n=//' /tmp/one)
equal "four events on a unit" "$(papi $1 $2 $3 $4 </tmp/one | xargs)" "$n 0 0 0"
equal "a fifth" "$(papi "$@" </tmp/one)" "$5: Event exists, but cannot be counted due to hardware resource limits"
# PAPI's component for units does not let the kernel do it, and PAPI's own code rejects these events.
equal "PAPI's multiplexing" "$(papi --multiplex $1 $2 </tmp/one)" "$1: Invalid argument"
