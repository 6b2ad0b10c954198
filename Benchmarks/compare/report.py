"""Writes RESULTS.md from the figures of one run."""

from __future__ import annotations

from pathlib import Path

from goals import Goal, goals
from holds_back import reasons
from layers import MIN_SHARE
from pages import sections, table

STAGES_LAST = "total"
# Alternative text of each plot.
PLOTS = {
    "networks": "Milliseconds of each engine on each network",
    "layers": "Share of the core's peak that each layer reaches, with the goals",
    "wholeJob": "Steady state, first result and memory of each package, logarithmic",
    "scaling": "Milliseconds by faces and by megapixels, and pictures a second by jobs",
}


def page(results: dict, plots: dict[str, str], others: list[dict] | None = None) -> str:
    """The whole page; `others` are the results of other processors."""
    parts = [_head(results), _goals(results)]
    makers = {
        "networks": _networks, "layers": _layers, "wholeJob": _whole_job, "scaling": _scaling,
    }  # fmt: skip
    for key, make in makers.items():
        if key in results:
            parts.append(make(results[key]))
            if key in plots:
                parts.append(f"![{PLOTS[key]}]({plots[key]})")
    if others:
        parts.append(_processors([results, *others]))
    return "\n\n".join(parts) + "\n"


def _processors(all_results: list[dict]) -> str:
    """The figures of the goals on each processor measured so far, in columns."""
    columns = [{goal.id: goal for goal in goals(results)} for results in all_results]
    rows = []
    for id in dict.fromkeys(id for column in columns for id in column):
        known = next(column[id] for column in columns if id in column)
        rows.append(
            [known.what, known.wanted]
            + [column[id].measured if id in column else "–" for column in columns])
    header = ["goal", "required"]
    for results in all_results:
        kind = ", quick" if results["quick"] else ""
        header.append(f"{results['machine']['processor']}, {results['machine']['date'][:10]}{kind}")
    return (
        "## By processor\n\nRatios differ between processors. All measurements are in "
        "[results](results), and the newest ones of each processor are listed here.\n\n" + table(header, rows))


def _head(results: dict) -> str:
    machine = results["machine"]
    busy = ", ".join(f"{share:.0%}" for share in results["busyBefore"])
    versions = "\n".join(f"- {line}" for line in results["versions"])
    if results["priority"]:
        results = {**results, "command": f"{results['command']} --priority {results['priority']}"}
    failed = "".join(
        f"\n\nPart ({part}) could not be measured: {why}"
        for part, why in results.get("failed", {}).items())
    kind = "A quick run with few repetitions. " if results["quick"] else ""
    return f"""# Speed compared with other software

{kind}Measured on {machine["date"]} by `{results["command"]}`, which wrote this page; the figures
are in [results.json](results/results.json).

- {machine["processor"]}, {machine["processors"]} processors ({", ".join(machine["instructions"])}), \
{machine["memoryGigabytes"]} GiB
- {machine["system"]}, Linux {machine["kernel"]}
- load before the run: the processors were {busy} busy with other work
{versions}

The contenders of each comparison run in turn, A B C A B C …, in bursts of some tens of
milliseconds, on the same processor and at the same priority. A time is the median of the
bursts' medians; a ratio is the median of the ratios of neighboring bursts. Because the machine is
shared, ratios are more reliable than times. Each engine's output was first compared with recorded outputs.{failed}"""


def _goals(results: dict) -> str:
    found = goals(results)
    if not found:
        return ""
    rows = [
        [goal.what, goal.wanted, goal.measured, _verdict(goal)] for goal in found
    ]
    reached = sum(goal.reached for goal in found)
    text = f"## Goals\n\n{reached} of {len(found)} goals are reached.\n\n"
    text += table(["goal", "required", "measured", ""], rows)
    missed = [goal for goal in found if not goal.reached]
    if missed:
        text += "\n\nReasons for missed goals:\n\n" + "\n".join(reasons(missed, results))
    return text


