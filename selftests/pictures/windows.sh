#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# In the guest of `make pictures`: the page of a record of windows, shared/windows.html. Halfway package 1 gets more to do.
reads="event=0x35 umask=0x1 ext=0xc817fe"
waiting="event=0x36 umask=0x1 ext=0xc817fe"

traffic stream
pmonctl rate die='*' unit='cha:*' $waiting per_second=1400000000 >/dev/null
cat >/tmp/halfway <<END
sleep 15
pmonctl rate die=1 unit='cha:*' $reads per_second=6000000 >/dev/null
sleep 15
END
uncore windows record -o /tmp/uncore.windows -c 50000000 \
	-e cha/tor_inserts.ia_miss_drd/,cha/tor_occupancy.ia_miss_drd/ -- sh /tmp/halfway &&
	uncore windows report --html shared/windows.html /tmp/uncore.windows
