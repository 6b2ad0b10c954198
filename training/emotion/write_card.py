"""Writes the emotion model's card from its manifest, figures and thresholds.

    python -m training.emotion.write_card --model Models/emotion-v1 --levels Models/levels.json \
        --readme README.md

With `--readme`, also writes the figures that the project's README quotes, between two marks. `model-card.md` is the
template of the card, with {{placeholders}} for measured values; template and values must match exactly.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import textwrap
from pathlib import Path

from training.contract import EMOTIONS
from training.measure import damage as measure_damage
from training.measure import levels as measure_levels
from training.measure.programs import replace_between

TEMPLATE = Path(__file__).with_name("model-card.md")
SUMMARY = {
    "accuracy": "accuracy",
    "macroRecall": "macro recall",
    "macroF1": "macro F1",
    "meanAreaUnderCurve": "mean verification AUC",
    "meanTrueAcceptRate": "mean TAR at 5 % false accepts",
    "expectedCalibrationError": "calibration error",
    "classwiseCalibrationError": "classwise calibration error",
}
SETS = {
    "valid": "valid", "both": "valid and held-out", "masked": "masked faces",
}  # fmt: skip
README_MARKS = ("<!-- write_card.py: begin -->", "<!-- write_card.py: end -->")
WEAK_RECALL = 0.6
OFTEN = 0.15
CLIFF = -0.1


def markdown(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def value(figure: dict | None, interval: bool = False) -> str:
    """Formats a figure with three decimals and, on request, its interval."""
    if figure is None or figure["value"] is None:
        return "–"
    text = f"{figure['value']:.3f}"
    if interval and figure["low"] is not None:
        text += f" ({figure['low']:.3f}–{figure['high']:.3f})"
    return text


def summary_table(sets: dict) -> str:
    rows = [
        ["faces", *(str(sets[key]["all"]["outcomes"]["faces"]) for key in SETS)],
        [
            "not detected / not judged",
            *(
                " / ".join(
                    f"{100 * outcomes[kind] / outcomes['faces']:.1f} %"
                    for kind in ("notDetected", "refused")
                )
                for outcomes in (sets[key]["all"]["outcomes"] for key in SETS)
            ),
        ],
    ]
    for figure, name in SUMMARY.items():
        rows.append([name, *(value(sets[key]["all"]["summary"][figure], True) for key in SETS)])
    for figure in ("accuracy", "macroRecall"):
        cells = (value(sets[key]["gateOff"]["summary"][figure]) for key in SETS)
        rows.append([f"{SUMMARY[figure]} with the gate off", *cells])
    for figure in ("accuracy", "macroRecall"):
        cells = (value(sets[key]["judged"]["summary"][figure]) for key in SETS)
        rows.append([f"{SUMMARY[figure]} of judged faces only", *cells])
    return markdown(["", *SETS.values()], rows)


def emotion_table(sets: dict) -> str:
    rows = []
    for name in EMOTIONS:
        valid, both, masked = (
            sets[key]["all"]["emotions"][name] for key in ("valid", "both", "masked")
        )
        rows.append(
            [
                name, str(valid["faces"]), value(valid["recall"]), value(valid["precision"]),
                value(valid["areaUnderCurve"], True), value(valid["trueAcceptRate"]),
                value(valid["calibrationError"]), str(both["faces"]), value(both["recall"], True),
                value(masked["recall"], True),
            ]
        )
    header = [
        "emotion", "faces, valid", "recall, valid", "precision, valid", "AUC, valid", "TAR, valid",
        "calibration error, valid", "faces, both", "recall, valid and held-out",
        "recall, masked",
    ]  # fmt: skip
    return markdown(header, rows)


def confusion_table(confusion: dict) -> str:
    rows = [
        [name, *(str(confusion[name]["called"][other]) for other in EMOTIONS),
         str(confusion[name]["withoutScores"])]
        for name in EMOTIONS
    ]  # fmt: skip
    return markdown(["label \\ called", *EMOTIONS, "no scores"], rows)


def failures(both: dict) -> str:
    """Lists weak emotions and their most frequent confusions."""
    lines = []
    for name in EMOTIONS:
        recall = both["emotions"][name]["recall"]["value"]
        row = both["confusion"][name]
        faces = both["emotions"][name]["faces"]
        taken = {
            other: count / faces
            for other, count in row["called"].items()
            if other != name and count / faces >= OFTEN
        }
        if recall >= WEAK_RECALL and not taken:
            continue
        names = " and ".join(
            f"{other} ({100 * share:.0f} %)"
            for other, share in sorted(taken.items(), key=lambda pair: -pair[1])
        )
        told = f"- {name.capitalize()}: recall {100 * recall:.0f} %"
        lines.append(told + (f"; mistaken for {names}." if names else "."))
    weak = [name for name in EMOTIONS if both["emotions"][name]["recall"]["value"] < 0.3]
    if weak:
        lines.append(f"- Do not rely on {' or '.join(weak)}: most of these results are wrong.")
    return "\n".join(lines)


def cliffs(damage: dict) -> str:
    """Lists the damages with the highest cost."""
    lines = []
    for kind, told in (("picture", "a picture with"), ("cut", "a rectangle with an error of")):
        for name, row in damage[kind].items():
            if row["change"] < CLIFF:
                lost = row["notDetected"] - damage["clean"]["notDetected"]
                lines.append(
                    f"- {told.capitalize()} {name}: macro recall {row['change']:+.2f}"
                    f"{f'; {100 * lost:.0f} % more faces are not found' if lost > 0.05 else ''}."
                )
    return "\n".join(lines).replace("-0.", "−0.")


def damage_faces(damage: dict) -> str:
    count, most = sum(damage["faces"].values()), max(damage["faces"].values())
    return f"{count:,} faces of `valid` and `held-out`, at most {most} of an emotion"


def why_not_vector_scaling(vector: dict, single: dict) -> str:
    """Explains why one temperature is used instead of vector scaling."""
    if vector["macroRecall"] < single["macroRecall"]:
        return (
            "It was not adopted: it undoes the gain that the prior correction gives the rare "
            "emotions."
        )
    return (
        "It was not adopted: it would fit sixteen numbers to few faces of the rare emotions, while one "
        "temperature preserves the order of the scores after the prior correction."
    )


def places(manifest: dict, figures: dict, levels: dict) -> dict[str, str]:
    """The value of each placeholder of the template."""
    entry, emotion = manifest["input"], manifest["emotion"]
    provenance, calibration = manifest["provenance"], figures["calibration"]
    valid = figures["sets"]["valid"]["judged"]
    vector, single = calibration["vectorScaling"], calibration["temperatureScaling"]
    mirror = figures["mirror"]
    # The manifest uses British spelling.
    color = entry["colour"].replace("grey", "gray")
    return {
        "name": manifest["name"],
        "input": f"{entry['width']}×{entry['height']} {color} (BT.601), area-reduced from "
        f"the face rectangle in 192×192 pixels, pixel × {entry['scale']:g} {entry['offset']:+g}",
        "embedding": str(figures["model"]["embedding"]),
        "labels": ", ".join(emotion["labels"]),
        "size": f"{provenance['parameters']:,} parameters, "
        f"{manifest['weights']['bytes'] / 1e6:.1f} MB; "
        f"{provenance['multiplyAdds'] / 1e6:.0f} million multiply-adds",
        "sha256": manifest["weights"]["sha256"],
        "licence": manifest["licence"],
        "side": f"{emotion['framing']['sideOverBoxWidth']:g}",
        "below": f"{emotion['framing']['centreBelowEyes']:g}",
        "data": "Trained on " + provenance["data"],
        "summaryTable": summary_table(figures["sets"]),
        "emotionTable": emotion_table(figures["sets"]),
        "confusionTable": confusion_table(figures["sets"]["valid"]["all"]["confusion"]),
        "maskedFaces": f"{figures['sets']['masked']['all']['outcomes']['faces']:,} faces",
        "temperature": f"{emotion['classifier']['temperature']:g}",
        "folds": str(calibration["folds"]),
        "crossFittedError": f"{single['calibrationError']:.3f}",
        "crossFittedClasswise": f"{single['classwiseCalibrationError']:.3f}",
        "crossFittedGreatest": f"{single['greatestOfAnEmotion']:.3f}",
        "validError": value(valid["summary"]["expectedCalibrationError"]),
        "validClasswise": value(valid["summary"]["classwiseCalibrationError"]),
        "validGreatest": "{:.3f}".format(
            max(valid["emotions"][name]["calibrationError"]["value"] for name in EMOTIONS)
        ),
        "vectorScaling": f"calibration error {vector['calibrationError']:.3f}, classwise "
        f"{vector['classwiseCalibrationError']:.3f}, log loss {vector['logLoss']:.3f} against "
        f"{single['logLoss']:.3f}, macro recall {vector['macroRecall']:.3f} against "
        f"{single['macroRecall']:.3f}. {why_not_vector_scaling(vector, single)}",
        "mirror": f"over {mirror['faces']:,} faces of `valid` and their mirror images the highest "
        f"score names the same emotion for {100 * mirror['sameAnswer']:.1f} %, the scores differ by "
        f"{mirror['meanDifference']:.3f} in the mean, and accuracy and macro recall are "
        f"{value(figures['sets']['mirrored']['all']['summary']['accuracy'])} and "
        f"{value(figures['sets']['mirrored']['all']['summary']['macroRecall'])} mirrored",
        "promptedData": f"{provenance['prompted']['photographs']:,} of the training photographs and "
        f"{provenance['prompted']['renders']:,} rendered faces",
        "promptedApart": f"{provenance['prompted']['calibrationRenders']:,}",
        "promptedTemperature": f"{emotion['prompted']['temperature']:g}",
        "promptedError": f"{provenance['prompted']['crossFittedCalibrationError']:.3f}",
        "levelImages": levels["measured"]["images"],
        "levelsTable": measure_levels.table(levels),
        "damageFaces": damage_faces(figures["damage"]),
        "damageTable": measure_damage.damage_table(figures["damage"]),
        "framingTable": measure_damage.framing_table(figures["damage"]),
        "failures": "\n".join(
            part
            for part in (failures(figures["sets"]["both"]["all"]), cliffs(figures["damage"]))
            if part
        ),
        "command": provenance["command"],
        "exportDifference": f"{provenance['exportDifference']:g}",
    }


def filled(template: str, given: dict[str, str]) -> str:
    """Fills the placeholders of the template."""
    wanted = set(re.findall(r"\{\{(\w+)\}\}", template))
    if wanted != set(given):
        sys.exit(
            f"model-card.md and the figures disagree: without a figure {sorted(wanted - set(given))}, "
            f"without a placeholder {sorted(set(given) - wanted)}"
        )
    text = re.sub(r"\{\{(\w+)\}\}", lambda match: given[match[1]], template)
    return "\n\n".join(wrapped(block) for block in text.split("\n\n"))


def wrapped(block: str) -> str:
    """Rewraps a paragraph; keeps tables, lists, headings, code and comments."""
    if block.lstrip("\n").startswith(("|", "-", "#", "    ", "!", "<!--")):
        return block
    end = "\n" if block.endswith("\n") else ""
    return textwrap.fill(block, 104, break_long_words=False, break_on_hyphens=False) + end


def write_readme(readme: Path, model: Path) -> None:
    """Writes the quoted figures into the README, between its marks."""
    replace_between(readme, README_MARKS, quoted(model))


def quoted(model: Path) -> str:
    """The figures that the README quotes."""
    figures = json.loads((model / "figures.json").read_text(encoding="utf-8"))
    valid, masked = (figures["sets"][key]["all"] for key in ("valid", "masked"))
    told = (
        f"Accuracy: {valid['summary']['accuracy']['value']:.0%} (n = {valid['outcomes']['faces']:,}) on FER+ valid, "
        f"which resembles the training pictures, and {masked['summary']['accuracy']['value']:.0%} "
        f"(n = {masked['outcomes']['faces']:,}) on faces of another collection. Faces that are not found or not "
        f"judged count as wrong. Disgust, fear and contempt are rare in the training pictures and recognized less well "
        f"([model card](Models/{figures['model']['name']}/README.md))."
    )
    return f"\n{wrapped(told)}\n"


def write(model: Path, levels: Path) -> None:
    """Writes `README.md` into the model's folder."""
    manifest, figures, thresholds = (
        json.loads(path.read_text(encoding="utf-8"))
        for path in (model / "manifest.json", model / "figures.json", levels)
    )
    if figures["model"]["sha256"] != manifest["weights"]["sha256"]:
        sys.exit(f"{model}/figures.json was made for other weights: run publish.py again")
    if thresholds["model"] != {key: manifest[key] for key in ("name", "version")}:
        sys.exit(f"{levels} was made for another model: run publish.py again")
    text = filled(TEMPLATE.read_text(encoding="utf-8"), places(manifest, figures, thresholds))
    (model / "README.md").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, required=True, help="folder of the emotion model")
    parser.add_argument("--levels", type=Path, required=True, help="the thresholds of that model")
    parser.add_argument("--readme", type=Path, help="the README that quotes the figures")
    options = parser.parse_args()
    write(options.model, options.levels)
    if options.readme:
        write_readme(options.readme, options.model)


if __name__ == "__main__":
    main()
