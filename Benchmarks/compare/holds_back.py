"""Explains missed goals, with the figures of that run."""

from __future__ import annotations

import json

from goals import Goal
from setting import BENCHMARKS
from whole_job import FER, LIVE, MESH

NOT_MEASURED = "(not measured)"


def reasons(missed: list[Goal], results: dict) -> list[str]:
    """A line of Markdown for each goal, from what-holds-back.json.

    Its texts have placeholders in braces with the names of `facts`, so a page never quotes figures of another run.
    """
    texts = json.loads((BENCHMARKS / "what-holds-back.json").read_text())
    known = _Facts(facts(results))
    return [
        f"- **{goal.what}** ({goal.measured}, required {goal.wanted}): "
        + texts.get(goal.id, "not examined yet.").format_map(known)
        for goal in missed
    ]


class _Facts(dict):
    def __missing__(self, name: str) -> str:
        return NOT_MEASURED


def facts(results: dict) -> dict[str, str]:
    """The figures that the texts may quote."""
    found: dict[str, str] = {}
    if "networks" in results:
        found |= _networks(results["networks"])
    if "layers" in results:
        found["peak"] = f"{results['layers']['peakGigaflops']:.0f} GFLOP/s"
    if "wholeJob" in results:
        found |= _whole_job(results["wholeJob"])
    return found


def _networks(networks: dict) -> dict[str, str]:
    found = {}
    for name, network in networks.items():
        key = name.replace("-", "_")
        for engine, figures in network["engines"].items():
            who = {"FacialFun": "ours"}.get(engine, engine.replace(" ", "_").replace(".", "_"))
            rate = 2e-6 * network["multiplyAdds"] / figures["milliseconds"]
            found[f"{key}_{who}_ms"] = f"{figures['milliseconds']:.2f} ms"
            found[f"{key}_{who}_rate"] = f"{rate:.0f} GFLOP/s"
    return found


def _whole_job(job: dict) -> dict[str, str]:
    picture = job["pictures"]["640x480"]
    found = {
        f"{stage}_ms": f"{times['p50']:.1f} ms"
        for stage, times in picture["stages"]["live"]["stages"].items()
    }
    thorough = picture["stages"].get("thorough", {"stages": {}})["stages"]
    found |= {f"thorough_{stage}_ms": f"{times['p50']:.1f} ms" for stage, times in thorough.items()}
    for name, who in [("frame", LIVE), ("fer", FER), ("mediapipe", MESH)]:
        if who not in picture["one"]:
            continue
        found[f"{name}_ms"] = f"{picture['one'][who]['milliseconds']:.1f} ms"
    start = picture["starts"][LIVE]
    return found | {
        "process_ms": f"{start['process']:.0f} ms",
        "first_ms": f"{start['firstResult']:.0f} ms",
    }
