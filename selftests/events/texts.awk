# SPDX-License-Identifier: GPL-2.0-only
#
# What an event counts, in our words and in Intel's: words that say the opposite must agree.
#	awk -v processor=NAME -v minimum=NUMBER -f reasons.awk -f texts.awk text_differences.tsv
#		opposites.tsv ours.tsv intel.tsv
# ours.tsv: box, name, text; intel.tsv: box, name, short and long text. Texts disagree if each has
# only one word of a pair, and not the same. The name is a third text. Prints TAP as compare.awk.

# Lower case, words between single blanks. "local IA" is where a request comes from, while local and
# remote elsewhere are where its address is.
function words_of(text)
{
	text = " " tolower(text) " "
	gsub(/[^a-z0-9-]+/, " ", text)
	gsub(/ local i[ao] /, " ", text)
	return text
}

function has(text, pair, side)
{
	return text ~ (" (" word[pair, side] ") ")
}

# 1: only the one word, 2: only the other, 0: none or both
function side_of(text, pair,	one, other)
{
	one = has(text, pair, 1)
	other = has(text, pair, 2)
	return one == other ? 0 : one ? 1 : 2
}

function compare_texts(box, name, what, text,	words, i, pair, ours, theirs)
{
	words = words_of(text)
	for (i = 1; i <= num_pairs; i++) {
		pair = pairs[i]
		if (what == "long" && where[pair] == "short")
			continue
		theirs = side_of(words, pair)
		ours = theirs ? side_of(our_words[box, name], pair) : 0
		if (ours && ours != theirs)
			judge_difference(pair "/" what, box, name, "", box " " name ": " pair ": \"" \
				our_text[box, name] "\", the " what " one: \"" substr(text, 1, 300) "\"")
	}
}

file == 2 {
	pairs[++num_pairs] = $1
	word[$1, 1] = $2
	word[$1, 2] = $3
	where[$1] = $4
	next
}

file == 3 {
	our_text[$1, $2] = $3
	our_words[$1, $2] = words_of($3)
	next
}

($1, $2) in our_text {
	if (!(($1, $2) in compared)) {
		see_box($1)
		compared[$1, $2] = 1
		expected[$1]++
		num_compared++
		name = $2
		gsub(/[._]/, " ", name)
		compare_texts($1, $2, "name", name)
	}
	compare_texts($1, $2, "short", $3)
	compare_texts($1, $2, "long", $4)
}

END {
	if (num_compared < minimum)
		problem(processor, num_compared " texts compared instead of " minimum)
	verdict(4, "Intel's texts")
}
