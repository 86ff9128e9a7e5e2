#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# compiler.sh PMONEVENTS DIRECTORY: shows that each check of the event compiler
# refuses what it is there for. Starts from small good data, spoils one thing,
# and expects the message, with the file and the line. Prints TAP.
set -uo pipefail
export LC_ALL=C

compiler=$1
work=$2
good=$work/good
bad=$work/bad
tests=0
failed=0

result() { # STATUS NAME
	tests=$((tests + 1))
	if [ "$1" = 0 ]; then
		echo "ok $tests - $2"
	else
		failed=$((failed + 1))
		echo "not ok $tests - $2"
	fi
}

# Blanks separate columns here, in the files tabs do.
table() { # FILE
	sed -E 's/ +/\t/g; s/_/ /g; s/~/_/g' >"$good/$1"
}

rm -rf "$work"
mkdir -p "$good"
table boxes.tsv <<'END'
#_comment
box counters level mesh mesh~config formats code counter~in zero source
mesh 0-3 mesh - - event=config:0-7_umask=config:8-15 - - - -
plain 0-3 type shared ext=0x80 event=config:0-7_umask=config:8-15_ext=config:32-39_edge=config:18 - - - -
alone 0-3 type exclusive - event=config:0-7_umask=config:8-15 - - - -
stack 0-1 unit - - event=config:0-7_ch~mask=config:36-47_fc~mask=config:48-50_umask=config:8-15,32-50_tid=config1:0-3 - - - intel
older 0-3 type - - event=config:0-7,21_opcode=config1:0-7_nid=config1:8-15_match=config2:0-3 - - event -
paired 0-3 unit - - select=config:9-13_counter=config:6-7 select counter event -
END
# Beside the folders of processors.
words() { printf '%s\n' word=meaning "$@" | tr '=' '\t' >"$work/words.tsv"; }
words RD=reads WR=writes RD_ALL=every\ read MISS=misses 'NOT=~not~' PART#=port\ # IN=in~
table mesh.tsv <<'END'
event code umask
RING 0x80 0x01
END
table plain.tsv <<'END'
event subevent code umask ext counters needs level same source
LOOKUP ANY 0x34 0x01 0x1 - state - - -
LOOKUP ALL 0x34 0xff 0x1 - state - - -
QUEUE - 0x11 0x00 - 0 - - - perf
TWICE - 0x12 0x00 - - - - - -
AGAIN - 0x12 0x00 - - - - TWICE -
short - 0x13 0x00 - - - unit - driver
FIXED - 0xff 0x00 - fixed - - - -
- - 0x14 0x00 - 2-3 - - - driver
END
table alone.tsv <<'END'
event code umask
OWN 0x10 0x01
END
table stack.tsv <<'END'
event subevent code umask ch~mask fc~mask tid needs source
DATA PART0 0x83 0x01 0x1 0x7 - channel -
DATA PART1 0x83 0x01 0x2 0x7 0x3 channel driver
END
table older.tsv <<'END'
event subevent code opcode match needs counters only
TOR OPCODE 0x134 - - opcode+nid 0-1 -
TOR NID 0x134 0x1 - nid 0-1 -
FIRST - 0x00 - 0x3 - - -
MOVED - 0x35 0x7 - - 0-1 one
MOVED - 0x35 0x8 - - - other+third
END
table paired.tsv <<'END'
event code
ZERO 0x00
LAST 0x1f
END
table meanings.tsv <<'END'
box event scale unit meaning
mesh RING - - Rings
plain LOOKUP - - Lookups
plain QUEUE - - Queues
plain TWICE - - Once
plain AGAIN - - Twice
plain short - - Short
plain FIXED - clocks Clocks
alone OWN - - Own
stack DATA 3.5e-6 MiB Data
older TOR - - Requests
older FIRST - - Zero
older MOVED - - Twice
paired ZERO - - Zero
paired LAST - - Last
END
printf 'name\nunc_a\nunc_b\n' >"$good/json_names.txt"

"$compiler" --check "$good" 2>"$work/err"
result $? "good data"
sed 's/^/# /' "$work/err"

