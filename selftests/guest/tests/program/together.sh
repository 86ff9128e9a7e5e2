# SPDX-License-Identifier: GPL-2.0-only
# what: which events count together, and how many counters are free, while other events count
# machine: small
# kernels: 6.12
load

# free_of PMU...: the lines of the files, joined
free_of() {
	for pmu in "$@"; do
		tr '\n' ',' <$PMUS/$pmu/free
	done
}
equal "all are free" "$(free_of uncoreall_cha uncore_cha_1 uncore_imc_0 uncore_irp_0 uncore_iio_free_running_0)" "0 4,1 4,0 4,1 4,0 4,1 4,0 2,1 2,0 0,1 0,"
pmontest <<END
section events that count
open a uncore_cha_1/event=0x35,umask=0x1/ die=1
open b uncore_cha_1/event=0x35,umask=0x2/ die=1
open c uncoreall_imc/event=0x5,umask=0x1/ die=0
open d uncore_imc_1/event=0xff/ die=0
run cat $PMUS/uncoreall_cha/free $PMUS/uncore_cha_1/free $PMUS/uncore_cha_0/free >/tmp/cha
run cat $PMUS/uncoreall_imc/free $PMUS/uncore_imc_1/free >/tmp/imc
run uncore explain --together cha/event=0x36,umask=0x1/ >/tmp/explained
sim inject die=1 unit=cha:1 event=0x35 umask=0x1 n=42
expect a 42
close all
end
END
equal "two counters of a unit" "$(tr '\n' ',' </tmp/cha)" "0 4,1 2,0 4,1 2,0 4,1 4,"
equal "one of each, and a fixed counter, which is no such counter" "$(tr '\n' ',' </tmp/imc)" "0 3,1 4,0 3,1 4,"
check "the program has the smallest" grep -q 'free now: 2 of each unit' /tmp/explained
equal "all are free again" "$(free_of uncoreall_cha uncoreall_imc)" "0 4,1 4,0 4,1 4,"

# Both events count on counter 0 only.
uncore explain --together cha/tor_occupancy.ia_miss_drd/ cha/tor_occupancy.ia_miss/ cha/tor_inserts.ia_miss/ imc/cas_count.rd/ >/tmp/out
sed 's/^/# /' /tmp/out
equal "two events for one counter" "$(sed -n 's/^\(uncoreall_[a-z]*: .*\)/\1/p' /tmp/out | tr '\n' ',')" \
	"uncoreall_cha: 2 sets, which take turns,uncoreall_imc: all count at the same time,"
equal "the sets" "$(grep '^  cha' /tmp/out | tr '\n' '|')" \
	"  cha/tor_occupancy.ia_miss_drd/, cha/tor_inserts.ia_miss/|  cha/tor_occupancy.ia_miss/|"
