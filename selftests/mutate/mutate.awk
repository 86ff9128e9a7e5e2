# SPDX-License-Identifier: GPL-2.0-only
# Breaks a C file at one place: awk -v seed=N -f mutate.awk FILE >BROKEN. The place is told on standard error, in fields:
# line, how, function, old text, new text. With -v want='FUNCTION<TAB>OLD<TAB>NEW' in place of a seed it is that place.
# Exit status 1: there is none.

# A way to break line @i. Lines and files that are longer have more of them, and are hit more often.
function offer(i, how, text) {
	if (text == line[i])
		return
	num++
	where[num] = i
	what[num] = how
	becomes[num] = text
}

# Each of @from, a fixed string, in line @i becomes @to.
function each(i, how, from, to,  start, at) {
	start = 1
	while (at = index(substr(line[i], start), from)) {
		at += start - 1
		offer(i, how, substr(line[i], 1, at - 1) to substr(line[i], at + length(from)))
		start = at + length(from)
	}
}

function constants(i,  rest, before) {
	rest = line[i]
	before = ""
	while (match(rest, /[^A-Za-z_0-9.][0-9]+[^A-Za-z_0-9.]/)) {
		number = substr(rest, RSTART + 1, RLENGTH - 2)
		offer(i, "constant", before substr(rest, 1, RSTART) (number + 1) substr(rest, RSTART + RLENGTH - 1))
		before = before substr(rest, 1, RSTART + RLENGTH - 2)
		rest = substr(rest, RSTART + RLENGTH - 1)
	}
}

function arguments(i,  parts) {
	if (match(line[i], /\([A-Za-z_][A-Za-z_0-9.>-]*, [A-Za-z_][A-Za-z_0-9.>-]*[,)]/)) {
		split(substr(line[i], RSTART + 1, RLENGTH - 2), parts, ", ")
		offer(i, "swapped arguments", substr(line[i], 1, RSTART) parts[2] ", " parts[1] substr(line[i], RSTART + RLENGTH - 1))
	}
}

# A whole statement on one line, and no declaration.
function statement(i) {
	return line[i] ~ /^\t+[a-z_]+(\(|(->[a-z_]+|\.[a-z_]+|\[[^]]*\])*( [-+*\/|&^]?= |\+\+|--)).*;$/ &&
	       line[i] !~ /^\t+return/ && line[i - 1] ~ /([;{}):]|else|\*\/)$|^$/
}

function told(text) {
	gsub(/^[ \t]+/, "", text)
	gsub(/\t/, " ", text)
	sub(/ *\\$/, "", text)
	return text
}

{ line[NR] = $0 }

# Whose code, or data, a line is.
/^[a-z].*[a-z_0-9]\(/ && !/;$/ {
	owner = $0
	sub(/\(.*/, "", owner)
	sub(/.*[ *]/, "", owner)
}
/^[a-z].*\[?.* = *{$/ {
	owner = $0
	sub(/(\[.*)? = *{$/, "", owner)
	sub(/.*[ *]/, "", owner)
}
{ of[NR] = owner }

END {
	srand(seed)
	for (i = 1; i <= NR; i++) {
		if (comment || line[i] ~ /^[ \t]*\/\*/) {
			comment = line[i] !~ /\*\//
			continue
		}
		if (line[i] ~ /^#|^[ \t]*\/\// || line[i] ~ /MODULE_|EXPORT_|module_/)
			continue
		if (line[i] !~ /"/) {
			constants(i)
			arguments(i)
		}
		each(i, "comparison", " < ", " <= ")
		each(i, "comparison", " <= ", " < ")
		each(i, "comparison", " > ", " >= ")
		each(i, "comparison", " >= ", " > ")
		each(i, "comparison", " == ", " != ")
		each(i, "comparison", " != ", " == ")
		each(i, "condition", " && ", " || ")
		each(i, "condition", " || ", " && ")
		each(i, "condition", "if (!", "if (")
		each(i, "arithmetic", " + ", " - ")
		each(i, "arithmetic", " - ", " + ")
		each(i, "arithmetic", " | ", " ^ ")
		each(i, "result", "return true;", "return false;")
		each(i, "result", "return false;", "return true;")
		each(i, "result", "return error;", "return 0;")
		if (statement(i))
			offer(i, "dropped statement", "\t;")
	}
	if (!num)
		exit 1
	pick = 1 + int(rand() * num)
	if (want != "") {
		for (pick = 1; pick <= num; pick++)
			if (of[where[pick]] "\t" told(line[where[pick]]) "\t" told(becomes[pick]) == want)
				break
		if (pick > num)
			exit 1
	}
	for (i = 1; i <= NR; i++)
		print i == where[pick] ? becomes[pick] : line[i]
	printf "%d\t%s\t%s\t%s\t%s\n", where[pick], what[pick], of[where[pick]], told(line[where[pick]]),
	       told(becomes[pick]) > "/dev/stderr"
}
