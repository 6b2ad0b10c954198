"""Renders one MakeHuman person with Blender's Cycles (PyPI `bpy`), headless, denoised.

Used by `render_people.py`; see there for the people and the pictures.
"""

import math
from pathlib import Path

import bpy
import numpy as np

from people import Body, fitted

SIZE = 600


def _used(faces):
    """The vertices of the faces, in the order of the Blender mesh."""
    return sorted({v for face in faces for v, _ in face})


def _points(vertices):
    """The same points in Blender: y, which points up here, becomes z."""
    return vertices[:, [0, 2, 1]] * [1, -1, 1]


def _mesh(name, vertices, places, faces, subdivide=0):
    """A Blender object of the faces."""
    used = _used(faces)
    index = {v: k for k, v in enumerate(used)}
    points = _points(vertices[used])
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], [[index[v] for v, _ in face] for face in faces])
    layer = mesh.uv_layers.new(name="uv")
    corners = [places[p] if p >= 0 else (0, 0) for face in faces for _, p in face]
    layer.data.foreach_set("uv", np.array(corners, np.float32).ravel())
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.update()
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(thing)
    if subdivide:
        modifier = thing.modifiers.new("smooth", "SUBSURF")
        modifier.levels = modifier.render_levels = subdivide
    return thing


def _material(thing, name, image=None, color=(0.5, 0.5, 0.5), roughness=0.6, tint=None,
              alpha=False, skin=False, specular=0.3, hue=None):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Specular IOR Level"].default_value = specular
    shader.inputs["Base Color"].default_value = (*color, 1)
    if image:
        texture = nodes.new("ShaderNodeTexImage")
        texture.image = bpy.data.images.load(str(image), check_existing=True)
        out = texture.outputs["Color"]
        if hue:
            change = nodes.new("ShaderNodeHueSaturation")
            change.inputs["Hue"].default_value = hue[0]
            change.inputs["Saturation"].default_value = hue[1]
            change.inputs["Value"].default_value = hue[2]
            links.new(out, change.inputs["Color"])
            out = change.outputs["Color"]
        if tint is not None:
            # Keeps the brightness of the strands and takes the color from `tint`.
            gray = nodes.new("ShaderNodeRGBToBW")
            links.new(out, gray.inputs["Color"])
            ramp = nodes.new("ShaderNodeMapRange")
            ramp.inputs["From Max"].default_value = 0.35
            ramp.inputs["To Min"].default_value = 0.35
            ramp.inputs["To Max"].default_value = 1.3
            links.new(gray.outputs["Val"], ramp.inputs["Value"])
            mix = nodes.new("ShaderNodeVectorMath")
            mix.operation = "SCALE"
            mix.inputs[0].default_value = tint
            links.new(ramp.outputs["Result"], mix.inputs["Scale"])
            out = mix.outputs["Vector"]
        links.new(out, shader.inputs["Base Color"])
        if alpha:
            links.new(texture.outputs["Alpha"], shader.inputs["Alpha"])
    if skin:
        shader.inputs["Subsurface Weight"].default_value = 0.12
        shader.inputs["Subsurface Radius"].default_value = (0.06, 0.03, 0.015)
        shader.inputs["Subsurface Scale"].default_value = 1.0
    thing.data.materials.append(material)
    return material


def _lamp(name, place, target, power, size, color):
    data = bpy.data.lights.new(name, "AREA")
    data.energy, data.size, data.color = power, size, color
    lamp = bpy.data.objects.new(name, data)
    lamp.location = place
    direction = np.array(target) - np.array(place)
    lamp.rotation_euler = _towards(direction)
    bpy.context.collection.objects.link(lamp)


def _towards(direction):
    from mathutils import Vector
    return Vector([float(x) for x in direction]).to_track_quat("-Z", "Y").to_euler()


def _curls(hair):
    """Hair without a texture: makes a coarse mesh soft and curly."""
    for kind, levels in (("SUBSURF", 3),):
        modifier = hair.modifiers.new("soft", kind)
        modifier.levels = modifier.render_levels = levels
    texture = bpy.data.textures.new("curls", "CLOUDS")
    texture.noise_scale = 0.09
    texture.noise_depth = 1
    modifier = hair.modifiers.new("curls", "DISPLACE")
    modifier.texture = texture
    modifier.texture_coords = "LOCAL"
    modifier.strength, modifier.mid_level = 0.3, 0.5


def _collar(shirt, height, front):
    """Cuts the shirt along a plane that is lower in front than behind."""
    import bmesh
    mesh = bmesh.new()
    mesh.from_mesh(shirt.data)
    bmesh.ops.bisect_plane(
        mesh, geom=mesh.verts[:] + mesh.edges[:] + mesh.faces[:], dist=1e-4,
        plane_co=(0, -front, height), plane_no=(0, -0.35, 1), clear_outer=True)
    mesh.to_mesh(shirt.data)
    mesh.free()


