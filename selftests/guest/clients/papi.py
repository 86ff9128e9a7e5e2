# SPDX-License-Identifier: GPL-2.0-only
"""Counts with PAPI: papi.py [--multiplex] EVENT... <COMMANDS

Counts the events in one event set while the simulator executes the commands, and prints each count in a line. With
--multiplex it repeats the commands until each event has counted something.
"""
import ctypes
import subprocess
import sys

PAPI_VERSION = 7 << 24 | 1 << 16
TRIES = 200

papi = ctypes.CDLL("libpapi.so.7.1")
papi.PAPI_strerror.restype = ctypes.c_char_p


def call(name, *arguments):
    """Calls a function of PAPI, and ends the program if it fails."""
    status = getattr(papi, name)(*arguments)
    if status < 0:
        sys.exit(f"{name}: {papi.PAPI_strerror(status).decode()}")
    return status


def main():
    multiplex = sys.argv[1] == "--multiplex"
    events = sys.argv[1 + multiplex:]
    commands = sys.stdin.buffer.read()

    if call("PAPI_library_init", PAPI_VERSION) != PAPI_VERSION:
        sys.exit("this is not PAPI 7.1")
    events_set = ctypes.c_int(-1)
    call("PAPI_create_eventset", ctypes.byref(events_set))
    if multiplex:
        call("PAPI_multiplex_init")
        component = call("PAPI_get_component_index", b"perf_event_uncore")
        call("PAPI_assign_eventset_component", events_set, component)
        call("PAPI_set_multiplex", events_set)
    for event in events:
        status = papi.PAPI_add_named_event(events_set, event.encode())
        if status < 0:
            sys.exit(f"{event}: {papi.PAPI_strerror(status).decode()}")
    counts = (ctypes.c_longlong * len(events))()
    call("PAPI_start", events_set)
    for _ in range(TRIES if multiplex else 1):
        subprocess.run(["pmonctl", "-"], input=commands, stdout=subprocess.DEVNULL, check=True)
        call("PAPI_read", events_set, counts)
        if all(counts):
            break
    call("PAPI_stop", events_set, counts)
    for count in counts:
        print(count)


main()
