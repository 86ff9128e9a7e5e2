# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore top: frames, and the screen under tmux with keys pressed

frame() { "$uncore" top --once -I 1 "$@" 2>&1; }
lines() { wc -l <<<"$1"; }
widest() { wc -L <<<"$1"; }

got=$(frame)
equal "a frame has 80 columns at the most" "$(($(widest "$got") <= 80))" 1
equal "and 24 lines, the last for keys" "$(($(lines "$got") <= 23))" 1
says 0 '^  7 .*██+.* 7 .*██' "bars for eight channels of two packages" "$uncore" top --once -I 1
says 0 '^hottest: unit 59, .*hottest: unit 59, ' "the hottest unit of each package" "$uncore" top --once -I 1
says 0 '^ 40 [-.:=+*o#%@]{20} ' "three rows of twenty CHAs" "$uncore" top --once -I 1
LC_ALL=C says 0 '^  7 #+=+' "without Unicode" "$uncore" top --once -I 1
equal "without Unicode there is none" "$(LC_ALL=C frame | LC_ALL=C grep -c '[^ -~]')" 0
got=$(SYSFS_PATH=$out/many frame)
says 0 '^100 ([-.:=+*o#%@] ){19}[-.:=+*o#%@]$' "120 CHAs" env SYSFS_PATH="$out/many" "$uncore" top --once -I 1
equal "which fit, too" "$(($(lines "$got") <= 23))" 1
for size in "10 3" "40 12" "200 60"; do
	COLUMNS=${size% *} LINES=${size#* } got=$(COLUMNS=${size% *} LINES=${size#* } frame)
	equal "a frame of $size is no larger" "$(($(widest "$got") <= ${size% *} && $(lines "$got") <= ${size#* }))" 1
done
says 0 'Links GB/s  missing: nothing of the kind' "what a processor has not is missing" \
	env SYSFS_PATH="$out/nhmex" "$uncore" top --once -I 1
says 0 'Heat map imc/cas_count.wr/' "another event" "$uncore" top --once -I 1 -e imc/cas_count.wr/
says 1 'has no format or event nonsense' "an event that is none" "$uncore" top --once -e cha/nonsense/
long=cha/$(printf 'event=0x35,%.0s' {1..20})umask=0x1/
says 0 "^Heat map $long" "an event of ${#long} characters" env COLUMNS=300 "$uncore" top --once -I 1 -e "$long"
says 1 'event too long' "one that is too long" "$uncore" top --once -e "cha/$(printf 'event=0x35,%.0s' {1..25})/"
says 1 'standard output is not a terminal' "no terminal" "$uncore" top

# Waits for a line on the screen; no time limit is asserted, tmux ends with the program.
terminal=uncore-test.$$
screen() { tmux -L "$terminal" capture-pane -p "$@" 2>/dev/null; }
press() { tmux -L "$terminal" send-keys "$@"; }
shows() {
	local text=$1 pattern=$2 i
	for ((i = 0; i < 300; i++)); do
		if screen | grep -qE -- "$pattern"; then ok "$text"; return; fi
		sleep 0.1
	done
	not_ok "$text: no line with $pattern" "$(screen)"
}
start() { # COLUMNS LINES ENVIRONMENT...
	local columns=$1 rows=$2
	shift 2
	tmux -L "$terminal" -f /dev/null -u new-session -d -x "$columns" -y "$rows" \
		"env SYSFS_PATH=$SYSFS_PATH LC_ALL=C.UTF-8 $* $uncore top -I 100; echo ended with status \$?; sleep 60"
	tmux -L "$terminal" set -g window-size manual
}

start 80 24 COLUMNS= LINES= FAKE_PERF=refuse=0x234
shows "keys are told" '^q quit  f freeze  e event'
shows "the view has begun" '^Memory GB/s read [0-9.]*[1-9]'
equal "the picture is that of --once" "$(screen | sed -n '3,22p' | sed 's/ *$//')" "$(frame | sed -n '3,22p')"
equal "with colours" "$(screen -e | grep -qE $'\e\\[([34][0-7]|[34]8;)' && echo yes)" yes
press s
shows "one package in all of the width" '^  0 █{8}▒+ {30}'
press s
shows "the next one" '^Package 1 '
press s
shows "both again" '^Package 0 .*Package 1 '
press o
shows "ordered by value" '^  7 .* 7 '
press o
press f
shows "frozen" '\[frozen\]'
press f
press e
shows "a prompt for an event" '^event: _'
press imc/cas_count.rdx BSpace
shows "it takes keys" '^event: imc/cas_count.rd_'
press / Enter
shows "the heat map is of that event" '^Heat map imc/cas_count.rd/'
shows "of eight channels" '^hottest: unit 7,'
press e
press 'cha/nonsense/' Enter
shows "a mistake is told" 'has no format or event nonsense'
shows "and the old event stays" '^Heat map imc/cas_count.rd/'
press e
press 'cha/config=0x234/' Enter
shows "an event that cannot be counted is told" 'cannot open cha/config=0x234/'
shows "and the old one goes on" '^Heat map imc/cas_count.rd/'
press e
press Escape
tmux -L "$terminal" resize-window -x 120 -y 40
shows "after a resize there is room for all stacks" '^ 11 .* 11 '
tmux -L "$terminal" resize-window -x 20 -y 5
shows "and little room harms nothing" '^uncore top'
tmux -L "$terminal" resize-window -x 80 -y 24
shows "keys are there again" '^q quit'
press q
shows "q ends it" '^ended with status 0'
tmux -L "$terminal" kill-server

# Another server: the first one may still be about to end.
terminal=$terminal.second
start 80 24 NO_COLOR=1
shows "NO_COLOR: the view" '^Memory GB/s read [0-9.]*[1-9]'
equal "NO_COLOR: no colour on the screen" "$(screen -e | grep -cE $'\e\\[([34][0-7]|[34]8;)')" 0
press C-c
shows "an interrupt leaves the terminal in order" '^ended with status 0'
tmux -L "$terminal" kill-server

terminal=$terminal.third
start 80 24 TERM=
shows "TERM is not set" 'TERM is not set; set it to the type of the terminal'
tmux -L "$terminal" kill-server
