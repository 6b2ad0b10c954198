"""Inputs of every kind: arrays, images, files, bytes, paths, and rejected ones."""

import io
import os
import pathlib
import tempfile
import unittest
import urllib.request

import facialfun
from facialfun import png
from facialfun.pictures import Film, Picture, Pixels, Rejected, ScoreLimits, UnreadableError, read
from facialfun.sources import count, inputs_of

from .real import SAMPLES, needs_program, use_program

try:
    import numpy
except ImportError:
    numpy = None
try:
    from PIL import Image
except ImportError:
    Image = None

needs_numpy = unittest.skipUnless(numpy, "SKIPPED: NumPy is not installed")
needs_pillow = unittest.skipUnless(numpy and Image, "SKIPPED: Pillow or NumPy is not installed")
LIMITS = ScoreLimits(50_000_000, 64_000_000)


def problem(source: object) -> UnreadableError:
    """The reason why a single input cannot be read."""
    (picture,) = inputs_of([source])
    try:
        read(picture, LIMITS)
    except UnreadableError as error:
        return error
    raise AssertionError(f"{source!r} can be read")


class KindTests(unittest.TestCase):
    def test_single_input_is_a_batch_of_one(self):
        self.assertEqual([picture.path for picture in inputs_of("a.jpg")], ["a.jpg"])
        self.assertEqual([picture.path for picture in inputs_of(pathlib.Path("a.jpg"))], ["a.jpg"])
        for bytes_like in (b"xy", bytearray(b"xy"), memoryview(b"xy")):
            self.assertEqual([picture.data for picture in inputs_of(bytes_like)], [b"xy"])

    def test_missing_values_of_a_table_do_not_affect_other_inputs(self):
        for place, hole in enumerate([float("nan"), None, "a\0b"]):
            sources = ["a.jpg"] * place + [hole, "b.jpg"]
            pictures = list(inputs_of(sources))
            self.assertEqual([picture.path for picture in pictures if picture.path.endswith("jpg")],
                             [source for source in sources if source is not hole])
            with self.assertRaises(UnreadableError) as caught:
                read(pictures[place], LIMITS)
            self.assertEqual(caught.exception.code, "no_path")
            self.assertIn(f"Entry {place}", caught.exception.message)

    def test_other_types_raise_at_once_with_a_remedy(self):
        for source in (3, object(), None, {"a": 1}, [b"x", 3], ["a.jpg", object()], (1.5,), io.StringIO("text")):
            with self.assertRaises(TypeError, msg=source) as caught:
                inputs_of(source)
            self.assertRegex(str(caught.exception), r"facialfun\.score|Give |open\(")
        with self.assertRaisesRegex(TypeError, "Entry 1"):
            inputs_of([b"x", 3])

    def test_unsuitable_element_of_a_generator_raises_when_it_is_reached(self):
        inputs = inputs_of(source for source in (b"x", 3))
        self.assertEqual(next(inputs).data, b"x")
        with self.assertRaisesRegex(TypeError, "Entry 1"):
            next(inputs)

    def test_urls_are_rejected_with_the_reason(self):
        for url in ("https://example.org/a.jpg", "s3://bucket/a.jpg", "http://example.org/"):
            error = problem(url)
            self.assertEqual(error.code, "unsupported_url")
            self.assertIn("does not use the network", error.message)

    def test_data_url_is_decoded(self):
        (picture,) = inputs_of("data:image/png;base64,eHk=")
        self.assertEqual(picture.data, b"xy")
        self.assertEqual(problem("data:image/png;base64,x!").code, "unreadable")

    def test_open_files_are_read_and_named(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"xy")
            file.flush()
            with open(file.name, "rb") as again:
                (picture,) = inputs_of(again)
            self.assertEqual((picture.path, picture.data), (file.name, b"xy"))
        self.assertEqual([picture.data for picture in inputs_of([io.BytesIO(b"1"), io.BytesIO(b"2")])], [b"1", b"2"])
        self.assertEqual(problem(io.BytesIO()).code, "empty")
        closed = io.BytesIO(b"x")
        closed.close()
        self.assertEqual(problem(closed).code, "unreadable")

    def test_open_http_response_is_read(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"xy")
            file.flush()
            with urllib.request.urlopen(pathlib.Path(file.name).as_uri()) as answer:
                self.assertEqual([picture.data for picture in inputs_of(answer)], [b"xy"])

    def test_films_are_recognized_by_bytes_and_names(self):
        with tempfile.TemporaryDirectory() as folder:
            files = {
                "a.mp4": b"", "b": b"\0\0\0\x20ftypisom", "c.jpg": b"\xff\xd8\xff", "d.mov": b"\xff\xd8\xff\xe0",
                "e.webm": b"\x1a\x45\xdf\xa3", "f.txt": b"text", "g": b"RIFF\0\0\0\0AVI ",
                "h.m4a": b"\0\0\0\x20ftypM4A ", "i.mjpeg": b"\xff\xd8\xff", "j.ts": b"G" + bytes(187) + b"G",
            }
            for name, start in files.items():
                pathlib.Path(folder, name).write_bytes(start)
            found = {os.path.basename(one.path): type(one) for one in inputs_of(folder)}
            self.assertEqual(found, {
                "a.mp4": Film, "b": Film, "c.jpg": Picture, "d.mov": Picture, "e.webm": Film, "g": Film,
                "i.mjpeg": Rejected, "j.ts": Film})
            without = [os.path.basename(one.path) for one in inputs_of(folder, films=False)]
            self.assertEqual(without, ["c.jpg", "d.mov"])
            self.assertIs(type(next(inputs_of(os.path.join(folder, "a.mp4"), films=False))), Film)
            self.assertEqual(count(folder, films=False), 2)
            self.assertIsNone(count(folder))
            self.assertEqual(count([folder + "/c.jpg", b"x", None], films=True), 3)


