"""A private service: started on demand, shared by threads and calls, ended with its holders.

The keeper program (`keeper.py`) runs the service. It has a socket whose other end is in this process, so it notices
when this process ends in any way; then it stops the service and deletes its folder. No service is left running
without users, and no socket file without a service.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import select
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from .program import find_program

#: Maximum time until a service listens, in seconds; the machine may be very busy.
_START = 60.0
#: The limits of the command line.
_LARGE = ["--max-file-size", "50MB", "--max-pixels", "64MP"]
#: Maximum length of the folder's path: socket paths on Linux have at most 107 bytes.
_LONGEST_FOLDER = 107 - len("/12345678/facialfun.sock")


class ServiceStartError(RuntimeError):
    """A private service could not be started; the message has its last output."""


class PrivateService:
    """A `facialfun serve` on a socket in a folder that only this user can access.

    `jobs` is the number of pictures scored at once (default: one per processor) and `model` a folder of models.
    `shared` is a name: processes of this user with the same name share one service, which ends `linger` seconds after
    the last of them. With `large` it accepts files of 50 MB and 64 megapixels, like the command line, or 2 MB and 16
    megapixels on a machine without enough memory. It starts when `address` is requested, and restarts if it has died.
    """

    def __init__(
        self, *, jobs: int | None = None, model: str | os.PathLike[str] | None = None,
        shared: str | None = None, linger: float = 0.0, large: bool = True,
    ) -> None:
        if shared is not None and not shared.replace("-", "").isalnum():
            raise ValueError("The name of a shared service has letters, digits and dashes only.")
        self.jobs = jobs
        self.model = model
        self.shared = shared
        self.linger = linger
        self.large = large
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._holder: socket.socket | None = None
        self._keeper: subprocess.Popen[bytes] | None = None
        self._folder = ""

    def __enter__(self) -> PrivateService:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def address(self) -> str:
        """The path of its socket; starts it if it is not running. Raises NoProgramError, ServiceStartError."""
        with self._lock:
            if not self._is_held():
                self._release()
                with _locked(_base()) as base:
                    _remove_deserted(base)
                    if self.shared is None or not self._join(base / f"shared-{self.shared}"):
                        self._start_as_large_as_can_be(base)
            return os.path.join(self._folder, "facialfun.sock")

    def close(self) -> None:
        """Releases it; it ends unless others hold it."""
        with self._lock:
            self._release()

    def _is_held(self) -> bool:
        """Whether the keeper runs: it sends nothing, and closes when the service has ended."""
        if self._holder is None:
            return False
        poll = select.poll()
        poll.register(self._holder, select.POLLIN)
        return not poll.poll(0)

    def _release(self) -> None:
        if self._holder is not None:
            self._holder.close()
            self._holder = None
        if self._keeper is not None:
            # A fork keeps holding it; only the process that started it can wait for its end.
            if self._owner == os.getpid() and self.shared is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._keeper.wait(15)
            if self._keeper.stdout is not None:
                self._keeper.stdout.close()
            # A shared one may outlive this process, which will not wait for it.
            self._keeper.returncode = self._keeper.poll() or 0
            self._keeper = None

    def _join(self, link: Path) -> bool:
        """Becomes a further holder of a shared service; false if it has ended or never started."""
        try:
            folder = os.path.join(link.parent, os.readlink(link))
            holder = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            holder.settimeout(5)
            holder.connect(os.path.join(folder, "holders"))
            if holder.recv(1) != b"+":
                holder.close()
                return False
        except OSError:
            return False
        holder.settimeout(None)
        self._holder, self._folder = holder, folder
        return True

    def _start_as_large_as_can_be(self, base: Path) -> None:
        if self.large:
            # The limits require memory for large pictures; a machine without it rejects them at the start.
            with contextlib.suppress(ServiceStartError):
                self._start(base, _LARGE)
                return
        self._start(base, [])

    def _start(self, base: Path, limits: list[str]) -> None:
        program = find_program()
        self._folder = tempfile.mkdtemp(prefix="", dir=base)
        command = [str(program), "serve", "--socket", os.path.join(self._folder, "facialfun.sock")]
        command += limits
        if self.jobs is not None:
            command += ["--jobs", str(self.jobs)]
        if self.model is not None:
            command += ["--model", os.fspath(self.model)]
        keeper = str(Path(__file__).with_name("keeper.py"))
        self._holder, other = socket.socketpair()
        self._owner = os.getpid()
        # A session of its own, so Ctrl-C in a terminal does not end the service before its holders.
        self._keeper = subprocess.Popen(
            [sys.executable, "-I", "-S", keeper, self._folder, str(self.linger), *command],
            stdin=other.fileno(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )
        other.close()
        try:
            self._wait_until_it_listens(program)
        except BaseException:
            self._release()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        if self.shared is not None:
            link = base / f"shared-{self.shared}"
            new = Path(self._folder) / "link"
            new.symlink_to(os.path.basename(self._folder))
            new.rename(link)

    def _wait_until_it_listens(self, program: Path) -> None:
        assert self._keeper is not None and self._keeper.stdout is not None
        path = os.path.join(self._folder, "facialfun.sock")
        end = time.monotonic() + _START
        while time.monotonic() < end:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
                try:
                    trial.connect(path)
                    return
                except OSError:
                    pass
            if not self._is_held() or self._keeper.poll() is not None:
                words = self._keeper.stdout.read().decode(errors="replace").strip()
                raise ServiceStartError(f"{program} serve ended at its start: {words or 'without a word'}")
            time.sleep(0.003)
        raise ServiceStartError(f"{program} serve did not listen within {_START:.0f} s.")

    def after_fork(self) -> None:
        """Called in a forked process, which lacks its parent's threads; one of them may have held the lock."""
        self._lock = threading.Lock()


def _base() -> Path:
    """The folder of this user's private services; it must be inaccessible to others and not created by them."""
    name = f"facialfun-{os.getuid()}"
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    # Not just `tempfile.gettempdir()`, because a socket's path must be short.
    folders = [tempfile.gettempdir(), *([runtime] if runtime else []), "/tmp"]
    base = next((Path(folder, name) for folder in folders
                 if len(os.fsencode(os.path.join(folder, name))) <= _LONGEST_FOLDER), Path("/tmp", name))
    with contextlib.suppress(FileExistsError):
        base.mkdir(mode=0o700)
    status = base.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ServiceStartError(f"{base} is not a folder of this user alone (mode 0700): remove it.")
    return base


@contextlib.contextmanager
def _locked(base: Path) -> Iterator[Path]:
    descriptor = os.open(base / "lock", os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield base
    finally:
        os.close(descriptor)


def _remove_deserted(base: Path) -> None:
    """Removes the folders of killed keepers, whose sockets have no listener."""
    for entry in base.iterdir():
        if entry.is_symlink():
            if not entry.exists():
                entry.unlink(missing_ok=True)
        elif entry.is_dir() and not _answers(entry / "holders"):
            shutil.rmtree(entry, ignore_errors=True)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        trial.settimeout(5)
        try:
            trial.connect(str(path))
            return True
        except (FileNotFoundError, ConnectionRefusedError):
            return False
        except OSError:
            # It exists and is busy.
            return True


_of_process = PrivateService()


def process_service() -> PrivateService:
    """The service that all calls of this process and its forks share."""
    return _of_process


atexit.register(_of_process.close)
os.register_at_fork(after_in_child=_of_process.after_fork)
