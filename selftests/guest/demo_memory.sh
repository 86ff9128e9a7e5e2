# SPDX-License-Identifier: GPL-2.0-only
# What `make demo MEMORY=1` shows: a program that moves a known number of bytes, and where they are seen.
MIB=16
failed=0

# show KIND CPU NODE: perf stat around the program, and what its counts come to
show() {
	echo
	echo "== $MIB MiB $4: CPU $2 (socket $(($2 / 2))), memory of node $3"
	echo "\$ perf stat -a --per-socket -e uncoreall_imc/cas_count.rd/ -e uncoreall_imc/cas_count.wr/ move $1 $2 $3 $MIB"
	$PERF stat -a --per-socket -o /tmp/perf.out -e uncoreall_imc/cas_count.rd/ -e uncoreall_imc/cas_count.wr/ \
		-- move $1 $2 $3 $MIB || failed=1
	grep '^S[0-9]' /tmp/perf.out | sed 's/ *$//'
	awk -v home=S$3 -v want=$MIB '$1 == home && $3 > most { most = $3 }
	     END { exit !(most > want * 0.98 && most < want * 1.02) }' /tmp/perf.out || failed=1
}

echo "Linux $(uname -r), $PACKAGES sockets with a NUMA node each, simulated memory"
echo "\$ insmod uncore_pmon.ko"
load
show read 0 0 "read from local memory"
show read 2 0 "read from memory of the other socket"
show stream 2 1 "written with non-temporal stores to local memory"
echo
echo "\$ uncore metrics mem_bw_reads mem_bw_writes data_out -- move read 2 0 $MIB"
uncore metrics mem_bw_reads mem_bw_writes data_out -- move read 2 0 $MIB || failed=1
echo
if [ $failed = 0 ]; then
	ok "each program's bytes are seen at their home"
else
	not_ok "bytes are missing, or elsewhere"
fi
