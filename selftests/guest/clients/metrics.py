# SPDX-License-Identifier: GPL-2.0-only
"""Compares perf's metrics of units with what was injected: metrics.py [--timeless] [--each N] PERF LIST PACKAGES SAME...

LIST is the output of `perf list --json`. Every metric of it whose formula has an event of a unit is counted with perf stat -M,
while the simulator makes each event of the formula happen a number of times of its own on each unit. SAME are types whose PMUs
all count unit 0. With --timeless values that depend on the time are not compared: perf 6.12 divides by a time that it does not
print. With --each only each N-th metric is counted.

Prints `accepted NAME` and `rejected NAME: REASON`, `wrong WHAT` for each count and value that is not as injected, `turns NAME`
for a metric whose events took turns on a counter, so that perf estimated them, and the numbers of exact counts and values.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys

DEVICES = "/sys/bus/event_source/devices"
COUNTERS = 4
# For twice as many metrics perf takes more than twice as long.
BATCH = 3
NAME = re.compile(r"(?<![\w.])#?[A-Za-z_](?:\\.|[\w.:])*(?:@[^@]*@)?")
FUNCTIONS = {
    "d_ratio": lambda a, b: a / b if b else 0,
    "max": max,
    "min": min,
}
SIMULATED = {"ch_mask": "ch", "fc_mask": "fc", "umask_ext": "ext", "filter_opc": "opc", "filter_nid": "nid"}


def units_by_type():
    """The numbers of each type's units, None for a PMU without number."""
    units = {}
    for pmu in os.listdir(DEVICES):
        match = re.fullmatch(r"uncore_([a-z0-9_]*?[a-z0-9])(?:_(\d+))?", pmu)
        if match:
            units.setdefault(match[1], []).append(int(match[2] or 0))
    return units


def cores():
    """The cores of the machine."""
    return len({open(path).read() for path in glob.glob("/sys/devices/system/cpu/cpu*/topology/thread_siblings_list")})


class Event:
    """An event of a unit: its type, the only unit or None for all, and the terms of the simulator."""

    def __init__(self, pmu, terms):
        match = re.fullmatch(r"(?:uncore_)?([a-z0-9_]*?[a-z0-9])(?:_(\d+))?", pmu)
        self.type = match[1]
        self.unit = None if match[2] is None else int(match[2])
        simulated = {}
        for key, value in terms.items():
            if key == "umask":
                simulated["umask"] = simulated.get("umask", 0) | value & 0xff
                if value >> 8:
                    simulated["ext"] = simulated.get("ext", 0) | value >> 8
            elif key == "occ_sel":
                simulated["umask"] = simulated.get("umask", 0) | value << 6
            elif key == "event" or key in SIMULATED:
                simulated[SIMULATED.get(key, key)] = value
        self.terms = " ".join(f"{key}={value:#x}" for key, value in sorted(simulated.items()))


class Metrics:
    def __init__(self, listed, units, packages, same, timeless):
        self.formulas = {e["MetricName"]: e["MetricExpr"] for e in listed if "MetricName" in e}
        self.scales = {e["MetricName"]: e.get("ScaleUnit") or "1" for e in listed if "MetricName" in e}
        self.encodings = {e["EventName"].upper(): e["Encoding"] for e in listed if e.get("Encoding")}
        self.units = units
        self.packages = packages
        self.same = same
        self.timeless = timeless
        self.named = {}
        self.splits = {}

    def event(self, text):
        """The event that a formula or perf's output names, or None if it is not one of a unit."""
        head, _, inner = text.replace("\\", "").replace("@", "/").rstrip("/").partition("/")
        if head.upper() in self.named and not inner:
            return self.named[head.upper()]
        terms = dict(term.partition("=")[::2] for term in inner.split(",") if term)
        name = terms.pop("name", None)
        pmu = head
        # pcu_0@UNC_P_CLOCKTICKS@ is the event on one of the PMUs.
        event = next((term for term in terms if term.upper() in self.encodings), head)
        terms.pop(event, None)
        if event.upper() in self.encodings:
            encoded, _, inner = self.encodings[event.upper()].rstrip("/").partition("/")
            terms = {**dict(term.partition("=")[::2] for term in inner.split(",")), **terms}
            pmu = encoded if event == head else head
        if not re.match("(uncore_)?[a-z0-9_]+$", pmu) or "event" not in terms:
            return None
        found = Event(pmu, {key: int(value or "1", 0) for key, value in terms.items()})
        if found.type not in self.units:
            return None
        if name:
            self.named[name.upper()] = found
        return found

    def words(self, name):
        """The names in a metric's formula, and in the formulas of the metrics that it uses."""
        for word in NAME.findall(self.formulas[name]):
            if word in self.formulas:
                yield from self.words(word)
            else:
                yield word

    def split(self, name):
        """The events of a metric: those of units, and those of others."""
        if name in self.splits:
            return self.splits[name]
        units, others = self.splits[name] = {}, set()
        for word in self.words(name):
            if word in FUNCTIONS or word in ("if", "else", "source_count", "aggr_nr", "duration_time") or word[0] == "#":
                continue
            event = self.event(word)
            if event:
                units[word] = event
            else:
                others.add(word)
        return units, others

    def injections(self, events):
        """Commands for the simulator, and how often each event happens on each unit of each die."""
        commands, happens = [], {}
        for number, event in enumerate(events):
            key = event.type, event.terms
            if key in happens:
                continue
            # Clocks are the fastest.
            base = (10**9 if "event=0x1" in event.terms.split() else 10**6) * (number + 1)
            happens[key] = {}
            for die in range(self.packages):
                for unit in self.units[event.type]:
                    n = base + 100000 * die + 1000 * unit + 7
                    happens[key][die, unit] = n
                    commands.append(f"inject die={die} unit={event.type}:{unit} {event.terms} n={n}")
        return "\n".join(commands) + "\n", happens

    def expected(self, event, happens):
        counted = 0
        for (die, unit), n in happens[event.type, event.terms].items():
            if event.type in self.same:
                n = happens[event.type, event.terms][die, 0]
            if event.unit in (None, unit):
                counted += n
        return counted

    def value(self, name, happens, duration):
        """The formula, with the counts that are expected."""
        def replaced(match):
            word = match[0]
            if word in self.formulas:
                return "(" + NAME.sub(replaced, self.formulas[word]) + ")"
            if word == "duration_time":
                return repr(duration)
            if word in ("#num_packages", "#num_dies"):
                return str(self.packages)
            if word == "#num_cores":
                return str(cores())
            if word == "#has_pmem":
                return "0"
            event = self.event(word)
            return str(self.expected(event, happens)) if event else word

        formula = re.sub(r"(source_count|aggr_nr)\(([^()]*)\)", lambda match: str(
            len(self.units[self.event(match[2]).type]) * (self.packages if match[1] == "aggr_nr" else 1)), self.formulas[name])
        scale = re.match(r"[0-9.e+-]*", self.scales[name])[0]
        return eval(NAME.sub(replaced, formula), dict(FUNCTIONS)) * float(scale or 1)