class PNGTests(unittest.TestCase):
    def test_too_few_pixels_for_the_size_are_rejected(self):
        with self.assertRaises(ValueError):
            png.encode(b"123", 2, 2, 1)

    def test_pixels_are_compressed_if_they_exceed_the_limit(self):
        picture = Pixels("-", bytes(300 * 300 * 3), None, 300, 300, 3)
        self.assertGreater(len(read(picture, LIMITS)), 270_000)
        self.assertLess(len(read(picture, ScoreLimits(100_000, 64_000_000))), 100_000)
        with self.assertRaises(UnreadableError) as caught:
            read(picture, ScoreLimits(100, 64_000_000))
        self.assertEqual(caught.exception.code, "too_many_bytes")
        with self.assertRaises(UnreadableError) as caught:
            read(picture, ScoreLimits(1_000_000, 1000))
        self.assertEqual(caught.exception.code, "too_many_pixels")


@needs_numpy
class ArrayTests(unittest.TestCase):
    def test_shapes_of_pictures_are_accepted(self):
        for shape, channels in (((4, 6), 1), ((4, 6, 1), 1), ((4, 6, 3), 3), ((4, 6, 4), 4)):
            (picture,) = inputs_of(numpy.zeros(shape, "uint8"))
            self.assertEqual((picture.width, picture.height, picture.channels), (6, 4, channels))

    def test_stacked_array_is_several_pictures_and_a_flat_array_is_a_file(self):
        self.assertEqual(len(list(inputs_of(numpy.zeros((5, 4, 6, 3), "uint8")))), 5)
        (picture,) = inputs_of(numpy.frombuffer(b"xy", "uint8"))
        self.assertEqual(picture.data, b"xy")

    def test_arrays_of_paths_are_read_as_paths(self):
        self.assertEqual([picture.path for picture in inputs_of(numpy.array(["a.jpg", "b.jpg"]))], ["a.jpg", "b.jpg"])
        self.assertEqual([picture.path for picture in inputs_of(numpy.array(["a.jpg"], dtype=object))], ["a.jpg"])

    def test_bgr_becomes_rgb_with_any_strides(self):
        bgr = numpy.arange(2 * 2 * 4, dtype="uint8").reshape(2, 2, 4)
        (picture,) = inputs_of(bgr, "bgr")
        self.assertEqual(picture.data, bgr[:, :, [2, 1, 0, 3]].tobytes())
        (flipped,) = inputs_of(bgr[::-1, :, :3])
        self.assertEqual(flipped.data, bgr[::-1, :, :3].tobytes())

    def test_array_that_changes_later_is_scored_as_it_was(self):
        array = numpy.zeros((2, 2), "uint8")
        (picture,) = inputs_of(array)
        array[:] = 9
        self.assertEqual(picture.data, bytes(4))

    def test_unsuitable_arrays_raise_at_once_with_a_remedy(self):
        for array, recipe in (
            (numpy.zeros((4, 6, 3)), "astype"), (numpy.zeros((3, 40, 60), "uint8"), "transpose"),
            (numpy.zeros((9, 8, 8), "uint8"), "list"), (numpy.zeros((0, 4, 3), "uint8"), "empty"),
            (numpy.zeros((4, 6), bool), "uint8"), (numpy.zeros((2, 4, 6, 3)), "astype"),
        ):
            with self.assertRaisesRegex(TypeError, recipe):
                inputs_of(array)

    def test_unknown_order_of_colors_is_rejected(self):
        with self.assertRaisesRegex(ValueError, "bgr"):
            inputs_of(b"x", color="BGR")


