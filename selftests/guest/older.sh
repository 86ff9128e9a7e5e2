# SPDX-License-Identifier: GPL-2.0-only
# The processors that have no discovery table: what lib.sh has for the first one.

case $FAMILY in
snbep)	TYPES="cbox ha imc pcu qpi r2pcie r3qpi ubox" ;;
ivbep)	TYPES="cbox ha imc irp pcu qpi r2pcie r3qpi ubox" ;;
skx)	TYPES="cha iio irp imc m2m upi m2pcie m3upi pcu ubox" ;;
hsx)	TYPES="cbox ha imc irp pcu qpi r2pcie r3qpi sbox ubox" ;;
nhmex)	TYPES="ubox wbox bbox cbox mbox rbox sbox" ;;
icx)	TYPES="cha iio irp m2pcie imc m2m upi m3upi pcu ubox" ;;
esac
# From Haswell-EP on, R3QPI units without a link are not shown.
[ $FAMILY != hsx ] || [ "${UNITS_qpi:-0}" -ge "$UNITS_r3qpi" ] || UNITS_r3qpi=${UNITS_qpi:-0}
# Many machines lack a type, or have no unit of it that can be counted.
for type in qpi r3qpi sbox irp upi m3upi m2pcie; do
	eval "[ \"\${UNITS_$type:-0}\" != 0 ]" || TYPES=$(echo "$TYPES" | sed "s/ $type\\b//")
done
# A type of which each unit is in MSR space.
case $FAMILY in
skx | icx)	MSR_TYPE=cha ;;
*)	MSR_TYPE=cbox ;;
esac

# One event that needs no filter, on counters that are not all the type has.
event_terms() {
	case ${FAMILY/hsx/bep}-$1 in
	icx-cha)	echo "event=0x35,umask=0x1" ;;		# TOR_INSERTS.IRQ_IA
	icx-iio)	echo "event=0xc2,umask=0x3,ch_mask=0x1,fc_mask=0x4" ;; # COMP_BUF_INSERTS.CMPD.PART0
	icx-irp)	echo "event=0x18" ;;			# FAF_INSERTS
	icx-m2pcie)	echo "event=0x33,umask=0x1" ;;		# IIO_CREDITS_ACQUIRED.DRS_0
	icx-imc)	echo "event=0x4,umask=0xf" ;;		# CAS_COUNT.RD
	icx-m2m)	echo "event=0x25" ;;			# DIRECT2CORE_TXN_OVERRIDE
	icx-upi)	echo "event=0x12,umask=0x1" ;;		# DIRECT_ATTEMPTS.D2C
	icx-m3upi)	echo "event=0x22,umask=0x1" ;;		# CHA_AD_CREDITS_EMPTY.VNA
	icx-pcu)	echo "event=0x60" ;;			# CORE_TRANSITION_CYCLES
	icx-ubox)	echo "event=0x42,umask=0x8" ;;		# EVENT_MSG.DOORBELL_RCVD
	*bep-cbox)	echo "event=0x37,umask=0x1" ;;		# LLC_VICTIMS.M_STATE
	*bep-ha)	echo "event=0x1,umask=0x3" ;;		# REQUESTS.READS
	*bep-imc)	echo "event=0x4,umask=0x3" ;;		# CAS_COUNT.RD
	*bep-irp)	echo "event=0x15,umask=0x1" ;;		# TRANSACTIONS.READS
	*bep-pcu)	echo "event=0x5" ;;			# FREQ_MAX_POWER_CYCLES
	*bep-qpi)	echo "event=0x13,umask=0x1" ;;		# DIRECT2CORE.SUCCESS
	*bep-r2pcie)	echo "event=0x7,umask=0x4" ;;		# RING_AD_USED.CCW_EVEN
	*bep-r3qpi)	echo "event=0x7,umask=0x4" ;;		# RING_AD_USED.CCW_EVEN
	*bep-sbox)	echo "event=0x1b,umask=0x1" ;;		# RING_AD_USED.UP_EVEN
	*bep-ubox)	echo "event=0x42,umask=0x8" ;;		# EVENT_MSG.DOORBELL_RCVD
	skx-cha)	echo "event=0x37,umask=0x1" ;;		# LLC_VICTIMS.TOTAL_M
	skx-iio)	echo "event=0x41,umask=0x1" ;;		# VTD_ACCESS.L4_PAGE_HIT
	skx-irp)	echo "event=0x11,umask=0x1" ;;		# TRANSACTIONS.READS
	skx-imc)	echo "event=0x4,umask=0x3" ;;		# CAS_COUNT.RD
	skx-m2m)	echo "event=0x37,umask=0x1" ;;		# IMC_READS.NORMAL
	skx-upi)	echo "event=0x2,umask=0xf" ;;		# TxL_FLITS.ALL_DATA
	skx-m2pcie)	echo "event=0x10,umask=0x1" ;;
	skx-m3upi)	echo "event=0x29,umask=0x1" ;;		# UPI_PREFETCH_SPAWN
	skx-pcu)	echo "event=0x5" ;;			# FREQ_MAX_POWER_CYCLES
	skx-ubox)	echo "event=0x42,umask=0x2" ;;		# EVENT_MSG.MSI_RCVD
	# No list of the events of this one is public: codes that need no match register.
	*ex-ubox)	echo "event=0x1" ;;
	*ex-bbox)	echo "event=0x8,counter=3" ;;
	*ex-mbox)	echo "inc_sel=0x2" ;;
	*ex-rbox)	echo "event=0x0,iperf_cfg=0x80000000" ;;	# flits sent by port 0
	*ex-*)	echo "event=0x2,umask=0x1" ;;
	esac
}

