# SPDX-License-Identifier: GPL-2.0-only
# what: perf's metrics of units: this driver accepts all, intel_uncore the same, with exact counts and the right values
# machine: small gnr_small snbep_qpi
# kernels: 6.12
# perf: 7.3
# other perfs: 6.12
. /test/clients.sh

# perf 6.1 has no list for Emerald Rapids, perf 6.12 none for Granite Rapids. perf's formula of lpm_miss_lat_rem for Sandy
# Bridge-EP has no filter_nid, and its events count nothing without one.
known='^$'
case $PROCESSOR in
emr)	versions="7.3 6.12" least_7_3=65 least_6_12=45 ;;
gnr)	versions=7.3 least_7_3=58 ;;
snbep)	versions=7.3 least_7_3=14 known='^wrong (UNC_C_TOR_[A-Z]*\.NID_MISS_OPCODE/filter_opc=0x182/: 0|lpm_miss_lat_rem: ),' ;;
esac
for version in $versions; do
	mkdir -p $C/perf-$version
	mount -o bind /opt/perf-$version $C/perf-$version
	CLIENTS_MOUNTS="$CLIENTS_MOUNTS perf-$version"
done

# All with perf 7.3 and this driver. The others see each fourth: intel_uncore is only compared, and perf 6.12 has almost the same
# formulas.
counted() {
	# intel_uncore counts link 0 in place of the other links (test in_tree_counts).
	same=
	[ $PROCESSOR != emr ] || loaded uncore_pmon || same="upi m3upi"
	for version in $versions; do
		each=4 timeless=
		[ $version != 7.3 ] || ! loaded uncore_pmon || each=1
		[ $version != 6.12 ] || timeless=--timeless
		# The same with both drivers, and it takes perf seconds.
		[ -e /tmp/list-$version ] || /opt/perf-$version/bin/perf list --json pmu metric >/tmp/list-$version 2>/dev/null
		client python3 /clients/metrics.py $timeless --each $each /perf-$version/bin/perf /tmp/list-$version \
			$PACKAGES $same >/tmp/got 2>/tmp/err
		each_metric
	done
}

each_metric() {
	what="perf $version, $(driver_name)"
	accepted=$(grep -c '^accepted ' /tmp/got)
	eval "least=\$((least_${version/./_} / each))"
	at_most "$what: metrics that are missing" $((least > accepted ? least - accepted : 0)) 0 || tail -n 2 /tmp/err | sed 's/^/# /'
	grep '^wrong ' /tmp/got | grep -vE "$known" >/tmp/wrong
	equal "$what: $(sed -n 's/^counts //p' /tmp/got) counts and $(sed -n 's/^values //p' /tmp/got) values of $accepted metrics; wrong" \
		"$(wc -l </tmp/wrong)" 0 || head -n 8 /tmp/wrong | sed 's/^/# /'
	# The guest has no core PMU.
	sed -n "s/^rejected \([^:]*: [^:]*\).*/# $what: rejected \1/p" /tmp/got
	equal "$what: metrics of units alone that it rejects" "$(grep -c '^rejected [^:]*: WHY' /tmp/got)" 0
	grep -E '^(accepted|rejected|turns) ' /tmp/got | cut -d' ' -f1,2 | sort >/tmp/metrics-$version
	if loaded uncore_pmon; then
		equal "perf $version: of $(wc -l </tmp/in-tree-$version) metrics those with another result on intel_uncore" \
			"$(grep -vxFf /tmp/metrics-$version /tmp/in-tree-$version)" ""
	else
		mv /tmp/metrics-$version /tmp/in-tree-$version
	fi
}
with_each_driver counted
