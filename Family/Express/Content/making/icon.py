"""The app's icon: a speech bubble with a happy face, safe for masks.

python icon.py           writes Web/icons/icon.svg and icon-180.png, icon-192.png, icon-512.png
"""

import subprocess
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent.parent / "Web"
INK = "#22252b"

# A mask may cut off everything outside the middle 80 %.
ICON = f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" fill="#dbe8f7"/>
<path d="M256 100C352 100 412 158 412 236S352 372 256 372
 C244 372 232 371 221 369L146 424L158 346C121 321 100 282 100 236C100 158 160 100 256 100z"
 fill="#ffd95e" stroke="{INK}" stroke-width="15" stroke-linejoin="round"/>
<ellipse cx="204" cy="210" rx="15" ry="21" fill="{INK}"/>
<ellipse cx="308" cy="210" rx="15" ry="21" fill="{INK}"/>
<path d="M180 262C206 274 306 274 332 262C330 318 300 334 256 334S182 318 180 262z" fill="#ffffff" stroke="{INK}"
 stroke-width="14" stroke-linejoin="round"/>
</svg>
'''


def main():
    folder = WEB / "icons"
    folder.mkdir(exist_ok=True)
    source = folder / "icon.svg"
    source.write_text(ICON, encoding="utf-8")
    for size in (180, 192, 512):
        subprocess.run(
            ["rsvg-convert", "-w", str(size), "-h", str(size), "-o", str(folder / f"icon-{size}.png"), str(source)],
            check=True,
        )


if __name__ == "__main__":
    main()
