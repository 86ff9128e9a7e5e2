# SPDX-License-Identifier: GPL-2.0-only
# Stand-ins for libraries that perf and uncore are linked with and that no test needs: for scripts in Python and Perl, the terminal,
# downloads of debug information, traces of Arm, traces in another format, and encryption. At each start of perf the dynamic loader
# resolves all names of these libraries and of the 30 libraries that they need. That is more than half of a start on an emulated CPU.
# perf itself and the other libraries are Debian's.

STAND_INS='lib(python3|perl|slang|debuginfod|opencsd_c_api|babeltrace-ctf|gnutls)[.]'

needed_libraries() { readelf -dW "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p'; }

# names_for PROGRAM LIBRARY: the library's names that the program has, too: TYPE SIZE NAME [VERSION] for each
names_for() {
	{ readelf -W --dyn-syms "$1" && echo "-- library" && readelf -W --dyn-syms "$2"; } | awk '
		/^-- library/ { library = 1 }
		$1 !~ /^[0-9]+:$/ { next }
		{ parts = split($8, name, /@+/) }
		!library { used[name[1]] = 1; next }
		$7 != "UND" && $7 != "ABS" && name[1] in used && !seen[name[1]]++ {
			print $4, $3, name[1], (parts > 1 ? name[2] : "")
		}'
}

# stand_in_source FUNCTION: assembler for the names that names_for() prints: data of the same size, as the loader may copy it into
# the program, and functions with these instructions
stand_in_source() {
	awk -v body="$1" '
	BEGIN {
		section["OBJECT"] = ".bss"
		section["TLS"] = ".section .tbss,\"awT\",@nobits"
	}
	$1 in section {
		printf ".globl %s\n.type %s,@object\n.size %s,%s\n%s\n.balign 32\n%s: .zero %s\n", $3, $3, $3, $2, section[$1], $3, $2
		next
	}
	{ printf ".globl %s\n.type %s,@function\n.text\n%s: %s\n", $3, $3, $3, body }
	END { print ".section .note.GNU-stack,\"\",@progbits" }'
}

# stand_in PROGRAM LIBRARY WORK: replaces the library
stand_in() {
	local program=$1 library=$2 work=$3 versions=() body=ud2

	# perf record asks for a client, which is not there. What serves `uncore export` initialises encryption when it is loaded.
	case $library in
	*/libdebuginfod.* | */libgnutls.*) body="xor %eax, %eax; ret" ;;
	esac
	names_for "$program" "$library" >"$work/names" &&
	stand_in_source "$body" <"$work/names" >"$work/source.s" || return
	awk 'NF > 3 { names[$4] = names[$4] " " $3 ";" }
		END { for (version in names) print version " { global:" names[version] " };" }' "$work/names" >"$work/versions"
	[ ! -s "$work/versions" ] || versions=("-Wl,--version-script=$work/versions")
	gcc -shared -nostdlib -Wl,-soname,"${library##*/}" "${versions[@]}" -o "$work/library" "$work/source.s" &&
	mv "$work/library" "$library"
}

# with_stand_ins DIRECTORY [PROGRAM FILE]: replaces libraries of DIRECTORY that FILE is linked with. Removes libraries that PROGRAM no
# longer needs. PROGRAM and FILE are names in DIRECTORY, by default perf.bin.
with_stand_ins() {
	local directory=$1 program=${2:-perf.bin} user=${3:-perf.bin} work file name wanted todo

	work=$(mktemp -d "$BUILD/image/stubs.XXXXXX") || return
	for name in $(needed_libraries "$directory/$user" | grep -E "^$STAND_INS"); do
		stand_in "$directory/$user" "$directory/$name" "$work" || { rm -rf "$work"; return 1; }
	done
	rm -rf "$work"
	wanted=$program todo=$program
	while [ -n "$todo" ]; do
		# uncore has the loader under another name.
		todo=$(for file in $todo; do [ ! -e "$directory/$file" ] || needed_libraries "$directory/$file"; done |
			sort -u | grep -vxF "$wanted")
		wanted=$wanted${todo:+$'\n'$todo}
	done
	for file in "$directory"/*; do
		case ${file##*/} in
		ld-linux* | ld.so | "$program") ;;
		*)	grep -xF "${file##*/}" <<<"$wanted" >/dev/null || rm "$file" ;;
		esac
	done
}
