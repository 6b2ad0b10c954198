"""A running service, and the kernel's figures about it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

from .wire import Broken, Connection


class Service:
    """`facialfun serve` on its own socket."""

    def __init__(self, binary: str, folder: str, workers: int | None = None) -> None:
        self.path = os.path.join(folder, "socket")
        command = [binary, "serve", "--socket", self.path]
        if workers is not None:
            command += ["--jobs", str(workers)]
        start = time.perf_counter()
        with open(os.path.join(folder, "log"), "ab") as log:
            self.process = subprocess.Popen(command, stderr=log, stdout=subprocess.DEVNULL)
        self._wait_until_ready(start + 60)
        self.start_seconds = time.perf_counter() - start

    def _wait_until_ready(self, limit: float) -> None:
        while time.perf_counter() < limit:
            try:
                if self.get("/readyz")[0] == 200:
                    return
            except (OSError, Broken):
                pass  # Not listening yet.
            if self.process.poll() is not None:
                sys.exit(f"the service ended with {self.process.returncode}")
            time.sleep(0.001)
        sys.exit("the service did not become ready")

    def get(self, target: str) -> tuple[int, bytes]:
        connection = Connection(self.path)
        try:
            answer = connection.get(target)
            return answer.status, answer.body
        finally:
            connection.close()

    def metric(self, name: str) -> float:
        """A gauge of /metrics."""
        text = self.get("/metrics")[1].decode()
        found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
        if found is None:
            sys.exit(f"/metrics has no {name}")
        return float(found.group(1))

    def megabytes(self, field: str = "VmRSS") -> float:
        """Resident memory, or its peak (VmHWM), in megabytes of 1,000,000 bytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            for line in file:
                if line.startswith(field + ":"):
                    return int(line.split()[1]) * 1024 / 1e6
        sys.exit(f"the kernel gives no {field}")

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait(10) != 0:
            sys.exit(f"the service ended with {self.process.returncode}")
