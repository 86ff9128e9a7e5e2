# shellcheck shell=bash disable=SC2154 # variables of kernel-patch
# SPDX-License-Identifier: GPL-2.0-only
#
# `make series`: part of tools/kernel-patch, which has made the whole in $work.

# Reads the data file. A file of the whole that is in no patch or in two ends the program, as does a pattern that
# matches nothing.
read_series() { # DATA
	local line pattern file rest patch=0 used text=
	local -a patterns

	titles=() texts=() owner_series=() series_names=() series_titles=() series_texts=()
	partial=("$driver/Makefile" "$driver/tests/Makefile.kunit" "$driver/processors/list.h")
	declare -gA home=() late=() only=()
	while IFS= read -r line; do
		case $line in
		'#'*) ;;
		'series '*)
			read -r _ rest <<<"$line"
			series_names+=("${rest%% *}") series_titles+=("${rest#* }") series_texts+=('')
			text=series ;;
		'patch '*)
			titles+=("${line#patch }") texts+=('') owner_series+=($((${#series_names[@]} - 1)))
			patch=$((${#titles[@]} - 1)) text=patch ;;
		'files '*)
			read -ra patterns <<<"${line#files }"
			for pattern in "${patterns[@]}"; do
				used=
				[[ $pattern == ./* ]] && pattern=${pattern#./} || pattern=$driver/$pattern
				for file in "${all[@]}"; do
					# shellcheck disable=SC2053 # a pattern
					[[ $file == $pattern ]] || continue
					[ -z "${home[$file]-}" ] || die "$1: $file is in two patches"
					home[$file]=$patch used=yes
				done
				[ -n "$used" ] || die "$1: no file is $pattern"
			done ;;
		'lines '*)
			read -r _ file rest <<<"$line"
			grep -qE -- "$rest" "$work/$driver/$file" || die "$1: no line of $file has $rest"
			partial+=("$driver/$file")
			late[$patch]+="$driver/$file $rest"$'\n' ;;
		'only '*)
			read -r _ file rest <<<"$line"
			only[$driver/$file]="$patch $rest" ;;
		' '* | '')
			if [ "${text-}" = patch ]; then
				texts[patch]+="${line# }"$'\n'
			elif [ "${text-}" = series ]; then
				series_texts[-1]+="${line# }"$'\n'
			fi ;;
		*) die "$1: what is '$line'?" ;;
		esac
	done <"$1"
	for file in "${all[@]}"; do
		[ -n "${home[$file]-}" ] || die "$1: $file is in no patch"
	done
}

# What names files: a Makefile without the objects, and the list of processors without the rows, that are not there yet.
without_absent() { # FILE
	case $1 in
	*/Makefile | */Makefile.kunit | */list.h) ;;
	*) cat; return ;;
	esac
	awk -v file="${1##*/}" -v absent="$absent" '
	BEGIN { n = split(absent, words, " "); for (i = 1; i <= n; i++) gone[words[i]] }
	file == "list.h" {
		split($0, cell, /[(,] */)
		gsub(/\)/, "", cell[4])
		if (/^PMON_FOLDER\(/ && ("events/" cell[2]) in gone || /^PMON_EVENTS\(/ && ("events/" cell[3]) in gone)
			next
		if (/^PMON_DESCRIPTION\(/ && ("processors/" cell[3]) in gone) {
			without[cell[2]] = 1
			next
		}
		if (/^PMON_MODEL\(/ && cell[7] in without)
			next
		if ($0 != "" || last != "")
			print
		last = $0
		next
	}
	# Without the words that name an absent file, and wrapped again if there were some.
	function list(text, original,	folder, prefix, rest, out, before, word, name, dropped, n, i, part, line, depth) {
		folder = text
		sub(/ .*/, "", folder)
		sub(/^uncore-pmon-/, "", folder)
		if (folder == "kunit-suites")
			folder = "tests"
		for (rest = text; match(rest, /[A-Za-z0-9_\/.-]+/); rest = substr(rest, RSTART + RLENGTH)) {
			before = substr(rest, 1, RSTART - 1)
			word = substr(rest, RSTART, RLENGTH)
			if (before ~ /\)/ || word == "filter-out")
				prefix = ""
			if (out ~ /\$\(addprefix$/) {
				prefix = word == "model" ? "tests/model" : word
			} else {
				name = word
				sub(/\.o$/, "", name)
				if (name in gone || (folder "/" name) in gone || (prefix name) in gone) {
					word = ""
					dropped = 1
				}
			}
			out = out before word
		}
		out = out rest
		if (!dropped) {
			print original
			return
		}
		gsub(/  +/, " ", out)
		gsub(/, /, ",", out)
		gsub(/ \)/, ")", out)
		gsub(/\$\(addprefix [a-z]+\/?,\)/, "", out)
		gsub(/  +/, " ", out)
		sub(/ $/, "", out)
		if (out ~ /^kunit-suites \+=$/)
			return
		n = split(out, part, / /)
		line = part[1]
		for (i = 2; i <= n; i++) {
			# Not within what an inner call of make has.
			depth += gsub(/\(/, "(", part[i - 1]) - gsub(/\)/, ")", part[i - 1])
			if (depth < 2 && length(line) + length(part[i]) > 92) {
				print line " \\"
				line = "\t" part[i]
			} else {
				line = line " " part[i]
			}
		}
		print line
	}
	# Such a list goes on in the next line after a backslash.
	in_list || /^(uncore-pmon-[a-z]+|kunit-(suites|tested)|uncore_pmon-y) [:+]?=/ {
		original = original (in_list ? "\n" : "") $0
		line = $0
		sub(/^[ \t]+/, "", line)
		in_list = sub(/[ \t]*\\$/, " ", line)
		text = text line
		if (!in_list) {
			list(text, original)
			text = original = ""
		}
		next
	}
	{ print }'
}

# Words that name files of later patches: rooms/name, events/FOLDER.
find_absent() { # PATCH
	local file name

	absent=
	for file in "${all[@]}"; do
		[ "${home[$file]}" -gt "$1" ] || continue
		name=${file#"$driver"/}
		case $name in
		processors/events/*/*) name=${name#processors/}; absent+=" ${name%/*}" ;;
		*.c) [ "$name" = main.c ] || absent+=" ${name%.c}" ;;
		esac
	done
}

# The tree as it is after a patch.
put_step() { # PATCH
	local file i later name regex
	local -a new=()

	find_absent "$1"
	mkdir -p "$work/$driver"
	for file in "${all[@]}"; do
		if [ "${home[$file]}" -gt "$1" ]; then
			regex=${only[$file]-}
			[ -z "$regex" ] || [ "${regex%% *}" -gt "$1" ] || grep -E -- "${regex#* }" "$whole/$file" >"$work/$file"
			continue
		fi
		[ "${home[$file]}" -lt "$1" ] || new+=("$file")
	done
	[ ${#new[@]} = 0 ] || (cd "$whole" && cp --parents "${new[@]}" "$work")
	for file in "${partial[@]}"; do
		[ "${home[$file]}" -le "$1" ] || continue
		later=
		for ((i = $1 + 1; i < ${#titles[@]}; i++)); do
			while read -r name regex; do
				[ "$name" != "$file" ] || later+="${later:+|}$regex"
			done <<<"${late[$i]-}"
		done
		{ [ -n "$later" ] && grep -vE -- "$later" || cat; } <"$whole/$file" | without_absent "$file" >"$work/$file"
	done
}

# What a series adds since a commit. A file that exists already counts with its new lines only.
numbers() { # COMMIT
	printf '%s new lines of C without tests, %s KUnit cases.\n' \
		"$(repo diff --numstat "$1" | awk '$3 ~ /\.[ch]$/ && $3 !~ "/tests/" { lines += $1 } END { print lines + 0 }')" \
		"$(repo diff "$1" | grep -c '^+.*KUNIT_CASE')"
}

write_series() { # DATA FOLDER
	local patch last=-1 start number dir

	mapfile -t all < <(repo ls-files --others --modified | LC_ALL=C sort)
	read_series "$1"
	whole=$work.whole
	trap 'rm -rf "$work" "$whole"' EXIT
	mkdir "$whole"
	(cd "$work" && cp --parents "${all[@]}" "$whole")
	repo clean -qfdx
	repo checkout -q .
	rm -rf "${2:?}"/[1-9]-*
	for ((patch = 0; patch < ${#titles[@]}; patch++)); do
		number=${owner_series[patch]}
		[ "$number" = "$last" ] || start=$(repo rev-parse HEAD)
		last=$number
		put_step "$patch"
		repo add -f .
		repo commit -q -s -F - <<<"drivers/perf: uncore_pmon: ${titles[patch]}"$'\n\n'"${texts[patch]}"
		[ "${owner_series[patch + 1]-}" != "$number" ] || continue
		dir=$2/$((number + 1))-${series_names[number]}
		mkdir -p "$dir"
		repo branch -q -f series
		repo config branch.series.description \
			"drivers/perf: ${series_titles[number]}"$'\n'"${series_texts[number]}$(numbers "$start")"
		repo format-patch -q --cover-letter --cover-from-description=subject --no-signature \
			-o "$(realpath "$dir")" "$start..series"
		echo "$dir"
	done
}
