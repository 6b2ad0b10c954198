"""Rooms: floor, ceiling, walls with doors and windows, daylight and the view outside."""

import math
import random

import bpy
from mathutils import Vector

import surfaces
from furniture import WHITE, _handle, lamp_panel, radiator, sign
from shapes import area_light, at, ball, box, place, rod, sheet
from surfaces import glass, ground, linear, metal, paint, plaster, tiles, wood

HIGH = 2.7


def new_scene(sky="#b9d7f0", strength=1.5):
    """An empty scene under a bright sky."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    surfaces.forget()
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = linear(sky)
    background.inputs["Strength"].default_value = strength


class Room:
    """A rectangular room around the origin.

    Walls are north (+y), south, east (+x) and west. Positions on a wall are in meters to the right of its middle, seen
    from inside.
    """

    TURNS = {"north": 0, "east": -90, "south": 180, "west": 90}  # noqa: RUF012

    def __init__(self, width, deep, high=HIGH):
        self.width, self.deep, self.high = width, deep, high
        self.openings = {name: [] for name in self.TURNS}

    def length(self, wall):
        return self.width if wall in ("north", "south") else self.deep

    def on(self, wall, along=0.0, z=0.0, away=0.0):
        """A local frame on a wall: x to the right, −y into the room, `away` from the wall."""
        reach = (self.deep if wall in ("north", "south") else self.width) / 2 - away
        turn = self.TURNS[wall]
        a = math.radians(turn)
        x, y = along, reach
        return at(x * math.cos(a) - y * math.sin(a), x * math.sin(a) + y * math.cos(a), z, turn)

    def open(self, wall, along, width, bottom, top):
        self.openings[wall].append((along - width / 2, along + width / 2, bottom, top))

    def build(self, floor, walls, ceiling=None, skirting=WHITE, dado=None):
        """Builds the shell after all openings are known. `walls` maps walls to materials, with a default under "".

        `dado` is a pair of a height and a map of materials like `walls`, for the lower part of the walls.
        """
        box((0, 0, -0.05), (self.width + 0.4, self.deep + 0.4, 0.1), floor, 0)
        box((0, 0, self.high + 0.05), (self.width + 0.4, self.deep + 0.4, 0.1), ceiling or plaster("#f4f3ef"), 0)
        for wall in self.TURNS:
            surface = walls.get(wall, walls[""])
            lower = dado[1].get(wall, dado[1].get("")) if dado else None
            half = self.length(wall) / 2 + 0.2
            cuts = sorted(self.openings[wall])
            edges = [-half, *(edge for cut in cuts for edge in cut[:2]), half]
            with self.on(wall):
                for first, last in zip(edges[::2], edges[1::2], strict=True):
                    self._piece(first, last, 0, self.high, surface, dado and dado[0], lower, skirting)
                for first, last, bottom, top in cuts:
                    if bottom > 0:
                        self._piece(first, last, 0, bottom, surface, dado and dado[0], lower, skirting)
                    if top < self.high:
                        self._piece(first, last, top, self.high, surface, None, None, None)

    @staticmethod
    def _piece(first, last, bottom, top, surface, split, lower, skirting):
        middle, length = (first + last) / 2, last - first
        if length <= 0:
            return
        if lower is not None and split and bottom < split < top:
            box((middle, 0.1, (bottom + split) / 2), (length, 0.2, split - bottom), lower, 0)
            box((middle, 0.1, (split + top) / 2), (length, 0.2, top - split), surface, 0)
            box((middle, -0.003, split), (length, 0.012, 0.03), paint(WHITE), 0.003)
        else:
            box((middle, 0.1, (bottom + top) / 2), (length, 0.2, top - bottom), surface, 0)
        if skirting and bottom == 0:
            box((middle, -0.007, 0.04), (length, 0.014, 0.08), paint(skirting, 0.4), 0.004)

    def window(self, wall, along, width=1.6, bottom=0.85, top=2.2, panes=2, daylight=60, heater=True, blind=0.0):
        """A window with a sill. An invisible lamp provides daylight."""
        self.open(wall, along, width, bottom, top)
        with self.on(wall, along):
            frame = paint("#f5f5f2", 0.3)
            tall = top - bottom
            for z in (bottom + 0.03, top - 0.03):
                box((0, 0.1, z), (width, 0.07, 0.06), frame)
            for k in range(panes + 1):
                x = -width / 2 + 0.03 + k * (width - 0.06) / panes
                box((x, 0.1, (bottom + top) / 2), (0.06 if k in (0, panes) else 0.08, 0.076, tall), frame)
            sheet((0, 0.1, (bottom + top) / 2), width, tall, glass())
            for k in range(panes):
                _handle(
                    -width / 2 + (k + 0.5) * width / panes + (width / panes / 2 - 0.03) * (1 if k % 2 == 0 else -1),
                    0.062,
                    (bottom + top) / 2,
                    0.1,
                    upright=True,
                )
            if bottom > 0.2:
                # The top is above that of the wall below, because coplanar faces render black.
                box((0, 0.02, bottom - 0.011), (width + 0.1, 0.26, 0.03), paint("#f0efeb", 0.3), 0.008)
            if blind:
                for k in range(int(blind * tall / 0.045)):
                    box(
                        (0, 0.03, top - 0.03 - 0.045 * k),
                        (width - 0.04, 0.04, 0.003),
                        paint("#f3efe4", 0.5),
                        0,
                        tilt=28,
                    )
                box((0, 0.03, top - 0.01), (width - 0.02, 0.05, 0.04), paint("#e4e0d5"))
            area_light((0, -0.02, (bottom + top) / 2), (width, tall), daylight, (0.93, 0.97, 1.0), (0, -1, -0.25))
        if heater and bottom > 0.7:
            with self.on(wall, along):
                radiator(width * 0.8, bottom - 0.3)

    def door(self, wall, along, width=0.95, top=2.08, color="#c9a677", words=None, glazed=False, handle=1, mat=False):
        """A closed door with a frame, a handle and a sign above it. Returns the world position of its middle."""
        self.open(wall, along, width, 0, top)
        with self.on(wall, along):
            frame = paint("#ecebe6", 0.35)
            for side in (-1, 1):
                box((side * (width / 2 + 0.02), -0.005, top / 2), (0.08, 0.22, top + 0.04), frame)
            box((0, -0.005, top + 0.02), (width + 0.13, 0.228, 0.08), frame)
            leaf = wood(color, "z") if isinstance(color, str) else color
            if glazed:
                steel = metal("#9aa2a8", 0.35)
                for side in (-1, 1):
                    box((side * (width / 2 - 0.06), 0.04, top / 2), (0.09, 0.05, top - 0.02), steel)
                for z in (0.06, 0.95, top - 0.06):
                    box((0, 0.04, z), (width - 0.1, 0.044, 0.1 if z != 0.95 else 0.06), steel)
                sheet((0, 0.04, top / 2), width - 0.1, top - 0.1, glass())
                area_light((0, 0.0, top / 2), (width * 0.8, top * 0.9), 25, (0.93, 0.97, 1.0), (0, -1, -0.2))
            else:
                box((0, 0.03, top / 2 + 0.004), (width - 0.02, 0.045, top - 0.012), leaf)
            x = handle * (width / 2 - 0.08)
            steel = metal()
            box((x, 0.003, 1.0), (0.04, 0.01, 0.2), steel, 0.004)
            rod((x, 0.0, 1.04), (x, -0.055, 1.04), 0.011, steel)
            rod((x, -0.055, 1.04), (x - handle * 0.12, -0.055, 1.04), 0.01, steel)
            if words:
                with at(0, -0.03, top + 0.2):
                    sign(words, 0.8, 0.2)
            if mat:
                box((0, -0.55, 0.008), (width, 0.7, 0.016), surfaces.fabric("#5b5f61", 90), 0.004)
            return place(0, 0, 1.15)

    def lamps(self, places, power=45, size=(1.2, 0.3), color=(1.0, 0.96, 0.9)):
        """Ceiling lamps at the given pairs of x and y."""
        for x, y in places:
            with at(x, y, self.high):
                lamp_panel(*size)
                area_light((0, 0, -0.06), size, power, color)


def tree(high=4.0, seed=1, crown="#8fbb6c"):
    chance = random.Random(seed)
    rod((0, 0, -0.2), (0, 0, high * 0.55), 0.13, wood("#7a6450", "z"), 0.08)
    dark = tuple(int(crown[i : i + 2], 16) / 255 * 0.78 for i in (1, 3, 5))
    for _ in range(16):
        a, r = chance.uniform(0, 6.28), chance.uniform(0, high * 0.2)
        center = (r * math.cos(a), r * math.sin(a), high * chance.uniform(0.5, 0.95))
        ball(center, high * chance.uniform(0.1, 0.17), ground(crown, dark, 1.2), (1, 1, 0.85), 3)


def bush(wide=1.2, seed=1):
    chance = random.Random(seed)
    for _ in range(7):
        r = chance.uniform(0.22, 0.4) * wide
        ball(
            (chance.uniform(-0.4, 0.4) * wide, chance.uniform(-0.2, 0.2) * wide, r * 0.7),
            r,
            ground("#8db968", "#6a9a50", 1.6),
            (1, 1, 0.85),
            3,
        )


def house(width=8.0, high=5.6, color="#d9c7a8", roof="#9c5b47", seed=1):
    """A house front in the plane y = 0."""
    # It reaches below the lawn, so that no house floats.
    box((0, 1.5, high / 2 - 0.15), (width, 3, high + 0.3), plaster(color), 0)
    for side in (-1, 1):
        box(
            (0, 1.5 + side * 1.0, high + 0.75),
            (width + 0.5, 2.6, 0.14),
            tiles(roof, "#6f3f31", 0.25, "xy", 1.2),
            0,
            tilt=-side * 38,
        )
    count = int(width / 2)
    for floor in range(2):
        for k in range(count):
            x = -width / 2 + (k + 0.5) * width / count
            z = 1.5 + 2.6 * floor
            box((x, -0.03, z), (1.0, 0.08, 1.3), paint("#f3f1ea"), 0.01)
            sheet((x, -0.075, z), 0.86, 1.16, paint("#8fb0c4", 0.08, 0.8))
            box((x, -0.08, z), (0.05, 0.03, 1.16), paint("#f3f1ea"))
            box((x, -0.1, z - 0.68), (1.1, 0.16, 0.05), paint("#c9c2b4"))


def outside(room, seed=1, level=0.0):
    """Lawn, trees and houses around a room, for the view through its windows."""
    chance = random.Random(seed)
    reach = max(room.width, room.deep)
    with at(0, 0, level):
        box((0, 0, -0.15), (90, 90, 0.05), ground("#a3c67c", "#86ad62", 1.4), 0)
        for k, turn in enumerate((0, 90, 180, 270)):
            with at(turn=turn):
                # The paths have different heights, because crossings at the same height render black.
                box(
                    (0, reach / 2 + 1.9, -0.115 + 0.003 * k),
                    (60, 2.2, 0.05),
                    tiles("#c9c4ba", "#aaa59a", 0.5, "xy", 1.0),
                    0,
                )
            with at(turn=turn + 4):
                with at(-4, reach / 2 + 14):
                    house(9, 5.4, ["#d9c7a8", "#c9d2d6", "#e0d3bd", "#d6b9a0"][k], seed=k)
                with at(8, reach / 2 + 16):
                    house(8, 5.0, ["#c9d2d6", "#d6b9a0", "#d9c7a8", "#e0d3bd"][k], "#7b6f68", seed=k)
                for n in range(4):
                    with at(-7 + 4.6 * n + chance.uniform(-1, 1), reach / 2 + chance.uniform(5, 9)):
                        tree(chance.uniform(3.2, 4.6), seed=n + 10 * k)
                for n in range(6):
                    with at(-7 + 2.8 * n, reach / 2 + 3.4):
                        bush(1.5, n + 7 * k)


def sun(power=3.5, turn=40.0, rise=45.0):
    """Sunlight from a direction."""
    data = bpy.data.lights.new("sun", "SUN")
    data.energy, data.angle, data.color = power, math.radians(1.5), (1.0, 0.95, 0.86)
    lamp = bpy.data.objects.new("sun", data)
    a, b = math.radians(turn), math.radians(rise)
    direction = Vector((-math.sin(a) * math.cos(b), -math.cos(a) * math.cos(b), -math.sin(b)))
    lamp.rotation_euler = direction.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)
