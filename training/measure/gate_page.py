"""The page and the picture of the judgeability limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import matplotlib
import numpy as np

from training.measure.gate_curves import CAPS, CAPS_SEEN, KEEP, KEEP_SEEN, Curve

matplotlib.use("svg")

HEAD = """# Which faces are judged

Made by `gate.py`; the command stands at its head. The limits are in
[`judgeability.json`](../../Models/emotion-v1/judgeability.json), measured with {model}.

**Data.** {ferplus} faces of the tenth of FER+ train that no weight has seen, enlarged four times on
gray, and all {crops} of that tenth as they are; {photographs} photographs; rendered heads whose pose
and skin are known. Light, focus, movement, size, borders and things in front of the face are done to
them in known strength (`gate_damage.py`, `occlusion/occluders.py`). FER+ faces have labels; of the others it is
asked whether the answer is that of the undamaged (frontal) picture. Labels weigh alike, whatever their
number. Neither FER+ valid nor the masked faces took part.

**Rule**, the same for all. Right answers as a function of the measure, falling towards the bad end
(isotonic regression): the limit is where they fall below {keep:.0%} of what undamaged faces reach, or,
where they never do, the worst that was measured. It is then eased until it refuses at most {photo:.1%} of
the undamaged photographs, {render:.1%} of the rendered heads that are turned by at most 30°, and (but
for size and sharpness) no FER+ picture as it is whose answer is right: what is refused
counts as wrong, and a gate must not cost more than it saves. For what is out of focus or covered
it is {seen:.0%} instead of {keep:.0%}: an answer about what cannot be seen is a guess. And
{seen_crop:.1%} of these FER+ pictures may be refused for each covering: some of them have a hand before the mouth.

![The curves]({svg})

Black: right answers by the measure, damaged and undamaged faces together. Gray: share of these faces
that a limit there would refuse. Red: the limit.

"""
# Measured by hand, on pictures of other programs; `gate.py` does not make it again.
BY_HAND = """## Profiles, and faces that are mostly outside

Two limits are not from the curves. Of a profile the face mesh says no more than some fifty degrees, but
the detector's eyes come together: `leastEyeSpan`, 0.24 of the box, holds where the mesh sees 40 degrees or
more, or no face. The box of a face that lies mostly outside shrinks to what is visible, but the detector
doubts it: `leastConfidenceAtBorder`, 0.6, holds where less than 95 % of the face seem to lie within.

| pictures | judged without the two | judged |
|---|---|---|
| the cameraman of scikit-image, a profile, by each search | 3 of 3, 50 to 52° | 0, `turned_away` |
| rendered heads turned by 75°: 16 | 16 | 0 |
| the same by 60° | 16 | 5 |
| the same by 45° | 16 | 14 |
| the same by 30° and less | 16 | 16 |
| 69 photographs with 67 % of the face's box cut off, from each side: 279, of which 38 are found | 14 | 5 |
| photographs as they are: 491 that are found | 488 | 487 |

On FER+ valid they would refuse about 20 of the right faces: crops of 48 pixels, whose border and
eyes are the cutter's; `facialfun-lab evaluate --crops` leaves these two limits out. A face without contrast is
called too bright only where 5 % of it are nearly white, and too dark only up to a mean luma of 0.25;
between them it is washed out, and the picture is not clear.

## Who is asked for a face looks at the camera

Matches, attempts and baselines refuse a head that is turned by more than 35° by the mesh
(`Observation.maxYaw`): somebody was asked to make a face before the camera, and a child that looks away is told
so rather than judged. By the mesh's yaw, on rendered heads:

| turned by | heads | the mesh's yaw | refused at 60° | at 45° | at 40° | at 35° |
|---|---|---|---|---|---|---|
| 0°, each with what a head does at rest and in expressions | 6,600 | at most 24° | 0 | 0 | 0 | 0 |
| 30° | 7 | 28 … 34° | 0 | 0 | 0 | 0 |
| 40° | 7 | 38 … 42° | 0 | 0 | 2 | 7 |
| 50° | 7 | 47 … 51° | 0 | 7 | 7 | 7 |
| 50°, two people with other bodies (`Family/Tests/Browser/film_people`) | 2 | 40, 46° | 0 | 1 | 1 | 2 |
| 60° | 7 | 52 … 55° | 4, by the distance of the eyes | 7 | 7 | 7 |

Of 486 photographs of people as they come, who were asked for nothing, 3.9 % are turned by more than 35°.

## Who is asked for a face has nothing before it

Photographs are judged with a hand before the mouth as long as the eyes tell enough. Who is asked for a face can take
the hand away, and what it hides is what the movements are read from: matches, attempts and baselines refuse a mouth or
eyes that are hidden with more than 0.8 (`Observation.maxHidden`). What that refuses:

