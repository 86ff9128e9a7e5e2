# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Each literal block of the manual pages that is an input is fed to the program, or to the program that it is for. The kind of a
# block follows from its first line; a block of no known kind is a failure, so that a new one gets a rule.

blocks=$out/blocks
rm -rf "$blocks"
mkdir -p "$blocks/bin"
fake_sysfs "$blocks/gnr" gnr 00AD 2 cha=2 imc=2 upi=2 iio=2 pcu=5 ubox=1 b2cmi=2
fake_in_tree "$blocks/in_tree" emr 00CF 2 cha=2 imc=2
mkdir -p "$blocks/in_tree/bus/event_source/devices/cpu/format"
echo 4 >"$blocks/in_tree/bus/event_source/devices/cpu/type"
echo config:0-7 >"$blocks/in_tree/bus/event_source/devices/cpu/format/event"
echo config:8-15 >"$blocks/in_tree/bus/event_source/devices/cpu/format/umask"
# What the examples run.
for word in COMMAND make perf; do printf '#!/bin/sh\n' >"$blocks/bin/$word"; done
chmod +x "$blocks"/bin/*
ln -s "$uncore" "$blocks/bin/uncore"
echo '{"format":"uncore windows 1","events":["cha/clockticks/"],"period":1000,"duration_ns":2000000000,"lost":0,"frozen":[]}' \
	>"$blocks/uncore.windows"
(cd "$blocks" && SYSFS_PATH=$out/emr "$uncore" record mem_bw_reads -- true 2>/dev/null)
# PAGE.NUMBER: each block, without its indentation
awk -v out="$blocks" '
	FNR == 1 { page = FILENAME; sub(/.*\//, "", page); sub(/\.rst$/, "", page); number = 0; inside = 0 }
	/::$/ { inside = 1; file = sprintf("%s/%s.%02d", out, page, ++number); next }
	inside && /^    / { sub(/^    /, ""); print >file; next }
	inside && !/^$/ { inside = 0 }' "$top"/Documentation/uncore*.rst
equal "the pages have literal blocks" "$(($(find "$blocks" -name 'uncore*.[0-9][0-9]' | wc -l) > 20))" 1

# accepted TEXT COMMAND...: by one of the machines; it may lack what only a kernel has
accepted() {
	local text=$1 tree got status all=
	shift
	for tree in "$blocks/in_tree" "$out/emr" "$blocks/gnr"; do
		got=$(cd "$blocks" && PATH=$blocks/bin:$PATH SYSFS_PATH=$tree timeout -s INT "$PATIENCE" "$@" 2>&1 </dev/null)
		status=$?
		case $status:$got in
			0:*|[14]:*"cannot open "*"Operation not supported"*|[14]:*BPF*|[14]:*"no context switch on die "*|[14]:*tracefs*|[14]:*tracepoint*) ok "$text"; return ;;
		esac
		all+="status $status: $got"$'\n'
	done
	not_ok "$text" "$all"
}
# A line of a shell: with `uncore`, it is run, for a short time where it has no command.
run_line() {
	local line=$2
	case $line in
		"uncore tasks"*|"uncore units"*) [[ $line == *" -- "* || $line == *" perf "* ]] || line+=" -- true" ;;
	esac
	accepted "$1: $2" bash -c "$line"
}

# validate_line KIND: the last line of the example is one
validate_line() {
	equal "$name: a line of a recording" "$(tail -n 1 "$blocks/example" | "$here/validate" "$top/Documentation/uncore-output.schema.json" "$1" 2>&1)" 1
}

for block in "$blocks"/uncore*.[0-9][0-9]; do
	name=${block##*/}
	read -r first <"$block"
	case $first in
		"uncore "*) while read -r line; do run_line "$name" "$line"; done <"$block" ;;
		"$ uncore "*) while read -r _ line; do run_line "$name" "$line"; done < <(grep '^\$ ' "$block") ;;
		"# name "*|*" imc/"*)
			accepted "$name: a configuration of the exporter" uncore export --once -c "$block"
			sed 's/^/  /' "$block" >"$block.indented"
			accepted "$name: the same as the page shows it" uncore export --once -c "$block.indented" ;;
		"name "*)
			accepted "$name: a file of metrics" uncore metrics --file "$block" -- true
			sed 's/^/       /' "$block" >"$block.indented"
			accepted "$name: the same as the page shows it" uncore metrics --file "$block.indented" -- true ;;
		"echo kernel."*|"groupadd "*|"apt-get "*|"make deb"*)
			says 0 '^$' "$name: lines of a shell" bash -n "$block" ;;
		LISTEN=*|"[Service]")
			options=$(sed -n 's/^OPTIONS=//p; s/^LISTEN=/--listen /p' "$block" | sed 's|/run/[^ ]*/|/nowhere/|g' | tr '\n' ' ')
			# shellcheck disable=SC2086
			says 1 'nowhere|^uncore: ' "$name: settings of the service" env SYSFS_PATH="$out/emr" "$uncore" export -c /nowhere $options ;;
		'{"version":1,"format":"uncore record'*) paste -sd'\0' "$block" | sed 's/, */,/g' >"$blocks/example"; validate_line record_head ;;
		'{"time":'*) cat "$block" >>"$blocks/example"; validate_line record_values ;;
		'{"seconds":'*notes*) cat "$block" >>"$blocks/example"; validate_line record_notes ;;
		'{"seconds":'*)
			cat "$block" >>"$blocks/example"
			validate_line record_end
			accepted "$name: the example of a recording" uncore report "$blocks/example" ;;
		"metric  "*|"Links between dies:"*) ;;	# outputs
		pass\ *|NUMA\ node\ *|core.*|imc.*|uncore_*|1.004\ *|"Emerald Rapids "*) ;;	# outputs
		rule_files*) ;;	# of Prometheus: selftests/uncore/prometheus runs it
		*) not_ok "$name: a block of a kind that no rule here knows" "$(cat "$block")" ;;
	esac
done

# The lines for a container: a profile of seccomp that has one call more, and a port for the host itself.
for file in packaging/Containerfile Documentation/uncore-export.rst; do
	filter=$(sed -n "s/^#*[[:space:]]*jq '\(.*\)'.*/\1/p" "$top/$file")
	equal "$file: its seccomp profile" "$(jq -c "$filter" <<<'{"defaultAction":"SCMP_ACT_ERRNO","syscalls":[{"names":["read"],"action":"SCMP_ACT_ALLOW"}]}')" \
		'{"defaultAction":"SCMP_ACT_ERRNO","syscalls":[{"names":["read"],"action":"SCMP_ACT_ALLOW"},{"names":["perf_event_open"],"action":"SCMP_ACT_ALLOW"}]}'
	equal "$file: who can connect, and what the container may do" "$(grep 'podman run' "$top/$file" | grep -c -- '-p 127[.]0[.]0[.]1:9716:9716 .*seccomp=seccomp[.]json')" 1
done
