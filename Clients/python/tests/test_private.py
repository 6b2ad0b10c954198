"""Private services: shared, restarted, and gone with their holders, even if these are killed."""

import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

import facialfun
from facialfun import private

from .real import PROGRAM, SAMPLES, needs_program, use_program
from .test_batch import service_process

PACKAGE = Path(facialfun.__file__).parents[1]


def eventually(check, seconds: float = 20) -> bool:
    """Whether a condition becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return True
        time.sleep(0.02)
    return False


class OwnFolderTests(unittest.TestCase):
    """Each test has its own folder for services."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ff", dir="/tmp")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        variables = mock.patch.dict(os.environ, {"TMPDIR": folder.name})
        variables.start()
        self.addCleanup(variables.stop)
        self.addCleanup(setattr, tempfile, "tempdir", tempfile.tempdir)
        tempfile.tempdir = None

    def left(self) -> "list[str]":
        """The names of leftovers of services."""
        base = self.folder / f"facialfun-{os.getuid()}"
        return [name for name in os.listdir(base) if name != "lock"] if base.exists() else []


class WithoutProgramTests(OwnFolderTests):
    def test_missing_program_is_named_with_the_remedy(self):
        with mock.patch.dict(os.environ, {"FACIALFUN_BINARY": "", "PATH": ""}), self.assertRaisesRegex(
            facialfun.NoProgramError, "FACIALFUN_BINARY"
        ):
            facialfun.PrivateService().address()
        with mock.patch.dict(os.environ, {"FACIALFUN_BINARY": "/no/such"}), self.assertRaisesRegex(
            facialfun.NoProgramError, "/no/such"
        ):
            facialfun.find_program()
        self.assertEqual(self.left(), [])

    def test_program_that_exits_at_the_start_is_quoted_and_leaves_nothing(self):
        bad = self.folder / "bad"
        bad.write_text("#!/bin/sh\necho 'no models here' >&2\nexit 3\n")
        bad.chmod(0o755)
        with mock.patch.dict(os.environ, {"FACIALFUN_BINARY": str(bad)}), self.assertRaisesRegex(
            facialfun.ServiceStartError, "no models here"
        ):
            facialfun.PrivateService().address()
        self.assertEqual(self.left(), [])

    def test_folder_accessible_to_others_is_not_used(self):
        base = self.folder / f"facialfun-{os.getuid()}"
        base.mkdir(mode=0o755)
        with self.assertRaisesRegex(facialfun.ServiceStartError, "0700"):
            private._base()

    def test_path_too_long_for_a_socket_is_not_used(self):
        long = self.folder / ("x" * 120)
        long.mkdir()
        with mock.patch.dict(os.environ, {"TMPDIR": str(long)}):
            tempfile.tempdir = None
            self.assertNotIn("xxx", str(private._base()))


@needs_program
class PrivateServiceTests(OwnFolderTests):
    def setUp(self):
        super().setUp()
        use_program()

    def test_service_is_shared_by_threads_and_ends_when_released(self):
        service = facialfun.PrivateService()
        addresses = []
        threads = [threading.Thread(target=lambda: addresses.append(service.address())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(addresses), 8)
        self.assertEqual(len(set(addresses)), 1)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(addresses[0])).st_mode), 0o700)
        service.close()
        self.assertEqual(self.left(), [])
        with self.assertRaises(OSError), socket.socket(socket.AF_UNIX) as trial:
            trial.connect(addresses[0])

    def test_dead_service_is_restarted_and_leaves_nothing(self):
        with facialfun.PrivateService() as service:
            first = service.address()
            os.kill(service_process(service), signal.SIGKILL)
            self.assertTrue(eventually(lambda: not os.path.exists(first)))
            self.assertNotEqual(service.address(), first)
            facialfun.Client(service.address()).check_health()
        self.assertEqual(self.left(), [])

    def program(self, text: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(text)], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(PACKAGE), "SAMPLE": str(SAMPLES / "rendered-fear.jpg")})

    def test_service_ends_with_its_process_even_if_that_is_killed(self):
        for end in ("pass", "os.kill(os.getpid(), 9)", "os._exit(0)", "raise SystemExit(3)"):
            with self.subTest(end=end), self.program(
                f"""
                import os, threading, facialfun
                # The thread that starts it ends long before the process.
                thread = threading.Thread(target=lambda: facialfun.score(os.environ["SAMPLE"]))
                thread.start(); thread.join()
                print(facialfun.score(os.environ["SAMPLE"])[0].face.top, flush=True)
                {end}
                """
            ) as process:
                self.assertEqual(process.stdout.read().strip(), "fear")
                process.wait()
                self.assertTrue(eventually(lambda: self.left() == []))

    def test_fork_keeps_its_parents_service(self):
        with self.program(
            """
            import os, time, facialfun
            facialfun.score(os.environ["SAMPLE"])
            address = facialfun.private.process_service().address()
            parent = os.getpid()
            if os.fork() == 0:
                while os.getppid() == parent:
                    time.sleep(0.01)
                same = facialfun.private.process_service().address() == address
                print(same, facialfun.score(os.environ["SAMPLE"])[0].face.top, flush=True)
            os._exit(0)
            """
        ) as process:
            self.assertEqual(process.stdout.read().strip(), "True fear")
        self.assertTrue(eventually(lambda: self.left() == []))

    def test_service_ends_when_its_keeper_is_killed_and_the_next_start_cleans_up(self):
        service = facialfun.PrivateService()
        address = service.address()
        pid = service_process(service)
        os.kill(service._keeper.pid, signal.SIGKILL)
        self.assertTrue(eventually(lambda: not os.path.exists(f"/proc/{pid}/exe") or not PROGRAM))
        self.assertNotEqual(service.address(), address)
        service.close()
        self.assertEqual(self.left(), [])

    def test_processes_with_the_same_name_share_a_service_that_outlives_each(self):
        text = """
            import os, time, facialfun
            service = facialfun.PrivateService(shared="name-1", linger=1.0)
            print(service.address(), flush=True)
            facialfun.score(os.environ["SAMPLE"], service=service)
            time.sleep(0.3)
            os.kill(os.getpid(), 9)
            """
        processes = [self.program(text) for _ in range(3)]
        addresses = {process.communicate()[0].strip() for process in processes}
        self.assertEqual(len(addresses), 1)
        service = facialfun.PrivateService(shared="name-1", linger=0.5)
        self.assertEqual({service.address()}, addresses)
        service.close()
        self.assertTrue(eventually(lambda: self.left() == []))


if __name__ == "__main__":
    unittest.main()
