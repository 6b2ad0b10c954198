"""Tests the units with a running systemd, which is process 1 in its own namespaces and has only these units.

The tests need root, namespaces and a cgroup2 file system; they are skipped with a message otherwise.
"""

import contextlib
import http.client
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest

from game_server import FAMILY, free_port, program

UNITS = FAMILY.parent / "Packaging" / "systemd"
SYSTEMD = next((path for path in ["/lib/systemd/systemd", "/usr/lib/systemd/systemd"] if os.path.exists(path)), None)
# Empty replacements for the targets that the units depend on.
EMPTY_TARGETS = [
    "basic",
    "sysinit",
    "sockets",
    "shutdown",
    "multi-user",
    "final",
    "umount",
    "exit",
    "paths",
    "timers",
    "slices",
    "network",
    "local-fs",
]

# Runs as process 1 of new namespaces, with only this cgroup hierarchy, an empty /run, and its own units and state.
INSIDE = """
set -e
mount -t proc proc /proc
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=755 tmpfs /var/lib
# Where the checkout lies the unit may not look: below a home, or in /tmp.
mkdir /var/lib/game /var/lib/program
touch /var/lib/program/facialfun-family
mount --bind "$4" /var/lib/game
mount --bind "$5" /var/lib/program/facialfun-family
umount -R /sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for folder in /etc/systemd/system /lib/systemd/system; do [ ! -d $folder ] || mount --bind "$1" $folder; done
for folder in /lib/systemd/system-generators /etc/systemd/system-generators; do
    [ ! -d $folder ] || mount --bind "$2" $folder
done
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
exec env -i container=pet PATH=$PATH "$3" --system --unit=live.target --log-target=console --log-level=info
"""


