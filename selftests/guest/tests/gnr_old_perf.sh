# SPDX-License-Identifier: GPL-2.0-only
# what: Granite Rapids: perf 6.1, which does not know config3, counts on all CHAs
# machine: gnr_small
# kernels: 6.12
# perf: 6.1
load
event=uncoreall_cha/event=0x35,umask=0x1/
echo "inject die=* unit=cha:* event=0x35 umask=0x1 n=7" >/tmp/commands
$PERF stat -x '|' -a --per-socket -o /tmp/perf.out -e $event -- pmonctl - </tmp/commands >/tmp/out 2>&1
sed 's/^/# /' /tmp/out /tmp/perf.out
equal "sum of each package" "$(awk -F'|' '/^S[01]/ { print $3 }' /tmp/perf.out | xargs)" "$((7 * UNITS_cha)) $((7 * UNITS_cha))"
