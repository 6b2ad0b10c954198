"""Measures the limits beyond which a face is not judged, with the shipped program.

    make build
    python -m training.measure.gate --data FOLDER --work FOLDER \
        --program .build/release/facialfun [--hands APART.npz]

The data folder contains ferplus-train-valid.npz, photos.npz and face-model.npz. WORK keeps the pictures (a gigabyte;
they do not depend on the weights), so that another run with other weights takes only a few minutes. APART.npz:
rendered people with a hand in front of the face (`render/covering_hands.py`) that nothing was fitted to; they do not
affect the limits, but the page has their results. Writes judgeability.json to the model's folder (the program needs
an existing one to run, with any content), training/measure/GATE.md and gate.svg. Nothing is chosen on FER+ valid or
on the masked faces.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from training import MODELS
from training.contract import EMOTIONS
from training.measure.gate_curves import Curve, Faces, curve
from training.measure.gate_page import page, plot
from training.measure.gate_pictures import Picture, Pictures
from training.measure.programs import reports_of

DAMAGES = ("dark", "bright", "blur", "moved", "small", "cut", "cover")
# For each limit: the measure of a face, and the pictures for the curve. Sharpness cannot detect motion blur: edges
# along the movement stay sharp.
LIMITS = {
    "leastContrast": ("contrast", ("dark", "bright")),
    "mostDarkShare": ("darkShare", ("dark",)),
    "mostBrightShare": ("brightShare", ("bright",)),
    "leastBoxWidth": ("boxWidth", ("small",)),
    "leastVisibleShare": ("visibleShare", ("cut",)),
    "mostYaw": ("yaw", ("yaw",)),
    "mostPitch": ("pitch", ("pitch",)),
    "mostRoll": ("roll", ("roll",)),
    "leastSharpness": ("sharpness", ("blur",)),
    "mostMouthHidden": ("mouthHidden", ("cover",)),
    "mostEyesHidden": ("eyesHidden", ("cover",)),
    "leastConfidence": ("confidence", DAMAGES),
    "leastMeshPresence": ("meshPresence", DAMAGES),
    "leastTopScore": ("topScore", DAMAGES),
}
# Their reasons, in the program's order.
REASONS = {
    "leastContrast": "too_dark", "mostDarkShare": "too_dark", "mostBrightShare": "too_bright",
    "leastBoxWidth": "too_small", "leastVisibleShare": "cut_off", "mostYaw": "turned_away",
    "mostPitch": "turned_away", "mostRoll": "turned_away", "leastSharpness": "blurred",
    "mostMouthHidden": "mouth_covered", "mostEyesHidden": "eyes_covered",
    "leastConfidence": "low_confidence", "leastMeshPresence": "low_confidence",
    "leastTopScore": "low_confidence",
}  # fmt: skip
ORDER = tuple(dict.fromkeys(REASONS.values()))
POSES = ("yaw", "pitch", "roll")
# Rendered heads turned by at most this many degrees should be judged.
LITTLE_TURNED = 30
# The constants of `JudgeabilityLimit`.
DARK_LUMA, WHITE_SHARE, SURE_YAW, WHOLE_SHARE = 0.25, 0.05, 40, 0.95
# Not taken from the curves, but from profiles and from faces two thirds outside the picture: see GATE.md.
FIXED = {"leastEyeSpan": 0.24, "leastConfidenceAtBorder": 0.6}
# For these, only photographs count: enlarged 48×48 faces are not representative.
ONLY_PHOTOGRAPHS = ("leastSharpness", "leastBoxWidth")


def scored(program: Path, model: Path, folder: Path, parts: list[str]) -> dict[str, dict]:
    """The largest face in each picture below some folders, by file; pictures without a face are missing."""
    # Only the small faces are below 60 pixels: the search for the others is fast.
    small = [part for part in parts if part.endswith("/small")]
    if small and len(small) < len(parts):
        rest = [part for part in parts if part not in small]
        return scored(program, model, folder, small) | scored(program, model, folder, rest)
    found = {}
    for record in reports_of(
        program, [folder / part for part in parts], "--model", model, "--min-face-size", 24 if small else 60
    ):
        if record.get("faces"):
            face = record["faces"][0] | {"modelVersion": record["model"]}
            found[str(Path(record["path"]).relative_to(folder))] = face
    return found


def measure_of(name: str, face: dict) -> float | None:
    """Measure of a limit."""
    if name == "boxWidth":
        return face["box"]["width"]
    if name == "confidence":
        return face["confidence"]
    if name == "topScore":
        return face["scores"][face["top"]]
    value = face["quality"][name]
    return abs(value) if value is not None and name in POSES else value


class Evidence:
    """Pictures with the program's results."""

    def __init__(self, pictures: list[Picture], faces: dict[str, dict]):
        self.pictures, self.faces = pictures, faces
        undamaged = {(p.source, p.base): faces[p.file]["top"]
                     for p in pictures if p.family == "base" and p.file in faces}  # fmt: skip
        counts = Counter(p.label for p in pictures if p.family == "base" and p.source == "ferplus")
        self.weights = {label: 1 / count for label, count in counts.items()}
        self.undamaged = undamaged

    def right(self, picture: Picture) -> bool | None:
        """Whether the answer is the label; without a label, whether it is that of the undamaged picture."""
        wanted = picture.label or self.undamaged.get((picture.source, picture.base))
        return None if wanted is None else self.faces[picture.file]["top"] == wanted

    def chosen(self, source: str, families: tuple[str, ...]) -> list[Picture]:
        return [p for p in self.pictures
                if p.source == source and p.family in families and p.file in self.faces]  # fmt: skip

    def pool(self, measure: str, source: str, families: tuple[str, ...]) -> Faces:
        """Found faces with a measure; all labels have equal weight."""
        rows = []
        for picture in self.chosen(source, families):
            value, right = measure_of(measure, self.faces[picture.file]), self.right(picture)
            if value is not None and right is not None:
                weight = self.weights.get(picture.label, 1.0)
                rows.append((value, right, weight))
        columns = np.array(rows, float).reshape(-1, 3)
        return Faces(columns[:, 0], columns[:, 1], columns[:, 2])

    def natural(self, name: str, measure: str) -> dict[str, np.ndarray]:
        result = {"photo": self.pool(measure, "photo", ("base",)).measure}
        if name not in ONLY_PHOTOGRAPHS:
            crops = self.pool(measure, "crop", ("base",))
            result["crop"] = crops.measure[crops.right > 0]
        if measure not in POSES:
            little = [p for p in self.chosen("render", ("base", *POSES))
                      if p.level == "none" or abs(int(p.level)) <= LITTLE_TURNED]  # fmt: skip
            values = (measure_of(measure, self.faces[p.file]) for p in little)
            result["render"] = np.array([v for v in values if v is not None])
        return result


