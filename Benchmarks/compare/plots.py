"""Draws one SVG per part: plots.py RESULTS.json OUTPUT."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

OURS, THEIRS, THIRD = "#1b6ca8", "#b8b8b8", "#e08e2b"
plt.rcParams.update(
    {
        "svg.fonttype": "none",
        "svg.hashsalt": "facialfun",
        "font.family": "sans-serif",
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)


def networks(found: dict) -> plt.Figure:
    """(a) A group of bars for each network."""
    figure, axes = plt.subplots(1, len(found), figsize=(9, 3.4))
    for axis, (name, network) in zip(axes, found.items(), strict=True):
        engines = network["engines"]
        times = [figures["milliseconds"] for figures in engines.values()]
        colors = [OURS if engine == "FacialFun" else THEIRS for engine in engines]
        bars = axis.barh(list(engines), times, color=colors)
        axis.bar_label(bars, fmt=" %.2f", fontsize=8)
        axis.invert_yaxis()
        axis.set_title(name, fontsize=10)
        axis.set_xlabel("ms, one thread")
        axis.set_xlim(0, max(times) * 1.25)
        axis.tick_params(labelsize=8)
    return figure


def layers(found: dict) -> plt.Figure:
    """(b) A bar for each layer, with the goals."""
    rows = sorted(found["layers"], key=lambda layer: (layer["network"], -layer["share"]))
    labels = []
    for row in rows:
        shape = row["shape"]
        kind = "dw " if shape["op"] == "depthwise_conv2d" else ""
        labels.append(
            f"{row['network']}  {kind}{shape['kernel']}×{shape['kernel']} "
            f"{shape['height']}×{shape['width']} {shape['inputs']}→{shape['outputs']}"
        )
    figure, axis = plt.subplots(figsize=(9, 0.26 * len(rows) + 1))
    goals = {"3×3": 75, "stem": 45, "small map": 45}
    shares = [100 * row["shareOfPeak"] for row in rows]
    colors = [OURS if row["kind"] in goals else THEIRS for row in rows]
    axis.barh(range(len(rows)), shares, color=colors)
    for place, row in enumerate(rows):
        if row["kind"] in goals:
            axis.plot([goals[row["kind"]]] * 2, [place - 0.4, place + 0.4], color="black")
    axis.set_yticks(range(len(rows)), labels, fontsize=7)
    axis.invert_yaxis()
    axis.set_xlim(0, max(100, *shares))
    axis.set_xlabel(f"% of {found['peakGigaflops']:.0f} GFLOP/s; the strokes are the goals")
    return figure


def whole_job(found: dict) -> plt.Figure:
    """(c) Steady state and first result, on logarithmic axes."""
    picture = found["pictures"]["640x480"]
    figure, axes = plt.subplots(1, 3, figsize=(10, 2.8))
    parts = [
        ("steady state, ms", {name: run["milliseconds"] for name, run in picture["one"].items()}),
        ("first result, ms", {n: run["firstResult"] for n, run in picture["starts"].items()}),
        ("resident, MB", {n: run["residentMegabytes"] for n, run in picture["starts"].items()}),
    ]
    for axis, (title, values) in zip(axes, parts, strict=True):
        colors = [OURS if name.startswith("FacialFun") else THEIRS for name in values]
        bars = axis.barh(list(values), list(values.values()), color=colors, log=True)
        labels = [f" {value:,.0f}" if value >= 20 else f" {value:.1f}" for value in values.values()]
        axis.bar_label(bars, labels=labels, fontsize=8)
        axis.invert_yaxis()
        axis.set_title(title, fontsize=10)
        axis.set_xlim(1, max(values.values()) * 8)
        axis.tick_params(labelsize=7)
    return figure


def scaling(found: dict) -> plt.Figure:
    """(d) Faces, sizes and jobs."""
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.2), width_ratios=[3, 3, 1.2])
    counts = [row["faces"] for row in found["faces"]]
    for cores, label, color in (("one", "one core", OURS), ("two", "two cores", THIRD)):
        totals = [row[cores]["total"] for row in found["faces"]]
        axes[0].plot(counts, totals, "o-", color=color, label=label)
    axes[0].set(xlabel="faces in 1280×960", ylabel="ms", xticks=counts, ylim=(0, None))
    axes[0].legend(frameon=False)
    sizes = [row["megapixels"] for row in found["sizes"]]
    for search, color in (("live", OURS), ("service", THIRD), ("thorough", THEIRS)):
        totals = [row[search]["total"] for row in found["sizes"]]
        axes[1].loglog(sizes, totals, "o-", color=color, label=search)
    axes[1].set(xlabel="megapixels", ylabel="ms")
    axes[1].legend(frameon=False)
    speeds = found["jobs"]["picturesPerSecond"]
    bars = axes[2].bar(list(speeds), list(speeds.values()), color=OURS)
    axes[2].bar_label(bars, fmt="%.0f")
    axes[2].set(xlabel="--jobs", ylabel="pictures a second")
    return figure


def main() -> None:
    """Draws the parts that were measured."""
    results = json.loads(Path(sys.argv[1]).read_text())
    output = Path(sys.argv[2])
    makers = {
        "networks": networks, "layers": layers, "wholeJob": whole_job, "scaling": scaling,
    }  # fmt: skip
    for key, make in makers.items():
        if key in results:
            figure = make(results[key])
            figure.tight_layout()
            figure.savefig(output / f"{key}.svg", metadata={"Date": None})
            plt.close(figure)


if __name__ == "__main__":
    main()
