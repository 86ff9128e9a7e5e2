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

# entry TYPE-NUMBER ID: the index of the entry's first quadword, 0 if there is none
entry() {
	entry_at=$table_stride
	while [ $entry_at -le $((table_entries * table_stride)) ]; do
		entry_what=$(word $((entry_at + 2)))
		if [ $((entry_what & 0xffff)) = $1 ] && [ $(((entry_what >> 16) & 0xffff)) = $2 ] &&
		   [ $(($(word $entry_at) & 0xff)) != 0 ]; then
			echo $entry_at
			return
		fi
		entry_at=$((entry_at + table_stride))
	done
	echo 0
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
