# SPDX-License-Identifier: GPL-2.0-only
# bash completion of uncore: commands, options and their values, PMUs, events, metrics, files. To be put into
# /usr/share/bash-completion/completions as `uncore`.

_uncore_pmus() {
	local pmu
	for pmu in "${SYSFS_PATH:-/sys}"/bus/event_source/devices/uncore*; do
		[ ! -e "$pmu/type" ] || echo "${pmu##*/}"
	done
}

# PMU/NAME/: PMUs first, behind a slash the names of that PMU or box type.
_uncore_events() {
	case $1 in
	*/*)	"$_uncore_program" list "${1%%/*}" 2>/dev/null | sed -n "s|^[a-z0-9_]*/\(.*/\)\$|${1%%/*}/\1|p" ;;
	*)	_uncore_pmus | sed 's|$|/|' ;;
	esac
}

_uncore_weights="cache-misses cache-references cycles instructions branches branch-misses page-faults minor-faults
major-faults context-switches cpu-migrations cpu-clock task-clock"

# Completes $1, the value of option $3 of command $2. Returns 1 if that option has no value.
_uncore_value() {
	local current=$1

	case $2:$3 in
	export:-c | export:--config | export:--tls | export:--password | check:-r | check:--report | check:--in-tree | check:--device | \
	metrics:-f | metrics:--file | record:-f | record:--file | io:-i | io:--ids | record:-o | record:--output | \
	export:-i | export:--ids | record:-i | record:--ids | report:-H | report:--html | report:--csv | report:-j | report:--json)
		compopt -o filenames 2>/dev/null
		COMPREPLY=($(compgen -f -- "$current")) ;;
	tasks:-b | tasks:--by)
		COMPREPLY=($(compgen -W "task command cgroup" -- "$current")) ;;
	tasks:-w | tasks:--weight)
		COMPREPLY=($(compgen -W "$_uncore_weights" -- "$current")) ;;
	export:-l | export:--listen)
		COMPREPLY=($(compgen -W "127.0.0.1:9716 0.0.0.0:9716 [::]:9716 unix:/run/uncore-export/socket" -- "$current")) ;;
	units:-e | units:--event | top:-e | top:--event | tasks:-e | tasks:--event | record:-e | record:--event)
		compopt -o nospace 2>/dev/null
		COMPREPLY=($(compgen -W "$(_uncore_events "$current")" -- "$current")) ;;
	# Numbers.
	*:-I | *:--interval | tasks:-[tn] | tasks:--timer | tasks:--lines | tasks:--worth | top:-s | top:--socket | check:-b | check:--buffer | \
	check:--soak | record:-c | record:--count | diff:-l | diff:--least)
		;;
	*)	return 1 ;;
	esac
}

# The words that are no options.
_uncore_word() {
	case $2 in
	explain)
		compopt -o nospace 2>/dev/null
		COMPREPLY=($(compgen -W "$(_uncore_events "$1")" -- "$1")) ;;
	list)	COMPREPLY=($(compgen -W "$(_uncore_pmus)" -- "$1")) ;;
	check)	COMPREPLY=($(compgen -W "$("$_uncore_program" check --list 2>/dev/null | sed 's/ .*//')" -- "$1")) ;;
	metrics | record)
		[ "${COMP_WORDS[1]}" != windows ] || return 0
		COMPREPLY=($(compgen -W "$("$_uncore_program" metrics ${3:+--file "$3"} --list 2>/dev/null |
			sed '/^ *also: /{s///; s/, /\n/g; b}; s/ .*//')" -- "$1")) ;;
	windows)
		COMPREPLY=($(compgen -W "record report" -- "$1")) ;;
	report | diff)
		compopt -o filenames 2>/dev/null
		COMPREPLY=($(compgen -f -- "$1")) ;;
	# A command to be run.
	units | tasks | top | io)
		COMPREPLY=($(compgen -c -- "$1")) ;;
	esac
}

_uncore() {
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} file i
	local _uncore_program=${COMP_WORDS[0]}

	COMPREPLY=()
	for ((i = 2; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		# Behind `--` stands somebody else's command.
		--)	return 0 ;;
		-f | --file)
			file=${COMP_WORDS[i + 1]}
			[ "$file" != = ] || file=${COMP_WORDS[i + 2]} ;;
		record | report)
			[ "$command:$i" != windows:2 ] || command=${COMP_WORDS[2]} ;;
		esac
	done
	if [ "$COMP_CWORD" = 1 ]; then
		COMPREPLY=($(compgen -W "$("$_uncore_program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')" -- "$current"))
		return 0
	fi
	# Bash splits --option=value at the sign.
	if [ "$previous" = = ]; then
		previous=${COMP_WORDS[COMP_CWORD - 2]}
	elif [ "$current" = = ]; then
		current=
	fi
	_uncore_value "$current" "$command" "$previous" && return 0
	if [[ $current == -* ]]; then
		COMPREPLY=($(compgen -W "$("$_uncore_program" ${COMP_WORDS[1]} ${command#"${COMP_WORDS[1]}"} --help 2>/dev/null |
			sed -n 's/^ .*\(--[a-z-]*\)\(\[\{0,1\}=.*\)\{0,1\} .*/\1/p; s/^ *\(-., \)\{0,1\}\(--[a-z-]*\)\(\[\{0,1\}=.*\)\{0,1\}$/\2/p' |
			sort -u)" -- "$current"))
		return 0
	fi
	_uncore_word "$current" "$command" "${file-}"
}
complete -F _uncore uncore
