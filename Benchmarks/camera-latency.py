#!/usr/bin/env python3
"""Measures the latency from a camera's frame to its scores, on one core.

    Benchmarks/camera-latency.py [--seconds 20] [--priority N] [--processor N] [--output FOLDER]

An emulated camera (Tools/V4L2Emulator) plays a recorded video of faces at 30 frames a second: YUYV and MJPEG at
640×480, MJPEG at 1280×720. `facialfun watch --format jsonl` of a release build scores it, both on the same processor.
The latency is counted from the driver's timestamp, which is the moment at which the frame was due, to the end of
scoring. A second measurement reads the output only five times a second, like a slow consumer.

Writes results/camera.json and its section of RESULTS.md. Uses only the standard library; every run is limited by
--seconds.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import machine
from pages import BENCHMARKS, percentile, release_folder, replace_section, rounded, table

ROOT = BENCHMARKS.parent
VIDEOS = {
    "YUYV 640×480": ("yuyv-640x480", "640x480"),
    "MJPEG 640×480": ("mjpg-640x480", "640x480"),
    "MJPEG 1280×720": ("mjpg-1280x720", "1280x720"),
}
RATE = 30
# Milliseconds from the driver's timestamp to the scores.
GOALS = {"p50": 20, "p99": 50}
SLOW_SECONDS = 0.2


def build() -> Path:
    """Builds the programs to measure and to play the video; returns their folder."""
    c_flags = subprocess.run([ROOT / ".ci/c-flags"], check=True, capture_output=True, text=True).stdout.strip()
    flags = ["--configuration", "release", "--static-swift-stdlib"]
    for product in ("facialfun", "MakeFaceVideo"):
        subprocess.run(
            ["swift", "build", *flags, "--product", product], cwd=ROOT, check=True,
            stdout=sys.stderr, env={**os.environ, "FACIALFUN_C_FLAGS": c_flags},
        )  # fmt: skip
    emulator = release_folder() / "libV4L2Emulator.so"
    subprocess.run([ROOT / "Tools/V4L2Emulator/build", emulator], check=True)
    return release_folder()


class Watch:
    """A running `facialfun watch`, fed by the emulated camera."""

    def __init__(self, binaries: Path, folder: Path, video: str, options: argparse.Namespace):
        name, size = VIDEOS[video]
        self.journal = folder / f"{name}.journal"
        self.journal.unlink(missing_ok=True)
        environment = os.environ | {
            "LD_PRELOAD": str(binaries / "libV4L2Emulator.so"),
            "V4L2_EMULATOR": str(folder / f"{name}.conf"),
            "V4L2_EMULATOR_LOG": str(self.journal),
        }
        command = [
            str(binaries / "facialfun"), "watch", "--format", "jsonl", "--size", size,
            "--rate", str(RATE), "--seconds", str(options.seconds),
        ]  # fmt: skip

        def settle() -> None:
            os.sched_setaffinity(0, {options.processor})
            if options.priority:
                os.setpriority(os.PRIO_PROCESS, 0, options.priority)

        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, preexec_fn=settle
        )

    def events(self, pause: float = 0):
        """Its lines with their times of arrival; reads at most one per `pause` seconds."""
        assert self.process.stdout is not None
        if pause:
            # The minimum that the kernel allows: the pipe must not act as a queue.
            fcntl.fcntl(self.process.stdout, fcntl.F_SETPIPE_SZ, 4096)
        limit = time.monotonic() + 600
        for line in self.process.stdout:
            yield json.loads(line), 1000 * time.clock_gettime(time.CLOCK_MONOTONIC)
            if time.monotonic() > limit:
                self.process.kill()
                sys.exit("facialfun watch did not end")
            time.sleep(pause)
        if self.process.wait() != 0:
            sys.exit(f"facialfun watch ended with {self.process.returncode}")

    def counts(self) -> dict[str, int]:
        """The counts of the camera, after the end."""
        lines = [line.split() for line in self.journal.read_text().splitlines()]
        return {name: int(number) for _, name, number in lines}


def measure(watch: Watch, pause: float = 0) -> dict:
    """One run, from its first line to its last."""
    frames, arrivals, dropped = [], [], {}
    for event, now in watch.events(pause):
        if event["event"] == "frame":
            frames.append(event)
            arrivals.append(now - event["timestampMilliseconds"])
        if event["event"] == "away":
            sys.exit(f"The camera went away: {event['message']}")
        dropped = event.get("dropped", dropped)
    if not frames:
        sys.exit("No frame was scored.")
    if any(frame["timestampSource"] != "driver" for frame in frames):
        sys.exit("The time stamps are not the driver's.")
    latencies = [frame["latencyMilliseconds"] for frame in frames]
    camera = watch.counts()
    halves = latencies[: len(latencies) // 2], latencies[len(latencies) // 2 :]
    stages = [frame["milliseconds"] for frame in frames]
    return {
        "framesDue": camera["frames-due"],
        "framesScored": len(frames),
        # Up to the last scored frame; frames in buffers at the end do not count.
        "framesMissed": frames[-1]["sequence"] + 1 - len(frames),
        "dropped": dropped,
        "facesFound": sum(frame["faces"] > 0 for frame in frames),
        "p50": percentile(latencies, 0.5),
        "p99": percentile(latencies, 0.99),
        "most": max(latencies),
        "read": {"p50": percentile(arrivals, 0.5), "p99": percentile(arrivals, 0.99)},
        "halves": [percentile(part or latencies, 0.5) for part in halves],
        "stages": {
            name: percentile([one[name] for one in stages], 0.5) for name in sorted(stages[0])
        },
    }


def report(results: dict) -> str:
    """The section of the page."""
    setting = results["machine"]
    rows = [
        [
            video, f"{run['framesScored']} of {run['framesScored'] + run['framesMissed']}",
            f"{run['p50']:.1f} ms", f"{run['p99']:.1f} ms", f"{run['most']:.1f} ms",
            f"{run['stages']['decode']:.1f} ms", f"{run['stages']['total']:.1f} ms",
            "reached" if run["reached"] else "**not reached**",
        ]
        for video, run in results["live"].items()
    ]  # fmt: skip
    slow = results["slow"]
    first, second = slow["halves"]
    growth = "**A queue grows.**" if second > first + 1000 / RATE else "No queue grows."
    read = max(run["read"]["p50"] for run in results["live"].values())
    busy = ", ".join(f"{share:.0%}" for share in results["busyBefore"])
    return f"""## (e) The camera, from the driver's time stamp to the scores

