# SPDX-License-Identifier: GPL-2.0-only
# what: perf record samples uncore events, alone and with the values of a group
# machine: small
# kernels: 6.12
load

# perf would read the kernel's symbols each time it starts, two thirds of what all this takes, and needs none.
restricted=/proc/sys/kernel/kptr_restrict
was_restricted=$(cat $restricted)
echo 2 >$restricted

data=/tmp/perf.data

# record OPTION...: perf record around the simulator commands in /tmp/commands
record() {
	if ! $PERF record -q -o $data -a "$@" -- sh /test/run_commands.sh /tmp/commands >/tmp/record.out 2>&1; then
		not_ok "perf $PERF_VERSION record $*: $(head -n 3 /tmp/record.out | tr '\n' ' ')"
		return 1
	fi
	grep -q '^error' /tmp/record.out && not_ok "$(grep -m 1 '^error' /tmp/record.out)"
	return 0
}
samples() { $PERF script -i $data -F event,period 2>/tmp/script.err; }

cat >/tmp/commands <<END
inject die=0 unit=cha:1 event=0x35 umask=1 n=500
inject die=0 unit=m2m:0 event=0x18 umask=1 n=499
inject die=0 unit=imc:0 event=0x2 umask=0x11 n=100
inject die=0 unit=cha:1 event=0x35 umask=1 n=500
inject die=0 unit=m2m:0 event=0x18 umask=1 n=1
inject die=0 unit=imc:0 event=0x2 umask=0x11 n=400
inject die=0 unit=imc:0 event=0x2 umask=0x11 n=499
END
record -e uncore_cha_1/event=0x35,umask=0x1,name=tor/,uncore_m2m_0/event=0x18,umask=0x1,name=m2m/,uncore_imc_0/event=0x2,umask=0x11,name=imc/ \
	-c 500 --period && samples >/tmp/samples
sed 's/^/# /' /tmp/samples
equal "samples in three register spaces" \
	"$(awk '{ n[$2] += 1; p[$2] = $1 } END { print n["tor:"] "x" p["tor:"], n["m2m:"] "x" p["m2m:"], n["imc:"] "x" p["imc:"] }' /tmp/samples)" \
	"2x500 1x500 1x500"

# Occupancy over inserts is the mean time in the queue; each sample has its own window.
{
	for occupancy in 30000 70000 20000; do
		echo "inject die=0 unit=cha:1 event=0x36 umask=1 n=$occupancy"
		echo "inject die=0 unit=cha:1 event=0x35 umask=1 n=1000"
	done
} >/tmp/commands
record -c 1000 -e '{uncore_cha_1/event=0x35,umask=0x1,name=inserts/,uncore_cha_1/event=0x36,umask=0x1,name=occupancy/}:S' &&
	samples >/tmp/samples
sed 's/^/# /' /tmp/samples
equal "what each window adds to the group" \
	"$(awk '$2 == "inserts:" || $2 == "occupancy:" { print $2 $1 }' /tmp/samples | tr '\n' ' ')" \
	"inserts:1000 occupancy:30000 inserts:1000 occupancy:70000 inserts:1000 occupancy:20000 "
echo $was_restricted >$restricted
