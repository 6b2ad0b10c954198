"""Procedural materials for rooms: paint, wood, tiles, fabric, metal, glass, and painted pictures.

Each function returns a material, which is created only once per scene. Colors are sRGB, 0…1, or "#rrggbb".
"""

import functools

import bpy


def linear(color):
    """An sRGB color as scene-linear RGBA."""
    if isinstance(color, str):
        color = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return (*(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in color), 1)


class _Nodes:
    """A material's nodes, with shortcuts."""

    def __init__(self, name, roughness=0.6, metallic=0.0, specular=0.4):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.nodes, self.links = self.material.node_tree.nodes, self.material.node_tree.links
        self.shader = self.nodes["Principled BSDF"]
        self.set(Roughness=roughness, Metallic=metallic)
        self.shader.inputs["Specular IOR Level"].default_value = specular

    def set(self, **values):
        for name, value in values.items():
            self.shader.inputs[name.replace("_", " ")].default_value = value

    def add(self, kind, **inputs):
        node = self.nodes.new(f"ShaderNode{kind}")
        for name, value in inputs.items():
            socket = node.inputs[name.replace("_", " ")]
            if isinstance(value, bpy.types.NodeSocket):
                self.links.new(value, socket)
            else:
                socket.default_value = value
        return node

    def coordinates(self, scale=(1, 1, 1), world=False):
        if world:
            source = self.nodes.new("ShaderNodeNewGeometry").outputs["Position"]
        else:
            source = self.nodes.new("ShaderNodeTexCoord").outputs["Object"]
        return self.add("Mapping", Vector=source, Scale=scale).outputs["Vector"]

    def in_plane(self, plane):
        """The world position in a plane, such as "xz", as x and y."""
        position = self.add("SeparateXYZ", Vector=self.coordinates(world=True))
        outputs = {name.lower(): position.outputs[name] for name in "XYZ"}
        return self.add("CombineXYZ", X=outputs[plane[0]], Y=outputs[plane[1]]).outputs["Vector"]

    def ramp(self, factor, *stops):
        """A color ramp: colors at positions of a factor."""
        node = self.add("ValToRGB", Fac=factor)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, color) in zip(elements, stops, strict=True):
            element.position, element.color = position, linear(color)
        return node.outputs["Color"]

    def mix(self, factor, first, second):
        node = self.nodes.new("ShaderNodeMixRGB")
        for name, value in (("Fac", factor), ("Color1", first), ("Color2", second)):
            if isinstance(value, bpy.types.NodeSocket):
                self.links.new(value, node.inputs[name])
            else:
                node.inputs[name].default_value = value
        return node.outputs["Color"]

    def noise(self, scale, detail=2.0, vector=None, distortion=0.0):
        return self.add(
            "TexNoise", Vector=vector or self.coordinates(), Scale=scale, Detail=detail, Distortion=distortion
        ).outputs["Fac"]

    def color(self, output):
        self.links.new(output, self.shader.inputs["Base Color"])

    def bump(self, height, strength, distance=0.002):
        node = self.add("Bump", Strength=strength, Distance=distance, Height=height)
        self.links.new(node.outputs["Normal"], self.shader.inputs["Normal"])


def _shade(color, factor):
    if isinstance(color, str):
        color = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(min(1.0, max(0.0, c * factor)) for c in color)


_made = {}


def forget():
    """Clears all materials; call it for every new scene."""
    _made.clear()


def _once(function):
    @functools.wraps(function)
    def make(*arguments, **options):
        key = (function.__name__, arguments, tuple(sorted(options.items())))
        if key not in _made:
            _made[key] = function(*arguments, **options)
        return _made[key]

    return make


@_once
def paint(color, roughness=0.5, specular=0.4, coat=0.0):
    """A smooth, even surface: lacquer, plastic, paper."""
    made = _Nodes("paint", roughness, specular=specular)
    made.set(Base_Color=linear(color), Coat_Weight=coat)
    return made.material


@_once
def plaster(color):
    """A painted wall with a faint texture."""
    made = _Nodes("plaster", 0.9, specular=0.15)
    at = made.coordinates(world=True)
    tone = made.noise(1.3, 2, at)
    made.color(made.ramp(tone, (0.3, _shade(color, 0.965)), (0.7, color)))
    made.bump(made.noise(260, 1, at), 0.12, 0.001)
    return made.material


@_once
def wood(color="#b98a5a", along="x", rough=0.45):
    """Wood with grain along an axis of the object."""
    made = _Nodes("wood", rough, specular=0.35)
    scale = tuple(1.2 if axis == along else 16 for axis in "xyz")
    at = made.coordinates(scale)
    grain = made.noise(1.0, 4, at, 1.4)
    made.color(made.ramp(grain, (0.3, _shade(color, 0.72)), (0.48, _shade(color, 0.95)), (0.7, _shade(color, 1.08))))
    made.bump(grain, 0.08)
    return made.material


