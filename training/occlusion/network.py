"""The network that detects hidden mouths and eyes: six convolutions on 48×48 gray."""

import torch
from torch import nn

INPUT_SIDE = 48
# The network's input for gray pixels 0…255 is pixel · SCALE + OFFSET: −2…2, as in the emotion network.
SCALE = 1 / 64
OFFSET = -2.0
# Channels and stride of the 3×3 convolutions; the map is 6×6 after them.
LAYERS = ((16, 2), (24, 2), (32, 1), (48, 2), (48, 1))
HIDDEN = 32
DROPOUT = 0.2


class OcclusionNetwork(nn.Module):
    """[B, 1, 48, 48] gray, scaled → logits [B, 2]: the mouth is hidden, the eyes are hidden.

    The last map is flattened, not averaged, because the position of an occluder matters.
    """

    def __init__(self):
        super().__init__()
        self.convs, self.norms = nn.ModuleList(), nn.ModuleList()
        width = 1
        for channels, stride in LAYERS:
            self.convs.append(nn.Conv2d(width, channels, 3, stride, 1, bias=False))
            self.norms.append(nn.BatchNorm2d(channels))
            width = channels
        self.look = nn.Conv2d(width, HIDDEN, 6)
        self.dropout = nn.Dropout(DROPOUT)
        self.answer = nn.Conv2d(HIDDEN, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for conv, norm in zip(self.convs, self.norms, strict=True):
            x = torch.relu(norm(conv(x)))
        return self.answer(self.dropout(torch.relu(self.look(x)))).flatten(1)


def scaled(pixels: torch.Tensor) -> torch.Tensor:
    """Gray pixels 0…255 → the network's input."""
    return pixels * SCALE + OFFSET
