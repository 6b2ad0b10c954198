"""The application's icon: a calm, friendly face on a soft ground. SVG and PNG, safe for masks.

    python icon.py           writes pictures/icon.svg, icon-180.png, icon-192.png, icon-512.png
"""

import subprocess
from pathlib import Path

CONTENT = Path(__file__).resolve().parent.parent
INK = "#22252b"

# A mask may remove everything outside the middle 80 %, so the face stays within 66 %.
ICON = f'''<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">
<rect width="512" height="512" fill="#cfe6ea"/>
<path d="M0 350C120 300 380 420 512 340V512H0z" fill="#a9d3c4"/>
<circle cx="256" cy="256" r="150" fill="#ffd95e" stroke="{INK}" stroke-width="15"/>
<ellipse cx="203" cy="232" rx="15" ry="21" fill="{INK}"/>
<ellipse cx="309" cy="232" rx="15" ry="21" fill="{INK}"/>
<path d="M182 192C192 180 212 178 224 186M288 186C300 178 320 180 330 192" fill="none"
 stroke="{INK}" stroke-width="13" stroke-linecap="round"/>
<path d="M184 288C200 344 312 344 328 288" fill="none" stroke="{INK}" stroke-width="16"
 stroke-linecap="round"/>
<path d="M172 284C176 279 184 277 191 279M321 279C328 277 336 279 340 284" fill="none"
 stroke="{INK}" stroke-width="11" stroke-linecap="round"/>
</svg>
'''


def main():
    folder = CONTENT / "pictures"
    source = folder / "icon.svg"
    source.write_text(ICON, encoding="utf-8")
    for size in (180, 192, 512):
        subprocess.run(["rsvg-convert", "-w", str(size), "-h", str(size), "-o",
                        str(folder / f"icon-{size}.png"), str(source)], check=True)


if __name__ == "__main__":
    main()
