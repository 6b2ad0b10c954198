"""Copies Leaflet from Debian's libjs-leaflet, with its license, into Web/leaflet.

apt-get install libjs-leaflet && python vendor.py
"""

from pathlib import Path

WEB = Path(__file__).resolve().parent.parent.parent / "Web"
SOURCE = Path("/usr/share/javascript/leaflet")


def main():
    folder = WEB / "leaflet"
    folder.mkdir(exist_ok=True)
    script = (SOURCE / "leaflet.min.js").read_text(encoding="utf-8")
    (folder / "leaflet.js").write_text(script.split("//# sourceMappingURL")[0].rstrip() + "\n", encoding="utf-8")
    (folder / "leaflet.css").write_bytes((SOURCE / "leaflet.css").read_bytes())


if __name__ == "__main__":
    main()
