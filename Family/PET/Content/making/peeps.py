"""Composes Open Peeps heads (CC0, Pablo Stanley; PyPI `dicebear-styles`) to SVG.

A peep is a head, a face and colours. Faces come from Open Peeps where they read as
one emotion, and from `faces.py` (drawn here, in the same ink) where they do not.
"""

import json
from importlib import resources
from xml.sax.saxutils import quoteattr

CANVAS = 704
_STYLE = None


def style():
    global _STYLE
    if _STYLE is None:
        file = resources.files("dicebear_styles").joinpath("open-peeps.json")
        _STYLE = json.loads(file.read_text(encoding="utf-8"))
    return _STYLE


def _element(node, colors):
    """One node of the style's tree as SVG text. `colors` maps the style's names to values."""
    if "value" in node and node.get("type") == "text":
        return ""
    attributes = ""
    for name, value in node.get("attributes", {}).items():
        if isinstance(value, dict):
            value = colors[value["name"]]
        attributes += f" {name}={quoteattr(str(value))}"
    children = "".join(_element(child, colors) for child in node.get("children", []))
    return f"<{node['name']}{attributes}>{children}</{node['name']}>"


def variant(component, name, colors):
    """The SVG of one variant ("afro" of "head")."""
    nodes = style()["components"][component]["variants"][name]["elements"]
    return "".join(_element(node, colors) for node in nodes)


def peep(head, expression=None, face=None, skin="#edb98a", hair="#4a312c", clothing="#8fa7df",
         accessories=None, facial_hair=None):
    """The elements of a peep in the style's 704 by 704 canvas.

    `expression` names one of Open Peeps' faces; `face` is SVG drawn by `faces.py` in the
    same 227 by 254 box. One of the two.
    """
    colors = {"skin": skin, "headContrast": hair, "clothing": clothing, "ink": "#000000"}
    parts = []
    for node in style()["canvas"]["elements"]:
        if node["type"] != "component":
            parts.append(_element(node, colors))
            continue
        chosen = {"head": head, "expression": expression, "accessories": accessories,
                  "facialHair": facial_hair}.get(node["name"])
        inner = variant(node["name"], chosen, colors) if chosen else ""
        if node["name"] == "expression" and face:
            inner = face
        if inner:
            transform = node["attributes"]["transform"]
            parts.append(f"<g transform={quoteattr(transform)}>{inner}</g>")
    return "".join(parts)


def svg(content, size=600, background="#f3efe6", view=f"0 0 {CANVAS} {CANVAS}"):
    """A picture with one colour behind `content`."""
    x, y, width, height = view.split()
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
            f'viewBox="{view}"><rect x="{x}" y="{y}" width="{width}" height="{height}" '
            f'fill="{background}"/>{content}</svg>')