@_once
def planks(color="#b58d62", plane="xy", wide=0.14, long=1.3):
    """Boards on a floor, each with its own tone and grain."""
    made = _Nodes("planks", 0.42, specular=0.35)
    at = made.in_plane(plane)
    brick = made.add(
        "TexBrick",
        Vector=at,
        Color1=linear(_shade(color, 0.86)),
        Color2=linear(_shade(color, 1.06)),
        Mortar=linear(_shade(color, 0.45)),
        Scale=1.0,
        Mortar_Size=0.0016,
        Bias=0.0,
        Brick_Width=long,
        Row_Height=wide,
    )
    brick.offset, brick.offset_frequency = 0.37, 2
    stretched = made.add("Mapping", Vector=at, Scale=(2.2, 26, 1)).outputs["Vector"]
    grain = made.noise(1.0, 4, stretched, 1.0)
    shaded = made.ramp(grain, (0.3, "#b8b8b8"), (0.65, "#ffffff"))
    mixed = made.nodes.new("ShaderNodeMixRGB")
    mixed.blend_type = "MULTIPLY"
    mixed.inputs["Fac"].default_value = 1
    made.links.new(brick.outputs["Color"], mixed.inputs["Color1"])
    made.links.new(shaded, mixed.inputs["Color2"])
    made.color(mixed.outputs["Color"])
    return made.material


@_once
def tiles(color, grout="#cfcfca", size=0.3, plane="xy", ratio=1.0, rough=0.25, vary=0.05, offset=0.0, gap=0.004):
    """Tiles with grout; `ratio` is width to height, and an `offset` of 0.5 makes a brick pattern."""
    made = _Nodes("tiles", rough, specular=0.45)
    brick = made.add(
        "TexBrick",
        Vector=made.in_plane(plane),
        Color1=linear(_shade(color, 1 - vary)),
        Color2=linear(_shade(color, 1 + vary)),
        Mortar=linear(grout),
        Scale=1.0,
        Mortar_Size=gap,
        Mortar_Smooth=0.1,
        Bias=0.0,
        Brick_Width=size * ratio,
        Row_Height=size,
    )
    brick.offset = offset
    made.color(brick.outputs["Color"])
    made.bump(brick.outputs["Fac"], -0.3)
    return made.material


@_once
def speckled(color, spots="#8d8d86", scale=90, rough=0.35):
    """Linoleum or terrazzo."""
    made = _Nodes("speckled", rough, specular=0.4)
    at = made.coordinates(world=True)
    spot = made.add("TexVoronoi", Vector=at, Scale=scale).outputs["Distance"]
    tone = made.ramp(made.noise(2.2, 2, at), (0.35, _shade(color, 0.95)), (0.65, color))
    made.color(made.mix(made.ramp(spot, (0.16, "#ffffff"), (0.24, "#000000")), tone, linear(spots)))
    return made.material


@_once
def fabric(color, scale=240, fleck=0.82):
    """Woven cloth or carpet."""
    made = _Nodes("fabric", 0.95, specular=0.1)
    at = made.coordinates()
    weave = made.noise(scale, 1, at)
    large = made.noise(7, 2, at)
    tone = made.ramp(weave, (0.35, _shade(color, fleck)), (0.62, _shade(color, 1.06)))
    made.color(made.mix(made.ramp(large, (0.35, "#000000"), (0.75, "#3a3a3a")), tone, linear(_shade(color, 0.8))))
    made.set(Sheen_Weight=0.25)
    made.bump(weave, 0.25)
    return made.material


@_once
def leather(color, rough=0.38):
    """Leather or vinyl upholstery."""
    made = _Nodes("leather", rough, specular=0.45)
    made.set(Base_Color=linear(color))
    made.bump(made.noise(180, 2), 0.08)
    return made.material


@_once
def metal(color="#c9ccd0", rough=0.28):
    made = _Nodes("metal", rough, metallic=1.0)
    made.set(Base_Color=linear(color))
    return made.material


@_once
def ceramic(color="#f6f6f3"):
    made = _Nodes("ceramic", 0.12, specular=0.55)
    made.set(Base_Color=linear(color))
    return made.material


@_once
def mirror():
    made = _Nodes("mirror", 0.0, metallic=1.0)
    made.set(Base_Color=(0.86, 0.88, 0.88, 1))
    return made.material


@_once
def glass(tint="#eef6f5", reflect=0.06):
    """A pane: light passes straight through, and a little is reflected."""
    made = _Nodes("glass")
    clear = made.add("BsdfTransparent", Color=linear(tint))
    shine = made.add("BsdfGlossy", Roughness=0.02)
    mixed = made.add("MixShader", Fac=reflect)
    made.links.new(clear.outputs[0], mixed.inputs[1])
    made.links.new(shine.outputs[0], mixed.inputs[2])
    made.links.new(mixed.outputs[0], made.nodes["Material Output"].inputs["Surface"])
    return made.material


@_once
def glow(color, strength=2.0):
    made = _Nodes("glow", 0.5)
    made.set(Base_Color=linear(color), Emission_Color=linear(color), Emission_Strength=strength)
    return made.material


@_once
def ground(color, dark, scale=3.0, rough=0.95):
    """Grass, earth, leaves or asphalt."""
    made = _Nodes("ground", rough, specular=0.1)
    at = made.coordinates(world=True)
    fine = made.noise(scale * 14, 3, at)
    made.color(made.ramp(fine, (0.32, dark), (0.66, color)))
    made.bump(fine, 0.5, 0.01)
    return made.material


@_once
def picture(path, roughness=0.5, shine=0.0):
    """An image on the object's UV map; `shine` is the brightness of a screen."""
    made = _Nodes("picture", roughness, specular=0.3)
    image = made.nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(path), check_existing=True)
    image.extension = "EXTEND"
    made.color(image.outputs["Color"])
    if shine:
        made.links.new(image.outputs["Color"], made.shader.inputs["Emission Color"])
        made.set(Emission_Strength=shine)
    return made.material
