# SPDX-License-Identifier: GPL-2.0-only
"""Counts and samples with perf's Python module: perf_module.py 7.3|6.12 <JOBS

A job is a line `count EVENT FILE`, `sample EVENT FILE` or `metric NAME FILE`. It executes the simulator's commands of the file
meanwhile, and prints a line `CPU NUMBER CPU NUMBER ...` with each CPU of the PMU, or the text of an error. The module of perf
6.12 does not parse events: EVENT is `PMU:CONFIG` there. A sample has 500 events.
"""
import os
import subprocess
import sys

VERSION = sys.argv[1]
if VERSION == "7.3":
    sys.path.insert(0, "/usr/lib/python3/perf-7.3")
import perf  # noqa: E402 (its path is set above)

PERIOD = 500
TRIES = 100


def execute(commands):
    """The module prints on standard output, too, so that of the commands is left out."""
    with open(commands, encoding="ascii") as file:
        subprocess.run(["pmonctl", "-"], stdin=file, stdout=subprocess.DEVNULL, check=True)


def samples(events, cpus, commands):
    events.mmap()
    execute(commands)
    waiting = set(cpus)
    found = []
    for _ in range(TRIES):
        events.poll(100)
        for cpu in cpus:
            while record := events.read_on_cpu(cpu):
                if type(record).__name__ == "sample_event":
                    found.append((cpu, record.sample_period))
                    waiting.discard(cpu)
        if not waiting:
            break
    # The packages find their freezes in any order.
    return [number for row in sorted(found) for number in row]


def old(what, name, commands):
    """A job with the module of perf 6.12."""
    pmu, config = name.split(":")
    with open(f"/sys/bus/event_source/devices/{pmu}/cpumask", encoding="ascii") as file:
        cpus = perf.cpu_map(file.read().strip())
    with open(f"/sys/bus/event_source/devices/{pmu}/type", encoding="ascii") as file:
        number = int(file.read())
    sampling = {"sample_period": PERIOD, "freq": 0} if what == "sample" else {"freq": 0}
    events = perf.evlist(cpus, perf.thread_map(-1))
    events.add(perf.evsel(type=number, config=int(config, 0), disabled=0,
                          sample_type=perf.SAMPLE_TID | perf.SAMPLE_CPU | perf.SAMPLE_PERIOD, **sampling))
    events.open()
    if what == "sample":
        return samples(events, cpus, commands)
    # It has descriptors of mapped events only.
    events.mmap()
    execute(commands)
    counts = []
    for cpu, file in zip(cpus, events.get_pollfd()):
        counts += cpu, int.from_bytes(os.read(file.fileno(), 8), sys.byteorder)
    return counts


def new(what, name, commands):
    """A job with the module of perf 7.3."""
    if what == "sample":
        name = name.rstrip("/") + f",period={PERIOD}/"
    events = perf.parse_metrics(name) if what == "metric" else perf.parse_events(name)
    if what == "sample":
        events.config()
    events.open()
    events.enable()
    cpus = next(iter(events)).cpus()
    if what == "sample":
        return samples(events, cpus, commands)
    execute(commands)
    numbers = []
    for cpu in cpus:
        if what == "metric":
            numbers += [cpu, *(events.compute_metric(metric, cpu, -1) for metric in events.metrics())]
        else:
            numbers += [cpu, sum(event.read(cpu, -1).val for event in events)]
    return numbers


for line in sys.stdin:
    try:
        print(*(new if VERSION == "7.3" else old)(*line.split()))
    except OSError as error:
        print(error.strerror)
