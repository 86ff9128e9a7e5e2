#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0-only
#
# A screen as `tmux capture-pane -e -p` prints it, as an SVG: text with the colours and the weight that escape sequences
# select. Each run of characters with one look is a <text> at its column, so that fonts of another width do not shift it.
#
#	LC_ALL=C awk -v columns=100 -v rows=34 -v title=TEXT -f screen.awk SCREEN
#
# In the C locale all awks see bytes; characters are counted here.

function colour(number,  level) {
	if (number < 16)
		return palette[number]
	if (number >= 232) {
		level = 8 + 10 * (number - 232)
		return sprintf("#%02x%02x%02x", level, level, level)
	}
	number -= 16
	return sprintf("#%02x%02x%02x", cube(int(number / 36)), cube(int(number / 6) % 6), cube(number % 6))
}

function cube(step) { return step ? 55 + 40 * step : 0 }

function reset() {
	front = text_colour
	back = ""
	bold = inverse = 0
}

# One sequence: numbers with semicolons between them.
function select_look(sequence,  n, part, i) {
	n = split(sequence, part, ";")
	if (!n)
		reset()
	for (i = 1; i <= n; i++) {
		if (part[i] + 0 == 0) reset()
		else if (part[i] == 1) bold = 1
		else if (part[i] == 22) bold = 0
		else if (part[i] == 7) inverse = 1
		else if (part[i] == 27) inverse = 0
		else if (part[i] >= 30 && part[i] <= 37) front = colour(part[i] - 30)
		else if (part[i] >= 90 && part[i] <= 97) front = colour(part[i] - 82)
		else if (part[i] == 39) front = text_colour
		else if (part[i] >= 40 && part[i] <= 47) back = colour(part[i] - 40)
		else if (part[i] >= 100 && part[i] <= 107) back = colour(part[i] - 92)
		else if (part[i] == 49) back = ""
		else if ((part[i] == 38 || part[i] == 48) && part[i + 1] == 5) {
			if (part[i] == 38) front = colour(part[i + 2])
			else back = colour(part[i + 2])
			i += 2
		}
	}
}

function escape(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	return text
}

# UTF-8 has one byte for each character that is not of the kind that follows.
function characters(text) {
	gsub(/[\200-\277]/, "", text)
	return length(text)
}

# Characters of one look, from a column on.
function show(text, column, line,  ink, paper, width, part) {
	width = characters(text)
	ink = inverse ? (back == "" ? screen_colour : back) : front
	paper = inverse ? front : back
	if (paper != "")
		printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", margin + column * cell,
			margin + line * row, width * cell, row, paper
	# Not all browsers keep blanks, so each part between two blanks or more stands at its own column.
	while (match(text, /[^ ]+( [^ ]+)*/)) {
		column += RSTART - 1
		part = substr(text, RSTART, RLENGTH)
		text = substr(text, RSTART + RLENGTH)
		width = characters(part)
		printf "<text x=\"%.1f\" y=\"%.1f\" textLength=\"%.1f\" fill=\"%s\"%s>%s</text>\n", margin + column * cell,
			margin + line * row + base, width * cell, ink, bold ? " font-weight=\"bold\"" : "", escape(part)
		column += width
	}
}

BEGIN {
	split("#2e3436 #cc0000 #4e9a06 #c4a000 #3465a4 #75507b #06989a #d3d7cf " \
	      "#555753 #ef2929 #8ae234 #fce94f #729fcf #ad7fa8 #34e2e2 #eeeeec", colours, " ")
	for (i = 1; i <= 16; i++)
		palette[i - 1] = colours[i]
	screen_colour = "#1c1f22"
	text_colour = "#d3d7cf"
	cell = 8.4
	row = 17
	base = 13
	margin = 12
	width = 2 * margin + columns * cell
	height = 2 * margin + rows * row
	print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\"\n", width, height,
		width, height
	print " font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\">"
	printf "<title>%s</title>\n", escape(title)
	printf "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n", screen_colour
	reset()
}

NR <= rows {
	rest = $0
	column = 0
	while (rest != "") {
		if (match(rest, /^\033\[[0-9;]*m/)) {
			select_look(substr(rest, 3, RLENGTH - 3))
			rest = substr(rest, RLENGTH + 1)
			continue
		}
		# tmux switches character sets by these.
		if (match(rest, /^[\016\017]/)) {
			rest = substr(rest, 2)
			continue
		}
		match(rest, /^[^\033\016\017]+/)
		run = substr(rest, 1, RLENGTH)
		rest = substr(rest, RLENGTH + 1)
		show(run, column, NR - 1)
		column += characters(run)
	}
}

END { print "</svg>" }
