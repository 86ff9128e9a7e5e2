# SPDX-License-Identifier: GPL-2.0-only
# The end of `make check`: the time of each phase, and the results as JUnit's XML. `report` is the
# file with all result lines, `work` has the file `times` that the jobs write.

# phase NAME: it begins now, and the one before has ended.
phase() {
	[ -z "${phase_name:-}" ] || phases="${phases:-}${phases:+, }$phase_name $((EPOCHSECONDS - phase_began)) s"
	phase_name=$1
	phase_began=$EPOCHSECONDS
}

# Which tests are worth looking at when all of it takes too long, and were all processors busy?
print_times() {
	say "== the ten longest tests"
	{
		sed -nE 's/^(not )?ok - (.*): .* ([0-9]+) s$/\3 \2/p' "$report"
		awk -F '\t' '$3 ~ /^host/ { print $1, $3 }' "$work/times"
	} | sort -rn | head -n 10 |
		while read -r seconds name; do printf '%5d s  %s\n' "$seconds" "$name"; done
	phase end
	say "time: $phases; all was set up after $set_up_seconds s, and all but the debug kernel built after $build_seconds s"
	if [ -s "$work/used" ]; then
		sort -rn "$work/used" | awk -F '\t' '{ printf "%.1f\t%s\n", $1 / 100, $2 }' >"$LOGS/used"
		say "of a processor, the ten dearest: $(head -n 10 "$LOGS/used" |
			awk -F '\t' '{ printf "%s%s %d s", (NR > 1 ? ", " : ""), $2, $1 }')"
	fi
	[ ! -s "$work/times" ] || awk -F '\t' -v jobs="$JOBS" -v wall="$run_seconds" '
		{ n++; busy += $1; cpu += $2 }
		END { printf "%d jobs, %d s of processor time; %d at a time were at work %d %% of the time\n",
			     n, cpu, jobs, wall ? 100 * busy / (jobs * wall) : 100 }' "$work/times"
	[ ! -s "$work/times" ] || sort -rn "$work/times" >"$LOGS/times"
}

# write_junit FILE: a test suite for each kernel and for this machine
write_junit() {
	awk '
	function escape(text) {
		gsub(/[\001-\010\013-\037]/, "?", text)
		gsub(/&/, "\\&amp;", text)
		gsub(/</, "\\&lt;", text)
		gsub(/>/, "\\&gt;", text)
		gsub(/"/, "\\&quot;", text)
		return text
	}
	/^(not )?ok - / {
		bad = /^not /
		sub(/^(not )?ok - /, "")
		suite = $1
		sub(/^[^ ]+ +/, "")
		n++
		seconds = match($0, /[0-9]+ s$/) ? substr($0, RSTART, RLENGTH - 2) : 0
		colon = index($0, ": ")
		of[n] = suite
		failed[n] = bad
		name[n] = colon ? substr($0, 1, colon - 1) : $0
		if (suite == "host")	# "SUITE: CASE"
			name[n] = $0
		detail[n] = $0
		time[n] = seconds
		tests[suite]++
		failures[suite] += bad
		total[suite] += seconds
		if (tests[suite] == 1) order[++suites] = suite
		next
	}
	n && failed[n] && lines[n] < 40 { more[n] = more[n] "\n" $0; lines[n]++ }
	END {
		print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>"
		for (s = 1; s <= suites; s++) {
			suite = order[s]
			printf "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" time=\"%d\">\n",
			       escape(suite), tests[suite], failures[suite], total[suite]
			for (i = 1; i <= n; i++) {
				if (of[i] != suite) continue
				printf "<testcase classname=\"%s\" name=\"%s\" time=\"%d\"", escape(suite),
				       escape(name[i]), time[i]
				if (failed[i])
					printf "><failure message=\"%s\">%s</failure></testcase>\n",
					       escape(detail[i]), escape(more[i])
				else
					print "/>"
			}
			print "</testsuite>"
		}
		print "</testsuites>"
	}' "$report" >"$1"
}