# Low byte of the control of a counter that counts that event.
sim_code() {
	case $PROCESSOR-$1 in
	*ex-bbox)	echo 0x11 ;;
	*ex-mbox)	echo 0x41 ;;	# with wrap mode
	*ex-rbox)	echo 0x01 ;;
	*)	event_terms $1 | sed 's/event=//; s/,.*//' ;;
	esac
}

# Bits of a counter.
width_of() {
	case $PROCESSOR-$1 in
	*bep-cbox|*bep-r2pcie|*bep-r3qpi|*bep-ubox) echo 44 ;;
	# 44 or 48: the driver takes them for 44 bits.
	hsx-r3qpi|bdx*-r3qpi|hsx-sbox|bdx*-sbox|hsx-ubox|bdx*-ubox) echo 44 ;;
	*)	echo 48 ;;
	esac
}

# Counted by none of the tests, on any type.
OTHER_EVENT="event=0x1e umask=0x80"

# What is a format on one side is an attribute of the injected event on the other.
sim_terms() {
	sim_words=$(event_terms "$1")
	sim_words=${sim_words//,/ }
	sim_words=${sim_words/inc_sel/event}
	sim_words=${sim_words/ch_mask/ch}
	sim_words=${sim_words/fc_mask/fc}
	echo "${sim_words/iperf_cfg/reg}"
}

# together TEXT PMU UNIT: events that count at the same time, as their register serves all of them.
# Standard input: TERMS|INJECTED|WRONG lines: an event, what it counts, what it must not count.
together() {
	echo "section together: $1"
	k=0
	while IFS='|' read -r terms right wrong; do
		echo "open e$k $2/$terms/ die=1"
		echo "sim inject die=1 unit=$3 $right n=$((1000 + k))"
		[ -z "$wrong" ] || echo "sim inject die=1 unit=$3 $wrong n=99"
		k=$((k + 1))
	done >/tmp/together
	# All are open before the first of them happens.
	grep '^open' /tmp/together
	grep '^sim' /tmp/together
	i=0
	while [ $i -lt $k ]; do
		echo "expect e$i $((1000 + i))"
		i=$((i + 1))
	done
	echo "close all"
	echo "end"
}

# apart TEXT PMU UNIT TERMS INJECTED TERMS INJECTED: the two need different contents of a register. The first one
# counts, and does not take turns; the other waits, and counts what is its own when the first has gone. In a group
# they are refused.
apart() {
	cat <<END
section apart: $1
open a $2/$4/ die=1 pinned
open b $2/$6/ die=1
sim inject die=1 unit=$3 $5 n=50
sim inject die=1 unit=$3 $7 n=60
expect a 50
expect-between b 0 0 the register is not its own
close a
disable b
enable b
sim inject die=1 unit=$3 $5 n=1000
sim inject die=1 unit=$3 $7 n=33
expect-between b 33 33 with the register for itself
close all
open a $2/$4/ die=1
refuse EINVAL $2/$6/ die=1 leader=a
close all
end
END
}

# Of three R3QPI units of Ivy Bridge-EP the in-tree driver accepts the third device and has no PMU for it: it then
# reads behind the end of a list.
without_third_r3qpi() {
	for device in /sys/bus/pci/devices/*; do
		[ "$(cat $device/device)" != 0x0e3e ] || echo 1 >$device/remove
	done
}

# four_frequencies STEP: events of the PCU for four frequencies at once. STEP 0: all ask for band 0, and the driver has to find others.
# STEP 1: each asks for its own band.
four_frequencies() {
	echo "section PCU: four frequencies at once, events $1 bands apart"
	k=0
	for frequency in 12 20 24 30; do
		echo "open f$k uncore_pcu/event=$((0xb + k * $1)),filter_band$((k * $1))=$frequency/ die=1"
		k=$((k + 1))
	done
	# The driver can change the code of a counter: the frequencies happen as events of each code.
	for frequency in 1100 1200 2100 2500 3500; do
		for code in 0xb 0xc 0xd 0xe; do
			echo "sim inject die=1 unit=pcu:0 event=$code mhz=$frequency n=$frequency"
		done
	done
	cat <<-END
		expect f0 $((1200 + 2100 + 2500 + 3500)) from 1200 MHz on
		expect f1 $((2100 + 2500 + 3500)) from 2000 MHz on
		expect f2 $((2500 + 3500)) from 2400 MHz on
		expect f3 3500 from 3000 MHz on
		close all
		end
	END
}
