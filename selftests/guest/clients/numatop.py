# SPDX-License-Identifier: GPL-2.0-only
"""Looks at the first node with numatop: numatop.py LOG COMMANDS

numatop opens events of units when its user selects a node, on the node's first CPU. The simulator executes the file COMMANDS
while numatop shows the node. The counts are in numatop's own log, LOG: they are printed as `TYPE UNIT COUNT`.
"""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

TRIES = 10


def drain(terminal):
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:
        pass


def logged(pattern):
    """Where in the log the last line with the pattern ends, or 0."""
    with open(sys.argv[1], encoding="ascii", errors="replace") as file:
        return max((match.end() for match in re.finditer(pattern, file.read())), default=0)


def press(terminal, keys, pattern, after=0):
    """Presses keys until the log has the pattern behind that place. numatop may still prepare
    a page, and the next key is for the page before: each attempt is slower."""
    for attempt in range(TRIES):
        for key in keys:
            os.write(terminal, key)
            time.sleep(1 + attempt / 2)
        for _ in range(20):
            if logged(pattern) > after:
                return
            time.sleep(0.1)
    with open(sys.argv[1], encoding="ascii", errors="replace") as file:
        sys.exit(f"numatop does not log {pattern}: {file.read()[-500:]}")


def watch(terminal):
    press(terminal, [], "os_profiling_start success")
    # Home, the nodes, enter.
    press(terminal, [b"h", b"n", b"\r"], "pf_uncoreimc_start: for node 0, imc 1")
    with open(sys.argv[2], encoding="ascii") as file:
        subprocess.run(["pmonctl", "-"], stdin=file, stdout=subprocess.DEVNULL, check=True)
    press(terminal, [b"r"], "pf_uncoreimc_smpl: node 0, imc 1", logged("pf_unc.*"))
    os.write(terminal, b"q")


def main():
    child, terminal = pty.fork()
    if not child:
        os.environ["TERM"] = "linux"
        os.execvp("numatop", ["numatop", "-l", "2", "-f", sys.argv[1]])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    threading.Thread(target=drain, args=(terminal,), daemon=True).start()
    try:
        watch(terminal)
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise
    finally:
        os.waitpid(child, 0)
    counts = {}
    with open(sys.argv[1], encoding="ascii") as file:
        for box, unit, count in re.findall(r"pf_uncore(\w+)_smpl: node 0, \w+ (\d+), fd \d+: (\d+),", file.read()):
            counts[box, unit] = counts.get((box, unit), 0) + int(count)
    for key in sorted(counts):
        print(*key, counts[key])


main()
