"""Draws docs/targets.svg, the dependencies of the libraries, from the table in docs/architecture.md.

    python3 Tools/architecture/draw.py [--check]

A library is placed in the row below the lowest of its dependencies. Arrows implied by others are omitted: a library
that depends on the pipeline also has the pipeline's dependencies. --check writes nothing and exits with 1 if the
picture does not match the table.
"""

import itertools
import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE, PICTURE = ROOT / "docs/architecture.md", ROOT / "docs/targets.svg"
HEIGHT, ROW, GAP, MARGIN, WIDTH = 30, 84, 16, 16, 1160
PASSES = 200
PROGRAMS = {"FacialFunCommand", "FacialFunLab"}
STYLE = """
  text { font: 14px sans-serif; text-anchor: middle; fill: #1c2b36; }
  rect { fill: #ffffff; stroke: #4a6474; stroke-width: 1.2; }
  .c rect { fill: #f3e9d8; }
  .program rect { fill: #dcebe4; stroke-width: 2; }
  path { fill: none; stroke: #7d95a3; stroke-width: 1.2; }
  #head path { fill: #7d95a3; stroke: none; }
"""


def table(page: str) -> dict[str, set[str]]:
    """The dependencies of each library, from the page."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]+ \|$", page, re.M)
    names = {name for name, _ in rows}
    return {name: set(re.findall(r"`(\w+)`", below)) & names for name, below in rows}


def reduced(below: dict[str, set[str]]) -> dict[str, set[str]]:
    """The dependencies without those implied by others."""
    def reach(name: str) -> set[str]:
        return below[name].union(*(reach(other) for other in below[name]))

    return {name: others - set().union(*(reach(other) for other in others)) for name, others in below.items()}


def levels(below: dict[str, set[str]]) -> dict[str, int]:
    """The row of each library, from 0 at the top."""
    level: dict[str, int] = {}
    for name, others in below.items():
        level[name] = 1 + max((level[other] for other in others), default=-1)
    # A library without dependencies is placed just above the highest of its dependents.
    for name, others in below.items():
        above = [level[other] for other, its in below.items() if name in its]
        if not others and above:
            level[name] = min(above) - 1
    return level


def chains(below: dict[str, set[str]], level: dict[str, int]) -> list[list[str]]:
    """Each arrow as a chain of boxes, with an extra one in each row between its ends."""
    return [[name, *(f"{name}>{other}>{row}" for row in range(level[name] - 1, level[other], -1)), other]
            for name, others in below.items() for other in sorted(others)]


def boxes(level: dict[str, int], arrows: list[list[str]]) -> dict[str, tuple[float, float, float]]:
    """The center, top and width of each box: close to its neighbors, without overlap in its row."""
    rows: list[list[str]] = [[] for _ in range(max(level.values()) + 1)]
    for name, number in level.items():
        rows[number].append(name)
    near: dict[str, list[str]] = {}
    for arrow in arrows:
        for place in arrow[1:-1]:
            rows[int(place.split(">")[2])].append(place)
        for place, other in itertools.pairwise(arrow):
            near.setdefault(place, []).append(other)
            near.setdefault(other, []).append(place)
    centers = {place: WIDTH * (index + 0.5) / len(row) for row in rows for index, place in enumerate(row)}
    for turn in range(PASSES):
        for row in rows if turn % 2 == 0 else rows[::-1]:
            wanted = {place: sum(centers[other] for other in near[place]) / len(near[place]) for place in row}
            # Rows are first reordered, then only moved.
            row.sort(key=(wanted if turn < PASSES // 2 else centers).__getitem__)
            centers |= _apart(row, wanted)
    return {place: (centers[place], MARGIN + number * ROW, _width(place))
            for number, row in enumerate(rows) for place in row}


def _width(place: str) -> float:
    return 6 if ">" in place else 8.3 * len(place) + 22


def _apart(row: list[str], wanted: dict[str, float]) -> dict[str, float]:
    """Positions of a row's boxes, as close to the wanted ones as possible without touching, within the picture."""
    found = dict(wanted)
    for _ in range(30):
        for one, other in itertools.pairwise(row):
            short = (_width(one) + _width(other)) / 2 + GAP - (found[other] - found[one])
            if short > 0:
                found[one] -= short / 2
                found[other] += short / 2
    left = float(MARGIN)
    for place in row:
        found[place] = max(found[place], left + _width(place) / 2)
        left = found[place] + _width(place) / 2 + GAP
    right = float(WIDTH - MARGIN)
    for place in reversed(row):
        found[place] = min(found[place], right - _width(place) / 2)
        right = found[place] - _width(place) / 2 - GAP
    return found


def curve(points: list[tuple[float, float]]) -> str:
    """A smooth line through points that is vertical at each of them."""
    text = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (x, y), (next_x, next_y) in itertools.pairwise(points):
        bend = (y - next_y) / 2
        text += f" C{x:.0f} {y - bend:.0f} {next_x:.0f} {next_y + bend:.0f} {next_x:.0f} {next_y:.0f}"
    return text


def picture(page: str) -> str:
    """The picture of a page's table, as SVG."""
    below = reduced(table(page))
    level = levels(below)
    arrows = chains(below, level)
    placed = boxes(level, arrows)
    lines = []
    for name in below:
        # The arrows of a library leave it in the order of their destinations.
        own = sorted((arrow for arrow in arrows if arrow[0] == name), key=lambda arrow: placed[arrow[1]][0])
        center, top, width = placed[name]
        for index, arrow in enumerate(own):
            points = [(center + width * 0.7 * ((index + 1) / (len(own) + 1) - 0.5), top)]
            for place in arrow[1:-1]:
                x, y, _ = placed[place]
                points += [(x, y + HEIGHT), (x, y)]
            x, y, _ = placed[arrow[-1]]
            lines.append(f'<path d="{curve([*points, (x, y + HEIGHT + 6)])}" marker-end="url(#head)"/>')
    for name in below:
        center, top, width = placed[name]
        kind = "c" if re.match(r"C[A-Z]", name) else "program" if name in PROGRAMS else ""
        lines.append(
            f'<g class="{kind}"><rect x="{center - width / 2:.0f}" y="{top}" width="{width:.0f}" height="{HEIGHT}" '
            f'rx="6"/><text x="{center:.0f}" y="{top + HEIGHT / 2 + 5:.0f}">{escape(name)}</text></g>')
    height = MARGIN * 2 + max(level.values()) * ROW + HEIGHT
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        f"<style>{STYLE}</style>",
        '<marker id="head" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z"/></marker>',
        f'<rect width="{WIDTH}" height="{height}" style="fill:#fbfaf7;stroke:none"/>', *lines, "</svg>", ""])


def main() -> int:
    drawn = picture(PAGE.read_text())
    if sys.argv[1:] == ["--check"]:
        return 0 if PICTURE.exists() and PICTURE.read_text() == drawn else 1
    PICTURE.write_text(drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main())
