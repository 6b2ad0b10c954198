"""Runs `facialfun-family serve` as a child process of a test: starts it on a free port, kills and restarts it."""

import os
import pathlib
import signal
import socket
import subprocess
import time
import urllib.request

FAMILY = pathlib.Path(__file__).resolve().parents[2]
GAME = FAMILY / "PET"
REPOSITORY = FAMILY.parent


def program():
    """The family server's program: FAMILY_BINARY, otherwise the release build, otherwise the debug build."""
    named = os.environ.get("FAMILY_BINARY")
    built = [folder / f".build/{kind}/facialfun-family"
             for kind in ("release", "debug") for folder in (FAMILY, REPOSITORY)]
    for path in [named] if named else built:
        if pathlib.Path(path).exists():
            return str(path)
    raise SystemExit("There is no facialfun-family binary. Build it: make build-family")


def judge_program():
    """The scoring service's program; None if it was not built."""
    named = os.environ.get("FAMILY_FACIALFUN")
    for path in [named] if named else [REPOSITORY / ".build/release/facialfun", REPOSITORY / ".build/debug/facialfun"]:
        if path and pathlib.Path(path).exists():
            return str(path)
    return None


def files_of_tests():
    """The tests of the family server, the kit and all apps: Python and Swift."""
    return [path for folder in FAMILY.rglob("Tests") if ".build" not in folder.parts
            for path in folder.rglob("*") if path.suffix in (".py", ".swift")]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class GameServer:
    """With cheap passwords, a hash takes 3 ms instead of half a second and 64 MiB: for tests that measure neither."""

    def __init__(self, folder, arguments=("--no-scoring",), log=None, environment=None, cheap_passwords=True):
        self.folder = pathlib.Path(folder)
        self.port = free_port()
        self.arguments = [*arguments, *(["--password-cost", "10"] if cheap_passwords else [])]
        self.log_path = pathlib.Path(log or self.folder.parent / "pet.log")
        self.process = None
        # Added to this process's own environment.
        self.environment = environment or {}

    def start(self, patience=30):
        log = self.log_path.open("ab")
        self.process = subprocess.Popen(
            [program(), "serve", "--port", str(self.port), "--data", str(self.folder), *self.arguments],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            env={**os.environ, **self.environment})
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise SystemExit(f"facialfun-family serve ended with {self.process.returncode}; see {self.log_path}")
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2):
                    return self
            except OSError:
                time.sleep(0.02)
        raise SystemExit(f"facialfun-family serve did not answer within {patience} s; see {self.log_path}")

    def kill(self, whole_group=False):
        if whole_group:
            os.killpg(self.process.pid, signal.SIGKILL)
        else:
            self.process.kill()
        self.process.wait()

    def stop(self):
        """Stops it with SIGINT, like Ctrl-C; returns the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=15)

    def forget_peak(self):
        """Resets the peak memory, to exclude earlier password hashes of 64 MiB each."""
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def memory(self):
        """Resident and peak memory in MiB."""
        values = {}
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(("VmRSS", "VmHWM")):
                values[line.split(":")[0]] = int(line.split()[1]) / 1024
        return values.get("VmRSS", 0), values.get("VmHWM", 0)
