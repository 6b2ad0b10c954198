"""Generates ../Fixtures: image files of every kind, and the pixels that they must decode to.

    python make_fixtures.py

Needs numpy and Pillow, a C compiler (`cc`) and libjpeg-dev. Each picture NAME.jpg or NAME.png comes with NAME.rgb:
width × height × 3 bytes, upright. For a PNG they are computed from the written samples by the rules of the
specification. For a JPEG they come from Pillow, which has its own libjpeg. The script draws all content.
"""

import io
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from png_writer import SIGNATURE, chunk, header, png

HERE = Path(__file__).parent
OUT = HERE.parent / "Fixtures"
WIDTH, HEIGHT = 45, 35  # not a multiple of 8


def picture(width: int = WIDTH, height: int = HEIGHT) -> np.ndarray:
    """A smooth picture with an edge and a spot, without any symmetry; height × width × 3."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    red = 40 + 170 * x / width
    green = 200 - 150 * y / height
    blue = 128 + 80 * np.sin(x / 5) * np.cos(y / 7)
    image = np.stack([red, green, blue], axis=2)
    image[: height // 3, : width // 4] = (220, 40, 60)
    spot = (x - width * 0.7) ** 2 + (y - height * 0.3) ** 2 < (height / 6) ** 2
    image[spot] = (250, 240, 20)
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)


def save(name: str, data: bytes, expected: np.ndarray | None) -> None:
    (OUT / name).write_bytes(data)
    if expected is not None:
        (OUT / Path(name).with_suffix(".rgb")).write_bytes(expected.astype(np.uint8).tobytes())


def decoded(data: bytes, adobe: bool = True) -> np.ndarray:
    """The pixels that Pillow decodes from a JPEG; it treats every CMYK file as Adobe's."""
    image = ImageOps.exif_transpose(Image.open(io.BytesIO(data)))
    if image.mode == "CMYK":
        ink = np.asarray(image).astype(float)
        if not adobe:
            ink = 255 - ink
        light = (255 - ink[:, :, :3]) * (255 - ink[:, :, 3:]) / 255
        return np.rint(light)
    return np.asarray(image.convert("RGB"))


def write_jpegs() -> None:
    rgb = picture()
    grey = np.asarray(Image.fromarray(rgb).convert("L"))
    ink = 255 - np.concatenate([rgb, np.full((HEIGHT, WIDTH, 1), 255, np.uint8)], axis=2)
    ink[:, :, 3] = np.linspace(0, 120, WIDTH).astype(np.uint8)[None, :]
    # name: content, colors, sampling, restart, coding, Adobe marker
    kinds = {
        "baseline-444": (rgb, "ycc", "11", 0, "baseline", "-"),
        "baseline-422": (rgb, "ycc", "21", 0, "baseline", "-"),
        "baseline-440": (rgb, "ycc", "12", 0, "baseline", "-"),
        "baseline-420": (rgb, "ycc", "22", 0, "baseline", "-"),
        "baseline-411": (rgb, "ycc", "41", 0, "baseline", "-"),
        "baseline-rgb": (rgb, "rgb", "11", 0, "baseline", "-"),
        "restart-markers": (rgb, "ycc", "22", 1, "baseline", "-"),
        "separate-scans": (rgb, "ycc", "21", 0, "separate", "-"),
        "progressive": (rgb, "ycc", "22", 0, "progressive", "-"),
        "progressive-restart": (rgb, "ycc", "11", 1, "progressive", "-"),
        "progressive-190-scans": (rgb, "ycc", "22", 0, "coefficients", "-"),
        "grey": (grey, "grey", "11", 0, "baseline", "-"),
        "grey-progressive": (grey, "grey", "11", 0, "progressive", "-"),
        "arithmetic": (rgb, "ycc", "22", 0, "arithmetic", "-"),
        "arithmetic-progressive": (rgb, "ycc", "22", 0, "arithmetic-progressive", "-"),
        "cmyk-adobe": (255 - ink, "cmyk", "11", 0, "baseline", "1"),
        "cmyk-plain": (ink, "cmyk", "11", 0, "baseline", "0"),
        "ycck-adobe": (255 - ink, "ycck", "22", 0, "baseline", "1"),
        "ycck-progressive": (255 - ink, "ycck", "22", 0, "progressive", "1"),
    }
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "write_jpeg"
        subprocess.run(
            ["cc", "-O1", "-o", program, HERE / "write_jpeg.c", "-ljpeg"], check=True)
        for name, (content, colours, sampling, restart, coding, adobe) in kinds.items():
            components = 1 if content.ndim == 2 else content.shape[2]
            arguments = [WIDTH, HEIGHT, components, colours, sampling, restart, coding, adobe]
            data = written(program, arguments, content)
            save(f"{name}.jpg", data, decoded(data, adobe != "0"))
        # Large enough for a region that omits blocks on every side.
        wide = picture(201, 147)
        for sampling, restart, coding in [
                ("21", 0, "baseline"), ("12", 0, "baseline"), ("41", 0, "baseline"),
                ("22", 2, "baseline"), ("22", 0, "progressive"), ("21", 0, "arithmetic"),
                ("44", 0, "separate")]:
            data = written(program, [201, 147, 3, "ycc", sampling, restart, coding, "-"], wide)
            save(f"wide-{coding}-{sampling}.jpg", data, None)


