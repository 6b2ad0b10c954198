"""Reads the convolutions of dlib's face recognition network from a file on PyPI.

The package `face_recognition_models` 0.3.0 (CC0 1.0, by Davis King and Adam Geitgey) contains
`dlib_face_recognition_resnet_model_v1.dat`: a residual network of 29 layers, trained to distinguish people. Its
features are a better start than random weights. The format is dlib's own serialization: names and integers preceded
by their length, and a parameter tensor as raw little-endian floats.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PACKAGE = "face_recognition_models==0.3.0"
FILE = "dlib_face_recognition_resnet_model_v1.dat"
SHA256 = "55533b28a95800a551ba546ba62fe69625c7e95a7061c338adffead08719da30"
# The file's tensors contain filters first and biases last; an `affine_` layer is a scale and an offset.
_LAYER = re.compile(rb"\x01(?:\x05con_4|\x07affine_)\x01\x02")


@dataclass(frozen=True)
class FileConvolution:
    """One convolution with the affine layer that follows it.

    weight [C_out, C_in, K, K], bias [C_out], scale [C_out], offset [C_out], float32; the output is scale · (weight ∗
    x + bias) + offset.
    """

    weight: np.ndarray
    bias: np.ndarray
    scale: np.ndarray
    offset: np.ndarray


def _integer(data: bytes, at: int) -> tuple[int, int]:
    """dlib's integer: a byte with length and sign, then its bytes, lowest first."""
    length = data[at] & 0x0F
    return int.from_bytes(data[at + 1 : at + 1 + length], "little"), at + 1 + length


def _tensor(data: bytes, at: int) -> np.ndarray:
    """The flat tensor whose four sizes begin at `at`."""
    count = 1
    for _ in range(4):
        size, at = _integer(data, at)
        count *= size
    return np.frombuffer(data, "<f4", count, at)


def read(path: Path) -> list[FileConvolution]:
    """All convolutions in the order of computation, the last layers of the file last.

    Raises ValueError if the file is not the known one.
    """
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise ValueError(f"{path} is not {FILE} of {PACKAGE}: install that package")
    tensors = [_tensor(data, match.end()) for match in _LAYER.finditer(data)]
    convolutions, channels = [], 3
    for parameters, affine in zip(tensors[::2], tensors[1::2], strict=True):
        count = len(affine) // 2
        side = 7 if not convolutions else 3
        weight = parameters[:-count].reshape(count, channels, side, side)
        convolutions.append(
            FileConvolution(weight, parameters[-count:], affine[:count], affine[count:])
        )
        channels = count
    return convolutions
