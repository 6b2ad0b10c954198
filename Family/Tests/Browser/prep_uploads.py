"""Uploads to Prep."""

import io
import time

from PIL import Image, ImageDraw

from asking import ask


def panorama():
    """A JPEG of a whole sphere with colored stripes."""
    image = Image.new("RGB", (1024, 512), "#cde")
    draw = ImageDraw.Draw(image)
    for stripe in range(8):
        draw.rectangle((stripe * 128, 128, stripe * 128 + 64, 384), fill=(30 * stripe, 120, 200 - 20 * stripe))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=90)
    return out.getvalue()


def upload(server, cookie, kind, content, media_type):
    sent = ask(server.port, "POST", f"/prep/api/media?kind={kind}&faces=none", content, cookie=cookie, kind=media_type)
    assert sent.status == 202, sent.content
    job = sent.json
    end = time.monotonic() + 60
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end, job
        time.sleep(0.1)
        job = ask(server.port, "GET", f"/prep/api/jobs/{job['id']}", cookie=cookie).json
    return job
