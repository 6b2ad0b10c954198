"""Runs a private service while it has holders; a separate program.

    python3 -I -S keeper.py FOLDER LINGER COMMAND ARGUMENT...

A holder has the other end of standard input, or a connection to FOLDER/holders; the kernel closes either when a
process ends in any way. LINGER seconds after the last holder is gone, the command is stopped and FOLDER is deleted
with its contents. If the command ends by itself, its last output is written to standard output, and the keeper ends,
too.
"""

from __future__ import annotations

import collections
import contextlib
import ctypes
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time

_PR_SET_PDEATHSIG = 1
#: Maximum time for the service to stop, in seconds.
_STOP = 10.0


def keep(folder: str, linger: float, command: list[str]) -> None:
    """Runs the command until it has no more holders."""
    # Prepared before the fork: the setting that ends the command with its keeper.
    library = ctypes.CDLL(None)

    def end_with_keeper() -> None:
        library.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != keeper:
            os._exit(1)

    keeper = os.getpid()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    watched = selectors.DefaultSelector()
    first = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(os.path.join(folder, "holders"))
    listener.listen(128)
    holders = {first}
    service = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        # Safe because this process has a single thread.
        preexec_fn=end_with_keeper,
    )
    try:
        assert service.stderr is not None
        os.set_blocking(service.stderr.fileno(), False)
        words: collections.deque[bytes] = collections.deque(maxlen=20)
        for watch in (first, listener, service.stderr):
            watched.register(watch, selectors.EVENT_READ)
        released = 0.0
        while True:
            left = None if holders else released + linger - time.monotonic()
            if left is not None and left <= 0:
                return
            for key, _ in watched.select(left):
                source = key.fileobj
                if source is listener:
                    holder, _ = listener.accept()
                    # Late holders find no listener here.
                    with contextlib.suppress(OSError):
                        holder.sendall(b"+")
                    holders.add(holder)
                    watched.register(holder, selectors.EVENT_READ)
                elif source is service.stderr:
                    text = service.stderr.read(65536)
                    if text:
                        words.extend(text.splitlines())
                        continue
                    if text == b"":
                        _print_last(words)
                        return
                elif isinstance(source, socket.socket) and _has_exited(source):
                    watched.unregister(source)
                    source.close()
                    holders.discard(source)
                    released = time.monotonic()
    finally:
        # From now on, holders and new connections first learn that the service ends.
        listener.close()
        for holder in holders:
            holder.close()
        service.terminate()
        try:
            service.wait(_STOP)
        except subprocess.TimeoutExpired:
            service.kill()
            service.wait()
        shutil.rmtree(folder, ignore_errors=True)
        _remove_links(folder)


def _remove_links(folder: str) -> None:
    """Removes the names under which the folder was shared."""
    base, own = os.path.split(folder)
    for entry in os.scandir(base):
        with contextlib.suppress(OSError):
            if entry.is_symlink() and os.readlink(entry.path) == own:
                os.unlink(entry.path)


def _has_exited(holder: socket.socket) -> bool:
    try:
        return holder.recv(64) == b""
    except OSError:
        return True


def _print_last(words: collections.deque[bytes]) -> None:
    with contextlib.suppress(OSError):
        os.write(1, b"\n".join(words)[-4000:])


if __name__ == "__main__":
    keep(sys.argv[1], float(sys.argv[2]), sys.argv[3:])
