"""A client that openapi-python-client generates from the service's description."""

import importlib
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import facialfun

from .real import SAMPLES, needs_program, use_program

HAS_GENERATOR = importlib.util.find_spec("openapi_python_client") is not None
#: Routes with a picture as body.
PICTURE_ROUTES = (
    "score", "rectangle", "match", "frame", "make_baseline", "add_to_baseline", "azure_detect",
    "azure_recognize",
)


@needs_program
@unittest.skipUnless(HAS_GENERATOR, "SKIPPED: openapi-python-client is not installed")
class GeneratedClientTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        service = facialfun.PrivateService()
        cls.addClassCleanup(service.close)
        cls.address = service.address()
        description = Path(folder.name, "openapi.json")
        description.write_bytes(facialfun.FacialFun(cls.address).request("GET", "/v1/schemas/openapi.json"))
        config = Path(folder.name, "config.yml")
        config.write_text("package_name_override: generated_facialfun\npost_hooks: []\n")
        subprocess.run(
            [sys.executable, "-m", "openapi_python_client", "generate", "--path", description, "--meta", "none",
             "--output-path", Path(folder.name, "generated_facialfun"), "--config", config],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        sys.path.insert(0, folder.name)
        cls.addClassCleanup(sys.path.remove, folder.name)

    def call(self, name: str, **arguments):
        import httpx

        module = importlib.import_module(f"generated_facialfun.api.default.{name}")
        client = importlib.import_module("generated_facialfun").Client(
            base_url="http://localhost", httpx_args={"transport": httpx.HTTPTransport(uds=self.address)})
        return module.sync_detailed(client=client, **arguments)

    def picture(self, name: str):
        return importlib.import_module("generated_facialfun.types").File(
            payload=(SAMPLES / name).read_bytes(), file_name=name)

    def test_every_picture_route_is_generated(self):
        missing = [name for name in PICTURE_ROUTES
                   if importlib.util.find_spec(f"generated_facialfun.api.default.{name}") is None]
        self.assertEqual(missing, [])

    def test_score_is_a_typed_report(self):
        answer = self.call("score", body=self.picture("rendered-happiness.jpg"), deadline_ms=60_000)
        self.assertEqual(answer.status_code, 200)
        self.assertEqual(type(answer.parsed).__name__, "ImageReport")
        face = answer.parsed.faces[0]
        self.assertEqual((type(face).__name__, face.top), ("Face", "happiness"))
        self.assertGreater(face.scores.happiness, 0.5)
        self.assertEqual(answer.parsed.image.format_, "jpeg")

    def test_rejection_is_a_typed_problem(self):
        types = importlib.import_module("generated_facialfun.types")
        answer = self.call("score", body=types.File(payload=b"no picture"), deadline_ms=60_000)
        self.assertEqual((answer.status_code, answer.parsed.code), (415, "unsupported_format"))


if __name__ == "__main__":
    unittest.main()
