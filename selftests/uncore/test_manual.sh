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

# The table of common options in uncore(1) is what each command says of itself.
# has PATTERN TEXT: TEXT, if the command has it
has() { if grep -qE -- "$1" <<<"$help"; then printf '%s ' "$2"; fi; }
options_of() {
	local help word
	# shellcheck disable=SC2086
	help=$("$uncore" $1 --help)
	has ' --interval=' interval
	for word in socket die unit node; do has " --per-$word " "$word"; done
	has ' --total ' total
	for word in json csv; do has " --$word([= ]|\$)" "$word"; done
	has '^Usage:.*COMMAND' command
}
rows=$(sed -n '/^Common options$/,/^Events$/p' "$top/Documentation/uncore.rst" | awk -F '   *' '/^``/ && NF > 4 {
	num = split($1, names, ", ")
	text = ($2 == "yes" ? "interval " : "")
	# "unit" is an option only where it stands among others that are.
	num_words = split("socket die unit node total", words, " ")
	for (w = 1; w <= num_words; w++)
		if ($3 ~ /(socket|die|unit), / && $3 ~ "(^|, )" words[w] "($|,)" && !(names[1] ~ /export/ && words[w] == "die"))
			text = text words[w] " "
	if ($4 ~ /--json/) text = text "json "
	if ($4 ~ /--csv/) text = text "csv "
	if ($5 == "yes") text = text "command "
	for (i = 1; i <= num; i++) { gsub("`", "", names[i]); print names[i] "=" text }
}')
equal "common options: all commands" "$(cut -d= -f1 <<<"$rows" | sed 's/ .*//' | sort -u | xargs)" "$(sort -u <<<"$commands" | xargs)"
while IFS='=' read -r command words; do
	equal "common options: $command" "$words" "$(options_of "$command")"
done <<<"$rows"

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
equal "completion: options" "$(complete_words metrics --per- | tr '\n' ' ')" "--per-die --per-node --per-socket --per-unit "
equal "completion: PMUs" "$(complete_words explain uncoreall_c)" "uncoreall_cha/"
equal "completion: events" "$(complete_words top -e uncoreall_imc/cas_count.r | tr '\n' ' ')" \
	"$("$uncore" list uncoreall_imc | grep -F '/cas_count.r' | tr '\n' ' ')"
equal "completion: what tasks are summed by" "$(complete_words tasks -b c | tr '\n' ' ')" "command cgroup "
equal "completion: metrics" "$(complete_words metrics imc.mem_bw_ | tr '\n' ' ')" "imc.mem_bw_reads imc.mem_bw_writes imc.mem_bw_total imc.mem_bw_share "
equal "completion: other names of a metric" "$(complete_words metrics imc.memory_bandwidth_t)" imc.memory_bandwidth_total
equal "completion: checks" "$(complete_words check s | tr '\n' ' ')" "sums snapshot select slices start steady soak "
equal "completion: what tasks are weighted by" "$(complete_words tasks -w cache-m)" cache-misses
equal "completion: a value behind its sign" "$(complete_words tasks --by = c | tr '\n' ' ')" "command cgroup "
equal "completion: and nothing of it yet" "$(complete_words tasks --by = | tr '\n' ' ')" "task command cgroup "
equal "completion: the parts of windows" "$(complete_words windows re | tr '\n' ' ')" "record report "
equal "completion: options of a part" "$(complete_words windows record --o)" --output
equal "completion: events of a part" "$(complete_words windows record -e uncoreall_imc/cas_count.rd_r)" uncoreall_imc/cas_count.rd_reg/
printf 'name\tunit\tdigits\tdefault\tevents\tformula\tdescription\nimc.own\tGB/s\t3\t-\tcas_count.rd\ta\tx\n' >"$out/own.tsv"
equal "completion: files" "$(complete_words metrics --file "$out/own.t")" "$out/own.tsv"
equal "completion: metrics of a file" "$(complete_words metrics --file "$out/own.tsv" imc.ow)" imc.own
equal "completion: a record" "$(complete_words windows report "$out/own.t")" "$out/own.tsv"
equal "completion: metrics to be recorded" "$(complete_words record imc.mem_bw_tot)" imc.mem_bw_total
equal "completion: recordings to be compared" "$(complete_words diff "$out/own.t")" "$out/own.tsv"
equal "completion: addresses" "$(complete_words export --listen 0)" 0.0.0.0:9716
equal "completion: a command to be run" "$(complete_words units env | grep -x -m 1 env)" env
# Each option with a value has a rule of its own: other words of the command must not be offered.
for command in $commands "windows record" "windows report"; do
	# shellcheck disable=SC2086
	for option in $("$uncore" $command --help | grep -oE -- '--[a-z-]+=' | sort -u); do
		missing=$(. "$top/tools/uncore/completion/uncore.bash"; _uncore_program=$uncore; _uncore_value '' "${command##* }" "${option%=}" 2>/dev/null || echo "$option")
		equal "completion: $command $option is known" "$missing" ""
	done
done
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
	for ((i = 0; i < TENTHS; i++)); do
		if zsh_screen | grep -E -- "$2" >/dev/null; then ok "completion of zsh: $1"; return; fi
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
zsh_line "weights" '^> uncore tasks -w minor-faults' 'tasks -w minor'
zsh_line "a value behind its sign" '^> uncore tasks --by=cgroup' 'tasks --by=cg'
zsh_line "the parts of windows" '^> uncore windows record' 'windows rec'
zsh_line "options of a part" '^> uncore windows report --html' 'windows report --ht'
zsh_line "metrics of a file" '^> uncore metrics -f .* imc.own' "metrics -f $out/own.tsv imc.ow"
zsh_line "files" '^> uncore export -c .*sysfs.sh' "export -c $here/sysf"
tmux -L "$zsh_terminal" kill-server