def curves(evidence: Evidence) -> list[Curve]:
    """The curve and the limit of each measure."""
    result = []
    for name, (measure, families) in LIMITS.items():
        source = "render" if name[4:].lower() in POSES else "ferplus"
        if source == "render":
            # Slight turns are the reference: the frontal picture always agrees with itself.
            pool = evidence.pool(measure, source, families)
            near = pool.measure <= np.quantile(pool.measure, 0.2)
            reference = pool.accuracy(near)
        else:
            pool = evidence.pool(measure, source, ("base", *families))
            reference = evidence.pool(measure, source, ("base",)).accuracy()
        result.append(curve(name, pool, reference, evidence.natural(name, measure)))
        print(f"{name}: {result[-1].limit} (crossing {result[-1].crossing}, "
              f"eased: {result[-1].eased})", flush=True)  # fmt: skip
    return result


def reasons_of(face: dict, found: list[Curve]) -> list[str]:
    """The program's reasons for a face with these limits, in its order; `check` verifies them."""
    told = set()
    for each in found:
        measure = measure_of(LIMITS[each.name][0], face)
        if measure is not None and each.refused(np.array(measure)):
            reason = REASONS[each.name]
            if each.name == "leastContrast" and face["quality"]["meanLuma"] > DARK_LUMA:
                white = face["quality"]["brightShare"] >= WHITE_SHARE
                reason = "too_bright" if white else "blurred"
            told.add(reason)
    quality, eyes = face["quality"], face["keypoints"]
    turned = quality["yaw"] is None or abs(quality["yaw"]) >= SURE_YAW
    span = np.hypot(*(eyes["leftEye"][axis] - eyes["rightEye"][axis] for axis in "xy"))
    if turned and span / face["box"]["width"] < FIXED["leastEyeSpan"]:
        told.add("turned_away")
    at_border = quality["visibleShare"] < WHOLE_SHARE
    if at_border and face["confidence"] < FIXED["leastConfidenceAtBorder"]:
        told.add("cut_off")
    return [reason for reason in ORDER if reason in told]


