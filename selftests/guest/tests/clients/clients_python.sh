# SPDX-License-Identifier: GPL-2.0-only
# what: perf's Python module counts the injected events and computes metrics with both drivers, and samples with this one
# machine: small
# kernels: 6.12
. /test/clients.sh
note "perf's Python module of $(version_of linux-perf) and $(version_of linux-perf-7.3)"

# module ARGUMENT... <COMMANDS: the lines that it prints, in one
module() { client python3 /clients/perf_module.py "$@" 2>/tmp/err | xargs || sed 's/^/# /' /tmp/err; }

cat >/tmp/commands <<'END'
inject die=0 unit=imc:0 event=0x5 umask=0xcf n=100007
inject die=1 unit=imc:0 event=0x5 umask=0xcf n=200007
inject die=* unit=imc:1 event=0x5 umask=0xcf n=40
END
cat >/tmp/local <<'END'
inject die=0 unit=cha:* event=0x35 umask=0x1 ext=0xc816fe n=3000
inject die=0 unit=cha:* event=0x35 umask=0x1 ext=0xc8177e n=1000
inject die=1 unit=cha:* event=0x35 umask=0x1 ext=0xc816fe n=1000
inject die=1 unit=cha:* event=0x35 umask=0x1 ext=0xc8177e n=1000
END
cat >/tmp/period <<'END'
inject die=0 unit=imc:0 event=0x5 umask=0xcf n=500
inject die=1 unit=imc:0 event=0x5 umask=0xcf n=500
END

each_way() {
	equal "$(driver_name): a unit" "$(module count uncore_imc_0/event=0x5,umask=0xcf/ </tmp/commands)" "0 100007 2 200007"
	equal "$(driver_name): all units" "$(module count uncore_imc/event=0x5,umask=0xcf/ </tmp/commands)" "0 100047 2 200047"
	equal "$(driver_name): a name of perf's list" "$(module count unc_m_cas_count.rd </tmp/commands)" "0 100047 2 200047"
	equal "$(driver_name): a metric" "$(module metric numa_reads_addressed_to_local_dram </tmp/local)" "0 0.75 2 0.5"
	equal "$(driver_name): the module of perf 6.12" "$(module old-count uncore_imc_0 0xcf05 </tmp/commands)" "0 100007 2 200007"
	# intel_uncore does not sample.
	samples="0 500 2 500"
	loaded uncore_pmon || samples="Invalid argument"
	equal "$(driver_name): samples" "$(module sample uncore_imc_0/event=0x5,umask=0xcf/ </tmp/period)" "$samples"
	equal "$(driver_name): samples with the module of perf 6.12" "$(module old-sample uncore_imc_0 0xcf05 </tmp/period)" "$samples"
}
with_each_driver each_way
equal "a type PMU" "$(module count uncoreall_imc/event=0x5,umask=0xcf/ </tmp/commands)" "0 100047 2 200047"
