"""Renders the truth and handheld views of benchmark rooms: render.py FOLDER [--rooms 0 1 2].

Each room's folder gets `truth.png` (equirectangular), `views/NN.jpg`, `photos.json` with the orientations as a phone
would record them, and `truth.json` with the real orientations. For a grid of 7×5 points of each view, `truth.json` also
has the directions from the room's center.
"""

import argparse
import json
import math
import random
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector
from rooms import build_room

EYE = Vector((0, 0, 1.4))


def rotation(yaw, pitch, roll):
    """Returns the camera's rotation from angles in degrees: yaw to the right, pitch up, roll clockwise."""
    return (
        Matrix.Rotation(math.radians(-yaw), 4, "Z")
        @ Matrix.Rotation(math.radians(90 + pitch), 4, "X")
        @ Matrix.Rotation(math.radians(-roll), 4, "Z")
    )


def directions(rings):
    """Yields yaw and pitch of every view: 12 around the horizon, 8 up, 8 down, and 2 at each pole."""
    for pitch, count in rings:
        for index in range(count):
            yield (index * 360 / count + (pitch % 7) * 3 + 180) % 360 - 180, pitch


def directions_seen_from_center(scene, position, turn, half):
    """Returns the unit vectors (x right, y down, z forward) of a grid of points of a view."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    seen = []
    for v in np.linspace(-0.9, 0.9, 5):
        for u in np.linspace(-0.9, 0.9, 7):
            toward = turn.to_3x3() @ Vector((u * half, -v * half * 0.75, -1)).normalized()
            hit, place, *_ = scene.ray_cast(depsgraph, EYE + position, toward)
            found = ((place - EYE) if hit else toward).normalized()
            seen.append([round(found.x, 6), round(-found.z, 6), round(found.y, 6)])
    return seen


def render(scene, camera, path, position, turn, exposure):
    camera.matrix_world = Matrix.Translation(position) @ turn
    scene.view_settings.exposure = exposure
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rooms", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--width", type=int, default=2048, help="of the truth, in pixels")
    parser.add_argument("--view-width", type=int, default=640)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    for room in options.rooms:
        folder = options.folder / f"room{room}"
        (folder / "views").mkdir(parents=True, exist_ok=True)
        build_room(room)
        chance = random.Random(1000 + room)
        scene = bpy.context.scene
        scene.render.engine = "CYCLES"
        scene.cycles.samples = options.samples
        scene.cycles.max_bounces = 3
        scene.cycles.use_denoising = True
        scene.render.threads_mode = "FIXED"
        scene.render.threads = options.threads
        scene.render.use_persistent_data = True
        scene.view_settings.view_transform = "Standard"
        scene.render.resolution_percentage = 100
        data = bpy.data.cameras.new("camera")
        data.clip_start = 0.02
        camera = bpy.data.objects.new("camera", data)
        scene.collection.objects.link(camera)
        scene.camera = camera

        data.type = "PERSP"
        data.sensor_fit = "HORIZONTAL"
        data.angle_x = math.radians(60)
        scene.render.resolution_x = options.view_width
        scene.render.resolution_y = options.view_width * 3 // 4
        scene.render.image_settings.file_format = "JPEG"
        scene.render.image_settings.quality = 92
        recorded, real = [], []
        views = directions([(0, 12), (42, 8), (-42, 8), (80, 2), (-80, 2)])
        for index, (yaw, pitch) in enumerate(views):
            # A hand shakes and moves, and the recorded orientation has an error of 1 to 3 degrees.
            true = (yaw + chance.gauss(0, 1), pitch + chance.gauss(0, 1), chance.gauss(0, 1.5))
            shift = Vector([chance.gauss(0, 1) for _ in range(3)]).normalized()
            shift *= chance.uniform(0.02, 0.05)
            error = np.array([chance.gauss(0, 1) for _ in range(3)])
            error *= chance.uniform(1, 3) / np.linalg.norm(error)
            exposure = chance.gauss(0, 0.25)
            path = folder / "views" / f"{index:02}.jpg"
            if not path.exists():
                render(scene, camera, path, EYE + shift, rotation(*true), exposure)
            names = ("yaw", "pitch", "roll")
            file = f"views/{index:02}.jpg"
            wrong = (true[i] + float(error[i]) for i in range(3))
            recorded.append({"file": file, **dict(zip(names, wrong, strict=True)), "fov": 60})
            seen = directions_seen_from_center(scene, shift, rotation(*true), math.tan(data.angle_x / 2))
            real.append({"file": file, **dict(zip(names, true, strict=True)), "seen": seen})
        (folder / "photos.json").write_text(json.dumps({"pictures": recorded}, indent=1))
        (folder / "truth.json").write_text(json.dumps({"pictures": real}, indent=1))

        data.type = "PANO"
        data.panorama_type = "EQUIRECTANGULAR"
        scene.render.resolution_x = options.width
        scene.render.resolution_y = options.width // 2
        scene.render.image_settings.file_format = "PNG"
        if not (folder / "truth.png").exists():
            render(scene, camera, folder / "truth.png", EYE, rotation(0, 0, 0), 0)


if __name__ == "__main__":
    main()