def check(evidence: Evidence, gated: dict[str, dict]) -> None:
    """Checks that the program with the new limits gives the same scores as before, and the expected reasons."""
    for file, face in gated.items():
        expected = evidence.faces.get(file)
        if expected and face["scores"] != expected["scores"]:
            raise SystemExit(f"{file}: the scores depend on the limits")
        if expected and face["reasons"] != expected["reasons"]:
            raise SystemExit(f"{file}: {face['reasons']} instead of {expected['reasons']}")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("data", "work", "program"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--model", type=Path, default=MODELS / "emotion-v1")
    parser.add_argument("--page", type=Path, default=Path(__file__).with_name("GATE.md"))
    parser.add_argument("--faces", type=int, default=40, help="maximum number of FER+ faces per emotion")
    parser.add_argument("--photographs", type=int, default=60, help="number of photographs to damage")
    parser.add_argument("--hands", type=Path, help="rendered people with a hand in front of the face")
    arguments = parser.parse_args()
    program, folder = arguments.program.resolve(), arguments.work.resolve()
    folder.mkdir(parents=True, exist_ok=True)

    maker = Pictures(arguments.data, folder, arguments.faces)
    bases = maker.bases()
    run = lambda parts: scored(program, arguments.model, folder, parts)  # noqa: E731
    faces = run(["ferplus/base", "photo/base", "render", "crop/small"])
    pictures = bases + (maker.hands(arguments.hands) if arguments.hands else [])
    for base in bases:
        number = int(base.base) if base.source == "photo" else 0
        wanted = base.family == "base" and base.source != "crop" and base.file in faces
        if not wanted or number >= arguments.photographs:
            continue
        keypoints = faces[base.file]["keypoints"]
        eyes = [np.array([keypoints[k]["x"], keypoints[k]["y"]]) for k in ("rightEye", "leftEye")]
        pictures += maker.damaged(base, None if base.source == "render" else tuple(eyes))
    maker.close()
    kinds = sorted({"/".join(Path(p.file).parts[:2]) for p in pictures if p.family != "base"})
    faces |= run(kinds)
    wanted = {p.file for p in pictures}
    evidence = Evidence(pictures, {f: face for f, face in faces.items() if f in wanted})

    found = curves(evidence)
    model = next(iter(faces.values()))["modelVersion"]
    content = {
        "schema": "facialfun.judgeability/1", "model": model,
        "limits": {each.name: each.limit for each in found} | FIXED,
        "measured": {"command": f"python3 -m training.measure.gate --faces {arguments.faces} --photographs "
                                f"{arguments.photographs}",
                     "ferplusFaces": sum(p.source == "ferplus" for p in bases),
                     "crops": sum(p.source == "crop" for p in bases),
                     "photographs": sum(p.source == "photo" for p in bases),
                     "pictures": len(pictures)},
    }  # fmt: skip
    path = arguments.model / "judgeability.json"
    path.write_text(json.dumps(content, indent=2) + "\n")

    for file, face in evidence.faces.items():
        told = reasons_of(face, found)
        # The same as in `facialfun-lab evaluate --crops`.
        ignored = ("too_small", "blurred") if file.startswith("crop") else ()
        face["reasons"] = [reason for reason in told if reason not in ignored]
        face["judgeable"] = not face["reasons"]
    check(evidence, run(["ferplus/base", "ferplus/dark", "ferplus/cover", "render/yaw"]))
    svg = arguments.page.with_name("gate.svg")
    plot(found, svg)
    arguments.page.write_text(page(found, evidence, content, svg.name, EMOTIONS))
    print(f"wrote {path}, {arguments.page}, {svg}")


if __name__ == "__main__":
    main()