def written(program: Path, arguments: list, content: np.ndarray) -> bytes:
    """The JPEG that write_jpeg.c writes for the pixels."""
    return subprocess.run(
        [program, *map(str, arguments)], input=content.tobytes(), check=True,
        stdout=subprocess.PIPE).stdout


def with_orientation(value: int, big_endian: bool) -> bytes:
    """A TIFF structure that contains only the orientation."""
    order = ">" if big_endian else "<"
    return (b"MM" if big_endian else b"II") + struct.pack(
        order + "HIHHHIHHI", 42, 8, 1, 0x0112, 3, 1, value, 0, 0)


def write_orientations() -> None:
    """`spots-N.jpg`: soft spots at known places (see OrientationTests) in each orientation."""
    width, height = 203, 149
    y, x = np.mgrid[0:height, 0:width].astype(float) + 0.5
    upright = np.zeros((height, width, 3))
    for channel, (cx, cy) in enumerate([(40.5, 30.25), (150.75, 60.5), (90.25, 110.75)]):
        upright[:, :, channel] = 250 * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * 6.0**2))
    upright = np.rint(upright).astype(np.uint8)
    # The stored form of upright pixels, which the orientation reverts.
    stored = {
        1: upright, 2: upright[:, ::-1], 3: upright[::-1, ::-1], 4: upright[::-1],
        5: upright.transpose(1, 0, 2), 6: upright.transpose(1, 0, 2)[::-1],
        7: upright.transpose(1, 0, 2)[::-1, ::-1], 8: upright.transpose(1, 0, 2)[:, ::-1],
    }
    for value, pixels in stored.items():
        out = io.BytesIO()
        exif = b"Exif\0\0" + with_orientation(value, big_endian=value % 2 == 0)
        Image.fromarray(np.ascontiguousarray(pixels)).save(
            out, "JPEG", quality=92, subsampling=2 if value % 2 else 0, exif=exif)
        turned = decoded(out.getvalue())
        assert np.abs(turned.astype(int) - upright).max() < 40, value
        save(f"spots-{value}.jpg", out.getvalue(), None)