@needs_pillow
class ImageTests(unittest.TestCase):
    def test_image_modes_are_converted_for_the_service(self):
        for mode, channels in (("L", 1), ("1", 1), ("RGB", 3), ("RGBA", 4), ("P", 3), ("CMYK", 3), ("LA", 4),
                               ("YCbCr", 3)):
            (picture,) = inputs_of(Image.new(mode, (6, 4)))
            self.assertEqual((picture.width, picture.height, picture.channels), (6, 4, channels), mode)
            self.assertEqual(len(picture.data), 6 * 4 * channels, mode)
        with self.assertRaisesRegex(TypeError, "I;16"):
            inputs_of(Image.new("I;16", (6, 4)))

    def test_png_of_pixels_has_the_same_pixels(self):
        image = Image.open(SAMPLES / "cut-out.png")
        (picture,) = inputs_of(image)
        again = Image.open(io.BytesIO(read(picture, LIMITS)))
        self.assertEqual(again.mode, image.mode)
        self.assertTrue((numpy.asarray(again) == numpy.asarray(image)).all())

    def test_image_is_turned_upright(self):
        image = Image.open(SAMPLES / "sideways-exif.jpg")
        (picture,) = inputs_of(image)
        self.assertEqual((picture.width, picture.height), image.size[::-1])

    def test_damaged_image_does_not_affect_others(self):
        data = (SAMPLES / "group.jpg").read_bytes()
        damaged = Image.open(io.BytesIO(data[:len(data) // 2]))
        found = list(inputs_of([damaged, b"x"]))
        self.assertEqual([type(one) for one in found], [Rejected, Picture])


@needs_program
@needs_pillow
class ScoredPixelTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        use_program()
        cls.service = facialfun.PrivateService()
        cls.addClassCleanup(cls.service.close)

    def test_all_kinds_of_sources_score_like_the_file(self):
        # Lossless, so JPEG decoders make no difference.
        path = SAMPLES / "cut-out.png"
        image = Image.open(path)
        array = numpy.asarray(image)
        with open(path, "rb") as file:
            reports = facialfun.score(
                [str(path), path, path.read_bytes(), file, image, array], service=self.service)
        self.assertEqual([report.problem for report in reports], [None] * 6)
        self.assertGreaterEqual(len(reports[0].faces), 1)
        for report in reports[1:]:
            self.assertEqual(report.faces, reports[0].faces)

    def test_swapped_colors_give_the_same_scores_if_declared(self):
        array = numpy.asarray(Image.open(SAMPLES / "rendered-fear.jpg").convert("RGB"))
        rgb, = facialfun.score(array, service=self.service)
        bgr, = facialfun.score(array[:, :, ::-1], color="bgr", service=self.service)
        unnamed, = facialfun.score(array[:, :, ::-1], service=self.service)
        self.assertEqual(rgb.faces, bgr.faces)
        self.assertNotEqual(rgb.faces, unnamed.faces)

    def test_frame_of_a_large_camera_is_accepted(self):
        frame = numpy.random.default_rng(1).integers(0, 256, (1440, 2560, 3), "uint8")
        report, = facialfun.score(frame, service=self.service)
        self.assertIsNone(report.problem)
        self.assertEqual((report.width, report.height), (2560, 1440))


if __name__ == "__main__":
    unittest.main()
