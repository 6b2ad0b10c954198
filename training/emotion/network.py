"""The emotion network: the first part of dlib's face recognition network, narrowed for a gray 64×64 input.

Residual blocks as in K. He and others, "Deep residual learning for image recognition" (2016), in the form of dlib's
network: the shortcut of a downsampling block is an average pool with additional zero channels.
"""

import torch
import torch.nn.functional as F
from torch import nn

INPUT_SIDE = 64
# The network's input for gray pixels 0…255 is pixel · SCALE + OFFSET: −2…2.
SCALE = 1 / 64
OFFSET = -2.0
STEM_SIDE = 5
# Channels of each stage and its residual blocks after the downsampling one; the first stage follows the stem.
STAGES = ((32, 3), (64, 3), (128, 2), (256, 1))
# Channels inside the blocks of the last stage: the least used filters are omitted.
LAST_INNER = 192
DROPOUT = 0.3


class Convolution(nn.Module):
    """A convolution and its batch normalization; at stride 2 its window extends to the right and down."""

    def __init__(self, channels_in: int, channels_out: int, side: int = 3, stride: int = 1):
        super().__init__()
        padding = 0 if stride == 2 else side // 2
        self.conv = nn.Conv2d(channels_in, channels_out, side, stride, padding, bias=False)
        self.norm = nn.BatchNorm2d(channels_out)

    def convolved(self, x: torch.Tensor) -> torch.Tensor:
        """The convolution alone."""
        if self.conv.stride[0] == 2:
            x = F.pad(x, (0, 1, 0, 1))
        return self.conv(x)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.convolved(x))


class Residual(nn.Module):
    """Two 3×3 convolutions with a shortcut."""

    def __init__(self, channels: int, inner: int):
        super().__init__()
        self.first = Convolution(channels, inner)
        self.second = Convolution(inner, channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(self.second(F.relu(self.first(x))) + x)


class Downsampling(nn.Module):
    """Halves the map and widens it; the shortcut is an average pool and zero channels."""

    def __init__(self, channels_in: int, channels_out: int):
        super().__init__()
        self.first = Convolution(channels_in, channels_out, stride=2)
        self.second = Convolution(channels_out, channels_out)
        self.more = channels_out - channels_in

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        inner = self.second(F.relu(self.first(x)))
        return F.relu(inner + F.pad(F.avg_pool2d(x, 2), (0, 0, 0, 0, 0, self.more)))


class EmotionNetwork(nn.Module):
    """[B, 1, 64, 64] gray, scaled → logits [B, 8] from the embedding [B, 256]."""

    def __init__(self):
        super().__init__()
        width = STAGES[0][0]
        self.stem = Convolution(1, width, STEM_SIDE)
        layers: list[nn.Module] = []
        for channels, blocks in STAGES:
            if channels != width:
                layers.append(Downsampling(width, channels))
            inner = LAST_INNER if channels == STAGES[-1][0] else channels
            layers += [Residual(channels, inner) for _ in range(blocks)]
            width = channels
        self.layers = nn.ModuleList(layers)
        self.dropout = nn.Dropout(DROPOUT)
        self.classifier = nn.Linear(width, 8)
        nn.init.normal_(self.classifier.weight, std=0.01)
        nn.init.zeros_(self.classifier.bias)

    def convolutions(self) -> list[Convolution]:
        """All convolutions in the order of computation."""
        return [module for module in self.modules() if isinstance(module, Convolution)]

    def embedding(self, x: torch.Tensor) -> torch.Tensor:
        x = F.max_pool2d(F.relu(self.stem(x)), 2)
        for layer in self.layers:
            x = layer(x)
        return x.float().mean((2, 3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.classifier(self.dropout(self.embedding(x)))


def scaled(pixels: torch.Tensor) -> torch.Tensor:
    """Gray pixels 0…255 → the network's input."""
    return (pixels * SCALE + OFFSET).contiguous(memory_format=torch.channels_last)


@torch.no_grad()
def multiply_adds(model: EmotionNetwork) -> int:
    """Multiply-adds of the convolutions for one face."""
    counts = []

    def count(module: nn.Conv2d, _: tuple, output: torch.Tensor) -> None:
        counts.append(output[0].numel() * module.in_channels * module.kernel_size[0] ** 2)

    hooks = [layer.conv.register_forward_hook(count) for layer in model.convolutions()]
    model.eval()(torch.zeros(1, 1, INPUT_SIDE, INPUT_SIDE))
    for hook in hooks:
        hook.remove()
    return sum(counts)
