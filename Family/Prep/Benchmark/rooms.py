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


def furnish_living_room(chance, wide, deep, high):
    """Adds a table with things on it, posters, a bookshelf, a sofa, a rug and a lamp."""
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


def furnish_waiting_room(chance, wide, deep, high):
    """Adds a counter with a screen, a row of chairs, a door, a notice board, a plant and two lamps."""
    steel = material("steel", (0.45, 0.47, 0.5))
    box((-1.5, -1.0, 0.5), (0.7, 1.8, 1.0), material("counter", (0.75, 0.65, 0.5), "wave", 6))
    box((-1.5, -1.0, 1.02), (0.8, 1.9, 0.05), material("top", (0.25, 0.27, 0.3)))
    box((-1.55, -0.7, 1.25), (0.05, 0.5, 0.32), material("screen", (0.1, 0.15, 0.3), "noise", 6))
    box((-1.4, -1.4, 1.09), (0.22, 0.3, 0.06), material("papers", (0.9, 0.9, 0.85), "wave", 30))
    right = wide / 2 - 0.35
    for index in range(4):
        middle = -1.2 + 0.7 * index
        seat = material(f"seat{index}", [chance.uniform(0.15, 0.7) for _ in range(3)], "checker", 14, 0.6)
        box((right, middle, 0.45), (0.5, 0.5, 0.06), seat)
        box((right + 0.24, middle, 0.75), (0.05, 0.5, 0.5), seat)
        for x in (right - 0.2, right + 0.2):
            for y in (middle - 0.2, middle + 0.2):
                box((x, y, 0.21), (0.03, 0.03, 0.42), steel)
    back = -deep / 2 + 0.02
    box((0.9, back, 1.02), (0.95, 0.05, 2.04), material("door", (0.45, 0.3, 0.2), "wave", 4))
    box((0.55, back + 0.04, 1.0), (0.12, 0.05, 0.03), steel)
    box((-0.5, back, 1.5), (1.0, 0.03, 0.7), material("cork", (0.6, 0.42, 0.25), "noise", 25))
    for index in range(6):
        color = [chance.uniform(0.3, 0.95) for _ in range(3)]
        center = (-0.85 + 0.33 * (index % 3), back + 0.02, 1.33 + 0.34 * (index // 3))
        box(center, (0.2, 0.01, 0.27), material(f"note{index}", color, "brick", 9))
    box((1.5, deep / 2 - 0.4, 0.2), (0.35, 0.35, 0.4), material("pot", (0.6, 0.3, 0.2)))
    leaf = material("leaf", (0.15, 0.4, 0.12), "noise", 12)
    for index in range(9):
        x, y = 1.5 + chance.uniform(-0.25, 0.25), deep / 2 - 0.4 + chance.uniform(-0.2, 0.2)
        box((x, y, 0.7 + 0.09 * index), (0.05, 0.22, 0.12), leaf, chance.uniform(0, 3))
    for x in (-1, 1):
        box((x, 0.2, high - 0.03), (0.3, 1.2, 0.04), material(f"tube{x}", (1, 1, 0.95), emission=5))


def furnish_bedroom(chance, wide, deep, high):
    """Adds a bed, a wardrobe, a bedside table with a lamp, a picture, a chair and a round lamp."""
    wood = material("pine", (0.7, 0.5, 0.3), "wave", 5)
    box((1.1, -0.9, 0.3), (1.0, 2.0, 0.25), wood)
    box((1.1, -0.9, 0.5), (0.98, 1.9, 0.16), material("quilt", (0.3, 0.45, 0.7), "checker", 7, 0.7))
    box((1.1, -1.65, 0.62), (0.7, 0.4, 0.12), material("pillow", (0.9, 0.88, 0.85), "noise", 5, 0.8))
    box((1.1, -1.93, 0.6), (1.05, 0.05, 0.8), wood)
    left = -wide / 2 + 0.3
    box((left, 0.5, 1.0), (0.6, 1.3, 2.0), material("wardrobe", (0.8, 0.72, 0.6), "wave", 2, 0.8))
    box((left + 0.31, 0.5, 1.0), (0.01, 0.02, 2.0), material("gap", (0.1, 0.1, 0.1)))
    for y in (0.42, 0.58):
        box((left + 0.33, y, 1.0), (0.03, 0.03, 0.15), material("handle", (0.3, 0.3, 0.3)))
    box((0.3, -1.7, 0.3), (0.4, 0.4, 0.6), wood)
    box((0.3, -1.7, 0.75), (0.2, 0.2, 0.25), material("shade", (0.95, 0.8, 0.5), emission=1))
    box((-0.9, -deep / 2 + 0.02, 1.5), (0.9, 0.03, 0.6), material("picture", (0.7, 0.4, 0.3), "voronoi", 5))
    seat = material("stool", [chance.uniform(0.2, 0.8) for _ in range(3)], "brick", 8)
    box((-0.7, 1.3, 0.45), (0.4, 0.4, 0.05), seat, 0.4)
    for x, y in ((-0.85, 1.15), (-0.55, 1.15), (-0.85, 1.45), (-0.55, 1.45)):
        box((x, y, 0.22), (0.04, 0.04, 0.44), wood, 0.4)
    for index in range(7):
        color = [chance.uniform(0.2, 0.9) for _ in range(3)]
        size = [chance.uniform(0.1, 0.25) for _ in range(3)]
        place = (chance.uniform(-0.6, 0.5), chance.uniform(0.2, 1.0), size[2] / 2)
        box(place, size, material(f"toy{index}", color, chance.choice(["checker", "voronoi"]), 9), chance.random())
    box((-0.3, 0.1, high - 0.05), (0.45, 0.45, 0.08), material("globe", (1, 0.95, 0.85), emission=6))


LAYOUTS = [furnish_living_room, furnish_waiting_room, furnish_bedroom]
FLOORS = [((0.55, 0.36, 0.2), "wave", 3), ((0.62, 0.6, 0.56), "brick", 4), ((0.4, 0.36, 0.33), "noise", 14)]


def build_room(seed):
    """Builds an empty scene with a room around (0, 0, 1.4), furnished in one of three ways."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    chance = random.Random(seed)
    wide, deep, high = 4.6 + chance.random(), 4.0 + chance.random(), 2.7
    tone = [0.75 + 0.15 * chance.random() for _ in range(3)]
    wall = material("wall", tone)
    box((0, 0, -0.05), (wide, deep, 0.1), material("floor", *FLOORS[seed % 3]))
    box((0, 0, high + 0.05), (wide, deep, 0.1), material("ceiling", (0.9, 0.9, 0.88)))
    box((0, -deep / 2 - 0.05, high / 2), (wide, 0.1, high), wall)  # Blank.
    brick = material("brick", (0.7, 0.5, 0.42), "brick", 5) if seed % 3 == 0 else wall
    box((-wide / 2 - 0.05, 0, high / 2), (0.1, deep, high), brick)
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
    LAYOUTS[seed % 3](chance, wide, deep, high)

    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (0.6, 0.75, 1, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 1.6
    bpy.ops.object.light_add(type="POINT", location=(-0.8, 0.5, high - 0.4))
    bpy.context.object.data.energy = 60
    bpy.context.object.data.shadow_soft_size = 0.3
    return math.hypot(wide, deep)
