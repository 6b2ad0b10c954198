"""The calibration plot of the model card, as SVG.

On the left the highest score, like the reliability diagram of `facialfun-lab evaluate`; on the right the scores of
each emotion. A dot shows the mean score and the share of correct answers in one bin; its area is the number of faces.
Calibrated scores lie on the diagonal.
"""

from __future__ import annotations

import numpy as np

from training.contract import EMOTIONS

SIDE, SMALL, GAP, TOP = 300, 120, 46, 34
BINS, SMALL_BINS = 15, 8
MIN_FACES = 5


def bins_of(scores: np.ndarray, hits: np.ndarray, bins: int) -> list[tuple[float, float, int]]:
    """(mean score, share of correct answers, faces) of each bin of equal width with at least MIN_FACES."""
    place = np.minimum((scores * bins).astype(int), bins - 1)
    found = []
    for b in range(bins):
        inside = place == b
        if inside.sum() >= MIN_FACES:
            found.append((scores[inside].mean(), hits[inside].mean(), int(inside.sum())))
    return found


def panel(x: float, y: float, side: float, title: str, dots: list[tuple[float, float, int]]) -> str:
    """One square diagram with its title above."""
    most = max((count for _, _, count in dots), default=1)
    parts = [
        f'<text x="{x}" y="{y - 8}" font-size="12">{title}</text>',
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="none" stroke="#999"/>',
        f'<line x1="{x}" y1="{y + side}" x2="{x + side}" y2="{y}" stroke="#999" '
        'stroke-dasharray="4 3"/>',
    ]
    places = [(x + side * score, y + side * (1 - share), count) for score, share, count in dots]
    line = " ".join(f"{px:.1f},{py:.1f}" for px, py, _ in places)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2166ac"/>')
    for px, py, count in places:
        radius = 1.5 + (side / 40) * np.sqrt(count / most)
        parts.append(
            f'<circle cx="{px:.1f}" cy="{py:.1f}" r="{radius:.1f}" fill="#2166ac" '
            f'fill-opacity="0.7"><title>{count} faces</title></circle>'
        )
    return "\n".join(parts)


def plot(scores: np.ndarray, labels: np.ndarray, title: str) -> str:
    """The text of the SVG file.

    - scores: [N, 8] of judged faces; labels: [N].
    """
    top = scores.argmax(1)
    left, width = 40, 40 + SIDE + 4 * (SMALL + GAP) + 10
    height = TOP + SIDE + 54
    parts = [
        panel(
            left, TOP, SIDE, "highest score", bins_of(scores.max(1), top == labels, BINS)
        ),
        f'<text x="{left + SIDE / 2}" y="{TOP + SIDE + 32}" font-size="12" '
        'text-anchor="middle">score, 0 to 1</text>',
        f'<text transform="translate({left - 14} {TOP + SIDE / 2}) rotate(-90)" font-size="12" '
        'text-anchor="middle">share that was right, 0 to 1</text>',
    ]
    for index, name in enumerate(EMOTIONS):
        x = left + SIDE + GAP + (index % 4) * (SMALL + GAP)
        y = TOP + (index // 4) * (SMALL + 60)
        dots = bins_of(scores[:, index], labels == index, SMALL_BINS)
        parts.append(panel(x, y, SMALL, name, dots))
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" '
        f'font-family="sans-serif" role="img" aria-label="{title}">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n<title>{title}</title>\n'
        f'{body}\n<text x="{left}" y="{height - 6}" font-size="11" fill="#555">{title}</text>\n</svg>\n'
    )
