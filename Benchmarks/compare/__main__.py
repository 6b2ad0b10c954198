"""Runs the comparisons and writes RESULTS.md; `Benchmarks/run.sh` calls it."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import layers
import machine
import networks
import readme
import report
import scaling
import whole_job
from pages import rounded
from setting import BENCHMARKS, MODELS, NETWORKS, PACKAGE, Setting
from worker import Conditions, Failed

PARTS = {
    "a": ("networks", networks.measure),
    "b": ("layers", layers.measure),
    "c": ("wholeJob", whole_job.measure),
    "d": ("scaling", scaling.measure),
}
# The versions to list in the results, by environment.
PACKAGES = {
    "engines": ["onnxruntime", "ai-edge-litert"],
    "opencv46": ["opencv-python-headless"],
    "opencv5": ["opencv-python-headless"],
    "mediapipe": ["mediapipe"],
    "fer": ["fer", "tensorflow", "opencv-contrib-python"],
}


def main() -> None:
    """Parses the arguments, measures and writes the results."""
    arguments = _parser().parse_args()
    setting = _setting(arguments)
    setting.log.write_text("")
    prepare(setting)
    results: dict = {
        "machine": machine.description(),
        "command": "Benchmarks/run.sh" + (" --quick" if arguments.quick else ""),
        "quick": arguments.quick,
        "priority": arguments.priority,
        "busyBefore": [round(share, 3) for share in machine.busy_shares(3).values()],
        "versions": _versions(setting),
    }
    failed = measure_parts(setting, arguments.parts, results)
    if failed:
        results["failed"] = failed
    write(setting, results, arguments.output)
    missing = results.get("wholeJob", {}).get("missing", {})
    if arguments.readme and not failed and not missing:
        readme.write(results, arguments.readme)
    if missing:
        failed["c"] = "; ".join(f"without {name}: {why}" for name, why in missing.items())
    if failed:
        raise Failed("; ".join(f"part {part}: {why}" for part, why in failed.items()))


def measure_parts(setting: Setting, parts: str, results: dict) -> dict[str, str]:
    """Measures the parts one by one into the results; returns the reasons for parts that failed, by letter.

    A part that fails does not affect the others.
    """
    failed = {}
    for part in parts:
        key, measure = PARTS[part]
        print(f"({part})", file=sys.stderr)
        try:
            results[key] = measure(setting)
        except (Failed, OSError, subprocess.SubprocessError) as failure:
            failed[part] = str(failure)
            print(f"  part {part} failed: {failure}", file=sys.stderr)
    return failed


def prepare(setting: Setting) -> None:
    """Makes the pictures and the ONNX files."""
    scripts = BENCHMARKS / "compare"
    python = setting.python("engines")
    folders = [str(MODELS / name) for name in NETWORKS]
    commands = [
        ["make_pictures.py", str(PACKAGE / "SampleFaces"), str(setting.work / "pictures")],
        ["export_onnx.py", str(setting.work / "onnx"), *folders],
    ]
    for name, *words in commands:
        if subprocess.run([python, str(scripts / name), *words], check=False).returncode != 0:
            raise Failed(f"{name} failed; see above.")


def write(setting: Setting, results: dict, output: Path) -> None:
    """Writes the figures, the plots and the page."""
    folder = output / "results"
    folder.mkdir(parents=True, exist_ok=True)
    figures = folder / "results.json"
    text = json.dumps(rounded(results, 6), indent=1, ensure_ascii=False) + "\n"
    figures.write_text(text)
    # Ratios differ between processors, so each keeps its results, even if the page shows others.
    name = re.sub(r"[^a-z0-9]+", "-", results["machine"]["processor"].lower()).strip("-")
    (folder / f"results-{name or 'unknown'}.json").write_text(text)
    plots = [setting.python("engines"), str(BENCHMARKS / "compare" / "plots.py")]
    if subprocess.run([*plots, str(figures), str(folder)], check=False).returncode != 0:
        raise Failed("The plots cannot be drawn; see above.")
    drawn = {key: f"results/{key}.svg" for key, _ in PARTS.values() if key in results}
    report.write(results, drawn, output / "RESULTS.md", others(folder, results))
    print(output / "RESULTS.md")


def others(folder: Path, results: dict) -> list[dict]:
    """Saved results of other processors."""
    found = [json.loads(path.read_text()) for path in sorted(folder.glob("results-*.json"))]
    own = results["machine"]["processor"]
    return [other for other in found if other["machine"]["processor"] != own]


def _versions(setting: Setting) -> list[str]:
    commit = subprocess.run(
        ["git", "-C", str(PACKAGE), "describe", "--always", "--dirty"],
        capture_output=True, text=True, check=False,
    ).stdout.strip()  # fmt: skip
    version = subprocess.run(
        [str(setting.facialfun), "--version"], capture_output=True, text=True, check=True
    ).stdout.strip()
    lines = [f"FacialFun {version}, commit {commit or 'unknown'}"]
    for environment, names in PACKAGES.items():
        code = "import sys; from importlib.metadata import version as v\n"
        code += "print(', '.join(f'{n} {v(n)}' for n in sys.argv[1:]))"
        if not (setting.peers / environment / "installed.txt").exists():
            lines.append(f"without {environment}, which could not be installed")
            continue
        found = subprocess.run(
            [setting.python(environment), "-c", code, *names],
            capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
        lines.append(found)
    return lines


def _setting(arguments: argparse.Namespace) -> Setting:
    arguments.work.mkdir(parents=True, exist_ok=True)
    everywhere = os.sched_getaffinity(0)
    quietest = machine.quietest(machine.busy_shares())
    return Setting(
        facialfun=arguments.facialfun,
        engine_worker=arguments.engine_worker,
        peers=arguments.peers,
        work=arguments.work,
        quick=arguments.quick,
        one=Conditions({quietest}, arguments.priority),
        two=Conditions(set(sorted(everywhere)[:2]), arguments.priority),
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="Benchmarks/run.sh", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a fifth of the repetitions")
    parser.add_argument(
        "--parts", default="abcd", type=_parts,
        help="parts to measure: a networks, b layers, c the whole job, d scaling (default abcd)",
    )  # fmt: skip
    parser.add_argument(
        "--priority", type=int, default=0, metavar="N",
        help="run all contenders at this scheduling priority, -20 to 19 (default 0); below 0 needs root",
    )  # fmt: skip
    parser.add_argument("--output", type=Path, default=BENCHMARKS, help="folder for RESULTS.md")
    parser.add_argument("--readme", type=Path, help="a README that quotes figures of parts a and c")
    parser.add_argument("--peers", type=Path, required=True, help="the peers' environments")
    parser.add_argument("--work", type=Path, required=True, help="a folder for temporary files")
    parser.add_argument("--facialfun", type=Path, required=True, help="the release binary")
    parser.add_argument("--engine-worker", type=Path, required=True, help="its release binary")
    return parser


def _parts(text: str) -> str:
    if not text or set(text) - set(PARTS):
        raise argparse.ArgumentTypeError(f"name some of {''.join(PARTS)}, not {text!r}")
    return "".join(sorted(set(text)))


if __name__ == "__main__":
    try:
        main()
    except Failed as failure:
        sys.exit(f"Benchmarks/run.sh: {failure}")
