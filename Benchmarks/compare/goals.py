"""Compares the speed goals of the project with measurements."""

from __future__ import annotations

from dataclasses import dataclass

from whole_job import FER, LIVE, MESH


@dataclass
class Goal:
    """One goal."""

    id: str
    what: str
    wanted: str
    measured: str
    reached: bool
    stretch: str = ""


def goals(results: dict) -> list[Goal]:
    """All goals whose parts were measured."""
    found: list[Goal] = []
    if "networks" in results:
        found += _engine(results["networks"])
    if "layers" in results:
        found += _layers(results["layers"])
    if "wholeJob" in results:
        found += _whole_job(results["wholeJob"])
    # Missing in older results.
    if folder := results.get("scaling", {}).get("folder"):
        speed = folder["picturesPerSecond"]
        found.append(
            Goal(
                "folder", "pictures of 640×480 in a folder, `--search thorough`, per second on one core", "≥ 100",
                f"{speed:.0f}", speed >= 100,
            )
        )  # fmt: skip
    return found


def _engine(networks: dict) -> list[Goal]:
    found = []
    for engine in ("onnxruntime", "TFLite"):
        for name, network in networks.items():
            if engine not in network["engines"]:
                continue
            ratio = network["engines"][engine]["oursOverTheirs"]["median"]
            found.append(
                Goal(
                    id=f"{name} {engine}",
                    what=f"`{name}`, one thread, relative to {engine}'s time",
                    wanted="≤ 0.80×",
                    measured=f"{ratio:.2f}×",
                    reached=ratio <= 0.8,
                )
            )
    return found


def _layers(layers: dict) -> list[Goal]:
    rules = [
        ("3×3 layers", "3×3 layers, 32 channels or more, maps of 12 or more", {"3×3"}, 0.75),
        ("stems and small maps", "stems and small maps", {"stem", "small map"}, 0.45),
    ]
    found = []
    for id, what, kinds, wanted in rules:
        concerned = [layer for layer in layers["layers"] if layer["kind"] in kinds]
        if not concerned:
            continue
        kept = [layer for layer in concerned if layer["shareOfPeak"] >= wanted]
        worst = min(concerned, key=lambda layer: layer["shareOfPeak"])
        found.append(
            Goal(
                id=id,
                what=f"share of the multiply-add peak: {what}",
                wanted=f"≥ {wanted:.0%} in each",
                measured=f"{len(kept)} of {len(concerned)} shapes; least {worst['shareOfPeak']:.0%}",
                reached=len(kept) == len(concerned),
            )
        )
    return found


def _whole_job(job: dict) -> list[Goal]:
    picture = job["pictures"]["640x480"]
    starts, steady = picture["starts"], picture["one"]
    frame = steady[LIVE]["milliseconds"]
    process = starts[LIVE]["process"]
    goals = [
        Goal(
            "frame", "whole frame, 640×480, one face, one core, `--search live`: p50",
            "≤ 12 ms", f"{frame:.1f} ms", frame <= 12, _stretch("6 ms", frame <= 6),
        ),
        Goal(
            "process", "whole process for that file", "≤ 80 ms", f"{process:.0f} ms", process <= 80
        ),
    ]  # fmt: skip
    # Peers that could not be run are missing.
    if FER in steady:
        times = 1 / steady[FER]["liveOverThis"]["median"]
        first = starts[FER]["firstResult"] / starts[LIVE]["firstResult"]
        memory = starts[LIVE]["residentMegabytes"] / starts[FER]["residentMegabytes"]
        goals += [
            Goal(
                "fer steady", "compared with `fer`, steady state", "≥ 8×", f"{times:.1f}×", times >= 8,
                _stretch("15×", times >= 15),
            ),
            Goal("fer first", "compared with `fer`, first result", "≥ 50×", f"{first:.0f}×", first >= 50),
            Goal(
                "fer memory", "memory relative to `fer`'s, whole process", "≤ 1/5",
                f"1/{1 / memory:.1f}", memory <= 0.2,
            ),
        ]  # fmt: skip
    if MESH in steady:
        mesh = steady[MESH]["liveOverThis"]["median"]
        two = picture["two"][MESH]["liveOverThis"]["median"]
        goals += [
            Goal(
                "mediapipe", "our whole frame relative to MediaPipe's detection and mesh", "≤ 1.00×",
                f"{mesh:.2f}×", mesh <= 1,
            ),
            Goal(
                "mediapipe two cores", "the same on two cores, each with its best number of threads",
                "≤ 1.30×", f"{two:.2f}×", two <= 1.3,
            ),
        ]  # fmt: skip
    # Missing in older results.
    if followed := steady.get(MESH, {}).get("followingOverThis"):
        ratio = followed["median"]
        goals.append(
            Goal(
                "mediapipe following", "a followed face in a video, relative to the same, one core",
                "≤ 1.30×", f"{ratio:.2f}×", ratio <= 1.3,
            )
        )  # fmt: skip
    return goals


def _stretch(what: str, reached: bool) -> str:
    return f"stretch {what}: {'reached' if reached else 'not reached'}"
