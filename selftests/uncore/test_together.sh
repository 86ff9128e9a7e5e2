# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# uncore explain --together: sets of events, and counters that are free

# Four counters of a unit, and files of the driver.
export FAKE_PERF=turns=4
five="cha/tor_inserts.ia_miss/ cha/event=0x35,umask=0x2/ cha/clockticks/ cha/event=0x36,umask=0x2/ cha/event=0x37,umask=0x2/"
printf '0 4\n1 3\n' >"$SYSFS_PATH/bus/event_source/devices/uncoreall_cha/free"
# shellcheck disable=SC2086
equal "five events on four counters" "$("$uncore" explain --together $five)" "uncoreall_cha: 2 sets, which take turns
  cha/tor_inserts.ia_miss/, cha/event=0x35,umask=0x2/, cha/clockticks/, cha/event=0x36,umask=0x2/
  cha/event=0x37,umask=0x2/
  Counters that are free now: 3 of each unit on each die."
# shellcheck disable=SC2086
equal "as JSON" "$("$uncore" explain --json --together $five imc/cas_count.rd/ | python3 -c '
import json, sys
print([(p["pmu"], [len(s) for s in p["sets"]], p["rejected"], p["free"]) for p in json.load(sys.stdin)["pmus"]])')" \
	"[('uncoreall_cha', [4, 1], [], 3), ('uncoreall_imc', [1], [], None)]"
# shellcheck disable=SC2086
valid "explain --together" together 1 "$uncore" explain --json --together $five imc/cas_count.rd/
equal "PMUs do not compete" "$("$uncore" explain --together cha/clockticks/ imc/cas_count.rd/ imc/cas_count.wr/ | grep -v '^ ')" \
	"uncoreall_cha: all count at the same time
uncoreall_imc: all count at the same time"
says 0 'does not show how many counters are free' "a driver without the file" "$uncore" explain --together imc/cas_count.rd/
rejected=$("$uncore" explain cha/event=0x35,umask=0x1/ --json | sed -n 's/.*"config": *\([0-9]*\),.*/\1/p')
FAKE_PERF=refuse=$rejected says 1 '^  rejected: .*event=0x35,umask=0x1' "an event that is rejected" \
	"$uncore" explain --together cha/event=0x35,umask=0x1/ cha/clockticks/
valid "explain --together, rejected" together 1 env FAKE_PERF="refuse=$rejected" "$uncore" explain --json --together cha/event=0x35,umask=0x1/
equal "JSON has the reasons of the text" "$(FAKE_PERF=refuse=$rejected "$uncore" explain --json --together cha/event=0x35,umask=0x1/ | jq -r '.pmus[0].reasons[]')" \
	"$(FAKE_PERF=refuse=$rejected "$uncore" explain --together cha/event=0x35,umask=0x1/ | sed -n 's/^  rejected: //p')"
FAKE_PERF=refuse=$rejected says 1 '^  cha/clockticks/$' "and the others" "$uncore" explain --together cha/event=0x35,umask=0x1/ cha/clockticks/
FAKE_PERF=EACCES=2 says 4 'no permission' "no permission: together" "$uncore" explain --together cha/clockticks/
# The units of the first die do not answer: the second die shows which events are a group.
touch "$out/together.gone"
FAKE_PERF=gone=0:$out/together.gone says 0 '^uncoreall_imc: all count at the same time$' "units of the first die that do not answer" \
	"$uncore" explain --together imc/cas_count.rd/ imc/cas_count.wr/
says 1 'is not an uncore event' "an event of the cores" "$uncore" explain --together core/cycles/
fake_in_tree "$out/together_tree" emr 00CF 2 cha=2
says 1 '^uncore: core/cycles/ is not an uncore event$' "units: an event of the cores" env SYSFS_PATH="$out/together_tree" "$uncore" units -e core/cycles/ -- true
says 2 'more than one EVENT' "two events without the option" "$uncore" explain cha/clockticks/ imc/cas_count.rd/
says 2 'EVENT is missing' "no event" "$uncore" explain --together
rm "$SYSFS_PATH/bus/event_source/devices/uncoreall_cha/free"
unset FAKE_PERF
