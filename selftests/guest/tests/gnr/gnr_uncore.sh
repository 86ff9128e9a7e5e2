# SPDX-License-Identifier: GPL-2.0-only
# what: uncore top shows the traffic of a channel as the sum of its two schedulers, of each channel and each package; uncore tasks counts both
# machine: gnr_small
# kernels: 6.12
load
LINES=24 COLUMNS=80 uncore top --once -- pmonctl - >/tmp/out <<'END'
inject die=0 unit=imc:0 event=0x5 umask=0xcf n=100000000
inject die=0 unit=imc:1 event=0x5 umask=0xcf n=100000000
inject die=0 unit=imc:1 event=0x6 umask=0xcf n=300000000
inject die=1 unit=imc:0 event=0x6 umask=0xf0 n=200000000
inject die=1 unit=imc:1 event=0x5 umask=0xf0 n=400000000
END
sed 's/^/# /' /tmp/out
# CHANNEL READ WRITE, of two packages, in bytes.
awk '/^Heat/ { exit }
	/^ +[01] / {
		gsub(/[#=]+[.]*| [.]+ /, " ")
		for (i = 1; i <= NF; i++) {
			if (sub(/k$/, "", $i)) $i *= 1e3
			if (sub(/M$/, "", $i)) $i *= 1e6
			if (sub(/G$/, "", $i)) $i *= 1e9
			if (sub(/T$/, "", $i)) $i *= 1e12
			if (sub(/P$/, "", $i)) $i *= 1e15
		}
		print
	}' /tmp/out >/tmp/channels
value() { awk -v channel="$1" -v column="$2" '$1 == channel { print $column }' /tmp/channels; }
times() { awk -v a="$1" -v b="$2" -v n="$3" 'BEGIN { exit !(b > 0 && a > (n - 0.1) * b && a < (n + 0.1) * b) }'; }
check "reads of channel 1 are four times those of channel 0: $(value 1 2), $(value 0 2)" times "$(value 1 2)" "$(value 0 2)" 4
check "writes of channel 1 are twice those of channel 0: $(value 1 6), $(value 0 6)" times "$(value 1 6)" "$(value 0 6)" 2
equal "writes of package 0, reads of package 1" "$(value 0 3) $(value 1 3) $(value 0 5) $(value 1 5)" "0 0 0 0"
uncore tasks -n 2 -- sleep 1 >/tmp/out 2>/tmp/err
equal "uncore tasks" "$?" 0
sed 's/^/# /' /tmp/out /tmp/err
equal "events that it counts by default" "$(sed -n 's,^[A-D]: imc/cas_count_\(.*\)/$,\1,p' /tmp/out | xargs)" "sch0.rd sch1.rd sch0.wr sch1.wr"
