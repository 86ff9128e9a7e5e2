# SPDX-License-Identifier: GPL-2.0-only
"""Opens events as daemons do that have their own code for it: open.py GROUPS COMMANDS

GROUPS is a file with a line `PMU TERMS TERMS...` for each group of events, which is opened on each CPU of the PMU's
cpumask and stays open. The simulator executes COMMANDS. Then one read of each leader gives the counts of its group,
printed as `PMU CPU COUNT...`. The last lines are the number of descriptors, how many groups had their counters
only for a part of the time, and how many pages of the leaders say that a program may read the counter itself.
"""
import mmap
import os
import struct
import subprocess
import sys

from perf_event import DISABLED, ENABLE, FORMAT_GROUP, FORMAT_TIMES, GROUP, allow_descriptors, control, cpus, open_event, read

CAP_USER_RDPMC = 4


def words(pmu, terms):
    """The configuration words of terms, by the formats of the PMU."""
    result = {"config": 0, "config1": 0, "config2": 0}
    for term in terms.split(","):
        name, _, text = term.partition("=")
        value = int(text or "1", 0)
        word, _, ranges = read(pmu, "format", name).partition(":")
        for bits in ranges.split(","):
            first, _, last = bits.partition("-")
            width = int(last or first) - int(first) + 1
            result[word] |= (value & (1 << width) - 1) << int(first)
            value >>= width
    return list(result.values())


def may_read_itself(descriptor):
    page = mmap.mmap(descriptor, mmap.PAGESIZE, mmap.MAP_SHARED, mmap.PROT_READ)
    index, capabilities = struct.unpack_from("<I24xQ", page, 12)
    return index != 0 or capabilities & CAP_USER_RDPMC != 0


def main():
    allow_descriptors()
    groups, descriptors, partly, readable = [], 0, 0, 0
    with open(sys.argv[1], encoding="ascii") as file:
        for line in file:
            pmu, *events = line.split()
            for cpu in cpus(read(pmu, "cpumask")):
                leader = -1
                for terms in events:
                    descriptor = open_event(pmu, words(pmu, terms), cpu, leader, DISABLED if leader < 0 else 0,
                                            FORMAT_TIMES | FORMAT_GROUP)
                    leader = descriptor if leader < 0 else leader
                    descriptors += 1
                groups.append((leader, pmu, cpu, len(events)))
    for leader, *_ in groups:
        control(leader, ENABLE, GROUP)
    with open(sys.argv[2], encoding="ascii") as file:
        subprocess.run(["pmonctl", "-"], stdin=file, stdout=subprocess.DEVNULL, check=True)
    for leader, pmu, cpu, number in groups:
        count, enabled, running, *counts = struct.unpack(f"<{3 + number}Q", os.read(leader, 8 * (3 + number)))
        partly += enabled != running or count != number
        readable += may_read_itself(leader)
        print(pmu, cpu, *counts)
    print("descriptors", descriptors)
    print("partly", partly)
    print("readable", readable)


main()
