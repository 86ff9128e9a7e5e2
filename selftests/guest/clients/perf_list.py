# SPDX-License-Identifier: GPL-2.0-only
"""Prints how many names of the driver's PMUs in sysfs the output of `perf list --json` has."""
import json
import sys

# Events of perf's own lists have no slash.
names = [event.get("EventName", "") for event in json.load(sys.stdin)]
print(sum(name.startswith("uncore") and "/" in name for name in names))
