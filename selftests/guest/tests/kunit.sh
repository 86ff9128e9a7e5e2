# SPDX-License-Identifier: GPL-2.0-only
# what: the KUnit suites of the driver's logic, on a kernel with sanitizers and lock checking
# machine: small
# kernels: debug
[ -n "$(ls /lib/kunit/*.ko 2>/dev/null)" ] || fail "no KUnit module was built for this kernel"

# Suites run while their module loads and report through the kernel log, in KTAP.
loaded uncore_pmon || insmod $MODULE 2>/dev/null
for module in /lib/kunit/*.ko; do
	name=${module##*/}
	log_of_test >/tmp/log.before
	check "$name loads" insmod $module
	log_of_test | tail -n +$(($(wc -l </tmp/log.before) + 1)) | sed 's/^\[[^]]*\] //' >/tmp/ktap
	rmmod ${name%.ko} 2>/dev/null

	# Suites are indented once, their cases twice; parameters of a case deeper still.
	awk '
		/# Subtest: / { sub(/.*# Subtest: */, ""); if (!nested || 1) suite = suite == "" ? $0 : suite }
		/^ *# Subtest/ { next }
		/^    (ok|not ok) [0-9]+/ {
			line = $0
			bad = line ~ /^    not ok/
			sub(/^ *(not )?ok [0-9]+ *-? */, "", line)
			print "case " (bad ? "not ok - " : "ok - ") "kunit " suite "." line
			if (bad) printf "%s", text
			text = ""
			next
		}
		/^(ok|not ok) [0-9]+/ { suite = ""; text = ""; next }
		{ text = text "# " $0 "\n" }' /tmp/ktap
	equal "$name: failed suites" "$(grep -c '^not ok' /tmp/ktap)" 0
	check "$name: there are suites" grep -q '^ok [0-9]' /tmp/ktap
done
