"""The definition of a face's rectangle in an image.

The same rule as the Swift type `Framing`: the eyes are level, the side is SIDE_OVER_BOX_WIDTH times the width of the
detector's box, and the center lies CENTER_BELOW_EYES of the side below the midpoint of the eyes. Points are in
pixels, (0, 0) is the outer corner of the first pixel.
"""

import cv2
import numpy as np

from training.contract import CENTER_BELOW_EYES, SIDE_OVER_BOX_WIDTH

RECTANGLE_SIDE = 600


def squares(faces: np.ndarray, image_side: int) -> np.ndarray:
    """Detected faces → squares, [N, 4] float32: center x, center y, side, angle in radians.

    - faces: [N, 6] from `detect.detect_faces`.
    - If no face was found the square is the whole image.
    """
    right, left, width = faces[:, 1:3], faces[:, 3:5], faces[:, 0]
    angle = np.arctan2(left[:, 1] - right[:, 1], left[:, 0] - right[:, 0])
    side = SIDE_OVER_BOX_WIDTH * width
    below = CENTER_BELOW_EYES * side
    center = (left + right) / 2
    x = center[:, 0] - np.sin(angle) * below
    y = center[:, 1] + np.cos(angle) * below
    result = np.stack([x, y, side, angle], 1)
    return np.where((width > 0)[:, None], result, whole_image(len(faces), image_side)).astype(
        np.float32
    )


def whole_image(count: int, image_side: int) -> np.ndarray:
    """The square of the whole image, `count` times."""
    return np.tile(np.float32([image_side / 2, image_side / 2, image_side, 0]), (count, 1))


def rectangle(image: np.ndarray, square: np.ndarray, side: int = RECTANGLE_SIDE) -> np.ndarray:
    """Cuts a square as in service: bilinear, area-correct when shrinking, with replicated borders.

    - image: [H, W] or [H, W, C] uint8. Returns the same type, `side` × `side`.
    """
    x, y, length, angle = (float(v) for v in square)
    shrink = max(1, int(np.ceil(length / side - 1e-6)))
    fine = side * shrink
    a, b = length / fine * np.cos(angle), length / fine * np.sin(angle)
    half = fine / 2
    # Corner coordinates → pixel centers: index + 0.5 on both sides.
    tx = x - (a * (half - 0.5) - b * (half - 0.5)) - 0.5
    ty = y - (b * (half - 0.5) + a * (half - 0.5)) - 0.5
    matrix = np.array([[a, -b, tx], [b, a, ty]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(image, matrix, (fine, fine), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return cut if shrink == 1 else cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA)


def network_inputs(images: np.ndarray, where: np.ndarray, side: int) -> np.ndarray:
    """Gray images → inputs of the network as in service: rectangle, then area reduction.

    - images: [N, S, S] uint8; where: [N, 4] squares. Returns [N, side, side] uint8.
    """
    cut = np.empty((len(images), side, side), np.uint8)
    for index, (image, square) in enumerate(zip(images, where, strict=True)):
        cut[index] = cv2.resize(
            rectangle(image, square), (side, side), interpolation=cv2.INTER_AREA
        )
    return cut
