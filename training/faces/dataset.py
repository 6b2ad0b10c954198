"""FER+ for training: selected images, labels, targets and the held-out tenth."""

from dataclasses import dataclass

import numpy as np

HELD_OUT_SEED = 2013
# Default weight of the original FER2013 label in a target.
ORIGINAL_LABEL_SHARE = 0.1


@dataclass
class Faces:
    """Labeled faces. images [N, 48, 48] uint8, labels [N], targets [N, 8], faces [N, 6]."""

    images: np.ndarray
    labels: np.ndarray
    targets: np.ndarray
    faces: np.ndarray

    def __getitem__(self, chosen) -> "Faces":
        return Faces(
            self.images[chosen], self.labels[chosen], self.targets[chosen], self.faces[chosen]
        )

    def __len__(self) -> int:
        return len(self.labels)


def targets_from(votes: np.ndarray, original_labels: np.ndarray, share: float) -> np.ndarray:
    """Votes → training targets, rows that sum to 1.

    The shares of the votes for the eight emotions, without single votes (unless nothing is left). The original
    FER2013 label is a second, noisier opinion that names disgust and fear far more often: it gets a share if at least
    one FER+ rater named the same emotion.

    - votes: [N, 10]; original_labels: [N], those of FER2013, 255 if missing; share: their share, 0…1.
    """
    eight = votes[:, :8].astype(np.float32)
    firm = np.where(eight > 1, eight, 0)
    firm = np.where(firm.sum(1, keepdims=True) > 0, firm, eight)
    targets = firm / firm.sum(1, keepdims=True).clip(1)  # rows without a vote are dropped later
    rows = np.arange(len(votes))
    known = original_labels < 8
    label = np.where(known, original_labels, 0)
    allowed = known & (eight[rows, label] > 0)
    shares = np.where(allowed, share, 0).astype(np.float32)
    targets *= 1 - shares[:, None]
    targets[rows, label] += shares
    return targets


def held_out_tenth(images: np.ndarray, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Splits `train` into indices for training and a fixed, stratified, held-out tenth.

    Images with an identical copy in the held-out tenth are excluded from training.
    """
    order = np.random.default_rng(HELD_OUT_SEED).permutation(len(labels))
    held_out = []
    for emotion in range(8):
        members = order[labels[order] == emotion]
        held_out.append(members[: round(len(members) / 10)])
    held_out = np.sort(np.concatenate(held_out))
    seen = {images[i].tobytes() for i in held_out}
    out = set(held_out.tolist())
    kept = [i for i in range(len(labels)) if i not in out and images[i].tobytes() not in seen]
    return np.array(kept), held_out


def load(
    path: str, faces: np.ndarray, original_label_share: float = ORIGINAL_LABEL_SHARE
) -> dict[str, Faces]:
    """Reads `ferplus-train-valid.npz` into `train`, `held_out` and `valid`.

    Dropped: images whose majority vote is `unknown` or `not a face`.

    - faces: detected faces in all images of the file, in its order.
    - original_label_share: share of the original FER2013 label in a target.
    """
    data = np.load(path)
    votes, split = data["votes"], data["split"]
    usable = votes.argmax(1) < 8
    everything = Faces(
        data["images"],
        votes[:, :8].argmax(1).astype(np.int64),
        targets_from(votes, data["fer2013_label"], original_label_share),
        faces,
    )
    train = everything[usable & (split == "train")]
    kept, held_out = held_out_tenth(train.images, train.labels)
    return {
        "train": train[kept],
        "held_out": train[held_out],
        "valid": everything[usable & (split == "valid")],
    }
