# SPDX-License-Identifier: GPL-2.0-only
# What KUnit says in the kernel's log (KTAP), as results of this runner. A test reads it in itself.

# kunit_results FILE: a line for each case, which counts for itself. Suites are indented once, their cases twice;
# parameters of a case deeper still.
kunit_results() {
	awk '
		/# Subtest: / { sub(/.*# Subtest: */, ""); suite = suite == "" ? $0 : suite }
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
		{ text = text "# " $0 "\n" }' "$1"
}

# kunit_suites TEXT FILE: there are suites, and none failed
kunit_suites() {
	equal "$1: failed suites" "$(grep -c '^not ok' "$2")" 0
	check "$1: there are suites" grep -q '^ok [0-9]' "$2"
}
