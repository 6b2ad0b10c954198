"""Draws the application's icons as PNG from ../icons/pet.svg with Debian's rsvg-convert.

    apt-get install librsvg2-bin; python icons.py
"""

import subprocess
from pathlib import Path

ICONS = Path(__file__).resolve().parent.parent / "icons"
for side in (180, 192, 512):
    subprocess.run(
        ["rsvg-convert", "--width", str(side), "--height", str(side), "--output",
         str(ICONS / f"pet-{side}.png"), str(ICONS / "pet.svg")], check=True)
