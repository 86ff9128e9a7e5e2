# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's own list for this processor counts here, perf opens each eighth, and they program their bits
# machine: small
# kernels: 6.12
# perf: 7.3
# other perfs: 6.12
#
# perf 6.1 has no list for this processor.
. /test/json_lists.sh
load
for version in 7.3 6.12; do
	our_list $version 1950
	open_ours $version
	count_all "perf $version's list"
	eval "ours_$(echo $version | tr . _)='$opened of $tried'"
done

# What the counter controls hold while an event of each box is counted: a unit, and the value by the guide.
cat >/tmp/programmed <<'END'
unc_cha_tor_inserts.ia_miss_drd cha:1 0xc817fe00000135
unc_cha_llc_lookup.data_rd cha:0 0x1bc10000ff34
unc_iio_data_req_of_cpu.mem_read.part0 iio:1 0x7001000000483
unc_i_faf_inserts irp:1 0x18
unc_m2p_iio_credits_acquired.drs_0 m2pcie:1 0x133
unc_m_cas_count.rd imc:1 0xcf05
unc_m2m_clockticks m2m:1 0x1
unc_upi_txl_flits.all_data upi:1 0xf02
unc_m3upi_d2c_sent m3upi:1 0x2b
unc_p_core_transition_cycles pcu:0 0x60
END
awk '{ print "get die=0 unit=" $2 }' /tmp/programmed >/tmp/get
$PERF stat -o /tmp/perf.out -C 0 -e "$(cut -d' ' -f1 /tmp/programmed | paste -sd,)" -- pmonctl - </tmp/get >/tmp/controls
# Each reply ends with this line.
awk 'FNR == NR { if ($1 == "ok") unit++; else if (/^control/) held[unit + 0, $2] = 1; next }
	{ print $1 " on " $2 ": " ((FNR - 1, $3) in held ? "" : "not ") $3 }' /tmp/controls /tmp/programmed >/tmp/got
equal "controls of $(wc -l </tmp/got) events that are not as the guide says" "$(grep ': not ' /tmp/got)" ""
unload
# perf's unc_m2m_cms_clockticks lacks the bit that makes 0xc0 an event of the mesh stop. It opens, and
# is perf's to put right; the name cms_clockticks of uncoreall_m2m has it.
equal "accesses that the hardware does not allow, but for CMS events without bit 55" \
	"$(pmonctl violations | grep -vE "^(violations|ok)|write 0x(200)?c0: mesh .CMS. event without bit 55" | head -n 3)" ""

insmod "$(kernel_module msr)" allow_writes=on 2>/dev/null
load_in_tree
for version in 6.12 7.3; do
	open_in_tree $version
	# What the formats say is what perf says.
	awk '$2 == "-" && (NR % 9 == 0)' /tmp/theirs.all | head -n 2 | while read -r name rest; do
		refuse "$name is refused with intel_uncore" "/opt/perf-$version/bin/perf" stat \
			-C 0 -e "$name" -- true
	done
done
# What the in-tree driver does wrong is not the matter here.
pmonctl violations reset >/dev/null
