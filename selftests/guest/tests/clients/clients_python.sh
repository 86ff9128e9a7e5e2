# SPDX-License-Identifier: GPL-2.0-only
# what: perf's Python module counts the injected events and computes metrics with both drivers, and samples with this one
# machine: small
# kernels: 6.12
. /test/clients.sh
note "perf's Python module of $(version_of linux-perf) and $(version_of linux-perf-7.3)"

# module VERSION JOBS RESULTS: does each job of a file in one process, as a start takes longer than the jobs, and has a line of
# numbers, or the reason why there are none, for each
module() { client python3 /clients/perf_module.py $1 <$2 >$3 2>/tmp/err || sed 's/^/# /' /tmp/err; }

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

cat >/tmp/jobs-7.3 <<'END'
count uncore_imc_0/event=0x5,umask=0xcf/ /tmp/commands
count uncore_imc/event=0x5,umask=0xcf/ /tmp/commands
count unc_m_cas_count.rd /tmp/commands
metric numa_reads_addressed_to_local_dram /tmp/local
sample uncore_imc_0/event=0x5,umask=0xcf/ /tmp/period
count uncoreall_imc/event=0x5,umask=0xcf/ /tmp/commands
END
cat >/tmp/jobs-6.12 <<'END'
count uncore_imc_0:0xcf05 /tmp/commands
sample uncore_imc_0:0xcf05 /tmp/period
END

# of_job VERSION NUMBER TEXT EXPECTED
of_job() { equal "$(driver_name): $3" "$(sed -n $2p /tmp/results-$1)" "$4"; }

each_way() {
	# intel_uncore does not sample.
	samples="0 500 2 500"
	loaded uncore_pmon || samples="Invalid argument"
	grep -v $(loaded uncore_pmon && echo '^$' || echo uncoreall) /tmp/jobs-7.3 >/tmp/jobs
	module 7.3 /tmp/jobs /tmp/results-7.3
	of_job 7.3 1 "a unit" "0 100007 2 200007"
	of_job 7.3 2 "all units" "0 100047 2 200047"
	of_job 7.3 3 "a name of perf's list" "0 100047 2 200047"
	of_job 7.3 4 "a metric" "0 0.75 2 0.5"
	of_job 7.3 5 "samples" "$samples"
	! loaded uncore_pmon || of_job 7.3 6 "a type PMU" "0 100047 2 200047"
	module 6.12 /tmp/jobs-6.12 /tmp/results-6.12
	of_job 6.12 1 "the module of perf 6.12" "0 100007 2 200007"
	of_job 6.12 2 "samples with the module of perf 6.12" "$samples"
}
with_each_driver each_way
