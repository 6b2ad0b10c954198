"""Rooms for the stitching benchmark, built from primitives and procedural textures."""

import math
import random

import bpy


def material(name, color, texture=None, scale=4.0, strength=0.35, emission=0.0):
    """Returns a diffuse material; `texture` is "noise", "wave", "brick", "checker" or "voronoi"."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = 0.8
    shader.inputs["Base Color"].default_value = (*color, 1)
    if emission:
        shader.inputs["Emission Color"].default_value = (*color, 1)
        shader.inputs["Emission Strength"].default_value = emission
    if texture:
        kind = {
            "noise": "ShaderNodeTexNoise",
            "wave": "ShaderNodeTexWave",
            "brick": "ShaderNodeTexBrick",
            "checker": "ShaderNodeTexChecker",
            "voronoi": "ShaderNodeTexVoronoi",
        }[texture]
        pattern = nodes.new(kind)
        pattern.inputs["Scale"].default_value = scale
        coordinates = nodes.new("ShaderNodeTexCoord")
        links.new(coordinates.outputs["Object"], pattern.inputs["Vector"])
        mix = nodes.new("ShaderNodeMixRGB")
        mix.inputs["Color1"].default_value = (*color, 1)
        mix.inputs["Color2"].default_value = (*(c * strength for c in color), 1)
        source = "Fac" if "Fac" in pattern.outputs else "Distance"
        links.new(pattern.outputs[source], mix.inputs["Fac"])
        links.new(mix.outputs["Color"], shader.inputs["Base Color"])
    return made


def box(center, size, surface, turn=0.0):
    """Adds a box with the given center and edge lengths in meters."""
    bpy.ops.mesh.primitive_cube_add(size=1, location=center, rotation=(0, 0, turn))
    made = bpy.context.object
    made.scale = size
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    made.data.materials.append(surface)
    return made


def build_room(seed):
    """Builds an empty scene with a furnished room around (0, 0, 1.4); one wall is blank."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    chance = random.Random(seed)
    wide, deep, high = 4.6 + chance.random(), 4.0 + chance.random(), 2.7
    tone = [0.75 + 0.15 * chance.random() for _ in range(3)]
    wall = material("wall", tone)
    box((0, 0, -0.05), (wide, deep, 0.1), material("floor", (0.55, 0.36, 0.2), "wave", 3))
    box((0, 0, high + 0.05), (wide, deep, 0.1), material("ceiling", (0.9, 0.9, 0.88)))
    box((0, -deep / 2 - 0.05, high / 2), (wide, 0.1, high), wall)  # Blank.
    box((-wide / 2 - 0.05, 0, high / 2), (0.1, deep, high), material("brick", (0.7, 0.5, 0.42), "brick", 5))
    box((wide / 2 + 0.05, 0, high / 2), (0.1, deep, high), wall)
    # The wall in front has a window 1.6 m by 1.2 m.
    front = deep / 2 + 0.05
    box((0, front, 0.45), (wide, 0.1, 0.9), wall)
    box((0, front, 2.4), (wide, 0.1, 0.6), wall)
    side = (wide - 1.6) / 2
    box((-0.8 - side / 2, front, 1.5), (side, 0.1, 1.2), wall)
    box((0.8 + side / 2, front, 1.5), (side, 0.1, 1.2), wall)
    frame = material("frame", (0.9, 0.9, 0.9))
    box((0, front, 1.5), (0.05, 0.08, 1.2), frame)
    box((0, front, 1.5), (1.6, 0.08, 0.05), frame)
    box((0, front + 4, 0.2), (14, 0.1, 2.4), material("hedge", (0.2, 0.4, 0.15), "noise", 8))

    wood = material("wood", (0.5, 0.3, 0.15), "wave", 9)
    box((1.2, 1.2, 0.72), (1.2, 0.7, 0.05), wood)
    for x in (0.7, 1.7):
        for y in (0.95, 1.45):
            box((x, y, 0.35), (0.05, 0.05, 0.7), wood)
    for index in range(9):
        color = [chance.uniform(0.15, 0.9) for _ in range(3)]
        texture = chance.choice(["checker", "voronoi", "noise", "brick"])
        box(
            (0.75 + 0.11 * index, 1.1 + 0.2 * chance.random(), 0.82),
            (0.09, 0.12, 0.08 + 0.15 * chance.random()),
            material(f"thing{index}", color, texture, 12), chance.random(),
        )  # fmt: skip
    for index in range(5):
        color = [chance.uniform(0.2, 0.9) for _ in range(3)]
        x = -1.6 + 0.8 * index if index < 3 else wide / 2 - 0.02
        y = deep / 2 - 0.02 if index < 3 else -1.2 + 1.2 * (index - 3)
        if index < 3 and abs(x) < 1:
            continue
        size = (0.5, 0.02, 0.7) if index < 3 else (0.02, 0.6, 0.8)
        box((x, y, 1.55), size, material(f"poster{index}", color, "voronoi", 7))
    shelf = -wide / 2 + 0.2
    for level in range(4):
        box((shelf, -0.6, 0.4 + 0.45 * level), (0.35, 1.2, 0.03), wood)
        for book in range(10):
            color = [chance.uniform(0.1, 0.9) for _ in range(3)]
            tall = chance.uniform(0.18, 0.36)
            middle = (shelf, -1.1 + 0.1 * book, 0.42 + 0.45 * level + tall / 2)
            box(middle, (0.25, 0.06, tall), material(f"book{level}{book}", color))
    cloth = material("cloth", [chance.uniform(0.2, 0.7) for _ in range(3)], "checker", 10, 0.7)
    box((0.3, -1.5, 0.25), (1.6, 0.7, 0.5), cloth)
    box((0.3, -1.82, 0.6), (1.6, 0.15, 0.6), cloth)
    box((0, 0, 0.005), (1.6, 1.2, 0.01), material("rug", (0.3, 0.4, 0.6), "voronoi", 9))
    box((0.9, -0.4, high - 0.03), (0.6, 0.6, 0.04), material("lamp", (1, 0.95, 0.85), emission=6))

    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.6, 0.75, 1, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 1.6
    bpy.ops.object.light_add(type="POINT", location=(-0.8, 0.5, high - 0.4))
    bpy.context.object.data.energy = 60
    bpy.context.object.data.shadow_soft_size = 0.3
    return math.hypot(wide, deep)
