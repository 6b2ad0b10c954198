"""python3 -m unittest discover -s Tools/wire -t Tools/wire"""

import copy
import json
import unittest
from unittest import mock

import enumerations
import layout
import openapi
import swift_codes
import wire
from wire import ROOT


class WireTests(unittest.TestCase):
    def setUp(self):
        self.description = json.loads((ROOT / "Sources/FacialFunServer/openapi.json").read_text())
        self.report = json.loads(next((ROOT / "Sources").rglob(wire.REPORT)).read_text())

    def test_committed_files_match_the_sources(self):
        stale = [str(path.relative_to(ROOT)) for path in wire.stale()]
        self.assertEqual(stale, [], "run `make documents`")

    def test_new_case_is_written_into_every_list_of_its_enumeration(self):
        listed = enumerations.enumerations()
        listed[0]["joy"] = ""
        document = copy.deepcopy(self.description)
        enumerations.fill(document, "openapi.json", listed)
        schemas = document["components"]["schemas"]
        self.assertEqual(schemas["Emotion"]["enum"][-1], "joy")
        self.assertEqual(schemas["Scores"]["required"][-1], "joy")
        self.assertEqual(schemas["Scores"]["properties"]["joy"], schemas["Scores"]["properties"]["fear"])
        self.assertEqual(schemas["AttemptEnd"], self.description["components"]["schemas"]["AttemptEnd"])

    def test_problem_without_a_rule_is_named(self):
        new = [*swift_codes.problems(), swift_codes.Problem("out_of_cheese", 503, "")]
        with mock.patch.object(swift_codes, "problems", lambda: new), self.assertRaisesRegex(SystemExit, "cheese"):
            openapi.fill(self.description, self.report)

    def test_rule_for_an_unused_problem_is_named(self):
        fewer = [problem for problem in swift_codes.problems() if problem.code != "overloaded"]
        with mock.patch.object(swift_codes, "problems", lambda: fewer), self.assertRaisesRegex(SystemExit, "overload"):
            openapi.fill(self.description, self.report)

    def test_renamed_enumeration_is_named(self):
        with self.assertRaisesRegex(SystemExit, "FaceMotion"):
            swift_codes.cases("FaceMotion")

    def test_client_generators_find_everything_in_one_file(self):
        text = json.dumps(self.description)
        outside = [part.split('"')[0] for part in text.split('"$ref": "')[1:] if not part.startswith("#/components/")]
        self.assertEqual(outside, [])

    def test_member_added_to_the_report_reaches_the_description(self):
        self.report["$defs"]["face"]["properties"]["age"] = {"$ref": "#/$defs/point"}
        openapi.fill(self.description, self.report)
        face = self.description["components"]["schemas"]["Face"]
        self.assertEqual(face["properties"]["age"], {"$ref": "#/components/schemas/Point"})

    def test_pictures_may_be_sent_without_their_format(self):
        for body in ("Picture", "AzurePicture"):
            content = self.description["components"]["requestBodies"][body]["content"]
            self.assertEqual(list(content), ["application/octet-stream", "image/jpeg", "image/png"])
            self.assertEqual(len({json.dumps(schema) for schema in content.values()}), 1)

    def test_layout_keeps_the_value_and_its_lines_short(self):
        text = layout.text(self.description)
        self.assertEqual(json.loads(text), self.description)
        self.assertEqual(list(json.loads(text)["paths"]), list(self.description["paths"]))
        structure = [line for line in text.splitlines() if '"description"' not in line and '"summary"' not in line]
        self.assertLessEqual(max(map(len, structure)), layout.WIDTH)

    def test_references_resolve_and_shared_parts_are_used(self):
        text = json.dumps(self.description)
        components = self.description["components"]
        references = {tuple(part.split('"')[0].split("/")) for part in text.split('"$ref": "#/components/')[1:]}
        self.assertEqual([pair for pair in references if pair[1] not in components[pair[0]]], [])
        # Schemas of event data are named only in descriptions.
        unused = [name for kind, parts in components.items() if kind != "securitySchemes" for name in parts
                  if (kind, name) not in references and f"schema {name}," not in text and f" {name}." not in text]
        self.assertEqual(unused, [])


if __name__ == "__main__":
    unittest.main()
