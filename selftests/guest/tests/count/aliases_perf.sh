# SPDX-License-Identifier: GPL-2.0-only
# what: perf opens the aliases of every PMU, with the configuration that their text says: the oldest and the newest perf each one
# machine: small
# kernels: 6.12
# perf: each
. /test/perf_configs.sh
load

# perf 6.1 reads every name of the machine each time it starts.
BATCH=800
[ $PERF_VERSION != 6.1 ] || BATCH=10000
: >/tmp/aliases
for pmu in $(ls $PMUS | grep '^uncore'); do
	[ -d "$PMUS/$pmu/events" ] && echo "alias-list $pmu /tmp/aliases"
done | pmontest | grep -v '^ok'
at_most "aliases that the machine has not" $((4200 - $(wc -l </tmp/aliases))) 0
# That between them each eighth: which way it reads a text does not depend on the text.
[ $PERF_VERSION != 6.12 ] || { awk 'NR % 8 == 0' /tmp/aliases >/tmp/some && mv /tmp/some /tmp/aliases; }
awk -v batch=$BATCH '{ print >sprintf("/tmp/batch.%03d", int(NR / batch)) }' /tmp/aliases

opened=0
for batch in /tmp/batch.*; do
	open_events "$PERF_VERSION" "$batch" aliases && opened=$((opened + $(wc -l <"$batch")))
done
equal "aliases that perf $PERF_VERSION opens as their text says" $opened "$(wc -l </tmp/aliases)"