class Machine:
    """A systemd with the game's units, whose sockets use the test's own ports."""

    def __init__(self, place):
        self.place = place
        self.port, self.metrics = free_port(), free_port()
        self.log = place / "systemd.log"
        units, nothing = place / "units", place / "nothing"
        units.mkdir()
        nothing.mkdir()
        self.write_units(units)
        self.group = self.make_group()
        begin = (
            'echo $$ > "$0/cgroup.procs"; exec unshare --mount --pid --fork --uts --ipc --cgroup --kill-child'
            ' --propagation private bash -c "$1" inside "$2" "$3" "$4" "$5" "$6"'
        )
        self.process = subprocess.Popen(
            ["bash", "-c", begin, self.group, INSIDE, units, nothing, SYSTEMD, FAMILY,
             pathlib.Path(program()).resolve()],
            stdin=subprocess.DEVNULL,
            stdout=self.log.open("wb"),
            stderr=subprocess.STDOUT,
        )

    def write_units(self, units):
        text = subprocess.run(
            [UNITS / "write-service", "/var/lib/program", "facialfun-family.service"],
            capture_output=True, text=True, check=True,
        ).stdout
        (units / "facialfun-family.service").write_text(text)
        for name in ["facialfun-family.socket", "facialfun-family-metrics.socket"]:
            shutil.copy(UNITS / name, units)
        # Overrides as `systemctl edit` writes them: the content of this checkout, separate ports, a separate log.
        drops = {
            "facialfun-family.service": "[Service]\nEnvironment=FAMILY_RESOURCES=/var/lib/game\n"
            "StandardOutput=append:/run/pet.log\n"
            "StandardError=inherit\n"
            "ExecStart=\n"
            "ExecStart=/var/lib/program/facialfun-family serve --public --data %S/facialfun-family --no-scoring\n",
            "facialfun-family.socket": f"[Socket]\nListenStream=\nListenStream=127.0.0.1:{self.port}\n",
            "facialfun-family-metrics.socket": f"[Socket]\nListenStream=\nListenStream=127.0.0.1:{self.metrics}\n",
        }
        for name, drop in drops.items():
            (units / f"{name}.d").mkdir()
            (units / f"{name}.d" / "here.conf").write_text(drop)
        for name in EMPTY_TARGETS:
            (units / f"{name}.target").write_text(f"[Unit]\nDescription={name}\nDefaultDependencies=no\n")
        (units / "live.target").write_text(
            "[Unit]\nDescription=The game alone\nDefaultDependencies=no\n"
            "Requires=facialfun-family.socket facialfun-family-metrics.socket\n"
            "After=facialfun-family.socket facialfun-family-metrics.socket\n"
        )

    def make_group(self):
        root = next(
            (
                pathlib.Path(parts[1])
                for parts in map(str.split, pathlib.Path("/proc/mounts").read_text().splitlines())
                if parts[2] == "cgroup2"
            ),
            None,
        )
        if root is None:
            pytest.skip("cgroup2 is not mounted")
        group = root / f"pet-live-{os.getpid()}-{time.monotonic_ns()}"
        try:
            group.mkdir()
        except OSError as error:
            pytest.skip(f"cannot create a cgroup: {error}")
        return group

    def inside(self, *arguments, check=True):
        """Runs a command inside the namespaces of process 1."""
        (child,) = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        done = subprocess.run(
            ["nsenter", "--target", child, "--mount", "--pid", *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def show(self, name):
        text = self.inside("systemctl", "show", "facialfun-family.service", f"--property={name}", "--value")
        return text.strip()

    def started(self):
        """Waits until the service listens; false if it cannot start here."""
        for _ in range(150):
            if self.process.poll() is not None:
                return False
            try:
                if self.inside("systemctl", "is-active", "facialfun-family.socket", check=False).strip() == "active":
                    return True
            except (ValueError, OSError):
                pass  # Not started yet.
            time.sleep(0.1)
        return False

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(timeout=30)
        for _ in range(50):
            left = [group for group in [self.group, *self.group.rglob("*")] if group.is_dir()]
            for group in sorted(left, key=lambda one: -len(one.parts)):
                # Retries if the previous process is still ending.
                with contextlib.suppress(OSError):
                    group.rmdir()
            if not self.group.exists():
                break
            time.sleep(0.1)


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    if SYSTEMD is None or not shutil.which("nsenter"):
        pytest.skip("systemd is not installed: apt-get install systemd")
    if os.geteuid() != 0:
        pytest.skip("starting systemd needs root")
    place = tmp_path_factory.mktemp("systemd")
    # The service's user must be able to read the program and its content.
    for folder in [place, *place.parents]:
        if folder.stat().st_uid == os.geteuid() and folder != pathlib.Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    machine = Machine(place)
    if not machine.started():
        told = machine.log.read_text(errors="replace")[-1500:]
        machine.stop()
        pytest.skip(f"systemd does not start here: {told}")
    yield machine
    machine.stop()


def get(port, path="/login", timeout=60):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_the_first_visitor_starts_the_service_through_its_socket(machine):
    assert machine.show("ActiveState") == "inactive"
    status, content = get(machine.port)
    assert status == 200 and b"</html>" in content
    assert machine.show("ActiveState") == "active" and machine.show("SubState") == "running"
    status, content = get(machine.metrics, "/metrics")
    assert status == 200 and b"pet_requests_total" in content
    log = machine.inside("cat", "/run/pet.log")
    assert "error" not in log.lower(), log


def test_the_sandbox_is_effective_while_the_service_runs(machine):
    get(machine.port)
    number = machine.show("MainPID")
    told = dict(
        line.split(":\t", 1) for line in machine.inside("cat", f"/proc/{number}/status").splitlines() if ":\t" in line
    )
    assert told["NoNewPrivs"] == "1" and told["Seccomp"] == "2"
    assert int(told["CapEff"], 16) == int(told["CapBnd"], 16) == 0
    assert "0" not in told["Uid"].split() and told["Uid"].split()[0] != str(os.geteuid())
    # No network except the inherited sockets: only a loopback interface, which is down.
    links = machine.inside("cat", f"/proc/{number}/net/dev").splitlines()[2:]
    assert [line.split(":")[0].strip() for line in links] == ["lo"]
    assert machine.inside("cat", f"/proc/{number}/net/tcp").splitlines()[1:] == []
    # Only the service's own folder is writable, and other users cannot read it.
    mounts = machine.inside("cat", f"/proc/{number}/mountinfo")
    options = {line.split()[4]: line.split()[5].split(",") for line in mounts.splitlines()}
    assert "ro" in options["/"]
    assert machine.inside("stat", "-c", "%a", "/var/lib/private/facialfun-family").strip() == "700"
    assert machine.inside("stat", "-c", "%a", "/var/lib/private/facialfun-family/pet.sqlite").strip() == "600"


def test_a_restart_rejects_no_connection_and_loses_no_page(machine):
    get(machine.port)
    before = machine.show("MainPID")
    done, failures = [0], []
    end = threading.Event()

    def visit():
        while not end.is_set():
            try:
                status, content = get(machine.port)
                assert status == 200 and b"</html>" in content
                done[0] += 1
            except Exception as error:
                failures.append(repr(error))
            # The rate stays below the limit per address of a server for many families.
            time.sleep(0.05)

    threads = [threading.Thread(target=visit) for _ in range(3)]
    for thread in threads:
        thread.start()
    numbers = [before]
    for _ in range(2):
        time.sleep(1)
        machine.inside("systemctl", "restart", "facialfun-family.service")
        numbers.append(machine.show("MainPID"))
    time.sleep(1)
    end.set()
    for thread in threads:
        thread.join()
    assert failures == [] and done[0] > 20, (done, failures[:3])
    assert len(set(numbers)) == 3, "the service was not restarted"
    assert machine.show("Result") == "success"


def test_a_killed_service_restarts_with_its_data(machine):
    get(machine.port)
    number = machine.show("MainPID")
    machine.inside("kill", "-9", number)
    status, _ = get(machine.port)
    assert status == 200
    assert machine.show("MainPID") not in (number, "0") and int(machine.show("NRestarts")) >= 1


def test_the_service_stops_cleanly_and_the_next_visitor_restarts_it(machine):
    get(machine.port)
    machine.inside("systemctl", "stop", "facialfun-family.service")
    assert machine.show("ActiveState") == "inactive" and machine.show("Result") == "success"
    assert re.fullmatch(r"\d+", machine.show("ExecMainStatus")) and machine.show("ExecMainStatus") == "0"
    assert get(machine.port)[0] == 200
