"""Initializes an emotion network with the weights of dlib's face recognition network.

There are three differences. dlib's input is a color face of 150×150, and ours a gray one of less than half the size:
our first layer is dlib's applied to the doubled picture, which equals a convolution of 5×5 on the original one.
dlib's affine layers become batch normalization with the statistics of our own faces, so that training can continue.
The last stage keeps only one of its three residual blocks, with the most important filters.
"""

import numpy as np
import torch

from training.emotion.dlib_backbone import FileConvolution
from training.emotion.network import LAST_INNER, OFFSET, SCALE, STEM_SIDE, Convolution, EmotionNetwork

# dlib's input: (pixel − mean) / 256 for red, green, blue.
DLIB_MEAN = np.float32([122.782, 117.001, 104.298])
DLIB_SCALE = 1 / 256
DLIB_STEM_SIDE = 7


def doubling() -> np.ndarray:
    """[7, 5]: maps 7 taps on a picture doubled by bilinear interpolation to taps on the original.

    Pixel 2k of the doubled row is ¾ of pixel k and ¼ of pixel k − 1, pixel 2k + 1 is ¾ of k and ¼ of k + 1. Taps −3…3
    at stride 2 around pixel 2j are taps −2…2 around pixel j.
    """
    taps = np.zeros((DLIB_STEM_SIDE, STEM_SIDE), np.float32)
    for tap in range(-3, 4):
        pixel, odd = divmod(tap, 2)
        taps[tap + 3, pixel + 2] += 0.75
        taps[tap + 3, pixel + 2 + (1 if odd else -1)] += 0.25
    return taps


def gray_stem(stem: FileConvolution) -> FileConvolution:
    """dlib's first layer for a gray picture of half the side, with our scaling."""
    rows = doubling()
    gray = stem.weight.sum(1, keepdims=True) * (DLIB_SCALE / SCALE)
    weight = np.einsum("oiab,ac,bd->oicd", gray, rows, rows)
    # Our 0 is the pixel −OFFSET / SCALE; dlib's is its mean.
    shift = (-OFFSET / SCALE - DLIB_MEAN) * DLIB_SCALE
    bias = stem.bias + stem.weight.sum((2, 3)) @ shift
    return FileConvolution(weight, bias, stem.scale, stem.offset)


def narrowed(
    first: FileConvolution, second: FileConvolution, count: int
) -> tuple[FileConvolution, FileConvolution]:
    """A residual block with the `count` most important inner filters: length of the inputs times length of the outputs.
    """
    carried = first.scale * np.sqrt((first.weight**2).sum((1, 2, 3)))
    carried = carried * np.sqrt((second.weight**2).sum((0, 2, 3)))
    kept = np.sort(np.argsort(-carried)[:count])
    return (
        FileConvolution(first.weight[kept], first.bias[kept], first.scale[kept], first.offset[kept]),
        FileConvolution(second.weight[:, kept], second.bias, second.scale, second.offset),
    )


@torch.no_grad()
def start(model: EmotionNetwork, file: list[FileConvolution], seen: torch.Tensor) -> None:
    """Initializes the convolutions and their normalization; the classifier stays unchanged.

    - file: all convolutions in dlib's file.
    - seen: [N, 1, S, S], some hundred scaled training faces for the statistics.
    """
    layers = model.convolutions()
    wanted = [gray_stem(file[0]), *file[1 : len(layers)]]
    wanted[-2:] = narrowed(*wanted[-2:], LAST_INNER)
    hooks = [
        layer.register_forward_hook(_setter(values)) for layer, values in zip(layers, wanted, strict=True)
    ]
    model.eval().embedding(seen)
    for hook in hooks:
        hook.remove()


def _setter(values: FileConvolution):
    """A hook that initializes a convolution, measures its output and returns the output of dlib's layer."""

    def hook(layer: Convolution, inputs: tuple, _: torch.Tensor) -> torch.Tensor:
        layer.conv.weight.copy_(torch.tensor(values.weight))
        plain = layer.convolved(inputs[0])
        mean, variance = plain.mean((0, 2, 3)), plain.var((0, 2, 3))
        scale = torch.tensor(values.scale)
        offset = torch.tensor(values.scale * values.bias + values.offset)
        layer.norm.running_mean.copy_(mean)
        layer.norm.running_var.copy_(variance)
        layer.norm.weight.copy_(scale * torch.sqrt(variance + layer.norm.eps))
        layer.norm.bias.copy_(offset + scale * mean)
        return plain * scale[:, None, None] + offset[:, None, None]

    return hook
