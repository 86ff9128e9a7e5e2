#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# In the guest of `make pictures`: the page of a recording, shared/record.html. The traffic changes after 20 seconds.
traffic stream
cat >/tmp/change <<END
sleep 20
traffic random
sleep 20
END
uncore record -I 1000 -o /tmp/uncore.record mem_bw_reads mem_bw_writes -- sh /tmp/change &&
	uncore report --html shared/record.html /tmp/uncore.record
