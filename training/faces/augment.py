"""Augmentation of faces for training: framing jitter, light, blur, noise, occlusion.

Every step processes a whole batch of tensors; each image has its own random numbers.
"""

import math

import numpy as np
import torch
import torch.nn.functional as F

from training.faces.degradation import compressed

SUPERSAMPLING = 2
# The share of faces that get a plain surrounding: hair and background are unrelated to expressions.
SURROUND_SHARE = 0.15


class Augmenter:
    """Draws augmented batches from one seeded generator."""

    def __init__(self, seed: int, side: int):
        self.random = torch.Generator().manual_seed(seed)
        self.side = side

    def uniform(self, count: int, low: float, high: float) -> torch.Tensor:
        return torch.rand(count, generator=self.random) * (high - low) + low

    def normal(self, count: int, deviation: float) -> torch.Tensor:
        return torch.randn(count, generator=self.random) * deviation

    def chosen(self, count: int, share: float) -> torch.Tensor:
        return torch.rand(count, generator=self.random) < share

    def batch(self, parts: list[tuple[torch.Tensor, torch.Tensor]]) -> torch.Tensor:
        """Parts of [B, S, S] uint8 and [B, 4] squares → [ΣB, 1, side, side] float32, gray 0…255.

        S may differ from part to part.
        """
        pixels = torch.cat([self.warped(images, squares) for images, squares in parts])
        pixels = self.sharpness(pixels)
        pixels = self.light(pixels)
        pixels = self.compressed(pixels)
        pixels = self.noisy(pixels)
        return self.covered(pixels).clamp_(0, 255)

    def warped(self, images: torch.Tensor, squares: torch.Tensor) -> torch.Tensor:
        """Cuts jittered squares; a quarter are cut from the whole image instead of the face."""
        count, size = len(images), images.shape[1]
        whole = torch.tensor([size / 2, size / 2, size, 0.0])
        squares = torch.where(self.chosen(count, 0.25)[:, None], whole, squares)
        x, y, length, angle = squares.unbind(1)
        x = x + length * self.normal(count, 0.035).clamp(-0.1, 0.1)
        y = y + length * self.normal(count, 0.035).clamp(-0.1, 0.1)
        length = length * self.uniform(count, math.log(0.82), math.log(1.2)).exp()
        angle = angle + self.normal(count, math.radians(8)).clamp(-0.4, 0.4)
        mirror = torch.where(self.chosen(count, 0.5), -1.0, 1.0)
        stretch = self.uniform(count, 0.93, 1.07)
        # affine_grid's units: the image spans −1…1 between its outer corners.
        share = length / size
        cosine, sine = angle.cos() * share, angle.sin() * share
        theta = torch.stack(
            [
                torch.stack([cosine * mirror, -sine * stretch, 2 * x / size - 1], 1),
                torch.stack([sine * mirror, cosine * stretch, 2 * y / size - 1], 1),
            ],
            1,
        )
        fine = self.side * SUPERSAMPLING
        grid = F.affine_grid(theta, [count, 1, fine, fine], align_corners=False)
        cut = F.grid_sample(
            images[:, None].float(), grid, padding_mode="border", align_corners=False
        )
        return F.avg_pool2d(cut, SUPERSAMPLING)

    def sharpness(self, pixels: torch.Tensor) -> torch.Tensor:
        """Blurs some, sharpens some, and reduces some to 20 to 40 pixels and enlarges them again."""
        count, side = len(pixels), self.side
        deviation = self.uniform(count, 0.4, 1.6)
        offsets = torch.arange(-4, 5).float()
        kernel = torch.exp(-(offsets**2) / (2 * deviation[:, None] ** 2))
        kernel = kernel / kernel.sum(1, keepdim=True)
        padded = F.pad(pixels, (4, 4, 4, 4), mode="replicate").transpose(0, 1)
        soft = F.conv2d(padded, kernel[:, None, None, :], groups=count)
        soft = F.conv2d(soft, kernel[:, None, :, None], groups=count).transpose(0, 1)
        blend = torch.where(self.chosen(count, 0.3), 1.0, 0.0)
        sharpen = self.chosen(count, 0.25) & (blend == 0)
        blend = torch.where(sharpen, -self.uniform(count, 0.2, 1.2), blend)
        pixels = pixels + (soft - pixels) * blend[:, None, None, None]
        small = torch.nonzero(self.chosen(count, 0.2)).flatten()
        for part in small.chunk(3):
            low = int(torch.randint(20, 41, (1,), generator=self.random))
            reduced = F.interpolate(pixels[part], size=low, mode="area")
            pixels[part] = F.interpolate(
                reduced, size=side, mode="bilinear", align_corners=False
            )
        return pixels

    def light(self, pixels: torch.Tensor) -> torch.Tensor:
        """Gamma, contrast around the mean, brightness, and a gradient of light across the face."""
        count, side = len(pixels), self.side
        some = self.chosen(count, 0.8)[:, None, None, None]
        gamma = self.normal(count, 0.3).exp()[:, None, None, None]
        contrast = self.normal(count, 0.3).clamp(-0.8, 0.6).exp()[:, None, None, None]
        offset = self.normal(count, 25)[:, None, None, None]
        angle = self.uniform(count, 0, 2 * math.pi)
        strength = (self.normal(count, 30) * self.chosen(count, 0.4))[:, None, None]
        line = torch.linspace(-1, 1, side)
        slope = line[None, None, :] * angle.cos()[:, None, None]
        slope = (slope + line[None, :, None] * angle.sin()[:, None, None]) * strength
        lit = ((pixels.clamp(0, 255) / 255 + 1e-4) ** gamma) * 255
        mean = lit.mean((1, 2, 3), keepdim=True)
        lit = (lit - mean) * contrast + mean + offset + slope[:, None]
        return torch.where(some, lit, pixels).clamp_(0, 255)

    def compressed(self, pixels: torch.Tensor) -> torch.Tensor:
        """JPEG at quality 20 to 80 for a sixth of the images."""
        for index in torch.nonzero(self.chosen(len(pixels), 0.16)).flatten().tolist():
            quality = int(torch.randint(20, 81, (1,), generator=self.random))
            image = pixels[index, 0].numpy().astype(np.uint8)
            pixels[index, 0] = torch.from_numpy(compressed(image, quality)).float()
        return pixels

    def noisy(self, pixels: torch.Tensor) -> torch.Tensor:
        """Gaussian noise of up to 14 gray levels for a third of the images."""
        count = len(pixels)
        strength = self.uniform(count, 1, 14) * self.chosen(count, 0.33)
        noise = torch.randn(pixels.shape, generator=self.random)
        return pixels + noise * strength[:, None, None, None]

    def covered(self, pixels: torch.Tensor) -> torch.Tensor:
        """A rectangle over a third of the images, and a plain surrounding outside an oval for some."""
        count, side = len(pixels), self.side
        line = torch.arange(side) + 0.5
        rows, columns = line[None, :, None], line[None, None, :]
        width = self.uniform(count, 0.1, 0.45)[:, None, None] * side / 2
        height = self.uniform(count, 0.1, 0.45)[:, None, None] * side / 2
        x = self.uniform(count, 0, side)[:, None, None]
        y = self.uniform(count, 0, side)[:, None, None]
        block = ((columns - x).abs() < width) & ((rows - y).abs() < height)
        block &= self.chosen(count, 0.33)[:, None, None]
        center = side * 0.53
        wide = self.uniform(count, 0.36, 0.48)[:, None, None] * side
        tall = self.uniform(count, 0.42, 0.52)[:, None, None] * side
        outside = ((columns - side / 2) / wide) ** 2 + ((rows - center) / tall) ** 2 > 1
        outside &= self.chosen(count, SURROUND_SHARE)[:, None, None]
        gray = self.uniform(count, 0, 255)[:, None, None, None]
        surround = (self.uniform(count, -128, 255).clamp(min=0))[:, None, None, None]
        pixels = torch.where(block[:, None], gray, pixels)
        return torch.where(outside[:, None], surround, pixels)
