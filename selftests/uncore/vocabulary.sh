# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154
# The names of JSON and CSV, which Documentation/uncore-output.schema.json has.

schema=$top/Documentation/uncore-output.schema.json
# valid TEXT KIND NUMBER COMMAND...: it prints NUMBER objects of that kind
valid() {
	local text=$1 kind=$2 number=$3 got
	shift 3
	got=$("$@" 2>"$out/valid.err" </dev/null | "$here/validate" "$schema" "$kind" 2>&1)
	if [ "$got" = "$number" ]; then ok "schema: $text"; else not_ok "schema: $text" "$got" "$(cat "$out/valid.err")"; fi
}
# names: those columns of CSV that have a name of the vocabulary
names() { head -n 1 | tr ',' '\n' | grep -xE "$(jq -r '.definitions | to_entries[] | select(.value.description and (.value.properties | not)) | .key' "$schema" | paste -sd'|')" | sort | tr '\n' ' '; }
