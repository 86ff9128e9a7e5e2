# SPDX-License-Identifier: GPL-2.0-only
# For the tests that open the events of perf's own lists.
. /test/perf_configs.sh
# Any PMU of a type: the list says `uncore_cha` for all of `uncore_cha_0` ...
real_pmus() {
	{
		ls $PMUS
		echo --
		sed 's|\(uncore_[a-z0-9_]*\)/|\1 |' "$1"
	} | awk '
		$1 == "--" { list = 1; next }
		!list { there[$1] = 1; next }
		{ pmu = $2 in there ? $2 : $2 "_0"; print $1, pmu "/" $3 }'
}

# json_list PERF: the uncore events of perf's list whose PMU is there, with their terms. A list of all has tracepoints, too.
json_list() {
	"/opt/perf-$1/bin/perf" list --json pmu 2>/dev/null | awk -F'"' '
		$2 == "EventName" { name = $4 }
		$2 == "Encoding" && name ~ /^unc_/ { print name, $4 }' | sort -u -k1,1
}

# our_list PERF LEAST: perf's list, with the terms of our formats in /tmp/ours.list. All of its events have to fit.
our_list() {
	json_list $1 >/tmp/json.$1
	real_pmus /tmp/json.$1 >/tmp/ours.specs
	echo "event-list /tmp/ours.specs /tmp/ours.list" | pmontest | grep '^not ok'
	at_most "events that perf $1 has not" $(($2 - $(wc -l </tmp/json.$1))) 0
	equal "events of perf $1 whose terms do not fit our formats" "$(awk '$2 == "-"' /tmp/ours.list | head -n 5)" ""
}

# open_ours PERF: what perf makes of the names of this list opens. The suite `events` compares the terms of each name, and
# count_all() opens and programs each: so each eighth is enough.
open_ours() {
	cat /tmp/ours.list >>/tmp/ours.before
	tried=$(to_open /tmp/ours.list)
	open_all $1 /tmp/ours.open "uncore_pmon"
	equal "events of perf $1 that open, of $tried" "$opened" "$tried"
}

# to_open FILE: events that another perf has opened with the same configuration, or that need not all be opened, are opened
# only each eighth time. What a
# perf makes of a name's terms does not depend on the name, and each perf takes minutes for all of them.
to_open() {
	touch /tmp/ours.before
	awk 'FILENAME == "/tmp/ours.before" { before[$0] = 1; next } !($0 in before) || FNR % 8 == 0' \
		/tmp/ours.before $1 >/tmp/ours.open
	cat $1 >>/tmp/ours.before
	wc -l </tmp/ours.open
}

# open_all PERF FILE WHOSE: prints failures; the number that opened is in $opened
open_all() {
	# Of many names at a time perf 6.12 takes more than twice as long for twice as many. For perf 7.3 a start costs as much as forty.
	batch=60
	[ $1 = 6.12 ] || batch=640
	rm -f /tmp/batch.*
	awk -v batch=$batch '{ print >sprintf("/tmp/batch.%03d", int(NR / batch)) }' "$2"
	opened=0
	for batch in /tmp/batch.*; do
		open_events "$1" "$batch" "events on $3" && opened=$((opened + $(wc -l <"$batch")))
	done
}

# count_all WHOSE: each event of /tmp/ours.specs that no earlier call has seen is programmed and counts nothing, as perf
# only opens them. What registers do not allow is seen when the test ends, or before.
count_all() {
	touch /tmp/counted
	awk 'FILENAME == "/tmp/counted" { counted[$0] = 1; next } !($0 in counted)' /tmp/counted /tmp/ours.specs >/tmp/counts
	cat /tmp/counts >>/tmp/counted
	[ -s /tmp/counts ] || return 0
	{
		echo "section each event of $1 counts"
		awk '{ print "open event " $2 " die=0\nexpect event 0 " $1 "\nclose event" }' /tmp/counts
		echo "end"
	} | pmontest
}

# open_in_tree PERF: what opens of the same list on intel_uncore, which is loaded; prints the figure beside ours. What
# its formats cannot say is left out, and is in /tmp/theirs.all with a dash. The terms are the same for each perf, and
# it is not perf that is tested here: so no perf opens them, and none that an earlier call has opened.
open_in_tree() {
	touch /tmp/theirs.before
	awk 'FILENAME == "/tmp/theirs.before" { before[$0] = 1; next } !($0 in before)' \
		/tmp/theirs.before /tmp/json.$1 >/tmp/json.new
	cat /tmp/json.new >>/tmp/theirs.before
	real_pmus /tmp/json.new >/tmp/theirs.specs
	echo "event-list /tmp/theirs.specs /tmp/theirs.all" | pmontest | grep '^not ok'
	{
		echo "section what intel_uncore's formats can say of perf $1's list opens there"
		awk 'FNR == NR { if ($2 != "-") opens[$1] = 1; next }
			$1 in opens { print "open event " $2 " die=0 disabled\nexpect event 0 " $1 "\nclose event" }' \
			/tmp/theirs.all /tmp/theirs.specs
		echo "end"
	} >/tmp/theirs.opens
	opened=$(grep -c '^open' /tmp/theirs.opens)
	pmontest </tmp/theirs.opens
	note "perf $1: $(eval "echo \$ours_$(echo $1 | tr . _)") events open on uncore_pmon;" \
		"$opened of $(wc -l </tmp/theirs.all) that were not tried before on intel_uncore"
}