def _verdict(goal: Goal) -> str:
    verdict = "reached" if goal.reached else "**not reached**"
    return f"{verdict}; {goal.stretch}" if goal.stretch else verdict


def _ratio(ratio: dict) -> str:
    return f"{ratio['median']:.2f} ({ratio['low']:.2f}–{ratio['high']:.2f})"


def _networks(networks: dict) -> str:
    rows = []
    for name, network in networks.items():
        for engine, figures in network["engines"].items():
            ours = engine == "FacialFun"
            rows.append(
                [
                    f"`{name}`, {network['multiplyAdds'] / 1e6:.1f} M multiply-adds" if ours else "",
                    engine,
                    f"{figures['milliseconds']:.3f}",
                    f"{2e-6 * network['multiplyAdds'] / figures['milliseconds']:.0f}",
                    "" if ours else _ratio(figures["oursOverTheirs"]),
                    f"{figures['difference']:.1e}",
                ]
            )
    header = ["network", "engine", "ms", "GFLOP/s", "our time relative to theirs", "off by"]
    return f"""## (a) The engine, one thread

All engines use the same weights: ONNX files that `compare/export_onnx.py` makes from our manifests, and for
TFLite the original files of the networks. onnxruntime uses all optimizations, bound buffers
and PRelu expressed by Relu, which halves its time; TFLite uses XNNPACK. Parentheses contain the lower
and upper decile of the ratio; "off by" is the largest difference from the recorded outputs.

{table(header, rows)}"""


def _layers(layers: dict) -> str:
    rows = []
    for layer in sorted(layers["layers"], key=lambda layer: (layer["network"], -layer["share"])):
        shape = layer["shape"]
        kernel = f"{shape['kernel']}×{shape['kernel']}"
        depthwise = " depthwise" if shape["op"] == "depthwise_conv2d" else ""
        stride = f" /{shape['stride']}" if shape["stride"] > 1 else ""
        channels = f"{shape['inputs']}→{shape['outputs']}"
        rows.append(
            [
                layer["network"],
                f"{kernel}{depthwise}{stride}, {shape['height']}×{shape['width']}, {channels}",
                layer["kind"],
                f"{layer['share']:.0%}",
                f"{layer['nanoseconds'] / 1e3:.1f}",
                f"{layer['gigaflops']:.0f}",
                f"{layer['shareOfPeak']:.0%}",
            ]
        )
    header = ["network", "layer, map, channels", "kind", "work", "µs", "GFLOP/s", "of peak"]
    return f"""## (b) Layers, against the core's peak

The peak, measured in turn with the layers: **{layers["peakGigaflops"]:.0f} GFLOP/s** of multiply-adds
in registers ({layers["cpuPath"]}). The table has stems, and layers with at least
{MIN_SHARE:.0%} of a network's multiply-adds; equal layers are counted together. A layer's time is
the difference between a network with and one without it, and includes its memory traffic. Layers of emotion-v1
process a face and its mirror image together, as in the program; half of that time is listed. The
GFLOP/s are those of direct summation. 3×3 layers of stride 1 with 32 channels or more need fewer
products (Winograd's minimal filtering) and can therefore exceed the peak.

{table(header, rows)}"""


def _whole_job(job: dict) -> str:
    text = ["## (c) The whole job, from the bytes of a file"]
    text.append(
        "`fer` finds faces (from 50 px) and scores seven emotions. MediaPipe's face mesh finds faces "
        "and 468 points, but no emotions. FacialFun finds faces, cuts out the rectangle, finds the same 468 "
        "points, measures the visibility of the face, and scores eight emotions. `live` finds faces from a "
        "quarter of the picture's shorter side, for cameras; `thorough` finds them from 40 px; following "
        "treats the picture as the next frame of a video, like MediaPipe's tracking. Each package runs with "
        "its defaults and its best number of threads."
    )
    text += [f"Without {name}, which could not be run: {why}" for name, why in job.get("missing", {}).items()]
    for size, picture in job["pictures"].items():
        text.append(f"### {size.replace('x', '×')}, one face")
        text.append(_starts(picture["starts"]))
        text.append(_steady(picture))
        text.append(_stages(picture["stages"]))
    rows = [
        [
            name,
            f"{size['megabytes']:.1f}",
            f"{size['libraries']:.1f} more in shared libraries" if "libraries" in size else
            "all packages that pip installs, without Python",
        ]
        for name, size in job["install"].items()
    ]  # fmt: skip
    text.append("### On disk\n\n" + table(["", "MB", ""], rows))
    return "\n\n".join(text)


