# SPDX-License-Identifier: GPL-2.0-only
"""For perf script -s: prints `NAME CPU PERIOD` of each sample."""


def process_event(event):
    sample = event["sample"]
    print(event["ev_name"], sample["cpu"], sample["period"])