def _image(folder):
    files = sorted(Path(folder).glob("*.png")) + sorted(Path(folder).glob("*.jpg"))
    return files[0] if files else None


def render(person, expression, output, assets, turn=0.0, tilt=0.0, samples=32, threads=1,
           close=None, size=SIZE, lower_teeth=True):
    """Writes a PNG and returns where things lie in it: {"eyes": (x, y), "mouth": ..., "brows": ...}
    as shares of width and height from the top left.

    `turn` in degrees turns the face to the viewer's right; `tilt` nods it. `close` frames one part:
    "eyes" or "mouth". Without `lower_teeth` only the upper ones are in the mouth.
    """
    body, _ = _assemble(person, expression, assets, lower_teeth)
    scene = bpy.context.scene
    place = _set_up(scene, body, person, turn, tilt, samples, threads, close, size)
    scene.render.filepath = str(output)
    bpy.ops.render.render(write_still=True)
    return _landmarks(body, place)


def render_movement(person, expressions, outputs, assets, samples=32, threads=1, size=SIZE,
                    lower_teeth=True, margin=14):
    """Writes a PNG of the moving part of the face for each expression.

    The last expression is that of the still; the camera, the light and the size are the same.
    Returns the part's place in the still: left, top, right, bottom in pixels, all even.
    """
    body, moving = _assemble(person, expressions[-1], assets, lower_teeth)
    scene = bpy.context.scene
    place = _set_up(scene, body, person, 0.0, 0.0, samples, threads, None, size)
    farthest = np.zeros(len(body.neutral))
    seen = []
    for expression in expressions:
        distance = np.linalg.norm(body.express(expression).vertices - body.neutral, axis=1)
        seen.append(body.vertices.copy())
        farthest = np.maximum(farthest, distance)
    # Movements of less than half a pixel are left out.
    pixel = 2.5 * (body.crown() - body.eye_height()[1]) * person.get("frame", 1.0) / size
    skin = {v for face in body.groups["body"] for v, _ in face}
    moved = [v for v in np.flatnonzero(farthest > 0.5 * pixel) if v in skin]
    shown = np.array([place(points[v]) for v in moved for points in (body.neutral, *seen)])
    low = np.clip(np.floor((shown.min(0) * size - margin) / 2) * 2, 0, size)
    high = np.clip(np.ceil((shown.max(0) * size + margin) / 2) * 2, 0, size)
    area = [int(x) for x in (*low, *high)]
    scene.render.use_border = scene.render.use_crop_to_border = True
    scene.render.border_min_x, scene.render.border_max_x = area[0] / size, area[2] / size
    scene.render.border_min_y, scene.render.border_max_y = 1 - area[3] / size, 1 - area[1] / size
    scene.render.use_persistent_data = True
    for expression, output in zip(expressions, outputs, strict=True):
        body.express(expression)
        for thing, vertices in moving:
            thing.data.vertices.foreach_set(
                "co", np.ascontiguousarray(_points(vertices(body)), np.float32).ravel())
            thing.data.update()
        scene.render.filepath = str(output)
        bpy.ops.render.render(write_still=True)
    return area


