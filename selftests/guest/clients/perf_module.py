# SPDX-License-Identifier: GPL-2.0-only
"""Counts and samples with perf's Python module: perf_module.py count|sample EVENT, metric NAME, old-count|old-sample PMU CONFIG

Executes the simulator's commands on standard input meanwhile, and prints a line `CPU NUMBER` for each CPU of the PMU. old-count
and old-sample use the module of perf 6.12, which does not parse events, the others that of perf 7.3. A sample has 500 events.
"""
import os
import subprocess
import sys

COMMAND = sys.argv[1]
if not COMMAND.startswith("old-"):
    sys.path.insert(0, "/usr/lib/python3/perf-7.3")
import perf  # noqa: E402 (its path is set above)

PERIOD = 500
TRIES = 100


def commands():
    """The module prints on standard output, too, so that of the commands is left out."""
    subprocess.run(["pmonctl", "-"], stdin=sys.stdin, stdout=subprocess.DEVNULL, check=True)


def samples(events, cpus):
    events.mmap()
    commands()
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
    for cpu, period in sorted(found):
        print(cpu, period)


def old(pmu, config):
    """An evlist of the module of perf 6.12, and its CPUs."""
    with open(f"/sys/bus/event_source/devices/{pmu}/cpumask", encoding="ascii") as file:
        cpus = perf.cpu_map(file.read().strip())
    with open(f"/sys/bus/event_source/devices/{pmu}/type", encoding="ascii") as file:
        number = int(file.read())
    sampling = {"sample_period": PERIOD, "freq": 0} if COMMAND == "old-sample" else {"freq": 0}
    events = perf.evlist(cpus, perf.thread_map(-1))
    events.add(perf.evsel(type=number, config=int(config, 0), disabled=0,
                          sample_type=perf.SAMPLE_TID | perf.SAMPLE_CPU | perf.SAMPLE_PERIOD, **sampling))
    events.open()
    return events, cpus


def main():
    if COMMAND == "old-sample":
        samples(*old(*sys.argv[2:]))
    elif COMMAND == "old-count":
        events, cpus = old(*sys.argv[2:])
        # It has descriptors of mapped events only.
        events.mmap()
        commands()
        for cpu, file in zip(cpus, events.get_pollfd()):
            print(cpu, int.from_bytes(os.read(file.fileno(), 8), sys.byteorder))
    elif COMMAND == "sample":
        events = perf.parse_events(sys.argv[2].rstrip("/") + f",period={PERIOD}/")
        events.config()
        events.open()
        events.enable()
        samples(events, next(iter(events)).cpus())
    elif COMMAND == "metric":
        events = perf.parse_metrics(sys.argv[2])
        events.open()
        events.enable()
        commands()
        for cpu in next(iter(events)).cpus():
            print(cpu, *(events.compute_metric(metric, cpu, -1) for metric in events.metrics()))
    else:
        events = perf.parse_events(sys.argv[2])
        events.open()
        events.enable()
        commands()
        for cpu in next(iter(events)).cpus():
            print(cpu, sum(event.read(cpu, -1).val for event in events))


try:
    main()
except OSError as error:
    print(error.strerror)
