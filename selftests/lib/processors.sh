# SPDX-License-Identifier: GPL-2.0-only
# What processors/list.h of the driver lists. $TOP is the top folder.

# list_rows KIND: the rows PMON_KIND(), with blanks between the fields; of a title only what comes first can have blanks
list_rows() {
	sed -n "s/^PMON_$1(\(.*\))$/\1/p" "$TOP/drivers/perf/uncore_pmon/processors/list.h" | tr -d ',"'
}

# list_column KIND N: a field of each row, without repetitions
list_column() {
	list_rows "$1" | awk -v n="$2" '!seen[$n]++ { print $n }'
}

# list_of KIND NAME N: a field of the row of a name
list_of() {
	list_rows "$1" | awk -v name="$2" -v n="$3" '$1 == name { print $n; exit }'
}

# list_title KIND NAME: the title of a name, the last field
list_title() {
	sed -n "s/^PMON_$1($2,.*\"\(.*\)\")$/\1/p" "$TOP/drivers/perf/uncore_pmon/processors/list.h" | head -n 1
}