def samples_for(colour: int, depth: int) -> np.ndarray:
    """Samples with every value of the depth, without symmetry; height × width × channels."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    generator = np.random.default_rng(colour * 100 + depth)
    noise = generator.integers(0, 1 << depth, (HEIGHT, WIDTH, channels))
    ramp = np.linspace(0, (1 << depth) - 1, WIDTH).astype(int)
    noise[::2, :, 0] = ramp[None, :]
    return noise


def eight_bits(samples: np.ndarray, depth: int) -> np.ndarray:
    """Samples scaled to 8 bits and rounded; the maximum stays the maximum."""
    return np.rint(samples * 255.0 / ((1 << depth) - 1))


def over_white(colour: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    """An 8-bit color over white; alpha 0…255, height × width."""
    a = alpha[:, :, None] / 255.0
    return np.rint(colour * a + 255 * (1 - a))


def write_pngs() -> None:
    palette = np.random.default_rng(3).integers(0, 256, (256, 3))
    for colour, depths in {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16],
                           6: [8, 16]}.items():
        for depth in depths:
            samples = samples_for(colour, depth)
            before = b""
            if colour == 3:
                entries = palette[: 1 << depth]
                before = chunk(b"PLTE", entries.astype(np.uint8).tobytes())
                expected = entries[samples[:, :, 0]]
            else:
                values = eight_bits(samples, depth)
                expected = (values[:, :, :1] if colour in (0, 4) else values[:, :, :3])
                expected = np.broadcast_to(expected, (HEIGHT, WIDTH, 3))
                if colour in (4, 6):
                    expected = over_white(expected, values[:, :, -1])
            for interlaced in (False, True):
                name = f"colour{colour}-depth{depth}" + ("-interlaced" if interlaced else "")
                data = png(samples, depth, colour, interlaced, before)
                Image.open(io.BytesIO(data)).load()
                save(f"{name}.png", data, expected)

    # The three forms of tRNS.
    samples = samples_for(3, 4)
    opacity = np.arange(16) * 17
    before = chunk(b"PLTE", palette[:16].astype(np.uint8).tobytes())
    before += chunk(b"tRNS", opacity[:10].astype(np.uint8).tobytes())
    alpha = np.where(samples[:, :, 0] < 10, opacity[samples[:, :, 0]], 255)
    save("palette-transparent.png", png(samples, 4, 3, False, before),
         over_white(palette[samples[:, :, 0]], alpha))
    samples = samples_for(0, 4)
    alpha = np.where(samples[:, :, 0] == 5, 0, 255)
    save("grey-transparent.png",
         png(samples, 4, 0, False, chunk(b"tRNS", struct.pack(">H", 5))),
         over_white(np.repeat(eight_bits(samples, 4), 3, axis=2), alpha))
    samples = samples_for(2, 16)
    samples[3:9, 4:20] = (1000, 2000, 3000)
    alpha = np.where((samples == (1000, 2000, 3000)).all(axis=2), 0, 255)
    save("rgb16-transparent.png",
         png(samples, 16, 2, True, chunk(b"tRNS", struct.pack(">HHH", 1000, 2000, 3000))),
         over_white(eight_bits(samples, 16), alpha))

    rgb = picture().astype(int)
    turned = np.ascontiguousarray(rgb.transpose(1, 0, 2)[::-1])
    save("exif-6.png", png(turned, 8, 2, False, chunk(b"eXIf", with_orientation(6, True))), rgb)
    wrong = bytearray(chunk(b"eXIf", with_orientation(6, True)))
    wrong[-1] ^= 1
    save("exif-wrong-checksum.png", png(rgb, 8, 2, False, bytes(wrong)), rgb)
    # An animation: the default picture, then a second frame that must be ignored.
    control = struct.pack(">IIIIIHHBB", 0, WIDTH, HEIGHT, 0, 0, 1, 10, 0, 0)
    second = zlib.compress(b"".join(b"\0" + bytes(3 * WIDTH) for _ in range(HEIGHT)))
    before = chunk(b"acTL", struct.pack(">II", 2, 0)) + chunk(b"fcTL", control)
    after = chunk(b"fcTL", struct.pack(">I", 1) + control[4:])
    after += chunk(b"fdAT", struct.pack(">I", 2) + second)
    save("animated.png", png(rgb, 8, 2, False, before, after), rgb)
    # Gamma and other metadata change nothing; text and a profile that inflate to 8 MB are not unpacked.
    swelling = zlib.compress(bytes(8_000_000), 9)
    before = chunk(b"gAMA", struct.pack(">I", 100_000)) + chunk(b"iCCP", b"x\0\0" + swelling)
    after = chunk(b"zTXt", b"Comment\0\0" + swelling) + chunk(b"tIME", bytes(7))
    save("metadata-bombs.png", png(rgb, 8, 2, False, before, after), rgb)
    # The header declares 50,000 × 50,000 pixels.
    bomb = SIGNATURE + header(50_000, 50_000, 8, 2, False)
    bomb += chunk(b"IDAT", zlib.compress(bytes(100_000), 9)) + chunk(b"IEND", b"")
    save("declared-50000x50000.png", bomb, None)


if __name__ == "__main__":
    OUT.mkdir(exist_ok=True)
    for old in OUT.iterdir():
        old.unlink()
    write_jpegs()
    write_orientations()
    write_pngs()
    print(len(list(OUT.iterdir())), "files,", sum(f.stat().st_size for f in OUT.iterdir()), "bytes")
