# SPDX-License-Identifier: GPL-2.0-only
"""perf_event_open() for the scripts that open events as other programs do."""
import ctypes
import os
import resource
import struct

DEVICES = "/sys/bus/event_source/devices"
ENABLE, RESET, GROUP = 0x2400, 0x2403, 1
FORMAT_TIMES, FORMAT_GROUP = 3, 8
DISABLED = 1
SAMPLE_TIME = 4
CLOEXEC = 8
ATTR_SIZE = 112
SYSCALL = 298

libc = ctypes.CDLL(None, use_errno=True)


def read(*path):
    with open(os.path.join(DEVICES, *path), encoding="ascii") as file:
        return file.read().strip()


def cpus(text):
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def open_event(pmu, config, cpu, leader=-1, flags=0, read_format=0, sample_type=0):
    """Opens an event with the words `config`, at most three. Raises OSError."""
    config = list(config) + [0] * (3 - len(config))
    attr = struct.pack("<IIQQQQQIIQQ", int(read(pmu, "type")), ATTR_SIZE, config[0], 0, sample_type, read_format, flags, 0, 0,
                       config[1], config[2])
    attr = ctypes.create_string_buffer(attr, ATTR_SIZE)
    descriptor = libc.syscall(SYSCALL, attr, -1, cpu, leader, CLOEXEC)
    if descriptor < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error), f"{pmu} on CPU {cpu}, config {config[0]:#x}")
    return descriptor


def control(descriptor, request, argument=0):
    if libc.ioctl(descriptor, request, argument):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def allow_descriptors():
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
