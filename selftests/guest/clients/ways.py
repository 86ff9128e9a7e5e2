# SPDX-License-Identifier: GPL-2.0-only
"""Opens events on all units of a type as other programs find them: ways.py WAY COMMANDS TYPE=CONFIG,CONFIG... ...

The simulator executes the file COMMANDS while the events count. Then each line is `TYPE UNITS CPU SUM...`: how many PMUs
the program finds, and the sums over them of each event, on each CPU on which the program opens events.
"""
import os
import re
import struct
import subprocess
import sys

from perf_event import (DEVICES, DISABLED, ENABLE, FORMAT_GROUP, FORMAT_TIMES, RESET, SAMPLE_TIME, allow_descriptors, control,
                        cpus, open_event, read)

def system(*path):
    with open(os.path.join("/sys/devices/system", *path), encoding="ascii") as file:
        return file.read().strip()


def packages_cpus(choose):
    """One CPU of each package."""
    packages = {}
    for cpu in cpus(system("cpu/online")):
        packages.setdefault(system(f"cpu/cpu{cpu}/topology/physical_package_id"), []).append(cpu)
    return [choose(members) for members in packages.values()]


class Dynolog:
    """Every PMU whose name without a number at its end is the type's; its cpumask; groups of which only the leader is read."""
    def __init__(self, box):
        self.pmus = [name for name in os.listdir(DEVICES) if re.sub(r"_\d+$", "", name) == f"uncore_{box}"]

    @staticmethod
    def cpus(pmu):
        return cpus(read(pmu, "cpumask"))

    @staticmethod
    def open(pmu, cpu, configs):
        leader = open_event(pmu, configs[:1], cpu, -1, DISABLED, FORMAT_GROUP | FORMAT_TIMES, SAMPLE_TIME)
        for config in configs[1:]:
            open_event(pmu, [config], cpu, leader)
        control(leader, RESET)
        control(leader, ENABLE)
        return leader

    @staticmethod
    def counts(leader, number):
        count, enabled, running, *counts = struct.unpack(f"<{3 + number}Q", os.read(leader, 8 * (3 + number)))
        if count != number or enabled != running:
            sys.exit(f"a group of {count} events counted for {running} of {enabled} ns")
        return counts


class Pcm:
    """The PMU without a number and each of 200 numbers; the last CPU of a package; each event alone, enabled at once."""
    def __init__(self, box):
        names = [f"uncore_{box}"] + [f"uncore_{box}_{number}" for number in range(200)]
        self.pmus = [name for name in names if os.path.exists(os.path.join(DEVICES, name, "type"))]

    @staticmethod
    def cpus(_):
        return packages_cpus(max)

    @staticmethod
    def open(pmu, cpu, configs):
        return [open_event(pmu, [config], cpu) for config in configs]

    @staticmethod
    def counts(descriptors, _):
        return [struct.unpack("<Q", os.read(descriptor, 8))[0] for descriptor in descriptors]


def main():
    way = {"dynolog": Dynolog, "pcm": Pcm}[sys.argv[1]]
    allow_descriptors()
    opened = []
    for argument in sys.argv[3:]:
        box, _, text = argument.partition("=")
        configs = [int(word, 0) for word in text.split(",")]
        found = way(box)
        opened.append((box, found, configs,
                       [(cpu, found.open(pmu, cpu, configs)) for pmu in found.pmus for cpu in found.cpus(pmu)]))
    with open(sys.argv[2], encoding="ascii") as file:
        subprocess.run(["pmonctl", "-"], stdin=file, stdout=subprocess.DEVNULL, check=True)
    for box, found, configs, events in opened:
        sums = {}
        for cpu, event in events:
            counts = found.counts(event, len(configs))
            sums[cpu] = [a + b for a, b in zip(sums.get(cpu, [0] * len(configs)), counts)]
        for cpu in sorted(sums):
            print(box, len(found.pmus), cpu, *sums[cpu])


main()
