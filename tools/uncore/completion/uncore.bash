# SPDX-License-Identifier: GPL-2.0-only
# bash completion of uncore: commands, options, PMUs, events, metrics. To be put into
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

_uncore() {
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words='' i
	local _uncore_program=${COMP_WORDS[0]}

	COMPREPLY=()
	for ((i = 2; i < COMP_CWORD; i++)); do
		# Behind `--` stands somebody else's command.
		[ "${COMP_WORDS[i]}" != -- ] || return 0
	done
	if [ "$COMP_CWORD" = 1 ]; then
		words=$("$_uncore_program" --help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
	elif [[ $current == -* ]]; then
		words=$("$_uncore_program" "${COMP_WORDS[1]}" --help 2>/dev/null |
			sed -n 's/^ .*\(--[a-z-]*\)\(=.*\)\? .*/\1/p; s/^ *\(--[a-z-]*\)\(=.*\)\?$/\1/p' | sort -u)
	else
		case ${COMP_WORDS[1]}:$previous in
		export:-c | export:--config | check:-r | check:--report)
			COMPREPLY=($(compgen -f -- "$current"))
			return 0 ;;
		tasks:-b | tasks:--by)
			words="task command cgroup" ;;
		*:-I | *:--interval | export:* | tasks:-[tn] | tasks:--timer | tasks:--lines | check:-b | check:--buffer) ;;
		explain:* | units:-e | units:--event | top:-e | top:--event | tasks:-e | tasks:--event)
			words=$(_uncore_events "$current")
			compopt -o nospace 2>/dev/null ;;
		list:*)	words=$(_uncore_pmus) ;;
		check:*) words=$("$_uncore_program" check --list 2>/dev/null | sed 's/ .*//') ;;
		metrics:*)
			words=$("$_uncore_program" metrics --list 2>/dev/null | sed 's/ .*//') ;;
		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _uncore uncore
