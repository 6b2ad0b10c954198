"""Measures how well the reported movements follow the rendered ones.

    python -m training.measure.movements --data FOLDER --pictures PICTURES \
        --facialfun PROGRAM --models Models --output training/measure/MOVEMENTS.md

FOLDER contains face-model.npz; PICTURES keeps the renders. Each of PEOPLE people is rendered at rest and in mixtures
of four random movements of the head, each with a random strength from 0.2 to 1, half of them on one side only. The
combinations are random, so that correlations are those of the movement itself. All figures are measured with the
shipped program.
"""

from __future__ import annotations

from multiprocessing import Pool
from pathlib import Path

import numpy as np

from training.command_line import parser_of
from training.measure.programs import replace_between, reports_of
from training.render import jpeg, process_renderer
from training.render.faces import EVALUATION_PEOPLE
from training.render.people import Person

PEOPLE, REST_FRAMES, MIXTURES, PARTS = 12, 3, 45, 4
FIRST = 2000  # of EVALUATION_PEOPLE: not rendered by other measurements
SEED = 61
SHOWN = 0.5  # minimum strength of a movement that counts as made
MARKS = "<!-- training.measure.movements: begin -->", "<!-- training.measure.movements: end -->"


def ours(shape: str) -> str:
    """The report's name of the movement for a shape of the head."""
    return shape.removesuffix("_L") + "Left" if shape.endswith("_L") else (
        shape.removesuffix("_R") + "Right" if shape.endswith("_R") else shape
    )  # fmt: skip


def movements(names: list[str]) -> dict[str, list[str]]:
    """The head's shapes by movement: both sides if the report does not distinguish them."""
    whole = {"browInnerUp", "cheekPuff"}
    result: dict[str, list[str]] = {}
    for name in names:
        base = name.removesuffix("_L").removesuffix("_R")
        if base in ("PupilDilate", "cheekRaiser"):
            continue
        result.setdefault(base if base in whole else ours(name), []).append(name)
    return result


def mixture(known: dict[str, list[str]], generator: np.random.Generator) -> dict[str, float]:
    """Random strengths of some movements, by shape."""
    bases = sorted({name.removesuffix("Left").removesuffix("Right") for name in known}
                   - {"jaw", "mouth"}) + ["jawLeft", "jawRight", "mouthLeft", "mouthRight"]  # fmt: skip
    result: dict[str, float] = {}
    for base in generator.choice(bases, PARTS, replace=False):
        both = [name for name in (base, f"{base}Left", f"{base}Right") if name in known]
        if len(both) == 2 and generator.random() < 0.5:
            both = [both[generator.integers(2)]]
        strength = generator.uniform(0.2, 1)
        for name in both:
            result |= dict.fromkeys(known[name], float(strength))
    return result


def jobs(known: dict[str, list[str]]) -> list[tuple[str, int, dict[str, float]]]:
    """File, person and strengths of every picture."""
    result = []
    for number in range(PEOPLE):
        result += [(f"{number:02}-rest-{k}.jpg", number, {}) for k in range(REST_FRAMES)]
        generator = np.random.default_rng([SEED, number])
        result += [
            (f"{number:02}-mix-{k:02}.jpg", number, mixture(known, generator))
            for k in range(MIXTURES)
        ]
    return result


def _render(job: tuple[int, list[tuple[str, dict[str, float]]], Path]) -> None:
    number, pictures, folder = job
    missing = [(file, strengths) for file, strengths in pictures if not (folder / file).exists()]
    if not missing:
        return
    person = Person(
        process_renderer.renderer(), EVALUATION_PEOPLE + FIRST + number, has_own_rest=False
    )
    for file, strengths in missing:
        jpeg.save(person.show(strengths, file), folder / file)


