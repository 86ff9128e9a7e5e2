# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Manual pages and completion

make -C "$top/tools/uncore" man OUT="$out" >"$out/man.log" 2>&1 &&
	ok "manual pages are made without a warning" || not_ok "manual pages" "$(tail -n 5 "$out/man.log")"
commands=$("$uncore" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
	page=$out/man/uncore-$command.1
	missing=
	sed 's/\\-/-/g' "$page" >"$out/page" 2>/dev/null
	for option in $("$uncore" "$command" --help | grep -oE -- '--[a-z-]+' | sort -u | grep -vE -- '--(help|usage|version)$'); do
		grep -q -- "$option" "$out/page" || missing="$missing $option"
	done
	equal "the page of $command has all options" "$missing" ""
done

# complete WORD...: what bash would offer for the last one
complete_words() {
	(
		COMP_WORDS=("$uncore" "$@")
		COMP_CWORD=$#
		. "$top/tools/uncore/completion/uncore.bash"
		_uncore
		printf '%s\n' "${COMPREPLY[@]}"
	) 2>/dev/null
}
equal "completion: commands" "$(complete_words ex | tr '\n' ' ')" "explain export "
equal "completion: options" "$(complete_words metrics --per- | tr '\n' ' ')" "--per-die --per-socket --per-unit "
equal "completion: PMUs" "$(complete_words explain uncoreall_c)" "uncoreall_cha/"
equal "completion: events" "$(complete_words top -e uncoreall_imc/cas_count.r | tr '\n' ' ')" \
	"$("$uncore" list uncoreall_imc | grep -F '/cas_count.r' | tr '\n' ' ')"
equal "completion: metrics" "$(complete_words metrics imc.mem | tr '\n' ' ')" "imc.mem_bw_reads imc.mem_bw_writes imc.mem_bw_total "
equal "completion: not of a command" "$(complete_words metrics -- l)" ""
