# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # top and out of run
#
# Sourced by run: names that the pages use, and where each has to be defined. A function prints a line for each name that
# is defined nowhere, and a last line with how many names it looked at, so that a pattern that no longer matches shows.

driver=$top/drivers/perf/uncore_pmon

pages() { cat "$top"/README.md "$top"/SECURITY.md "$top"/Documentation/*.rst "$top/selftests/README.rst" "$out/source/metrics.rst"; }

# Code blocks, and what is written as code in a sentence, a line each.
code() {
	pages | awk '
		/^```/ { fence = !fence; next }
		fence { print; next }
		block && /^ / { print; next }
		/[^ ]/ { block = 0 }
		{
			line = $0
			while (match(line, /``[^`]+``/)) {
				print substr(line, RSTART + 2, RLENGTH - 4)
				line = substr(line, RSTART + RLENGTH)
			}
		}
		/::$/ && !/^ *\.\. / { block = 1 }'
}

# The files of the project, without git: a tarball has none.
files() { (cd "$top" && find . -path ./build -prune -o -path ./.git -prune -o -type f -print | sed 's,^\./,,'); }

# defined PATTERN FILE...: is there a line with it?
defined() { grep -rqE --include='*' -- "$@" 2>/dev/null; }

# each COMMAND...: calls it with each name of the standard input, which complains; then says how many there were
each() {
	local name num=0

	while IFS= read -r name; do
		num=$((num + 1))
		"$@" "$name"
	done
	echo "names: $num"
}

# --- make -----------------------------------------------------------------------------------------

target() { defined "^$1:" "$top/Makefile" || echo "make $1: there is no such target"; }
targets() { code | grep -oE '^ *(\$ )?make [a-z][a-z-]*' | sed 's/.*make //' | sort -u | each target; }

# Variables in front of or behind make and the scripts of selftests; "NAME=value" of a page is none.
variable() {
	defined "(^|[^A-Za-z_])$1([^A-Za-z_]|\$)" "$top/Makefile" "$top/Kbuild" "$top/tools" "$top/selftests" "$top/samples" \
		"$top/drivers/perf/uncore_pmon/Makefile" || echo "the variable $1 is used nowhere"
}
variables() { code | grep -E '\<make\>|selftests/' | grep -oE '(^|[ (])[A-Z_]{2,}=' | tr -d ' (=' | sort -u | each variable; }

# --- tests and scripts ----------------------------------------------------------------------------

a_test() {
	local pattern=$1

	compgen -G "$top/selftests/guest/tests/*/$pattern.sh" >/dev/null || [ -x "$top/selftests/$pattern/run" ] ||
		echo "there is no test $pattern"
}
tests_named() {
	{
		code | grep -oE "TEST='?[a-z0-9_*]+" | sed "s/TEST='\{0,1\}//"
		pages | tr '\n' ' ' | grep -oE '[tT]ests? +``[a-z0-9_]+``((,| and) ``[a-z0-9_]+``)*' | grep -oE '``[a-z0-9_]+``' | tr -d '`'
	} | sort -u | each a_test
}

# Parts of the suite fuzz.
fuzz_part() { defined "names=\\(.*\\<$1\\>" "$top/selftests/fuzz/run" || echo "selftests/fuzz/run $1: there is no such part"; }
fuzz_parts() { code | grep -oE 'selftests/fuzz/run [a-z]+' | sed 's/.* //' | sort -u | each fuzz_part; }

# --- the driver -----------------------------------------------------------------------------------

parameter() { defined "module_param(_cb|_named)?\\($1," "$driver" || echo "the module has no parameter $1"; }
parameters() {
	code | grep -oE '(insmod [^ ]*uncore_pmon[a-z_]*\.ko|modprobe uncore_pmon|uncore_pmon\.)[ a-z_0-9=]*' |
		grep -oE '[a-z_]+=' | tr -d = | sort -u | each parameter
}

tracepoint() { defined "(TRACE_EVENT|DEFINE_EVENT)\\(.*\\<$1\\>" "$driver" || echo "the driver has no tracepoint $1"; }
tracepoints() { pages | grep -oE 'uncore_pmon:[a-z_]+' | sed 's/.*://' | sort -u | each tracepoint; }

debugfs_file() { defined "debugfs_create_(file|dir|bool|u32|u64).*\"$1\"" "$driver" || echo "there is no file $1 in debugfs"; }
debugfs_files() {
	pages | grep -oE '(debug/|[^/])uncore_pmon/(discovery|[a-z]+)[^a-z_./]' | grep -vE 'perf/uncore_pmon' |
		sed -E 's,.*/([a-z]+).,\1,' | sort -u | each debugfs_file
}

function_named() { defined "\\<$1\\>" "$driver" "$top/include" "$top/tools" "$top/samples" "$top/selftests" || echo "there is no function $1()"; }
# Of the kernel, which has no source here.
functions() { code | grep -oE '\<[a-z_0-9]+\(\)' | tr -d '()' | grep -vx 'kzalloc_obj' | sort -u | each function_named; }

# --- files ----------------------------------------------------------------------------------------

