# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# Other Debian suites than the machine's own, through the machine's own mirror.
#
# Nothing here knows a host name. The machine's sources are repeated with the
# name of another suite in a separate apt state under build/apt/SUITE, whose
# idea of what is installed is the root build/root/SUITE. apt itself always
# runs outside of the root (so that the machine's proxies, certificates and
# credentials apply) and only dpkg runs inside.

# Prints the machine's sources as records "F<TAB>uri<TAB>suite<TAB>file<TAB>n":
# the n-th source (line or stanza) of a file offers that suite at that URI.
list_sources()
{
	local f

	for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ -f "$f" ] && parse_list list "" "$f"
	done
	for f in /etc/apt/sources.list.d/*.sources; do
		[ -f "$f" ] && parse_deb822 list "" "$f"
	done
	return 0
}

# One-line format: deb [options] uri suite component...
# Either lists the sources or prints source number "want" for suite "suite".
parse_list()
{
	awk -v mode="$1" -v want="${2%%:*}" -v suite="${2#*:}" -v file="$3" '
	$1 != "deb" { next }
	{
		line = $0
		sub(/#.*/, "", line)
		options = ""
		if (match(line, /\[[^\]]*\]/)) {
			options = substr(line, RSTART, RLENGTH) " "
			line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
		}
		n = split(line, word, " ")
		if (n < 4)
			next
		count++
		for (i = 4; i <= n; i++)
			if (word[i] == "main" && mode == "list")
				print word[2] "\t" word[3] "\t" file "\t" count
		if (mode == "repeat" && count == want)
			print "deb " options word[2] " " suite " main"
	}' "$3"
}

# deb822 format: stanzas of fields, continued on lines that begin with a blank.
# A repeated stanza keeps every field but those that say what is offered, so
# keys and options come along in whatever form they stand.
parse_deb822()
{
	awk -v mode="$1" -v want="${2%%:*}" -v suite="${2#*:}" -v file="$3" '
	function finish(   u, s, i, j, nu, ns) {
		if (seen && (" " value["types"] " ") ~ / deb / &&
		    tolower(value["enabled"]) !~ /no|false|off|0/ &&
		    (" " value["components"] " ") ~ / main /) {
			count++
			nu = split(value["uris"], u, " ")
			ns = split(value["suites"], s, " ")
			for (i = 1; mode == "list" && i <= nu; i++)
				for (j = 1; j <= ns; j++)
					print u[i] "\t" s[j] "\t" file "\t" count
			if (mode == "repeat" && count == want)
				print "Types: deb\nSuites: " suite \
				      "\nComponents: main\n" kept
		}
		seen = 0
		kept = ""
		split("", value)
	}
	/^#/ { next }
	/^[ \t]*$/ { finish(); next }
	/^[ \t]/ {
		rest = $0
		sub(/^[ \t]+/, "", rest)
		value[key] = value[key] " " rest
		if (keep)
			kept = kept $0 "\n"
		next
	}
	{
		seen = 1
		key = tolower(substr($0, 1, index($0, ":") - 1))
		rest = substr($0, index($0, ":") + 1)
		gsub(/^[ \t]+|[ \t]+$/, "", rest)
		gsub(/[ \t]+/, " ", rest)
		value[key] = rest
		keep = key !~ /^(types|suites|components|enabled|architectures)$/
		if (keep)
			kept = kept $0 "\n"
	}
	END { finish() }' "$3"
}

# Finds the machine's source of an archive by the label that the archive
# itself carries (Debian, Debian-Security): a third party may well use the same
# suite names. Prints "file:number".
find_source()
{
	local label=$1 uri suite file n offered

	# While another run updates them, there is only a part.
	mkdir -p "$BUILD/lock"
	offered=$(exec 9> "$BUILD/lock/host-apt" && flock 9 && apt-get indextargets --format '$(LABEL) $(REPO_URI)' \
			'Created-By: Packages' 'Origin: Debian' | sort -u)
	while IFS=$'\t' read -r uri suite file n; do
		# "suite" is not looked at: any suite shows where the archive is.
		: "$suite"
		if grep -qxF "$label ${uri%/}/" <<< "$offered"; then
			printf '%s:%s\n' "$file" "$n"
			return
		fi
	done < <(list_sources)
}

repeat_source()
{
	local source=$1 suite=$2 file=${1%:*}

	case $file in
	*.sources) parse_deb822 repeat "${source##*:}:$suite" "$file" ;;
	*) parse_list repeat "${source##*:}:$suite" "$file" ;;
	esac
}