def render(model: Path, folder: Path, processes: int) -> list[tuple[str, int, dict[str, float]]]:
    """Creates missing pictures; returns all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    process_renderer.start(model)
    all_jobs = jobs(movements(list(process_renderer.renderer().model.expression_names)))
    by_person = [
        (number, [(file, s) for file, of, s in all_jobs if of == number], folder)
        for number in range(PEOPLE)
    ]
    with Pool(processes, process_renderer.start, (model,)) as pool:
        list(pool.imap_unordered(_render, by_person, chunksize=1))
    return all_jobs


def read(folder: Path, files: list[str], program: Path, models: Path) -> dict[str, dict]:
    """Report of the face in each picture; pictures without a face are omitted."""
    pictures = [folder / file for file in files]
    found = reports_of(program, pictures, "--movements", "--jobs", 1, "--model", models)
    reports = {Path(report["path"]).name: report for report in found}
    return {
        file: report["faces"][0]["movements"]
        for file, report in reports.items()
        if report["faces"] and "movements" in report["faces"][0]
    }


def correlation(true: np.ndarray, seen: np.ndarray, people: np.ndarray) -> tuple[float, float, float]:
    """Pearson's r with its 95 % interval from resampled people."""
    if seen.std() < 1e-9:
        return 0.0, 0.0, 0.0
    generator, unique = np.random.default_rng(SEED), np.unique(people)
    places = [np.flatnonzero(people == person) for person in unique]
    drawn = []
    for _ in range(300):
        chosen = np.concatenate([places[k] for k in generator.integers(len(unique), size=len(unique))])
        if true[chosen].std() > 0 and seen[chosen].std() > 0:
            drawn.append(np.corrcoef(true[chosen], seen[chosen])[0, 1])
    low, high = np.quantile(drawn, [0.025, 0.975])
    return float(np.corrcoef(true, seen)[0, 1]), float(low), float(high)


def table(all_jobs: list, seen: dict[str, dict], known: dict[str, list[str]]) -> str:
    """One row for each movement."""
    found = [(file, number, s) for file, number, s in all_jobs if file in seen]
    people = np.array([number for _, number, _ in found])
    at_rest = np.array(["-rest-" in file for file, _, _ in found])
    names = list(next(iter(seen.values())))
    lines = [
        f"{len(found)} of {len(all_jobs)} pictures of {PEOPLE} people have a face with movements.",
        "",
        "| movement | r | 95 % | at rest | rise | area under the curve | pictures |",
        "|---|---|---|---|---|---|---|",
    ]
    rs = []
    for name in names:
        values = np.array([seen[file][name] for file, _, _ in found])
        rests = {n: np.median(values[(people == n) & at_rest]) for n in np.unique(people)}
        change = values - np.array([rests[n] for n in people])
        if name not in known:
            lines.append(f"| {name} | – | – | {values[at_rest].mean():.2f} | – | – | 0 |")
            continue
        true = np.array([np.mean([s.get(shape, 0) for shape in known[name]]) for _, _, s in found])
        r, low, high = correlation(true, change, people)
        rs.append(r)
        there, absent = change[true >= SHOWN], change[true == 0]
        above = (there[:, None] > absent).mean() + (there[:, None] == absent).mean() / 2
        lines.append(
            f"| {name} | {r:.2f} | {low:.2f} … {high:.2f} | {values[at_rest].mean():.2f} | "
            f"{there.mean() - absent.mean():+.2f} | {above:.2f} | {(true > 0).sum()} |"
        )
    lines.append(f"\nMean r {np.mean(rs):.2f}, median {np.median(rs):.2f} of {len(rs)}.")
    return "\n".join(lines)


def main() -> None:
    """Reads the command line."""
    parser = parser_of(__doc__, "data", "pictures", "facialfun", models=True)
    parser.add_argument("--output", type=Path, required=True, help="a page with the two marks")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    all_jobs = render(arguments.data / "face-model.npz", arguments.pictures, arguments.processes)
    files = [file for file, _, _ in all_jobs]
    seen = read(arguments.pictures, files, arguments.facialfun, arguments.models)
    names = process_renderer.renderer().model.expression_names
    text = table(all_jobs, seen, movements(list(names)))
    replace_between(arguments.output, MARKS, f"\n{text}\n")
    print(text)


if __name__ == "__main__":
    main()
