"""Renders panoramas and films with Blender's Cycles (PyPI `bpy`), headless and denoised.

    python render.py RENDERS dentist [waiting ...] [--draft] [--film] [--marks]

writes RENDERS/dentist/waiting.png and waiting.json, the directions of its marks. Existing pictures are
kept; delete one to render it again, or give --mend with a rectangle of it. With --marks only the
directions are written.
"""

import argparse
import importlib
import json
import math
import time
from pathlib import Path

import bpy
from mathutils import Vector
from PIL import Image, ImageFilter

from shapes import only_now


def prepare(samples, threads, seed):
    """Settings of Cycles: few samples, few bounces, OpenImageDenoise."""
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = False
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.denoising_quality = "HIGH"
    cycles.max_bounces = 5
    cycles.diffuse_bounces = 3
    cycles.glossy_bounces = 3
    cycles.transparent_max_bounces = 8
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 4.0
    cycles.use_fast_gi = True
    cycles.fast_gi_method = "REPLACE"
    cycles.ao_bounces_render = 2
    cycles.blur_glossy = 1.0
    cycles.seed = seed
    scene.world.light_settings.distance = 4.0
    scene.world.light_settings.ao_factor = 0.6
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.use_persistent_data = True
    scene.view_settings.view_transform = "AgX"
    scene.view_settings.look = "AgX - Medium High Contrast"
    scene.view_settings.exposure = 0.32
    return scene


def camera(scene, eye, target=None, lens=None):
    data = bpy.data.cameras.new("camera")
    data.clip_start = 0.02
    thing = bpy.data.objects.new("camera", data)
    thing.location = eye
    if target is None:
        data.type = "PANO"
        data.panorama_type = "EQUIRECTANGULAR"
        thing.rotation_euler = (math.radians(90), 0, 0)
    else:
        data.lens_unit = "FOV"
        data.angle = math.radians(lens)
        thing.rotation_euler = (Vector(target) - Vector(eye)).to_track_quat("-Z", "Y").to_euler()
    scene.collection.objects.link(thing)
    scene.camera = thing


def direction(point, eye):
    """Yaw to the right of +y and pitch of a point, in degrees."""
    x, y, z = point[0], point[1], point[2] - eye
    return {
        "yaw": round(math.degrees(math.atan2(x, y)), 2),
        "pitch": round(math.degrees(math.atan2(z, math.hypot(x, y))), 2),
    }


def write(scene, path, width, height):
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    unfinished = path.with_name(f"unfinished-{path.name}")
    scene.render.filepath = str(unfinished)
    bpy.ops.render.render(write_still=True)
    unfinished.rename(path)


def write_marks(panorama, folder):
    """Builds a panorama's scene and writes the directions of its marks."""
    marks = panorama.scene()
    folder.mkdir(parents=True, exist_ok=True)
    directions = {name: direction(point, panorama.eye) for name, point in marks.items()}
    (folder / f"{panorama.key}.json").write_text(json.dumps(directions, indent=1) + "\n")


def render_panorama(panorama, folder, width, samples, threads):
    write_marks(panorama, folder)
    scene = prepare(samples, threads, panorama.seed)
    camera(scene, (0, 0, panorama.eye))
    write(scene, folder / f"{panorama.key}.png", width, width // 2)


def mend_panorama(panorama, folder, box, samples, threads, margin=8):
    """Renders a rectangle of a panorama again after a change of its scene that is visible only there.

    The new pixels fade into the old ones over `margin` pixels, because both are denoised separately; not at the edges
    of the panorama.
    """
    path = folder / f"{panorama.key}.png"
    old = Image.open(path).convert("RGB")
    wide, high = old.size
    left, top, right, bottom = box
    write_marks(panorama, folder)
    scene = prepare(samples, threads, panorama.seed)
    camera(scene, (0, 0, panorama.eye))
    render = scene.render
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x = left / wide, right / wide
    render.border_min_y, render.border_max_y = 1 - bottom / high, 1 - top / high
    piece = folder / f"piece-{panorama.key}.png"
    write(scene, piece, wide, high)
    new = Image.open(piece).convert("RGB").resize((right - left, bottom - top))
    mask = Image.new("L", new.size, 0)
    inner = [margin if left > 0 else 0, margin if top > 0 else 0]
    inner += [new.width - (margin if right < wide else 0), new.height - (margin if bottom < high else 0)]
    mask.paste(255, tuple(inner))
    old.paste(new, (left, top), mask.filter(ImageFilter.BoxBlur(margin / 2)))
    old.save(path)
    piece.unlink()


def render_film(film, folder, width, samples, threads, only=None):
    """Renders the missing pictures of a film."""
    place = folder / film.key
    place.mkdir(parents=True, exist_ok=True)
    numbers = range(film.frames) if only is None else only
    missing = [number for number in numbers if not (place / f"{number:03}.png").exists()]
    if not missing:
        return
    film.scene()
    scene = prepare(samples, threads, 1)
    camera(scene, film.eye, film.target, film.lens)
    for number in missing:
        with only_now():
            film.moving(number / (film.frames - 1))
            write(scene, place / f"{number:03}.png", width, width * 9 // 16)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("renders", type=Path)
    parser.add_argument("experience")
    parser.add_argument("panoramas", nargs="*")
    parser.add_argument("--draft", action="store_true", help="small, into RENDERS/draft")
    parser.add_argument("--draft-width", type=int, default=1024)
    parser.add_argument("--film", action="store_true", help="the films instead of the panoramas")
    parser.add_argument("--marks", action="store_true", help="only the directions of the marks")
    parser.add_argument(
        "--mend", type=int, nargs=4, metavar=("LEFT", "TOP", "RIGHT", "BOTTOM"), help="only this rectangle of pixels"
    )
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    experience = importlib.import_module(options.experience).EXPERIENCE
    folder = options.renders / ("draft" if options.draft else "final") / experience.key
    if options.film:
        for film in experience.films:
            only = [0, film.frames // 2, film.frames - 1] if options.draft else None
            render_film(film, folder, 240 if options.draft else 480, options.samples, options.threads, only)
        return
    for panorama in experience.panoramas:
        if options.panoramas and panorama.key not in options.panoramas:
            continue
        if options.marks:
            write_marks(panorama, folder)
            continue
        if options.mend:
            mend_panorama(panorama, folder, options.mend, options.samples, options.threads)
            continue
        if (folder / f"{panorama.key}.png").exists() and not options.draft:
            continue
        begin, cpu = time.monotonic(), time.process_time()
        render_panorama(
            panorama, folder, options.draft_width if options.draft else 4096, options.samples, options.threads
        )
        print(
            f"{experience.key}/{panorama.key}: {time.process_time() - cpu:.0f} s of CPU, "
            f"{time.monotonic() - begin:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
