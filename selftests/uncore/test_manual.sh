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
equal "completion: what tasks are summed by" "$(complete_words tasks -b c | tr '\n' ' ')" "command cgroup "
equal "completion: metrics" "$(complete_words metrics imc.mem | tr '\n' ' ')" "imc.mem_bw_reads imc.mem_bw_writes imc.mem_bw_total "
equal "completion: checks" "$(complete_words check s | tr '\n' ' ')" "sums snapshot select slices start soak "
equal "completion: not of a command" "$(complete_words metrics -- l)" ""

# zsh completes only in its own line editor, so it runs in a terminal. zsh_line TEXT PATTERN WORDS: what the line
# becomes, or what is offered below it, when Tab is pressed behind WORDS.
zsh_terminal=uncore-zsh.$$
mkdir -p "$out/zsh"
cp "$top/tools/uncore/completion/_uncore" "$out/zsh/"
ln -sf "$uncore" "$out/zsh/uncore"
zsh_keys() { tmux -L "$zsh_terminal" send-keys "$@"; }
zsh_screen() { tmux -L "$zsh_terminal" capture-pane -p; }
zsh_line() {
	local i
	zsh_keys C-u C-l
	zsh_keys -l "uncore $3"
	zsh_keys Tab
	for ((i = 0; i < 300; i++)); do
		if zsh_screen | grep -qE -- "$2"; then ok "completion of zsh: $1"; return; fi
		sleep 0.1
	done
	not_ok "completion of zsh: $1: no line with $2" "$(zsh_screen)"
}
tmux -L "$zsh_terminal" -f /dev/null -u new-session -d -x 100 -y 30 \
	"env SYSFS_PATH=$SYSFS_PATH PATH=$out/zsh:\$PATH LC_ALL=C.UTF-8 zsh -f"
zsh_keys "fpath=($out/zsh \$fpath); autoload -Uz compinit; compinit -u -d $out/zsh/dump; PS1='> '; clear" Enter
zsh_line "commands" '^> uncore explain' 'expl'
zsh_line "meanings of commands" '^export +-- ' 'exp'
zsh_line "options" '^> uncore metrics --per-unit' 'metrics --per-u'
zsh_line "PMUs" '^> uncore explain uncoreall_cha/' 'explain uncoreall_c'
zsh_line "events" '^> uncore top -e uncoreall_imc/cas_count.rd_reg/' 'top -e uncoreall_imc/cas_count.rd_r'
zsh_line "metrics" '^> uncore metrics imc.mem_bw_total' 'metrics imc.mem_bw_t'
zsh_line "files" '^> uncore export -c .*sysfs.sh' "export -c $here/sysf"
tmux -L "$zsh_terminal" kill-server