| faces | above 0.5 | above 0.8: mouth | above 0.8: eyes | the highest |
|---|---|---|---|---|
| 8,523 rendered faces with nothing before them, children's among them, of all strengths | 2 | 0 | 0 | 0.60 |
| the 495 posed faces | 0 | 0 | 0 | 0.45 |
| 491 photographs as they come, undamaged | 12 | 1, a profile | 2: dark glasses; the shadow of a cap | 0.96 |
| 271 FER+ faces, undamaged | 7 | 4, each with hands before the mouth | 0 | 0.98 |

A face of which less than 95 % seem to lie within the picture, and that the detector believes in less than 0.75, is
asked to the middle (`Observation.minConfidenceAtBorder`; `score` asks for 0.6). Of the 279 cut pictures above 1 is
judged where a face was asked for, of the rendered people and posed faces none is refused, of the 491 photographs
7 more, six of them turned by 41° and more.

What it tells that would have been judged is in the second table of the [last section](#things-in-front-of-the-face).

"""
#: `Observation.maxHidden`: the limit of who was asked for a face.
MAX_HIDDEN_ASKED = 0.8


def percent(value: float) -> str:
    return "–" if np.isnan(value) else f"{value:.1%}" if 0 < value < 0.1 else f"{value:.0%}"


def table(header: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def page(curves: list[Curve], evidence, content: dict, svg: str, emotions: list[str]) -> str:
    """The whole page."""
    measured = content["measured"]
    parts = [HEAD.format(
        model=f"{content['model']['name']} {content['model']['version']}",
        ferplus=measured["ferplusFaces"], crops=measured["crops"],
        photographs=measured["photographs"], keep=KEEP, svg=svg, seen=KEEP_SEEN,
        seen_crop=CAPS_SEEN["crop"], **CAPS), BY_HAND]  # fmt: skip
    rows = []
    for each in curves:
        out = each.refused(each.pool.measure)
        how = "eased" if each.eased else "worst measured" if each.crossing is None else "crossing"
        rows.append([each.name, f"{each.limit:g}", how, percent(each.reference),
                     percent(each.pool.accuracy(~out)), percent(each.pool.accuracy(out)),
                     *(percent(float(each.refused(each.natural[k]).mean()) if k in each.natural
                               else float("nan")) for k in ("photo", "crop", "render"))])  # fmt: skip
    parts.append("## The limits\n\n" + table(
        ["limit", "value", "by", "undamaged right", "judged right", "refused right",
         "photographs refused", "right FER+ refused", "renders refused"], rows))  # fmt: skip
    parts.append("\n## What the program does with them\n\n" + effect(evidence))
    parts.append("\n## Undamaged pictures\n\n" + undamaged(evidence, emotions))
    parts.append("\n## Dark skin is not darkness\n\n" + skins(evidence))
    parts.append("\n## Things in front of the face\n\n" + covers(evidence))
    return "".join(parts)


def shares(evidence, pictures: list) -> list[str]:
    """Found, refused, right without and with the gate, the commonest reasons."""
    found = [p for p in pictures if p.file in evidence.faces]
    right = {p.file: evidence.right(p) for p in found}
    weight = lambda p: evidence.weights.get(p.label, 1.0)  # noqa: E731
    total = sum(weight(p) for p in pictures)
    judged = [p for p in found if evidence.faces[p.file]["judgeable"]]
    off = sum(weight(p) for p in found if right[p.file]) / total
    on = sum(weight(p) for p in judged if right[p.file]) / total
    alone = sum(weight(p) for p in judged) or float("nan")
    reasons = Counter(evidence.faces[p.file]["reasons"][0] for p in found if p not in set(judged))
    told = ", ".join(f"{name} {count / len(pictures):.0%}" for name, count in reasons.most_common(3))
    return [str(len(pictures)), percent(len(found) / len(pictures)),
            percent(1 - len(judged) / len(found)) if found else "–", percent(off), percent(on),
            percent(on * total / alone), told]  # fmt: skip


HEADER = ["faces", "found", "refused of the found", "right, gate off", "right, gate on",
          "right of the judged", "first reasons"]  # fmt: skip


def effect(evidence) -> str:
    """A row for each damage; undetected and refused faces are wrong in the two middle columns."""
    groups: dict[tuple, list] = {}
    for picture in evidence.pictures:
        if picture.source == "ferplus" or picture.family in ("yaw", "pitch", "roll"):
            groups.setdefault((picture.family, picture.level), []).append(picture)
    rows = [[family, level, *shares(evidence, pictures)]
            for (family, level), pictures in groups.items()]  # fmt: skip
    note = ("FER+ faces by label; turned heads by agreement with the frontal picture. In \"right, gate "
            "off\" and \"right, gate on\" a face that is not found or refused is wrong.\n\n")  # fmt: skip
    return note + table(["damage", "strength", *HEADER], rows)


def undamaged(evidence, emotions: list[str]) -> str:
    rows = [["photographs",
             *shares(evidence, [p for p in evidence.pictures
                                if p.source == "photo" and p.family == "base"])]]  # fmt: skip
    for emotion in emotions:
        chosen = [p for p in evidence.pictures if p.source == "crop" and p.label == emotion]
        rows.append([f"FER+ {emotion}", *shares(evidence, chosen)])
    return table(["pictures", *HEADER], rows) + (
        "\n(FER+ pictures as they are, 48×48; none is refused for size or sharpness. Photographs "
        "have no label here: their answers agree with themselves.)\n")


def skins(evidence) -> str:
    """Share refused as too dark, and contrast, by skin and light."""
    levels = ["none"] + [level for level in dict.fromkeys(
        p.level for p in evidence.pictures if p.family == "dark" and p.source == "render")]
    rows = []
    for skin in range(6):
        cells = []
        for level in levels:
            chosen = [p for p in evidence.pictures if p.source == "render" and p.level == level
                      and p.base.startswith(f"skin{skin}-") and p.file in evidence.faces]  # fmt: skip
            if not chosen:
                cells.append("not found")
                continue
            dark = sum("too_dark" in evidence.faces[p.file]["reasons"] for p in chosen)
            contrast = np.mean([evidence.faces[p.file]["quality"]["contrast"] for p in chosen])
            luma = np.mean([evidence.faces[p.file]["quality"]["meanLuma"] for p in chosen])
            cells.append(f"{dark} of {len(chosen)} ({luma:.2f}, {contrast:.2f})")
        rows.append([str(skin + 1), *cells])
    note = ("Rendered heads of six skins, from light to dark, under the same lamp: how many are refused "
            "as too dark, in parentheses mean luma and contrast.\n\n")  # fmt: skip
    return note + table(["skin", *("full light" if v == "none" else v for v in levels)], rows)


def covers(evidence) -> str:
    """Detection by what was drawn; where less than half is hidden it is no occlusion."""
    note = ("Drawn by `occlusion/occluders.py` and `gate_damage.py`; pieces of another picture were never drawn in "
            "training. Rendered people have the hand of their own body before the face (`render/covering_hands.py`); "
            "training saw others of them. Hidden means 60 % or more of the part, free at most 25 %.\n\n")  # fmt: skip
    asked = (f"\nAnd of who was asked for a face, where more than {MAX_HIDDEN_ASKED:g} is refused "
             "(`Observation.maxHidden`):\n\n")  # fmt: skip
    return (note + covers_told(evidence, lambda face, part: f"{part}_covered" in face["reasons"]) + asked
            + covers_told(evidence, lambda face, part: f"{part}_covered" in face["reasons"]
                          or face["quality"][f"{part}Hidden"] > MAX_HIDDEN_ASKED))  # fmt: skip


def covers_told(evidence, is_told: Callable[[dict, str], bool]) -> str:
    """How many of the covered faces are told to be, and of those that something is drawn beside."""
    rows = []
    for source, title in (("ferplus", "FER+"), ("photo", "photographs"), ("people", "rendered people")):
        levels = dict.fromkeys(p.level for p in evidence.pictures
                               if p.family == "cover" and p.source == source)  # fmt: skip
        for level in levels:
            chosen = [p for p in evidence.pictures if p.source == source and p.level == level
                      and p.file in evidence.faces and p.family == "cover"]  # fmt: skip
            cells = []
            for part in ("mouth", "eyes"):
                for hidden in (True, False):
                    group = [p for p in chosen
                             if (getattr(p, part) >= 0.6 if hidden else getattr(p, part) <= 0.25)]
                    told = sum(is_told(evidence.faces[p.file], part) for p in group)
                    cells.append(f"{told / len(group):.0%} of {len(group)}" if group else "–")
            rows.append([title, level, *cells])
    return table(["pictures", "what", "mouth hidden: told", "mouth free: told",
                  "eyes hidden: told", "eyes free: told"], rows)  # fmt: skip


def plot(curves: list[Curve], path: Path) -> None:
    """Small multiples, one for each limit."""
    from matplotlib import pyplot

    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "gate", "font.size": 8})
    columns = 4
    rows = -(-len(curves) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(10, 2.1 * rows), sharey=True)
    for axis, each in zip(axes.flat, curves, strict=False):
        chosen = np.unique(np.linspace(0, len(each.xs) - 1, 80).astype(int))
        xs = each.xs[chosen]
        axis.plot(xs, each.fitted[chosen], color="black", linewidth=1.2)
        share = [np.average(each.refused(each.pool.measure, x), weights=each.pool.weight) for x in xs]
        axis.plot(xs, share, color="#999999", linewidth=0.8)
        axis.axvline(each.limit, color="#c0392b", linewidth=1)
        axis.set_title(each.name, fontsize=8)
        axis.set_ylim(0, 1)
    for axis in axes.flat[len(curves):]:  # fmt: skip
        axis.axis("off")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