Measured on {setting["date"]} by `{results["command"]}`, which wrote this part and
[camera.json](results/camera.json), on {setting["processor"]}, {setting["processors"]} processors \
({busy} busy with other work before).
An emulated camera plays a recorded video of faces at {RATE} frames a second;
`facialfun watch --format jsonl` scores it for {results["seconds"]} seconds, camera and program on
the same processor. Goals: every frame scored, p50 at most {GOALS["p50"]} ms, p99 at most \
{GOALS["p99"]} ms.

{table(["camera", "frames scored", "p50", "p99", "longest", "decoding, median", "all stages, median",
        "goals"], rows)}

The median latency until a reader in another process has the line is at most {read:.1f} ms.

A slow consumer reads a line only {1 / SLOW_SECONDS:.0f} times a second ({slow["video"]}): \
{slow["framesScored"]} frames scored,
{slow["framesMissed"]} replaced by newer ones, and scored frames are new: {slow["p50"]:.1f} ms after \
its time stamp in the median
(p99 {slow["p99"]:.1f} ms), {first:.1f} ms in the first half of the run and {second:.1f} ms in the \
second. {growth}
"""


def write(results: dict, output: Path) -> None:
    """Writes the figures, and their section of the page."""
    folder = output / "results"
    folder.mkdir(parents=True, exist_ok=True)
    figures = json.dumps(results, indent=1, ensure_ascii=False)
    (folder / "camera.json").write_text(figures + "\n")
    replace_section(output / "RESULTS.md", "camera-latency.py", report(results))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=int, default=20, help="length of each run")
    parser.add_argument("--priority", type=int, default=0, help="nice value of the measured program")
    parser.add_argument("--processor", type=int, help="the processor to use; default: the least busy one")
    parser.add_argument(
        "--output", type=Path, default=BENCHMARKS, help="folder of RESULTS.md")
    parser.add_argument("--binaries", type=Path, help="a folder with the built programs")
    parser.add_argument("--video", type=Path, help="a folder filled by MakeFaceVideo")
    options = parser.parse_args()
    if not 2 <= options.seconds <= 300:
        parser.error("--seconds must be 2 to 300")
    return options


def main() -> None:
    options = parse()
    binaries = options.binaries or build()
    shares = machine.busy_shares()
    if options.processor is None:
        options.processor = machine.quietest(shares)
    others = os.sched_getaffinity(0) - {options.processor}
    if others:
        # The reader must not use the processor that is measured.
        os.sched_setaffinity(0, others)
    command = f"Benchmarks/camera-latency.py --seconds {options.seconds}"
    if options.priority:
        command += f" --priority {options.priority}"
    results: dict = {
        "machine": machine.description() | {"processors": os.cpu_count()},
        "command": command,
        "seconds": options.seconds,
        "busyBefore": list(shares.values()),
        "live": {},
    }
    with tempfile.TemporaryDirectory(prefix="facialfun-camera-") as name:
        folder = options.video or Path(name)
        if not options.video:
            subprocess.run(
                [str(binaries / "MakeFaceVideo"), name], check=True, stdout=sys.stderr)
        for video in VIDEOS:
            run = measure(Watch(binaries, folder, video, options))
            run["reached"] = (
                run["framesMissed"] == 0 and run["p50"] <= GOALS["p50"]
                and run["p99"] <= GOALS["p99"]
            )  # fmt: skip
            results["live"][video] = run
            print(f"{video}: p50 {run['p50']:.1f} ms, p99 {run['p99']:.1f} ms, "
                  f"{run['framesMissed']} frames missed", file=sys.stderr)  # fmt: skip
        video = "MJPEG 640×480"
        results["slow"] = {"video": video} | measure(
            Watch(binaries, folder, video, options), SLOW_SECONDS)
    results = rounded(results, 4)
    write(results, options.output)
    print(report(results))


main()
