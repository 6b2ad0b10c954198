"""Solids in meters, positioned by a stack of transformations: `with at(x, y, z, turn): box(...)`."""

import math
from contextlib import contextmanager
from itertools import pairwise

import bmesh
import bpy
from mathutils import Matrix, Vector

_stack = [Matrix.Identity(4)]


@contextmanager
def at(x=0.0, y=0.0, z=0.0, turn=0.0, tilt=0.0, roll=0.0):
    """Transforms everything made inside: turn about z, tilt about x, roll about y, in degrees."""
    step = Matrix.Translation((x, y, z)) @ Matrix.Rotation(math.radians(turn), 4, "Z")
    step = step @ Matrix.Rotation(math.radians(tilt), 4, "X") @ Matrix.Rotation(math.radians(roll), 4, "Y")
    _stack.append(_stack[-1] @ step)
    try:
        yield
    finally:
        _stack.pop()


@contextmanager
def only_now():
    """Removes everything made inside when the block ends."""
    before = set(bpy.data.objects)
    try:
        yield
    finally:
        for thing in set(bpy.data.objects) - before:
            bpy.data.objects.remove(thing)


def repeated(make, places):
    """Makes things at the first place and shows the same meshes at the others. Places are arguments of `at`."""
    before = set(bpy.data.objects)
    with at(*places[0]):
        first = _stack[-1].inverted()
        make()
    made = [(thing, thing.matrix_world.copy()) for thing in set(bpy.data.objects) - before]
    for further in places[1:]:
        with at(*further):
            move = _stack[-1] @ first
        for thing, matrix in made:
            again = thing.copy()
            again.matrix_world = move @ matrix
            bpy.context.scene.collection.objects.link(again)


def place(x=0.0, y=0.0, z=0.0):
    """The world position of a local point."""
    return _stack[-1] @ Vector((x, y, z))


def add(name, data, surface, matrix=None):
    """Links an object with a material at a local matrix."""
    if surface is not None:
        data.materials.append(surface)
    thing = bpy.data.objects.new(name, data)
    thing.matrix_world = _stack[-1] @ (matrix or Matrix.Identity(4))
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _finish(mesh, name, smooth=True):
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    data = bpy.data.meshes.new(name)
    for face in mesh.faces:
        face.smooth = smooth
    mesh.to_mesh(data)
    mesh.free()
    return data


