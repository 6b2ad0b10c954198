"""Checks what the documents promise about the Containerfile: Debian, no root, read-only, a health check."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVE_OPTIONS = ROOT / "Sources" / "FacialFunCommand" / "Options" / "ServeOptions.swift"


def instructions(text):
    """The instructions with their arguments; continued lines are joined and comments removed."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines))
    return [tuple(line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


class ContainerfileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.text = (ROOT / "Containerfile").read_text()
        cls.all = instructions(cls.text)
        cls.by_name = {}
        for name, arguments in cls.all:
            cls.by_name.setdefault(name, []).append(arguments)

    def test_instructions_are_known(self):
        known = {
            "ARG", "FROM", "COPY", "RUN", "ENV", "USER", "WORKDIR", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT",
            "CMD"}
        self.assertLessEqual(set(self.by_name), known)
        for name in ("FROM", "USER", "HEALTHCHECK", "ENTRYPOINT", "CMD"):
            self.assertEqual(len(self.by_name[name]), 1, name)

    def test_base_is_a_named_debian_release(self):
        self.assertEqual(self.by_name["FROM"], ["${DEBIAN}"])
        self.assertRegex(self.by_name["ARG"][0], r"^DEBIAN=debian:(bookworm|trixie)-slim$")

    def test_container_runs_as_its_own_user_and_not_as_root(self):
        user = self.by_name["USER"][0]
        self.assertRegex(user, r"^[1-9]\d{3,}:[1-9]\d{3,}$", "numbers, which Kubernetes can check")
        made = " ".join(self.by_name["RUN"])
        self.assertIn(f"--uid {user.split(':')[0]} ", made)
        self.assertIn(f"--gid {user.split(':')[1]} ", made)
        after = [name for name, _ in self.all[[name for name, _ in self.all].index("USER"):]]
        self.assertNotIn("RUN", after, "nothing is installed as that user")

    def test_package_layer_leaves_no_temporary_files(self):
        self.assertEqual(len(self.by_name["RUN"]), 1, "what a later layer removes stays in the image")
        run = self.by_name["RUN"][0]
        self.assertTrue(run.startswith("apt-get update && "))
        self.assertIn("--no-install-recommends", run)
        self.assertRegex(run, r"rm -rf /packages .*/var/lib/apt/lists/\*")
        for word in ("sudo", "chmod 777", "curl http", "wget", "--allow-unauthenticated", "--force-yes"):
            self.assertNotIn(word, run)

    def test_only_the_package_is_copied_or_sent_to_the_builder(self):
        self.assertEqual(self.by_name["COPY"], [".build/deb/facialfun_*.deb /packages/"])
        ignored = [
            line for line in (ROOT / ".containerignore").read_text().splitlines() if line and not line.startswith("#")]
        self.assertEqual(ignored, ["*", "!.build/deb/facialfun_*.deb"])

    def test_commands_are_lists_of_words_and_run_the_program(self):
        for name in ("ENTRYPOINT", "CMD"):
            self.assertTrue(all(isinstance(word, str) for word in json.loads(self.by_name[name][0])))
        self.assertEqual(json.loads(self.by_name["ENTRYPOINT"][0]), ["facialfun"])
        command, *options = json.loads(self.by_name["CMD"][0])
        self.assertEqual(command, "serve")
        declared = SERVE_OPTIONS.read_text()
        for option in options:
            if option.startswith("--"):
                self.assertRegex(declared, rf"\bvar {option[2:]}\b")

    def test_health_check_queries_the_socket_of_the_service(self):
        check = self.by_name["HEALTHCHECK"][0]
        words = json.loads(check[check.index("CMD") + 3:])
        folder = dict(setting.split("=", 1) for setting in self.by_name["ENV"])["XDG_RUNTIME_DIR"]
        self.assertIn(f"{folder}/facialfun.sock", words)
        self.assertIn("--fail", words)
        self.assertIn("http://localhost/readyz", words)
        self.assertIn(folder, self.by_name["VOLUME"])
        for limit in ("--interval=", "--timeout=", "--start-period=", "--retries="):
            self.assertIn(limit, check)

    def test_documented_command_is_read_only_and_drops_privileges(self):
        page = (ROOT / "docs" / "service.md").read_text()
        for words in ("--read-only", "--cap-drop all", "no-new-privileges", "--network none", "--format docker"):
            self.assertIn(words, self.text)
            self.assertIn(words, page)


if __name__ == "__main__":
    unittest.main()
