"""Measures how well the appearance descriptor distinguishes the people of a film.

    python3 -m training.measure.person_likeness --faces FILE

The file contains `image` (gray, of equal size), `label` and `subject`, and in `name` the sequence (the first eight
letters). Pairs within a sequence are omitted: they are nearly the same picture. The descriptor is that of
`Sources/FacialFun/Detection/FaceAppearance.swift`, the limit that of the contract.
"""

import numpy as np

from training.command_line import parser_of
from training.contract import SURE_LIKENESS

PARTS = 7


def patterns() -> np.ndarray:
    """The pattern number of each code of eight neighbors; 58 for all codes with many changes."""
    numbers, following = np.full(256, 58), 0
    for code in range(256):
        if (code ^ ((code >> 1) | ((code & 1) << 7))).bit_count() <= 2:
            numbers[code] = following
            following += 1
    return numbers


def descriptions(images: np.ndarray) -> np.ndarray:
    """A row for each face: the square roots of the counts minus their mean, normalized to length 1."""
    gray = images.astype(np.float32)
    center = gray[:, 1:-1, 1:-1]
    codes = np.zeros(center.shape, int)
    height, width = center.shape[1:]
    for bit, (y, x) in enumerate([(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)]):
        codes |= (gray[:, y:y + height, x:x + width] >= center).astype(int) << bit
    row, column = np.arange(height) * PARTS // height, np.arange(width) * PARTS // width
    bins = (row[:, None] * PARTS + column[None]) * 59 + patterns()[codes]
    counts = np.stack([np.bincount(face.ravel(), minlength=PARTS * PARTS * 59) for face in bins])
    values = np.sqrt(counts)
    values -= values.mean(1, keepdims=True)
    return values / np.linalg.norm(values, axis=1, keepdims=True)


def main() -> None:
    data = np.load(parser_of(__doc__, "faces").parse_args().faces)
    values = descriptions(data["image"])
    subject, sequence = data["subject"], np.array([name[:8] for name in data["name"]])
    first, second = np.triu_indices(len(subject), 1)
    kept = sequence[first] != sequence[second]
    first, second = first[kept], second[kept]
    likeness = (values @ values.T)[first, second]
    same = subject[first] == subject[second]
    limit = SURE_LIKENESS
    print(f"{len(subject)} faces of {len(set(subject))} people; {same.sum()} pairs of one person in two sequences, "
          f"{(~same).sum()} of two people")
    print(f"likeness of at least {limit}: {(likeness[same] >= limit).mean():.1%} of the pairs of one person, "
          f"{(likeness[~same] >= limit).mean():.3%} of those of two")
    ranks = likeness.argsort().argsort()
    area = (ranks[same].sum() - same.sum() * (same.sum() - 1) / 2) / (same.sum() * (~same).sum())
    print(f"area under the curve: {area:.4f}; median likeness {np.median(likeness[same]):.2f} and "
          f"{np.median(likeness[~same]):.2f}")


if __name__ == "__main__":
    main()
