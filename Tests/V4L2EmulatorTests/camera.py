#!/usr/bin/env python3
"""Drives a V4L2 camera by raw system calls and prints JSON Lines.

    camera.py stream DEVICE [--frames 10] [--wait poll|select|epoll|block] [--hold-ms 0] [--rounds 1]
    camera.py caps DEVICE

Every frame gives {"sequence", "bytes", "sha256", "error", "ageMs"}, a failed call {"call", "errno"}, a wait without a
frame {"timeout"}, and a wait with other events {"events"}. Uses only the standard library; the layouts are those of
linux/videodev2.h on 64-bit machines.
"""

import argparse
import ctypes
import errno
import fcntl
import hashlib
import json
import mmap
import os
import select
import struct
import sys
import time

CAPTURE, MMAP, FLAG_ERROR = 1, 1, 0x40


def request(direction: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | ord("V") << 8 | number


QUERYCAP = request(2, 0, 104)
G_FMT, S_FMT = request(3, 4, 208), request(3, 5, 208)
REQBUFS, QUERYBUF = request(3, 8, 20), request(3, 9, 88)
QBUF, DQBUF = request(3, 15, 88), request(3, 17, 88)
STREAMON, STREAMOFF = request(1, 18, 4), request(1, 19, 4)
BUFFER = struct.Struct("<5I4xqq16xIIqI4xI4x")


def report(**what: object) -> None:
    # A single write, so lines of two threads do not mix.
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Failed(Exception):
    """A call failed and was reported."""


def call(name: str, descriptor: int, code: int, argument: bytes) -> bytes:
    data = bytearray(argument)
    try:
        fcntl.ioctl(descriptor, code, data)
    except OSError as error:
        report(call=name, errno=errno.errorcode[error.errno])
        raise Failed from error
    return bytes(data)


def buffer(index: int = 0) -> bytes:
    return BUFFER.pack(index, CAPTURE, 0, 0, 0, 0, 0, 0, MMAP, 0, 0, 0)


def open_device(path: str, flags: int) -> int:
    try:
        return os.open(path, flags)
    except OSError as error:
        report(call="open", errno=errno.errorcode[error.errno])
        raise Failed from error


def wait(descriptor: int, kind: str, seconds: float) -> bool:
    """Whether a frame is available; reports other events."""
    if kind == "block":
        return True
    if kind == "select":
        ready = bool(select.select([descriptor], [], [], seconds)[0])
    else:
        waiter = select.epoll() if kind == "epoll" else select.poll()
        waiter.register(descriptor, select.POLLIN)
        found = waiter.poll(seconds if kind == "epoll" else seconds * 1000)
        if kind == "epoll":
            waiter.close()
        ready = bool(found)
        if found and found[0][1] & (select.POLLERR | select.POLLHUP):
            names = [n for n in ("POLLERR", "POLLHUP") if found[0][1] & getattr(select, n)]
            report(events=names)
    if not ready:
        report(timeout=True)
    return ready


def stream(options: argparse.Namespace) -> None:
    flags = os.O_RDWR | os.O_CLOEXEC | (0 if options.wait == "block" else os.O_NONBLOCK)
    descriptor = open_device(options.device, flags)
    maps = []
    try:
        chosen = call("G_FMT", descriptor, G_FMT, struct.pack("<I204x", CAPTURE))
        call("S_FMT", descriptor, S_FMT, chosen)
        wanted = struct.pack("<5I", 4, CAPTURE, MMAP, 0, 0)
        count = struct.unpack_from("<I", call("REQBUFS", descriptor, REQBUFS, wanted))[0]
        for index in range(count):
            one = BUFFER.unpack(call("QUERYBUF", descriptor, QUERYBUF, buffer(index)))
            maps.append(mmap.mmap(descriptor, one[10], offset=one[9]))
            call("QBUF", descriptor, QBUF, buffer(index))
        call("STREAMON", descriptor, STREAMON, struct.pack("<I", CAPTURE))
        time.sleep(options.hold_ms / 1000)
        for _ in range(options.frames):
            if not wait(descriptor, options.wait, 1.5):
                break
            one = BUFFER.unpack(call("DQBUF", descriptor, DQBUF, buffer()))
            now = time.clock_gettime(time.CLOCK_MONOTONIC)
            index, size = one[0], one[2]
            report(
                sequence=one[7], bytes=size, error=bool(one[3] & FLAG_ERROR),
                sha256=hashlib.sha256(maps[index][:size]).hexdigest(),
                ageMs=1000 * (now - one[5] - one[6] / 1e6),
            )
            call("QBUF", descriptor, QBUF, buffer(index))
        call("STREAMOFF", descriptor, STREAMOFF, struct.pack("<I", CAPTURE))
    finally:
        for one in maps:
            one.close()
        os.close(descriptor)


def capabilities(options: argparse.Namespace) -> None:
    descriptor = open_device(options.device, os.O_RDWR)
    data = call("QUERYCAP", descriptor, QUERYCAP, bytes(104))
    all_nodes, this_node = struct.unpack_from("<II", data, 84)
    report(capabilities=all_nodes, deviceCaps=this_node)
    os.close(descriptor)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["stream", "caps"])
    parser.add_argument("device")
    parser.add_argument("--frames", type=int, default=10)
    parser.add_argument("--wait", choices=["poll", "select", "epoll", "block"], default="poll")
    parser.add_argument("--hold-ms", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--pause-ms", type=int, default=0)
    options = parser.parse_args()
    assert ctypes.sizeof(ctypes.c_void_p) == 8, "the layouts are those of 64-bit machines"
    for round_number in range(options.rounds):
        if round_number > 0:
            time.sleep(options.pause_ms / 1000)
        try:
            (stream if options.command == "stream" else capabilities)(options)
        except Failed:
            if options.rounds == 1:
                sys.exit(1)


main()
