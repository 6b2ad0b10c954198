"""Films for Chromium's fake camera, made from rendered faces: the resting face, an expression, the resting face
again."""

import pathlib
import subprocess

FACES = pathlib.Path(__file__).resolve().parents[3] / "SampleFaces"
# 640×480 at 15 pictures per second, like a slow laptop's camera.
SHAPE = "scale=640:{height}:force_original_aspect_ratio=decrease,"
SHAPE += "pad=640:480:(ow-iw)/2:(oh-ih)/2:color=0x6a7078,setsar=1,fps=15,"
# Chromium assumes a brightness of 16 to 235, which MJPEG does not use. So the film is written with that range but
# labeled as full-range.
SHAPE += "format=yuvj420p,scale=out_range=tv,format=yuv420p,setparams=range=pc"


# The size of a phone camera at full resolution; five pictures per second are enough.
LARGE = "fps=5,scale=2880:2160,pad=3840:2160:(ow-iw)/2:0:color=0x6a7078,"


def film(path, parts, fade=0.6, height=480, extra="", after=""):
    """Writes a looping MJPEG film of stills, `[(file, seconds)]`, each dissolving into the next.

    `extra` are filters before the one that sets the pictures' size and format, `after` those that follow it.
    """
    arguments = ["ffmpeg", "-v", "error", "-y"]
    for name, seconds in parts:
        arguments += ["-loop", "1", "-t", str(seconds + fade), "-i", str(FACES / name)]
    shape = SHAPE.format(height=height).replace("fps=15,", "fps=15," + after)
    before = extra + "," if extra else ""
    steps = [f"[{at}:v]{before}{shape}[p{at}]" for at in range(len(parts))]
    last, offset = "p0", 0.0
    for at in range(1, len(parts)):
        offset += parts[at - 1][1]
        steps.append(f"[{last}][p{at}]xfade=transition=fade:duration={fade}:offset={offset}[x{at}]")
        last = f"x{at}"
    steps.append(f"[{last}]setparams=range=pc[out]")
    subprocess.run(
        [*arguments, "-filter_complex", ";".join(steps), "-map", "[out]", "-c:v", "mjpeg",
         "-strict", "unofficial", "-pix_fmt", "yuvj420p", "-q:v", "3",
         "-f", "mjpeg", str(path)], check=True, timeout=120)
    return path


def expression(folder, emotion):
    """Nine seconds of the resting face and six of the expression, with all strengths in between."""
    name = f"rendered-{emotion}.jpg"
    return film(folder / f"{emotion}.mjpeg", [("rendered-neutral.jpg", 8), (name, 6), ("rendered-neutral.jpg", 1)])


def still(folder, name, **changes):
    """One picture for three seconds."""
    return film(folder / f"still-{pathlib.Path(name).stem}.mjpeg", [(name, 3)], **changes)


# A child and an adult that no network was trained on, rendered by `render_film_people.py`.
PEOPLE = pathlib.Path(__file__).resolve().parent / "film_people"


def rising(folder, person, emotion):
    """Nine seconds of the resting face, then the expression at rising strength, seven seconds at full strength, and the
    resting face again.
    """
    def face(name):
        return PEOPLE / f"{person}-{name}.jpg"
    return film(folder / f"{person}-{emotion}.mjpeg", [
        (face("neutral"), 9), (face(f"{emotion}-35"), 2), (face(f"{emotion}-70"), 2), (face(f"{emotion}-100"), 7),
        (face("neutral"), 1)])


def of_person(folder, person, name, **changes):
    """One picture of a person for three seconds."""
    return film(folder / f"{person}-{name}-still.mjpeg", [(PEOPLE / f"{person}-{name}.jpg", 3)], **changes)


def drawn(folder, name, picture):
    """A film of one drawn picture."""
    picture.convert("RGB").save(folder / f"{name}.jpg", quality=90)
    return film(folder / f"{name}.mjpeg", [(folder / f"{name}.jpg", 3)])
