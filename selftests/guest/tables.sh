# SPDX-License-Identifier: GPL-2.0-only
# Functions for tests that change a package's discovery table (busybox sh); the layout is that of the
# guide, tables 1-13 and 1-14.

# read_table DIE: what word() and entry() look at from now on
read_table() {
	table_die=$1
	table_dump=/tmp/table.$1
	sim table die=$1 dump | grep '^[0-9]' >$table_dump
	table_stride=$((($(word 0) >> 8) & 0xff))
	table_entries=$((($(word 0) >> 16) & 0x3ff))
	[ $table_stride -ge 3 ] || fail "cannot read the table of package $1: stride $table_stride"
}

# word INDEX: a quadword. Those that are zero are not in the dump.
word() { awk -v at="$1" '$1 == at { print $2; found = 1 } END { if (!found) print 0 }' $table_dump; }

# entry TYPE-NUMBER ID: the index of the entry's first quadword, 0 if there is none. The low half of the third one has both.
entry() {
	awk -v stride=$table_stride -v entries=$table_entries -v wanted="$(printf '%04x%04x' $2 $1)" '
		{ digits = "00000000" substr($2, 3); low[$1] = substr(digits, length(digits) - 7) }
		END {
			for (at = stride; at <= entries * stride; at += stride)
				if ((((at + 2) in low) ? low[at + 2] : "00000000") == wanted && (at in low) && low[at] !~ /00$/) {
					found = at
					break
				}
			print found + 0
		}' $table_dump
}

# poke INDEX VALUE
poke() {
	pmonctl table die=$table_die poke qword=$1 value=$(printf '0x%x' $2) >/dev/null ||
		not_ok "poke $*"
}

restore_table() { pmonctl table die=$table_die restore >/dev/null; }

# field VALUE SHIFT BITS NEW: VALUE with a field replaced
field() {
	field_mask=$((((1 << $3) - 1) << $2))
	echo $((($1 & ~field_mask) | (($4 << $2) & field_mask)))
}