# A placeholder such as NAME matches any file. A name without a folder is in the folder that the page describes.
file() {
	local pattern=$1

	pattern=$(sed -E 's/<[a-z]+>|NAME|SUBJECT|PROCESSOR|BOX|VERSION/*/g; s/[.]/\\./g; s/\*/[^ ]*/g' <<<"$pattern")
	grep -qE "(^|/)$pattern(/|\$)" "$out/files" || echo "there is no file $1"
}
# Without what is built, what a kernel tree has, what the reader writes, and what tests leave in build/logs.
files_named() {
	files >"$out/files"
	{
		pages | grep -oE '(^|[^A-Za-z0-9_/.<-])(drivers|tools|selftests|samples|include|packaging|debian|Documentation)/[A-Za-z0-9_./*<>-]+' |
			sed -E 's,^[^a-zA-Z],,; s,[.,/]+$,,'
		code | grep -vE ' |^/|^~' | grep -E '\.(c|h|sh|tsv|txt|json|yml|awk|rst|service|default|conf|config)$'
	} | grep -vxE 'report\.json|drivers/perf/(Kconfig|Makefile)|tools/testing/.*|tools/(pmonsim/pmonsim|uncore/uncore|pmonevents/pmonevents)|samples/.*\.ko|scripts/.*|pmu-events/.*' |
		sort -u | each file
}

# --- uncore ---------------------------------------------------------------------------------------

# "COMMAND OPTION": is it one of the command's table? Each command has --help, --usage and -h.
option() {
	local command=${1% *} name=${1#* } row

	[ -d "$top/tools/uncore/$command" ] || { echo "there is no uncore $command"; return; }
	case $name in
	- | -- | --help | -h | -\?) return ;;
	--*)	row="\\{ \"${name#--}\"," ;;
	*)	row="\\{ \"[a-z-]+\", '${name#-}'," ;;
	esac
	defined "$row" "$top/tools/uncore/$command" || echo "uncore $command has no option $name"
}
# Of the lines that begin with it, up to the command behind "--", and of the page of each command.
options() {
	{
		code | grep -oE '(^|[ /])uncore [a-z]+ .*' | sed -E 's/^[ \/]//; s/ -- .*//; s/ \| .*//; s/uncore units perf .*//; s/ #.*//' |
			awk '$1 == "uncore" { print $2 " --"; for (i = 3; i <= NF; i++) if ($i ~ /^-/) print $2, $i }' | sed 's/=.*//'
		for page in "$top"/Documentation/uncore-*.rst; do
			command=${page##*/uncore-}
			grep -oE '^``-[^`]*``|, ``--?[a-z0-9-]+``' "$page" | grep -oE '``--?[a-zA-Z0-9-]+' | sed "s/^../${command%.rst} /"
		done
	} | sed -E "s/[]['\"(,.].*//" | grep -v '^[a-z]* [^-]' | sort -u | each option
}

# --- packages -------------------------------------------------------------------------------------

# A page may only install packages that the project's own packages or the set-up install.
package() {
	case $1 in
	# Of a real machine only.
	mokutil | linux-headers-* | linux-kbuild-* | ./build/deb/*) return ;;
	esac
	defined "(^|[^a-z0-9-])$1([^a-z0-9-]|\$)" "$top/debian/control" "$top/selftests/setup" "$top/selftests/check-bare" || echo "nothing installs the package $1"
}
packages() {
	code | sed -e ':a' -e '/\\$/N; s/\\\n//; ta' | grep -oE 'apt(-get)? install .*' | sed -E 's/apt(-get)? install//; s/ #.*//; s/\$\(uname -r\)/RELEASE/' |
		tr -s ' ' '\n' | grep . | sort -u | each package
}

# --- events ---------------------------------------------------------------------------------------

# "BOX NAME", by the reference pages, which are made of the event tables.
event() {
	local box=${1% *} name=${1#* }

	grep -qF -- "* \`\`$name\`\`:" "$out"/source/reference/"$box".rst "$out"/source/reference/*/"$box".rst 2>/dev/null ||
		echo "$box has no event $name"
}
# PMU/NAME/ and PMU/NAME,TERMS/, also with a box type in place of the PMU. A term with "=" is no name.
events() {
	pages | grep -oE '(^|[^/a-z_])[a-z][a-z0-9_*]*/[a-z][a-z0-9_.,=+-]*/' | sed -E 's/^[^a-z]//; s,/$,,' |
		awk -F/ -v boxes=" $(cd "$out/source/reference" && find . -name '*.rst' | sed 's,.*/,,; s/.rst$//' | tr '\n' ' ')" '
			{ pmu = sub(/^uncore(all)?_/, "", $1); sub(/_?[0-9*]+$/, "", $1); sub(/,.*/, "", $2) }
			$1 ~ /^(pmon|bandwidth)$/ || $2 ~ /^[a-z_0-9]*=|^(events|format)$/ { next }
			pmu || index(boxes, " " $1 " ") { print $1, $2 }' | sort -u | each event
}

# --- messages -------------------------------------------------------------------------------------

# messages_of FOLDER CALLS: the strings with blanks of each call, a line each
messages_of() {
	find "$1" -name '*.c' ! -path '*/tests/*' ! -path '*/gen/*' -exec cat {} + | sed 's/;$/@/' | tr '\n\t' '  ' |
		grep -oE "\\<($2)[^@]*@" | sed -E 's/([^\\])" *(SYSTEM *)?"/\1/g' | grep -oE '"([^"\\]|\\.)+"' |
		sed -E 's/^"//; s/"$//; s/(\\n)+$//; s/\\"/"/g; s/^: //; s/^; //' | grep -E '[^ ] [^ ]' | sort -u
}

# --- the driver's README ----------------------------------------------------------------------------

# function_in FUNCTION() FILE: a definition begins in the first column
function_in() {
	local name=${1%%(*} file=${1#* }
	grep -qE "^[a-z].*[ *]$name\(" "$driver/$file" || echo "$file of the driver has no $name()"
}
# A name and its file are side by side, ``name()`` (``file``); a second line of a paragraph may have the file.
driver_functions() {
	tr '\n' ' ' <"$driver/README.rst" | tr -s ' ' | grep -oE '``[a-z_]+\(\)`` \(``[a-z_/]+\.[ch]``\)' |
		sed 's/``//g; s/ (\(.*\))$/ \1/' | sort -u | each function_in
}
