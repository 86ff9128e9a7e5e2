# SPDX-License-Identifier: GPL-2.0-only
# what: every event of perf's own list for this processor opens here, and programs its bits
# machine: small
# kernels: 6.12
# perf: 7.3
# other perfs: 6.12
#
# perf 6.1 has no list for this processor.
. /test/json_lists.sh
load
for version in 7.3 6.12; do
	json_list $version >/tmp/json.$version
	real_pmus /tmp/json.$version >/tmp/ours.specs
	echo "event-list /tmp/ours.specs /tmp/ours.list" | pmontest | grep '^not ok'
	all=$(wc -l </tmp/json.$version)
	at_most "events that perf $version has not" $((1950 - all)) 0
	equal "events of perf $version whose terms do not fit our formats" \
		"$(awk '$2 == "-"' /tmp/ours.list | head -n 5)" ""
	tried=$(to_open /tmp/ours.list)
	open_all $version /tmp/ours.open "uncore_pmon"
	equal "events of perf $version that open, of $tried" "$opened" "$tried"
	count_all "perf $version's list"
	eval "ours_$(echo $version | tr . _)='$opened of $tried'"
done

# What the counter control holds while one event of each box is counted; values by the guide.
programmed() {
	control=$($PERF stat -x '|' -o /tmp/perf.out -C 0 -e "$1" -- pmonctl get die=0 unit="$2" |
		awk -v want="$3" '/^control/ && $2 == want { print $2; exit }')
	equal "$1 on $2" "$control" "$3"
}
programmed unc_cha_tor_inserts.ia_miss_drd cha:1 0xc817fe00000135
programmed unc_cha_llc_lookup.data_rd cha:0 0x1bc10000ff34
programmed unc_iio_data_req_of_cpu.mem_read.part0 iio:1 0x7001000000483
programmed unc_i_faf_inserts irp:1 0x18
programmed unc_m2p_iio_credits_acquired.drs_0 m2pcie:1 0x133
programmed unc_m_cas_count.rd imc:1 0xcf05
programmed unc_m2m_clockticks m2m:1 0x1
programmed unc_upi_txl_flits.all_data upi:1 0xf02
programmed unc_m3upi_d2c_sent m3upi:1 0x2b
programmed unc_p_core_transition_cycles pcu:0 0x60
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
	awk '$2 == "-" && (NR % 9 == 0)' /tmp/theirs.all | head -n 4 | while read -r name rest; do
		refuse "$name is refused with intel_uncore" "/opt/perf-$version/bin/perf" stat \
			-C 0 -e "$name" -- true
	done
done
# What the in-tree driver does wrong is not the matter here.
pmonctl violations reset >/dev/null