def _assemble(person, expression, assets, lower_teeth):
    """Builds the person in an empty scene.

    Returns the body and the parts that move with the face: pairs of an object and the function that finds
    the places of its vertices on the body.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    assets = Path(assets)
    body = Body(person["body"]).express(expression)
    eye = body.eye_height()
    # Skin: the faces of the body down to the chest; the rest is never visible.
    low = eye[1] - person.get("depth", 5.0)
    faces = [f for f in body.groups["body"] if min(body.vertices[v, 1] for v, _ in f) > low]
    skin = _mesh("skin", body.vertices, body.places, faces, subdivide=1)
    skin_vertices = _used(faces)
    moving = [(skin, lambda body: body.vertices[skin_vertices])]
    _material(skin, "skin", assets / "skins" / person["skin"], roughness=0.55, skin=True,
              hue=person.get("skin_hue"), specular=0.25)
    # Clothes: MakeHuman's tight suit, at a small distance from the skin.
    neck = eye[1] - person.get("neck", 1.32) * (body.crown() - eye[1])
    cloth = [f for f in body.groups["helper-tights"]
             if low < min(body.vertices[v, 1] for v, _ in f)]
    if cloth:
        shirt = _mesh("shirt", body.vertices, body.places, cloth)
        _collar(shirt, neck, eye[2])
        smooth = shirt.modifiers.new("smooth", "SUBSURF")
        smooth.levels = smooth.render_levels = 1
        push = shirt.modifiers.new("away", "DISPLACE")
        push.strength, push.mid_level = 0.09, 0.0
        thick = shirt.modifiers.new("thick", "SOLIDIFY")
        thick.thickness = 0.05
        _material(shirt, "shirt", color=person["shirt"], roughness=0.9, specular=0.1)
    for kind in ("eyes", "teeth", "tongue", "eyebrows", "eyelashes", "hair"):
        name = person.get(kind)
        if not name:
            continue
        folder = {"eyes": assets / "eyes/high-poly", "teeth": assets / "teeth" / name,
                  "tongue": assets / "tongue" / name}.get(kind, assets / kind / name)
        file = {"eyes": "high-poly"}.get(kind, name)
        without = "helper-lower-teeth" if kind == "teeth" and not lower_teeth else None
        vertices, places, faces = fitted(body, folder, file, without)
        thing = _mesh(kind, vertices, places, faces, subdivide=1 if kind == "eyes" else 0)
        moving.append((thing, _fitting_again(folder, file, without, _used(faces))))
        if kind == "eyes":
            _material(thing, kind, assets / f"eyes/materials/{name}_eye.png", roughness=0.25,
                      specular=0.2, alpha=True)
        elif kind in ("hair", "eyebrows"):
            picture = _image(folder)
            if picture:
                _material(thing, kind, picture, roughness=0.55, tint=person["hair_color"],
                          alpha=True, specular=0.15)
            else:
                _curls(thing)
                _material(thing, kind, color=person["hair_color"], roughness=0.9, specular=0.1)
        elif kind == "eyelashes":
            _material(thing, kind, _image(folder), alpha=True, roughness=0.8, specular=0.0)
        else:
            _material(thing, kind, _image(folder), roughness=0.35,
                      hue=(0.5, 0.75, 2.2) if kind == "teeth" else None)
    return body, moving


def _fitting_again(folder, file, without, used):
    return lambda body: fitted(body, folder, file, without)[0][used]


def _set_up(scene, body, person, turn, tilt, samples, threads, close, size):
    """Adds camera and light; returns a function from a point to its place in the picture."""
    eye, mouth = body.eye_height(), body.mouth()
    head = body.crown() - eye[1]  # from the eyes to the crown
    middle = np.array([0.0, eye[1] - 0.13 * head, eye[2] - 0.9 * head * 0.5])
    height = 2.5 * head * person.get("frame", 1.0)
    if close == "eyes":
        middle = np.array([0.0, eye[1] + 0.02 * head, eye[2]])
        height = 0.92 * head
    if close == "mouth":
        middle = np.array([0.0, mouth[1] - 0.05 * head, mouth[2]])
        height = 0.85 * head

    def to_blender(p):
        return np.array([p[0], -p[2], p[1]])

    target = to_blender(middle)
    distance = 9.0
    angle, nod = math.radians(turn), math.radians(tilt)
    away = np.array([math.sin(-angle) * math.cos(nod), -math.cos(angle) * math.cos(nod),
                     math.sin(nod)])
    camera_data = bpy.data.cameras.new("camera")
    camera_data.lens_unit = "FOV"
    camera_data.angle = 2 * math.atan(height / 2 / distance)
    camera = bpy.data.objects.new("camera", camera_data)
    camera.location = target + distance * away
    camera.rotation_euler = _towards(-away)
    scene.collection.objects.link(camera)
    scene.camera = camera
    side = np.array([away[1] * -1, away[0], 0.0])
    up = np.array([0, 0, 1.0])
    base = target + away * 6
    _lamp("key", base + side * -4 + up * 3.5, target, 420, 4.0, (1.0, 0.96, 0.9))
    _lamp("fill", base + side * 4 + up * 0.3, target, 260, 5.0, (0.9, 0.95, 1.0))
    _lamp("rim", target - away * 5 + up * 4 + side * 3, target, 260, 3.0, (1.0, 1.0, 1.0))
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*person["wall"], 1)
    background.inputs["Strength"].default_value = 0.75
    scene.world = world
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.05
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces = 4
    cycles.diffuse_bounces = 2
    cycles.glossy_bounces = 2
    cycles.transparent_max_bounces = 12
    cycles.seed = 1
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.resolution_x = scene.render.resolution_y = size
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = person.get("exposure", 0.0)
    from bpy_extras.object_utils import world_to_camera_view
    from mathutils import Vector
    bpy.context.view_layer.update()

    def place(point):
        seen = world_to_camera_view(scene, camera, Vector([float(x) for x in to_blender(point)]))
        return round(seen.x, 3), round(1 - seen.y, 3)

    return place


def _landmarks(body, place):
    eye, mouth = body.eye_height(), body.mouth()
    head = body.crown() - eye[1]
    nose = np.array([0.0, (eye[1] + mouth[1]) / 2, mouth[2] + 0.2 * head])
    return {"eyes": place(eye), "mouth": place(mouth), "nose": place(nose),
            "brows": place(eye + [0, 0.28 * head, 0.1 * head])}
