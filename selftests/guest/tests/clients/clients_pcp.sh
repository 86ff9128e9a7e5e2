# SPDX-License-Identifier: GPL-2.0-only
# what: PCP counts the injected events by the driver's names in sysfs and by libpfm4's names
# machine: small snbep_qpi
# kernels: 6.12
. /test/clients.sh
note "PCP $(version_of pcp)"

printf '%s\n' 'root { perfevent }' 'perfevent {' 'version 127:0:0' 'active 127:0:1' 'hwcounters 127:*:*' 'derived 127:*:*' \
	'}' >/tmp/pmns
printf 'perfevent\t127\tpipe\tbinary\t/usr/lib/pcp/pmdas/perfevent/pmdaperfevent -U root -d 127\n' >/tmp/pmcd.conf
SOCKET=unix:///tmp/pmcd.socket

# values [dutycycle]: METRIC CPU VALUE of each event, from the daemon
values() {
	# shellcheck disable=SC2046 # words
	client pminfo -h $SOCKET -f $(sed "s/^/perfevent.hwcounters./; s/\$/.${1:-value}/" /tmp/metrics) 2>/tmp/err |
		awk '/^perfevent/ { name = $1; sub(/^perfevent.hwcounters./, "", name); sub(/.[a-z]*$/, "", name) }
			/inst \[/ { gsub(/[]"]/, ""); print name, $4, $6 }'
}

# Every event has counted for a while.
all_count() {
	values dutycycle >/tmp/got
	[ -s /tmp/got ] && ! grep -q ' 0$' /tmp/got
}

# start_pcp: with the configuration on standard input; it counts when it returns. The agent answers before a thread of its own
# enables the events. The daemon would give up on an agent, and a client on the daemon, that is slow to answer.
start_pcp() {
	cat >$C/etc/pcp/perfevent/perfevent.conf
	rm -f /tmp/pmcd.socket
	client /usr/lib/pcp/bin/pmcd -f -q 3600 -t 0 -n /tmp/pmns -c /tmp/pmcd.conf -l /tmp/pmcd.log -U root -s /tmp/pmcd.socket &
	daemon=$!
	for try in $(seq 600); do
		! all_count || return 0
		kill -0 $daemon || break
		# On a busy machine pmdaperfevent takes minutes to read all names.
		[ $((try % 20)) != 0 ] || note "pmcd does not answer yet"
		usleep 500000
	done
	not_ok "pmcd does not answer: $(tail -n 3 /tmp/pmcd.log /tmp/err | tr '\n' ' ')"
	return 1
}

# The agent holds the events.
stop_pcp() {
	killall pmcd
	wait $daemon
	while pidof pmdaperfevent >/tmp/agents; do usleep 100000; done
}

# expect_values TEXT <EXPECTED
expect_values() {
	sort >/tmp/expected
	values | sort >/tmp/got
	check "$(driver_name): $1" cmp /tmp/got /tmp/expected || diff /tmp/expected /tmp/got | sed 's/^/# /'
}

# Of the aliases that both drivers have, and of a name of libpfm4; the daemon's own number of a CPU.
counted() {
	printf '%s\n' uncore_imc_0.cas_count_read uncore_imc_1.cas_count_write spr_unc_imc1__UNC_M_CAS_COUNT_RD \
		spr_unc_cha0__UNC_CHA_TOR_INSERTS_IA_MISS_DRD >/tmp/metrics
	start_pcp <<-'END' || return
		[emr]
		spr_unc_imc1::UNC_M_CAS_COUNT:RD 2
		spr_unc_cha0::UNC_CHA_TOR_INSERTS:IA_MISS_DRD 0
		[dynamic]
		uncore_imc_0.cas_count_read
		uncore_imc_1.cas_count_write
	END
	expect_values "before anything happens" <<-'END'
		spr_unc_cha0__UNC_CHA_TOR_INSERTS_IA_MISS_DRD cpu0 0
		spr_unc_imc1__UNC_M_CAS_COUNT_RD cpu2 0
		uncore_imc_0.cas_count_read cpu0 0
		uncore_imc_0.cas_count_read cpu2 0
		uncore_imc_1.cas_count_write cpu0 0
		uncore_imc_1.cas_count_write cpu2 0
	END
	pmonctl - >/tmp/replies <<-'END'
		inject die=0 unit=imc:0 event=0x5 umask=0xcf n=1001
		inject die=1 unit=imc:0 event=0x5 umask=0xcf n=2002
		inject die=0 unit=imc:1 event=0x5 umask=0xf0 n=3003
		inject die=1 unit=imc:1 event=0x5 umask=0xcf n=4004
		inject die=0 unit=cha:0 event=0x35 umask=0x1 ext=0xc817fe n=505
	END
	expect_values "reads and writes" <<-'END'
		spr_unc_cha0__UNC_CHA_TOR_INSERTS_IA_MISS_DRD cpu0 505
		spr_unc_imc1__UNC_M_CAS_COUNT_RD cpu2 4004
		uncore_imc_0.cas_count_read cpu0 1001
		uncore_imc_0.cas_count_read cpu2 2002
		uncore_imc_1.cas_count_write cpu0 3003
		uncore_imc_1.cas_count_write cpu2 0
	END
	stop_pcp
}
# Names whose event has bits above the first range of its format. PCP shifts all bits to the start of that range.
counted_of_snbep() {
	printf '%s\n' uncore_qpi_1.drs_data uncore_imc_3.cas_count_read >/tmp/metrics
	start_pcp <<-'END' || return
		[dynamic]
		uncore_qpi_1.drs_data
		uncore_imc_3.cas_count_read
	END
	pmonctl - >/tmp/replies <<-'END'
		inject die=1 unit=qpi:1 event=0x2 umask=0x8 ext=1 n=1001
		inject die=1 unit=qpi:1 event=0x2 umask=0x9 n=20
		inject die=1 unit=qpi:1 event=0x2 umask=0x8 n=300
		inject die=1 unit=imc:3 event=0x4 umask=0x3 n=4004
	END
	# intel_uncore's text is event=0x102,umask=0x08: PCP counts event 0x2 with mask 0x9.
	qpi=1001
	loaded uncore_pmon || qpi=20
	expect_values "drs_data has event 0x102" <<-END
		uncore_imc_3.cas_count_read cpu0 0
		uncore_imc_3.cas_count_read cpu2 4004
		uncore_qpi_1.drs_data cpu0 0
		uncore_qpi_1.drs_data cpu2 $qpi
	END
	stop_pcp
}

if [ $PROCESSOR = snbep ]; then
	with_each_driver counted_of_snbep
	printf '%s\n' uncoreall_qpi.rxl_flits_g1.drs_data uncoreall_imc.cas_count.rd uncore_pcu.core0_transition_cycles \
		uncore_pcu.freq_max_power_cycles >/tmp/metrics
	start_pcp <<-'END' || exit 0
		[dynamic]
		uncoreall_qpi.rxl_flits_g1.drs_data
		uncoreall_imc.cas_count.rd
		uncore_pcu.core0_transition_cycles
		uncore_pcu.freq_max_power_cycles
	END
	pmonctl - >/tmp/replies <<-'END'
		inject die=0 unit=qpi:* event=0x2 umask=0x8 ext=1 n=1001
		inject die=* unit=qpi:* event=0x2 umask=0x9 n=20
		inject die=1 unit=imc:* event=0x4 umask=0x3 n=500
		inject die=0 unit=pcu:0 event=0x3 ext=1 n=33
		inject die=0 unit=pcu:0 event=0x3 n=44
		inject die=1 unit=pcu:0 event=0x5 n=55
	END
	expect_values "events of all units of a type" <<-END
		uncoreall_imc.cas_count.rd cpu0 0
		uncoreall_imc.cas_count.rd cpu2 $((500 * UNITS_imc))
		uncoreall_qpi.rxl_flits_g1.drs_data cpu0 $((1001 * UNITS_qpi))
		uncoreall_qpi.rxl_flits_g1.drs_data cpu2 0
		uncore_pcu.core0_transition_cycles cpu0 33
		uncore_pcu.core0_transition_cycles cpu2 0
		uncore_pcu.freq_max_power_cycles cpu0 0
		uncore_pcu.freq_max_power_cycles cpu2 55
	END
	stop_pcp
	exit 0
fi
with_each_driver counted

# All units of a type in one metric.
printf '%s\n' uncoreall_imc.cas_count.rd uncoreall_cha.bypass_cha_imc.taken uncoreall_cha.tor_inserts.ia_miss_drd \
	>/tmp/metrics
start_pcp <<-'END' || exit 0
	[dynamic]
	uncoreall_imc.cas_count.rd
	uncoreall_cha.bypass_cha_imc.taken
	uncoreall_cha.tor_inserts.ia_miss_drd
END
pmonctl - >/tmp/replies <<'END'
inject die=0 unit=imc:* event=0x5 umask=0xcf n=500
inject die=1 unit=cha:* event=0x57 umask=0x1 n=77
inject die=0 unit=cha:* event=0x35 umask=0x1 ext=0xc817fe n=9
END
expect_values "events of all units of a type" <<END
uncoreall_cha.bypass_cha_imc.taken cpu0 0
uncoreall_cha.bypass_cha_imc.taken cpu2 $((77 * UNITS_cha))
uncoreall_cha.tor_inserts.ia_miss_drd cpu0 $((9 * UNITS_cha))
uncoreall_cha.tor_inserts.ia_miss_drd cpu2 0
uncoreall_imc.cas_count.rd cpu0 $((500 * UNITS_imc))
uncoreall_imc.cas_count.rd cpu2 0
END
stop_pcp