def _starts(starts: dict) -> str:
    rows = [
        [
            name, f"{run['starts']}", f"{run['firstResult']:.0f}", f"{run['process']:.0f}",
            f"{run['residentMegabytes']:.0f}",
        ]
        for name, run in starts.items()
    ]  # fmt: skip
    header = ["new process, one core", "starts", "first result, ms", "whole process, ms", "MB"]
    return table(header, rows)


def _steady(picture: dict) -> str:
    rows = []
    for name, one in picture["one"].items():
        two = picture["two"][name]
        rows.append(
            [
                name, f"{one['milliseconds']:.2f}", _ratio(one["liveOverThis"]),
                f"{two['milliseconds']:.2f}", _ratio(two["liveOverThis"]),
                f"{one['residentMegabytes']:.0f}",
            ]
        )  # fmt: skip
    header = [
        "steady state", "ms, one core", "our live time relative to it", "ms, two cores",
        "our live time relative to it", "MB",
    ]  # fmt: skip
    return table(header, rows)


def _stages(stages: dict) -> str:
    names = list(next(iter(stages.values()))["stages"])
    rows = []
    for search, found in stages.items():
        times = found["stages"]
        rows.append(
            [f"`--search {search}`"]
            + [f"{times[name]['p50']:.2f}" for name in names]
            + [f"{times[STAGES_LAST]['p99']:.2f}"]
        )
    return table(["our stages, p50 in ms", *names, "p99 of total"], rows)


def _scaling(scaling: dict) -> str:
    faces = [
        [
            str(row["faces"]), f"{row['one']['total']:.1f}", f"{row['one']['detect']:.1f}",
            f"{(row['one']['total'] - row['one']['detect'] - row['one']['decode']) / row['faces']:.2f}",
            f"{row['two']['total']:.1f}",
        ]
        for row in scaling["faces"]
    ]  # fmt: skip
    sizes = [
        [f"{row['megapixels']:g}"]
        + [f"{row[search]['total']:.1f}" for search in ("live", "service", "thorough")]
        + [f"{row['live']['decode']:.1f}"]
        for row in scaling["sizes"]
    ]
    jobs = scaling["jobs"]["picturesPerSecond"]
    header = ["faces", "ms, one core", "detection", "each face, after detection", "ms, two cores"]
    speed = scaling["jobs"]["speedUp"]
    folder = scaling.get("folder")
    many = (
        f" A folder of the {folder['pictures']} [pictures](pictures) of 640×480, in equal numbers, at "
        f"`--search thorough` on one core: {folder['picturesPerSecond']:.0f} a second."
        if folder else ""
    )
    return f"""## (d) Scaling

Faces of one size in a picture of 1280×960, `--search service`; on two cores two threads share the work:

{table(header, faces)}

One portrait at many sizes, one core, ms:

{table(["megapixels", "live", "service", "thorough", "decoding in live"], sizes)}

`facialfun score` on a folder of pictures of 1280×720, `--search live`, new processes, alternately:
{jobs["1"]:.0f} pictures a second with `--jobs 1`, {jobs["2"]:.0f} with `--jobs 2` \
({speed:.2f} times as many), with identical scores.{many}"""


def write(
    results: dict, plots: dict[str, str], path: Path, others: list[dict] | None = None
) -> None:
    """Writes the page; sections of other programs are kept."""
    before = path.read_text() if path.exists() else ""
    path.write_text(page(results, plots, others) + sections(before))