# Creates the apt state of a suite and fetches its package lists.
apt_state()
{
	local suite=$1 dir=$BUILD/apt/$1 root=$BUILD/root/$1 main security s form

	mkdir -p "$dir/lists/partial" "$dir/archives/partial" "$dir/log" "$dir/sources"
	main=$(find_source Debian)
	if [ -z "$main" ]; then
		host_update
		main=$(find_source Debian)
	fi
	[ -n "$main" ] || die "no source of the Debian archive in /etc/apt/sources.list*"
	security=$(find_source Debian-Security)
	[ -n "$security" ] ||
		say "no source of Debian's security archive here: continuing without it"

	rm -f "$dir"/sources/*
	for s in "$suite" "$suite-updates" "$suite-backports" "$suite-security"; do
		case $s in
		bookworm-backports) continue ;;
		*-security) main=$security ;;
		esac
		[ -n "$main" ] || continue
		case $main in
		*.sources:*) form=sources ;;
		*) form=list ;;
		esac
		repeat_source "$main" "$s" > "$dir/sources/$s.$form"
	done

	{
		# The machine's way to the network, and nothing else of its
		# configuration: its hooks name programs that no root has.
		apt-config dump --format '%F "%v";%n' Acquire
		cat <<-CONF
		Dir::Etc::Main "/dev/null";
		Dir::Etc::Parts "/dev/null";
		Dir::Etc::SourceList "/dev/null";
		Dir::Etc::SourceParts "$dir/sources";
		Dir::Etc::Preferences "/dev/null";
		Dir::Etc::PreferencesParts "/dev/null";
		Dir::State "$dir";
		Dir::State::Lists "$dir/lists";
		Dir::State::Status "$root/var/lib/dpkg/status";
		Dir::State::Extended_states "$dir/extended_states";
		Dir::Cache "$dir";
		Dir::Cache::Archives "$dir/archives";
		Dir::Log "$dir/log";
		DPkg::Chroot-Directory "$root";
		DPkg::Options:: "--force-unsafe-io";
		DPkg::Options:: "--force-confold";
		DPkg::Use-Pty "false";
		DPkg::Lock::Timeout "1800";
		APT::Architecture "amd64";
		APT::Architectures "amd64";
		APT::Sandbox::User "root";
		APT::Install-Recommends "false";
		APT::Keep-Downloaded-Packages "true";
		APT::Get::Assume-Yes "true";
		Acquire::Languages "none";
		Acquire::Retries "3";
		CONF
	} > "$dir/apt.conf"
	apt_of "$suite" apt-get update
	# A repository that is not there at all is only a warning to apt.
	apt_of "$suite" apt-get check
	touch "$dir/updated"
}

# Fetches the package lists of a suite again when they are some hours old: what
# they name may have left the archive since.
ensure_apt()
{
	with_lock "apt-$1" ensure_apt_locked "$1"
}

ensure_apt_locked()
{
	local updated=$BUILD/apt/$1/updated

	if [ -z "$(find "$updated" -mmin -360 2> /dev/null)" ]; then
		with_lock "read-$1" renew_apt_locked "$1"
	fi
}

renew_apt()
{
	with_lock "apt-$1" with_lock "read-$1" renew_apt_locked "$1"
}

renew_apt_locked()
{
	local renewing=$1

	# If this ends in the middle, there is only a part.
	rm -f "$BUILD/apt/$1/updated"
	apt_state "$1"
}

# with_lists SUITE COMMAND...: other runs, which may read the lists of the suite, too, do not renew them meanwhile
with_lists()
(
	if [ "${renewing:-}" != "$1" ]; then
		mkdir -p "$BUILD/lock"
		exec 9> "$BUILD/lock/read-$1"
		flock -s 9
	fi
	"${@:2}"
)

# apt_of SUITE apt-get ARGUMENT...: on the state of a suite; what it will fetch is said first. What cannot be fetched may have left
# the archive: then the lists are renewed. A list that cannot be fetched is an error, as a package would be missing for hours.
apt_of()
{
	local suite=$1 command size pause
	shift 2

	command=(env APT_CONFIG="$BUILD/apt/$suite/apt.conf" DEBIAN_FRONTEND=noninteractive apt-get -o APT::Status-Fd=1
		-o APT::Update::Error-Mode=any "$@")
	case " $* " in
	*" install "* | *" download "*)
		size=$(with_lists "$suite" download_of "${command[@]}")
		[ -z "$size" ] || say "$STEP: $size"
		for pause in $PAUSES; do
			! with_lists "$suite" logged "${command[@]}" || return 0
			say "$STEP: the archive failed; trying again with new lists in $pause s"
			sleep "$pause"
			renew_apt "$suite"
			forget_debs "$suite" "$*"
		done
		with_lists "$suite" logged "${command[@]}"
		;;
	*" update "*) with_lists "$suite" patiently logged "${command[@]}" ;;
	*) with_lists "$suite" logged "${command[@]}" ;;
	esac
}

# forget_debs SUITE ARGUMENTS: what has been fetched can be of other versions, and `download` leaves incomplete files
forget_debs()
{
	local debs=$BUILD/apt/$1/archives

	case " $2 " in
	*" download "*) debs=. ;;
	*" Dir::Cache::Archives="*)
		debs=${2#*Dir::Cache::Archives=}
		debs=${debs%% *}
		;;
	esac
	rm -f "$debs"/*.deb
}

apt_query()
{
	local suite=$1
	shift

	APT_CONFIG=$BUILD/apt/$suite/apt.conf with_lists "$suite" "$@" 2>> "$LOG"
}
