# SPDX-License-Identifier: GPL-2.0-only
# what: `uncore` does on the in-tree driver what its PMUs allow, and says what is missing
# machine: small
# module: none
# kernels: 6.1 6.12 7.3
# why: intel_uncore has other PMUs in each
load_in_tree
uncore list >/tmp/out
check "the map: $(head -n 1 /tmp/out)" grep -q 'driver of the kernel (intel_uncore)' /tmp/out
check "its units" grep -qE '^  cha +4 +4 +- +uncore_cha_0-3$' /tmp/out
check "types without a name" grep -qE '^  (mdf|cxlcm) +2 +2 ' /tmp/out
check "what it cannot tell" grep -q 'known only with uncore_pmon' /tmp/out

uncore metrics --json mem_bw_total avg_demand_rd_miss_local_latency -- pmonctl - >/tmp/out <<'END'
inject die=0 unit=imc:0 event=0x5 umask=0xcf n=1000000
inject die=0 unit=imc:1 event=0x5 umask=0xf0 n=3000000
inject die=1 unit=cha:0 event=0x36 umask=0x1 ext=0xc816fe n=600000
inject die=1 unit=cha:3 event=0x35 umask=0x1 ext=0xc816fe n=2000
inject die=1 unit=cha:* event=0x1 n=5000000
END
check "counts of all channels of a package" grep -q '"package":0,.*"counts":\[1000000,3000000\]' /tmp/out
check "counts of all CHAs, which this driver has no names for" grep -q '"counts":\[600000,2000,20000000\]' /tmp/out

uncore units -e cha/event=0x35,umask=0x1/ -- pmonctl inject die=1 unit=cha:2 event=0x35 umask=0x1 n=77 >/tmp/out
equal "counts of each unit" "$(awk '$3 == 1 && $5 == 2 { print $6 }' /tmp/out)" 77
equal "and of the package" "$(awk '$3 == 1 && $5 == "all" { print $6 }' /tmp/out)" 77
uncore units true >/tmp/out 2>&1
equal "units of other programs' events: status" "$?" 1
check "and why: $(cat /tmp/out)" grep -q 'no tracepoint' /tmp/out

# Each unit has an event of its own: none that a program could read at each context switch.
uncore tasks -j -b command -e cha/event=0x35,umask=0x1/ -- pmonctl - >/tmp/out 2>/tmp/err <<'END'
inject die=1 unit=cha:2 event=0x35 umask=0x1 n=77
inject die=1 unit=cha:3 event=0x35 umask=0x1 n=23
END
equal "shares: all of a package" "$(sed -nE 's/.*"die":1,"who":"all".*"value":([0-9.]+).*/\1/p' /tmp/out)" 100.0
check "how: $(cat /tmp/err)" grep -q 'no event counts on all units of a die: counters are read each 10 ms' /tmp/err

LINES=24 COLUMNS=80 uncore top --once -- pmonctl inject die=1 unit=cha:2 event=0x35 umask=0x1 ext=0xc817fe n=9000000 >/tmp/out
check "the hot spot" grep -qE '^  0 [.]{4} +0 [.]{2}[^.][.]$' /tmp/out
uncore explain cha/event=0x35,unit_mask=1/ >/tmp/out 2>&1
equal "units cannot be chosen: status" "$?" 1
check "and why: $(cat /tmp/out)" grep -q 'has no format unit_mask' /tmp/out
# What that driver does to the hardware is not ours to judge.
sim violations reset >/dev/null