class Run:
    """perf stat -M of some metrics."""

    def __init__(self, perf, metrics, names):
        events = [event for name in names for event in metrics.split(name)[0].values()]
        commands, happens = metrics.injections(events)
        done = subprocess.run([perf, "stat", "-a", "-x", "|", "-o", "/tmp/metrics.out", "-M", ",".join(names), "--",
                               "pmonctl", "-"], input=commands, capture_output=True, text=True)
        self.wrong, self.reason, self.counts, self.values, self.turns = [], "", 0, 0, False
        if done.returncode or "error" in done.stdout:
            self.reason = " ".join((done.stderr + done.stdout).split())[:200] or "no message"
            return
        with open("/tmp/metrics.out") as file:
            rows = [line.rstrip("\n").split("|") for line in file if line.count("|") > 3]
        durations = [int(row[0]) / 1e9 for row in rows if row[2] == "duration_time"] or [1.0]
        printed = {}
        for row in rows:
            if len(row) > 6 and row[6]:
                printed[row[6].split()[-1]] = row[5]
            if row[2] == "duration_time":
                continue
            event = metrics.event(row[2])
            if not row[0].isdigit():
                self.wrong.append(f"{row[2]}: {row[0]}")
            elif float(row[4]) < 100:
                self.turns = True
            elif event is None or (event.type, event.terms) not in happens:
                self.wrong.append(f"{row[2]} is not in the formula")
            elif int(row[0]) != metrics.expected(event, happens):
                self.wrong.append(f"{row[2]}: {row[0]}, expected {metrics.expected(event, happens)}")
            else:
                self.counts += 1
        if self.turns:
            return
        for name in names:
            if metrics.timeless and "duration_time" in metrics.words(name):
                continue
            got = printed.get(name, "nothing")
            expected = [metrics.value(name, happens, duration) for duration in durations]
            # perf rounds.
            unit = 10.0 ** -len(got.partition(".")[2])
            if not re.match("[0-9]", got) or all(abs(float(got) - value) > unit * 0.501 + 1e-6 * value for value in expected):
                self.wrong.append(f"{name}: {got}, expected {expected}")
            else:
                self.values += 1


def batches(metrics, names):
    """Lists of metrics whose events all have a counter at the same time."""
    waiting = list(names)
    while waiting:
        taken, used = [], {}
        for name in list(waiting):
            need = dict(used)
            for word, event in metrics.split(name)[0].items():
                need[event.type] = need.get(event.type, 0) + 1
                if "OCCUPANCY" in word:
                    need["occupancy"] = need.get("occupancy", COUNTERS - 1) + 1
            if not taken or len(taken) < BATCH and max(need.values()) <= COUNTERS:
                taken.append(name)
                waiting.remove(name)
                used = need
        yield taken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--timeless", action="store_true")
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("perf")
    parser.add_argument("list")
    parser.add_argument("packages", type=int)
    parser.add_argument("same", nargs="*")
    options = parser.parse_args()
    perf = options.perf
    with open(options.list, encoding="utf-8") as file:
        listed = json.load(file)
    metrics = Metrics(listed, units_by_type(), options.packages, options.same, options.timeless)
    # Some of those whose value can be compared with --timeless are among each N, too.
    ours = sorted((name for name in metrics.formulas if metrics.split(name)[0]),
                  key=lambda name: ("duration_time" in metrics.words(name), name))
    of_units = [name for name in ours if not metrics.split(name)[1]][::options.each]
    of_others = [name for name in ours if metrics.split(name)[1]][::options.each]
    counts = values = 0
    runs = []
    for names in [*batches(metrics, of_units), *([name] for name in of_others)]:
        run = Run(perf, metrics, names)
        if len(names) > 1 and (run.reason or run.turns or run.wrong):
            runs += [(name, Run(perf, metrics, [name])) for name in names]
        else:
            runs += [(name, run) for name in names[:1]]
            for name in names[1:]:
                print("accepted", name)
    for name, run in runs:
        if run.reason:
            others = metrics.split(name)[1]
            print(f"rejected {name}: {' '.join(sorted(others)) or 'WHY'}: {run.reason}")
            continue
        print("accepted", name)
        if run.turns:
            print("turns", name)
        for text in run.wrong:
            print("wrong", text)
        counts += run.counts
        values += run.values
    print("counts", counts)
    print("values", values)


main()