# A processor gets its own rows and those of all; a page has the rows of all.
"$compiler" --c one "$good" "$work/one.c" && grep -q '{ 0x7ULL, 0x0ULL, ' "$work/one.c" &&
	! grep -q '{ 0x8ULL, ' "$work/one.c" && "$compiler" --c none "$good" "$work/none.c" &&
	! grep -q 'moved' "$work/none.c"
result $? "rows of one processor"
# "other+third" is neither "thi" nor "hird".
for name in other third; do
	"$compiler" --c $name "$good" "$work/$name.c" && grep -q '{ 0x8ULL, 0x0ULL, ' "$work/$name.c" &&
		! grep -q '{ 0x7ULL, ' "$work/$name.c"
	result $? "rows of the processor $name in a list"
done
for name in othe thi hird other+third; do
	"$compiler" --c $name "$good" "$work/none.c" && ! grep -q 'moved' "$work/none.c"
	result $? "no rows of a list for $name"
done
# Two processors: what both have is there once.
"$compiler" --c one "$good" other "$good" "$work/both.c" && [ "$(grep -c '"moved' "$work/both.c")" = 1 ] &&
	[ "$(grep -c '{ 0x00000035, ' "$work/both.c")" = 2 ] && [ "$(grep -c '{ 0x00000012, ' "$work/both.c")" = 2 ] &&
	[ "$(grep -c 'pmon_field .*_fields' "$work/both.c")" = 5 ] &&
	[ "$(grep -c ' u16 .*_older_type' "$work/both.c")" = 2 ] && ! grep -q ' u16 other_plain' "$work/both.c" &&
	grep -q '^const struct pmon_event_set pmon_one_events' "$work/both.c" &&
	grep -q '^const struct pmon_event_set pmon_other_events' "$work/both.c"
result $? "tables of two processors share what is alike"
"$compiler" --rst older "$good" "$work/older.rst" &&
	grep -qF '``moved``: ``event=0x35,opcode=0x7`` (one only)' "$work/older.rst" &&
	grep -qF '``moved``: ``event=0x35,opcode=0x8``, counters 0-3 (other, third only)' "$work/older.rst" &&
	grep -qF '``tor.opcode``: ``event=0x134``, OPCODE (give ``opcode`` and ``nid``)' "$work/older.rst" &&
	grep -qF '``tor.nid``: ``event=0x134,opcode=0x1``, NID (give ``nid``)' "$work/older.rst" &&
	grep -qF '``first``: ``event=0x0,match=0x3``' "$work/older.rst"
result $? "a page with the rows of each processor, filters to give, code 0"
# A box with other formats on another processor.
cp -r "$good" "$work/forms"
awk -F '\t' -v OFS='\t' '/^#/ { print; next } $1 == "box" { print $0, "only"; next } $1 != "stack" { print $0, "-"; next }
	{ print $0, "one+two"; sub(/tid=config1:0-3/, "tid=config1:0-5"); print $0, "other" }' "$good/boxes.tsv" >"$work/forms/boxes.tsv"
"$compiler" --c one "$work/forms" other "$work/forms" third "$work/forms" "$work/forms.c" &&
	[ "$(grep -c '\.box = "stack"' "$work/forms.c")" = 2 ] &&
	[ "$(grep -c '"tid", .word = 1, .mask = 0xfULL' "$work/forms.c")" = 1 ] &&
	[ "$(grep -c '"tid", .word = 1, .mask = 0x3fULL' "$work/forms.c")" = 1 ]
result $? "a box with other formats on another processor, and none on a third"
sed -i 's/\tother$/\tother+two/' "$work/forms/boxes.tsv"
! "$compiler" --check "$work/forms" 2>"$work/err" && grep -q 'boxes.tsv:.*stack is also at line' "$work/err"
result $? "refuses a box twice for one processor"
# perf takes it for the alias of a PMU that has one, and for a raw event elsewhere.
sed '/^QUEUE/s/QUEUE/READ/' "$good/plain.tsv" >"$work/plain.tsv"
! cmp -s "$good/plain.tsv" "$work/plain.tsv" &&
	cp -r "$good" "$work/read" && cp "$work/plain.tsv" "$work/read/" &&
	sed -i '/^plain\tQUEUE/s/QUEUE/READ/' "$work/read/meanings.tsv" &&
	"$compiler" --check "$work/read"
result $? "the name read"
# A mark only where the row has another source than its box.
"$compiler" --rst stack "$good" "$work/stack.rst" &&
	grep -q "^Generated.* those of Intel's event lists, (driver) marks" "$work/stack.rst" &&
	grep -qE '^\* ``data.part0``: ``[^`]*``, port 0$' "$work/stack.rst" &&
	grep -qE '^\* ``data.part1``: ``[^`]*``, port 1 \(driver\)$' "$work/stack.rst" &&
	grep -q '^Generated.* (perf) marks what the guide does not list' "$work/older.rst"
result $? "a page of a box with another source"
# What a subevent is, word by word.
detail() { # SUBEVENT EXPECTED
	sed "s/^DATA\tPART0\b/DATA\t$1/" "$good/stack.tsv" >"$work/stack.tsv" &&
		mkdir -p "$work/detail" && cp "$good"/* "$work/detail/" && mv "$work/stack.tsv" "$work/detail/" &&
		"$compiler" --rst stack "$work/detail" "$work/detail.rst" &&
		grep -qE "^\* \`\`data\.[^\`]*\`\`: [^,]*(,[^,\`]*)*\`\`, $2\$" "$work/detail.rst"
	result $? "$1 is \"$2\""
}
detail RD 'reads'
detail RD_MISS 'reads, misses'
detail RD_ALL_MISS.PART12 'every read, misses, port 12'
detail RD_NOT_MISS 'reads not misses'
detail FAST_GO_WR 'FAST GO, writes'
detail WR_IN_TOR 'writes, in TOR'
cp "$work/words.tsv" "$work/words"
words RD=reads WR=writes RD=others
! "$compiler" --check "$good" 2>"$work/err" && grep -q 'words.tsv:.: RD is there twice' "$work/err"
result $? "refuses a word that is there twice"
words RD=-
! "$compiler" --check "$good" 2>"$work/err" && grep -q 'words.tsv:2: word and meaning are needed' "$work/err"
result $? "refuses a word without a meaning"
mv "$work/words" "$work/words.tsv"
# Constraints: by code with the extra select bit; by the counter that the event names.
grep -qF '{ 0x2000ff, 0x200034, 0x3, 0 },' "$work/one.c" &&
	grep -qF '{ 0xc0, 0xc0, 0x8, 0 },' "$work/one.c"
result $? "constraints by code and by counter"

# The spoiled file is made by sed. The message must be that of the line, and
# nothing may be written.
refuses() { # NAME FILE LINE MESSAGE SED
	local name=$1 file=$2 line=$3 message=$4 status

	rm -rf "$bad" "$work/out.c"
	cp -r "$good" "$bad"
	sed -i -E "$5" "$bad/$file"
	if cmp -s "$bad/$file" "$good/$file"; then
		echo "# the change did not change $file"
		result 1 "$name"
		return
	fi
	"$compiler" --c test "$bad" "$work/out.c" 2>"$work/err"
	status=$?
	case $message in
	*.tsv:*) ;;	# what is spoiled shows elsewhere
	*)	message="$file:${line:+$line:} ${message}" ;;
	esac
	if [ $status = 1 ] && [ ! -e "$work/out.c" ] &&
	   grep -F "$bad/${message%% *}" "$work/err" | grep -F -- "${message#*: }" >/dev/null; then
		result 0 "refuses $name"
	else
		result 1 "refuses $name"
		echo "# status $status, expected \"$message\""
		sed 's/^/# /' "$work/err"
	fi
}

# Form of the files
refuses "a missing column" plain.tsv 2 '9 columns, the first line names 10' "2s/\t-\$//"
refuses "an additional column" plain.tsv 2 '11 columns, the first line names 10' "2s/\$/\tx/"
refuses "an empty cell" plain.tsv 2 'column 10 is empty' "2s/-\$//"
refuses "blanks around a cell" plain.tsv 4 'space around "QUEUE "' '4s/QUEUE/QUEUE /'
refuses "an unknown column" plain.tsv '' 'unknown column "umsk"' '1s/umask/umsk/'
refuses "an empty file" mesh.tsv '' 'no line names the columns' 'd'
refuses "too many columns" mesh.tsv 1 'more than 16 columns' "1s/\$/$(printf '\\tx%.0s' {1..14})/"
refuses "an unknown column of boxes" boxes.tsv '' 'unknown column "levle"' '2s/level/levle/'
refuses "a lost column of meanings" meanings.tsv '' '4 columns instead of 5' "s/\t[^\t]*\t/\t/"

# A file that is not there
for file in boxes.tsv plain.tsv meanings.tsv json_names.txt; do
	rm -rf "$bad"
	cp -r "$good" "$bad"
	rm "$bad/$file"
	! "$compiler" --check "$bad" 2>"$work/err" &&
		grep -qF "$bad/$file: No such file" "$work/err"
	result $? "refuses data without $file"
done

# Cells of an event
refuses "a code that is no number" plain.tsv 4 'code "x11" is not a number of 8 bits' '4s/0x11/x11/'
refuses "a code of 9 bits" plain.tsv 4 'code "0x111" is not a number of 8 bits' '4s/0x11/0x111/'
refuses "code 0" plain.tsv 4 'code 0 switches the counter off' '4s/0x11/0x00/'
refuses "a negative number" plain.tsv 4 'umask "-1" does not fit' '4s/0x00/-1/'
refuses "a number with something behind it" plain.tsv 4 'umask "0x0g" does not fit' '4s/0x00/0x0g/'
refuses "a number of more than 64 bits" plain.tsv 4 'umask "0x10000000000000001" does not fit' '4s/0x00/0x10000000000000001/'
refuses "bits outside the format" plain.tsv 2 'ext "0x101" does not fit' '2s/0x1\t/0x101\t/'
refuses "bits outside config1" stack.tsv 3 'tid "0x13" does not fit' '3s/0x3/0x13/'
refuses "counters that are no set" plain.tsv 4 'counters "3-1" is not like' "4s/\t0\t-/\t3-1\t-/"
refuses "counters out of range" plain.tsv 4 'plain has no counters 3-4' "4s/\t0\t-/\t3-4\t-/"
refuses "an unknown need" plain.tsv 2 'needs "stat" is unknown' '2s/state/stat/'
refuses "an unknown level" plain.tsv 7 'level "units" is unknown' '7s/unit/units/'
refuses "an unknown source" plain.tsv 4 'source "pref" is unknown' '4s/perf/pref/'
refuses "a code of 10 bits" older.tsv 2 'code "0x334" is not a number of 9 bits' '2s/0x134/0x334/'
refuses "a need of a format that is none" older.tsv 2 'needs "node" is unknown' '2s/nid/node/'
refuses "bits outside config2" older.tsv 4 'match "0x13" does not fit' '4s/0x3/0x13/'
refuses "a subevent without an event" plain.tsv 2 'a subevent without an event' '2s/LOOKUP/-/'
refuses "a state event without a state" plain.tsv 2 'counts nothing: umask selects no state' '2s/0x01/0x00/'
refuses "a channel event without channels" stack.tsv 2 'counts nothing: ch_mask or fc_mask is 0' "2s/0x1\t0x7/-\t0x7/"
refuses "a channel event without flow classes" stack.tsv 2 'counts nothing: ch_mask or fc_mask is 0' '2s/0x7/-/'
refuses "a fixed counter with an event code" plain.tsv 8 'fixed and free-running counters' '8s/0xff/0xfe/'
refuses "code 0xff on a general counter" plain.tsv 8 'fixed and free-running counters' '8s/fixed/0/'
# Names
refuses "a name perf cannot read" plain.tsv 4 'perf cannot read the name "que-ue"' '4s/QUEUE/QUE-UE/'
refuses "a name that begins with a digit" plain.tsv 4 'perf cannot read the name "4queue"' '4s/QUEUE/4QUEUE/'
refuses "a name that is too long" plain.tsv 4 'is longer than 63' "4s/QUEUE/$(printf 'Q%.0s' {1..64})/"
refuses "a name that ends in a dot" plain.tsv 4 'separate nothing' '4s/QUEUE/QUEUE./'
refuses "a raw event as a name" plain.tsv 4 '"rade" is a raw event to perf' '4s/QUEUE/RADE/'
refuses "a word of perf as a name" plain.tsv 4 '"period" is a word of perf' '4s/QUEUE/PERIOD/'
refuses "a name that qualifies another" plain.tsv 2 '"lookup.scale" is not an event to perf' '2s/ANY/SCALE/'
refuses "a format as a name" plain.tsv 4 '"edge" is a format' '4s/QUEUE/EDGE/'
refuses "a name of perf's own" plain.tsv 4 '"unc_b" is an event of perf'\''s own' '4s/QUEUE/UNC_B/'
refuses "a name twice" plain.tsv 3 'is also at line 2' '3s/ALL/Any/'
refuses "a name twice for one processor" older.tsv 6 'is also at line 5' '6s/other/one/'
refuses "a name twice for one processor of a list" older.tsv 6 'is also at line 5' '5s/one$/third/'
refuses "a name twice, not beside each other" older.tsv 7 'is also at line 5' '5{p;s/one$/two/};6s/other.*/four+one/'
refuses "a list of processors with a gap" older.tsv 6 'only "other++third" is not like' '6s/[+]/++/'
refuses "a list of processors that ends in +" older.tsv 6 'only "other+third+" is not like' '6s/$/+/'
refuses "a list of processors in words" older.tsv 6 'only "other,third" is not like' '6s/[+]/,/'
refuses "a name on both levels" plain.tsv 7 'is on both levels, see line 4' '7s/short/queue/'
refuses "a name that the mesh stop has" plain.tsv 4 '"ring" is also an event of the mesh stop' '4s/QUEUE/RING/'
# Configurations
refuses "a configuration twice" plain.tsv 5 'same configuration as "again"' "6s/TWICE/-/"
refuses "a wrong claim to be the same" plain.tsv 6 '"twice" has another configuration' '6s/0x00/0x01/'
refuses "a configuration of the mesh stop" plain.tsv 4 'same configuration as "ring" of the mesh stop' "4s/0x11\t0x00\t-/0x80\t0x01\t0x80/"
refuses "other counters within a code" plain.tsv 2 'code 0x34 has other counters' "2s/0x1\t-/0x1\t0/"
refuses "other counters within a code of one processor" older.tsv 6 'code 0x35 has other counters at line 5' "5s/one\$/third/"
refuses "other needs within a code" stack.tsv 3 'code 0x83 has other needs' '3s/channel/-/'
refuses "a mesh stop code in a box apart" alone.tsv 2 'codes from 0x80 are those of the mesh stop' '2s/0x10/0x90/'
refuses "a low code of the mesh stop" mesh.tsv 2 'mesh stop codes are 0x80 and above' '2s/0x80/0x70/'
# Boxes
refuses "a box twice" boxes.tsv 6 'alone is also at line 5' '5p'
refuses "a second mesh stop" boxes.tsv 5 'a second mesh stop' "5s/type\texclusive/mesh\t-/"
refuses "mesh events without a mesh stop" boxes.tsv 4 'there is no box of level mesh' "3s/\tmesh\t-/\ttype\t-/"
refuses "a mesh_config that does not fit" boxes.tsv 4 'mesh_config "ext=0x180" does not fit' '4s/0x80/0x180/'
refuses "a box without an event format" boxes.tsv 6 'no format for event codes of at most 9 bits in config:0-31: event' '6s/event=config:0-7 //'
refuses "a code format that is none" boxes.tsv 8 'no format for event codes of at most 9 bits in config:0-31: selct' "8s/\tselect\t/\tselct\t/"
refuses "a code format of 10 bits" boxes.tsv 7 'no format for event codes of at most 9 bits' '7s/0-7,21/0-8,21/'
refuses "a code format in config1" boxes.tsv 7 'no format for event codes' '7s/event=config:0-7,21/event=config1:16-23/'
refuses "a counter format that is none" boxes.tsv 8 'counter_in "cuonter" is no format' "8s/\tcounter\t/\tcuonter\t/"
refuses "an unknown meaning of code 0" boxes.tsv 7 'zero "evnt" is unknown' '7s/event\t-$/evnt\t-/'
refuses "code 0 where it is no event" boxes.tsv 7 'older.tsv:4: code 0 switches the counter off' '7s/event\t-$/-\t-/'
refuses "an unknown source of a box" boxes.tsv 6 'source "intl" is unknown' '6s/intel/intl/'
refuses "a format that is none" boxes.tsv 4 'is not like name=config:0-7,32-63' '4s/config:18/config:64/'
refuses "a format that overlaps itself" boxes.tsv 4 'is not like name=config:0-7,32-63' '4s/config:32-39/config:32-39,36-40/'
refuses "a format of descending pieces" boxes.tsv 4 'is not like name=config:0-7,32-63' '4s/config:32-39/config:36-39,32-35/'
# Meanings and names of perf
refuses "an event without a meaning" plain.tsv 4 'OTHER has no line in meanings.tsv' '4s/QUEUE/OTHER/'
refuses "a meaning without an event" meanings.tsv 4 'plain has no event QUUE' '4s/QUEUE/QUUE/'
refuses "a meaning twice" meanings.tsv 5 'plain QUEUE is also at line 4' 4p
refuses "a meaning that is empty" meanings.tsv 4 'box, event and meaning are needed' '4s/Queues/-/'
refuses "a scale that is no number" meanings.tsv 10 'is not a positive number' '10s/3.5e-6/3.5x/'
refuses "a scale of 0" meanings.tsv 10 'is not a positive number' '10s/3.5e-6/0/'
refuses "a scale without a unit" meanings.tsv 10 'a scale without a unit' '10s/MiB/-/'
refuses "names of perf out of order" json_names.txt 3 '"unc_a" is not in order' '3s/b/a/'

# Offsets of names have 16 bits.
long_names() { # NUMBER
	rm -rf "$bad" && cp -r "$good" "$bad" && {
		printf 'event\tsubevent\tcode\tumask\n'
		for ((i = 0; i < $1; i++)); do
			printf 'OWN\tN%058d\t%d\t%d\n' $i $((1 + i / 256)) $((i % 256))
		done
	} >"$bad/alone.tsv"
}
long_names 1000 && "$compiler" --c one "$bad" "$work/long.c" && long_names 1100 &&
	! "$compiler" --c one "$bad" "$work/out.c" 2>"$work/err" && [ ! -e "$work/out.c" ] &&
	grep -q 'alone.tsv:[0-9]*: more than 65535 bytes of names' "$work/err"
result $? "refuses more names than fit"

# What is not data
! "$compiler" --rst nobox "$good" "$work/out.rst" 2>"$work/err" &&
	[ ! -e "$work/out.rst" ] && grep -q 'no box type "nobox"' "$work/err"
result $? "refuses a page of no box"
! "$compiler" --c test "$good" "$work/nowhere/out.c" 2>"$work/err" &&
	grep -q 'nowhere/out.c: No such file' "$work/err"
result $? "says that it cannot write"
! (trap '' XFSZ; ulimit -f 1; exec "$compiler" --c test "$good" "$work/out.c") \
	2>"$work/err" && [ ! -e "$work/out.c" ] && [ ! -e "$work/out.c.tmp" ] &&
	grep -q 'out.c: File too large' "$work/err"
result $? "says that writing failed and leaves nothing"
"$compiler" --nothing "$good" 2>"$work/err"
[ $? = 2 ] && grep -q '^usage:' "$work/err"
result $? "says how it is used"

echo "1..$tests"
[ $failed = 0 ]