def box(center, size, surface, bevel=0.004, segments=2, tilt=0.0, turn=0.0, roll=0.0):
    """A box with rounded edges. Angles are in degrees about its own center."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=1)
    bmesh.ops.scale(mesh, vec=size, verts=mesh.verts)
    bevel = min(bevel, 0.49 * min(size))
    if bevel > 0:
        bmesh.ops.bevel(
            mesh, geom=mesh.edges[:], offset=bevel, segments=segments, profile=0.5, affect="EDGES", clamp_overlap=True
        )
    data = _finish(mesh, "box", smooth=bevel > 0)
    _sharpen(data)
    turned = Matrix.Rotation(math.radians(turn), 4, "Z") @ Matrix.Rotation(math.radians(tilt), 4, "X")
    turned = turned @ Matrix.Rotation(math.radians(roll), 4, "Y")
    return add("box", data, surface, Matrix.Translation(center) @ turned)


def _sharpen(data):
    """Keeps large flat faces flat despite smooth edges."""
    largest = max((polygon.area for polygon in data.polygons), default=0)
    for polygon in data.polygons:
        if polygon.area > 0.2 * largest:
            polygon.use_smooth = False


def cushion(center, size, surface, soft=0.42, **angles):
    """An upholstered box with large rounded edges."""
    return box(center, size, surface, bevel=soft * min(size), segments=5, **angles)


def rod(start, end, radius, surface, end_radius=None, segments=20, bevel=0.0):
    """A cylinder or cone between two points."""
    start, end = Vector(start), Vector(end)
    length = (end - start).length
    mesh = bmesh.new()
    bmesh.ops.create_cone(
        mesh,
        cap_ends=True,
        segments=segments,
        radius1=radius,
        radius2=radius if end_radius is None else end_radius,
        depth=length,
    )
    if bevel:
        rims = [edge for edge in mesh.edges if len(edge.link_faces) == 2 and edge.calc_face_angle(0) > 1]
        bmesh.ops.bevel(mesh, geom=rims, offset=bevel, segments=3, profile=0.5, affect="EDGES")
    data = _finish(mesh, "rod")
    for polygon in data.polygons:
        polygon.use_smooth = len(polygon.vertices) <= 4
    matrix = Matrix.Translation((start + end) / 2) @ (end - start).to_track_quat("Z", "Y").to_matrix().to_4x4()
    return add("rod", data, surface, matrix)


def disc(center, radius, height, surface, bevel=0.003, segments=40, top=None):
    """An upright cylinder standing on its center."""
    x, y, z = center
    return rod((x, y, z), (x, y, z + height), radius, surface, top, segments, bevel)


def ball(center, radius, surface, scale=(1, 1, 1), detail=3):
    mesh = bmesh.new()
    bmesh.ops.create_icosphere(mesh, subdivisions=detail, radius=radius)
    bmesh.ops.scale(mesh, vec=scale, verts=mesh.verts)
    return add("ball", _finish(mesh, "ball"), surface, Matrix.Translation(center))


def lathe(center, profile, surface, segments=40):
    """Turns a profile of (radius, height) pairs about the upright axis."""
    mesh = bmesh.new()
    rings = []
    for radius, height in profile:
        angles = [2 * math.pi * k / segments for k in range(segments)]
        ring = [mesh.verts.new((radius * math.cos(a), radius * math.sin(a), height)) for a in angles]
        rings.append(ring)
    for low, high in pairwise(rings):
        for k in range(segments):
            following = (k + 1) % segments
            mesh.faces.new((low[k], low[following], high[following], high[k]))
    return add("lathe", _finish(mesh, "lathe"), surface, Matrix.Translation(center))


def tube(points, radius, surface, smooth=False):
    """A pipe or cable through points; `smooth` bends it."""
    curve = bpy.data.curves.new("tube", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth, curve.bevel_resolution, curve.resolution_u = radius, 3, 10
    curve.use_fill_caps = True
    if smooth:
        line = curve.splines.new("BEZIER")
        line.bezier_points.add(len(points) - 1)
        for point, place_ in zip(line.bezier_points, points, strict=True):
            point.co = place_
            point.handle_left_type = point.handle_right_type = "AUTO"
    else:
        line = curve.splines.new("POLY")
        line.points.add(len(points) - 1)
        for point, place_ in zip(line.points, points, strict=True):
            point.co = (*place_, 1)
    return add("tube", curve, surface)


def rounded(points, radius, steps=5):
    """The points of a broken line with its corners rounded, for `tube`."""
    points = [Vector(point) for point in points]
    result = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        first = corner + (before - corner).normalized() * min(radius, (before - corner).length / 2)
        last = corner + (after - corner).normalized() * min(radius, (after - corner).length / 2)
        for k in range(steps + 1):
            t = k / steps
            result.append((1 - t) ** 2 * first + 2 * t * (1 - t) * corner + t**2 * last)
    return [*result, points[-1]]


def sheet(center, width, height, surface, facing="-y", back=None):
    """A flat rectangle with a UV map; `facing` is the direction of its front."""
    normals = {"-y": 0, "x": 90, "y": 180, "-x": -90}
    data = bpy.data.meshes.new("sheet")
    w, h = width / 2, height / 2
    data.from_pydata([(-w, 0, -h), (w, 0, -h), (w, 0, h), (-w, 0, h)], [], [(0, 1, 2, 3)])
    layer = data.uv_layers.new(name="uv")
    layer.data.foreach_set("uv", [0, 0, 1, 0, 1, 1, 0, 1])
    if facing in ("z", "-z"):
        turn = Matrix.Rotation(math.radians(-90 if facing == "z" else 90), 4, "X")
    else:
        turn = Matrix.Rotation(math.radians(normals[facing]), 4, "Z")
    return add("sheet", data, surface, Matrix.Translation(center) @ turn)


def leaf(center, length, width, surface, turn=0.0, rise=40.0, droop=50.0):
    """A bent leaf that grows outwards from its center."""
    mesh = bmesh.new()
    rows = []
    angle, point = math.radians(rise), Vector((0, 0, 0))
    steps = 6
    for k in range(steps + 1):
        t = k / steps
        half = width / 2 * math.sin(math.pi * min(1, 0.12 + t * 0.88)) ** 0.8
        rows.append(
            (
                mesh.verts.new(point + Vector((0, -half, half * 0.25))),
                mesh.verts.new(point),
                mesh.verts.new(point + Vector((0, half, half * 0.25))),
            )
        )
        point = point + Vector((math.cos(angle), 0, math.sin(angle))) * (length / steps)
        angle -= math.radians(droop) / steps
    for low, high in pairwise(rows):
        mesh.faces.new((low[0], low[1], high[1], high[0]))
        mesh.faces.new((low[1], low[2], high[2], high[1]))
    matrix = Matrix.Translation(center) @ Matrix.Rotation(math.radians(turn), 4, "Z")
    return add("leaf", _finish(mesh, "leaf"), surface, matrix)


def area_light(center, size, power, color=(1, 1, 1), facing=(0, 0, -1)):
    """An invisible lamp; only its light is visible."""
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = size
    data.energy, data.color = power, color
    lamp = bpy.data.objects.new("lamp", data)
    turn = Vector(facing).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    lamp.matrix_world = _stack[-1] @ Matrix.Translation(center) @ turn
    lamp.visible_camera = lamp.visible_glossy = False
    bpy.context.scene.collection.objects.link(lamp)
    return lamp
