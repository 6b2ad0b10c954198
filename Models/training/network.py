"""The emotion network: a compact residual CNN of 3×3 convolutions."""

import torch
import torch.nn.functional as F
from torch import nn

INPUT_SIDE = 48
# The network sees pixel · SCALE + OFFSET for grey pixels 0…255: −2…2.
SCALE = 1 / 64
OFFSET = -2.0
STEM = 32
WIDTHS = (48, 96, 160)
BLOCKS = (1, 2, 1)
DROPOUT = 0.3


def conv(channels_in: int, channels_out: int, stride: int = 1) -> nn.Conv2d:
    return nn.Conv2d(channels_in, channels_out, 3, stride, 1, bias=False)


class Convolution(nn.Module):
    """3×3 convolution, batch normalisation, ReLU."""

    def __init__(self, channels_in: int, channels_out: int, stride: int = 1):
        super().__init__()
        self.conv = conv(channels_in, channels_out, stride)
        self.norm = nn.BatchNorm2d(channels_out)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.norm(self.conv(x)))


class Residual(nn.Module):
    """Two 3×3 convolutions beside a shortcut."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = Convolution(channels, channels)
        self.conv = conv(channels, channels)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.norm(self.conv(self.first(x))))


class EmotionNetwork(nn.Module):
    """[B, 1, 48, 48] grey, scaled → logits [B, 8] by way of the embedding [B, E]."""

    def __init__(self):
        super().__init__()
        layers: list[nn.Module] = [Convolution(1, STEM)]
        width = STEM
        for channels, blocks in zip(WIDTHS, BLOCKS):
            layers.append(Convolution(width, channels, 2))
            layers += [Residual(channels) for _ in range(blocks)]
            width = channels
        self.layers = nn.ModuleList(layers)
        self.dropout = nn.Dropout(DROPOUT)
        self.classifier = nn.Linear(width, 8)

    def embedding(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x)
        return x.float().mean((2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.classifier(self.dropout(self.embedding(x)))


def scaled(pixels: torch.Tensor) -> torch.Tensor:
    """Grey pixels 0…255 → what the network sees."""
    return (pixels * SCALE + OFFSET).contiguous(memory_format=torch.channels_last)


def multiply_adds(side: int = INPUT_SIDE) -> int:
    """Multiply-adds of the convolutions for one face."""
    total, width, side_now = STEM * 9 * side * side, STEM, side
    for channels, blocks in zip(WIDTHS, BLOCKS):
        side_now //= 2
        total += side_now**2 * 9 * (width * channels + blocks * 2 * channels**2)
        width = channels
    return total
