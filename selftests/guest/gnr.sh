# SPDX-License-Identifier: GPL-2.0-only
# The Granite Rapids family: what lib.sh has for Emerald Rapids.

# The types that this machine has.
TYPES=
for type in cha iio irp pcu ubox imc upi cxlcm cxldp b2hot b2cmi b2cxl b2upi mdf pciex16 pciex8; do
	[ "$(expected_units $type)" = 0 ] || TYPES="$TYPES${TYPES:+ }$type"
done

# The encodings are events of Intel's lists. No event of PCIEX16 and PCIEX8 is public, and of B2HOT,
# B2CXL and B2UPI only the clock.
event_terms() {
	case $1 in
	cha)	echo "event=0x35,umask=0x1" ;;			# TOR_INSERTS.IRQ_IA
	iio)	echo "event=0xc2,umask=0x4,ch_mask=0x1,fc_mask=0x7" ;; # COMP_BUF_INSERTS.CMPD.PART0
	irp)	echo "event=0x18" ;;				# FAF_INSERTS
	pcu)	echo "event=0x5" ;;				# FREQ_MAX_POWER_CYCLES
	ubox)	echo "event=0x42,umask=0x8" ;;			# EVENT_MSG.DOORBELL_RCVD
	imc)	echo "event=0x5,umask=0xcf" ;;			# CAS_COUNT_SCH0.RD
	upi)	echo "event=0x2,umask=0xf" ;;			# TxL_FLITS.ALL_DATA
	cxlcm)	echo "event=0x41,umask=0x10" ;;			# RxC_PACK_BUF_INSERTS.MEM_DATA
	cxldp)	echo "event=0x2,umask=0x20" ;;			# TxC_AGF_INSERTS.M2S_DATA
	b2hot)	echo "event=0x1,umask=0x1" ;;			# CLOCKTICKS
	b2cmi)	echo "event=0x16,umask=0x1" ;;			# DIRECT2CORE_TAKEN
	b2cxl)	echo "event=0x1" ;;				# CLOCKTICKS
	b2upi)	echo "event=0x1" ;;				# CLOCKTICKS
	mdf)	echo "event=0x14,umask=0x2" ;;			# RxR_BYPASS.AK
	pciex*)	echo "event=0x2,umask=0x1" ;;
	esac
}

# Names that the in-tree driver has for a type. Builds of 6.12 before .78 have none for CXL units.
in_tree_base() {
	case $1 in
	cxlcm)	in_tree_names="cxlcm type_12" ;;
	cxldp)	in_tree_names="cxldp type_13" ;;
	mdf)	in_tree_names=mdf_sbo ;;
	*)	in_tree_names=$1 ;;
	esac
	for base in $in_tree_names; do
		if ls $PMUS | grep -qE "^uncore_$base(_[0-9]+)?\$"; then
			echo "$base"
			return
		fi
	done
}
