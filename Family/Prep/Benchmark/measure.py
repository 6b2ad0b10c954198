"""Stitches rendered rooms and prints the tables of RESULTS.md: measure.py FOLDER --program prep-stitch.

Compares with cv::Stitcher and, if its programs are installed (Debian's hugin-tools and enblend), with Hugin on the
same pictures. Writes a small picture per room into the folder of --pictures: the truth, prep-stitch, Hugin and
cv::Stitcher, from top to bottom.
"""

import argparse
import json
import math
import re
import resource
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

SIZE = (768, 384)


def rotation(entry):
    """Returns the camera-to-world matrix (x right, y down, z forward)."""
    yaw, pitch, roll = (math.radians(entry[name]) for name in ("yaw", "pitch", "roll"))
    around_y, around_x, around_z = (
        cv2.Rodrigues(np.array(vector, float))[0]
        for vector in ((0, yaw, 0), (pitch, 0, 0), (0, 0, roll))
    )
    return around_y @ around_x @ around_z


def rays_of_grid(fov, aspect=0.75):
    """Returns the directions of 7×5 points of a view in the camera's frame."""
    v, u = np.meshgrid(np.linspace(-0.9, 0.9, 5), np.linspace(-0.9, 0.9, 7), indexing="ij")
    points = np.stack([u, v * aspect], -1).reshape(-1, 2) * math.tan(math.radians(fov) / 2)
    made = np.concatenate([points, np.ones((len(points), 1))], 1)
    return made / np.linalg.norm(made, axis=1, keepdims=True)


def align(placed, seen):
    """Returns the common rotation that minimizes the median distance between placed and seen points."""
    common = np.eye(3)
    for _ in range(12):
        weights = 1 / np.maximum(np.linalg.norm(placed @ common.T - seen, axis=1), 0.002)
        u, _, vt = np.linalg.svd((seen * weights[:, None]).T @ placed)
        common = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    return common


def errors_of(placed, seen):
    """Returns the angles in degrees between the placed points and the true directions of the same points, seen from
    the center."""
    placed, seen = placed.reshape(-1, 3), seen.reshape(-1, 3)
    cosines = np.sum((placed @ align(placed, seen).T) * seen, 1)
    return np.degrees(np.arccos(np.clip(cosines, -1, 1)))


def seen_in(folder):
    """Returns the directions of every view's points as seen from the room's center."""
    entries = json.loads((folder / "truth.json").read_text())["pictures"]
    found = np.array([entry["seen"] for entry in entries])
    return found / np.linalg.norm(found, axis=-1, keepdims=True)


def summary(errors):
    return f"{errors.mean():.2f} | {np.median(errors):.2f} | {np.percentile(errors, 90):.2f}"


def turned(panorama, matrix):
    """Returns a panorama rotated by a matrix."""
    height, width = panorama.shape[:2]
    yaw = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    pitch = (0.5 - (np.arange(height) + 0.5) / height) * np.pi
    yaw, pitch = np.meshgrid(yaw, pitch)
    toward = np.stack([np.sin(yaw) * np.cos(pitch), -np.sin(pitch), np.cos(yaw) * np.cos(pitch)], -1)
    source = toward @ matrix
    x = (np.arctan2(source[..., 0], source[..., 2]) / (2 * np.pi) + 0.5) * width - 0.5
    y = (np.arcsin(np.clip(source[..., 1], -1, 1)) / np.pi + 0.5) * height - 0.5
    x, y = x.astype(np.float32), y.astype(np.float32)
    return cv2.remap(panorama, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)


def psnr_and_ssim(made, truth):
    """Compares the band from -60 to 60 degrees. Beyond it, equirectangular pixels are stretched too much."""
    rows = slice(truth.shape[0] // 6, truth.shape[0] * 5 // 6)
    a, b = (cv2.cvtColor(p[rows], cv2.COLOR_BGR2GRAY).astype(np.float64) for p in (made, truth))
    a *= np.median(b) / max(1, np.median(a))  # A difference in overall exposure does not count as an error.
    mse = np.mean((a - b) ** 2)

    def blur(picture):
        return cv2.GaussianBlur(picture, (11, 11), 1.5)

    mean_a, mean_b = blur(a), blur(b)
    var_a, var_b = blur(a * a) - mean_a**2, blur(b * b) - mean_b**2
    both = blur(a * b) - mean_a * mean_b
    similar = (2 * mean_a * mean_b + 6.5025) * (2 * both + 58.5225)
    similar /= (mean_a**2 + mean_b**2 + 6.5025) * (var_a + var_b + 58.5225)
    return 10 * math.log10(255**2 / mse), float(similar.mean())


def seam_visibility(panorama):
    """Returns the step between the last and the first column, relative to the usual step between columns."""
    columns = panorama.astype(np.float64)
    edge = np.abs(columns[:, 0] - columns[:, -1]).mean()
    return edge / max(1e-9, np.abs(np.diff(columns, axis=1)).mean())


def timed(command, **options):
    """Runs a command; returns its result with wall and processor seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done, time.monotonic() - start, cpu


def compared(made, truth, common):
    """Returns the table cells of a panorama and its small picture, turned like the truth."""
    made = turned(cv2.resize(made, truth.shape[1::-1], interpolation=cv2.INTER_AREA), common)
    psnr, ssim = psnr_and_ssim(made, truth)
    return f"{psnr:.1f} | {ssim:.3f}", cv2.resize(made, SIZE, interpolation=cv2.INTER_AREA)


def nothing(reason):
    """Returns a gray picture with the reason why there is no panorama."""
    made = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    cv2.putText(made, reason, (40, SIZE[1] // 2), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (255, 255, 255), 2)
    return made


def fitted(from_, to):
    """Returns the rotation that turns one list of unit vectors into another with the least squared error."""
    u, _, vt = np.linalg.svd(to.T @ from_)
    return u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt


def angles_between(a, b):
    return np.degrees(np.arccos(np.clip(np.sum(a * b, -1), -1, 1)))


def decomposition(folder, placed, result):
    """Returns the row that tells where the error comes from.

    A stitcher that only turns photos cannot be better than the best rotation of each photo: parallax remains. The
    error that is left after each placed photo is turned in the best way is that of shape: relief, positions and lens.
    The size of those turns is the error of orientation. Photos without matches show blank walls and ceilings.
    """
    real, seen = json.loads((folder / "truth.json").read_text())["pictures"], seen_in(folder)
    real_fov = real[0].get("fov", 60)
    rays = rays_of_grid(real_fov)
    only_turned = errors_of(np.array([rays @ rotation(entry).T for entry in real]), seen)
    floor = np.array([angles_between(rays @ fitted(rays, s).T, s) for s in seen])
    common = placed @ align(placed.reshape(-1, 3), seen.reshape(-1, 3)).T
    turns = [fitted(p, s) for p, s in zip(common, seen, strict=True)]
    rest = np.array([angles_between(p @ turn.T, s) for p, s, turn in zip(common, seen, turns, strict=True)])
    sizes = np.array([np.degrees(np.linalg.norm(cv2.Rodrigues(turn)[0])) for turn in turns])
    errors = errors_of(placed, seen).reshape(len(placed), -1).mean(axis=1)
    matched = np.array([picture["matches"] > 0 for picture in result["pictures"]])
    groups = " | ".join(f"{errors[m].mean():.2f} ({m.sum()})" if m.any() else "–" for m in (matched, ~matched))
    return (
        f"| {folder.name} | {only_turned.mean():.2f} | {floor.mean():.2f} | {errors.mean():.2f} | {groups} "
        f"| {rest.mean():.2f} | {sizes.mean():.2f} | {sizes.max():.2f} | {real_fov:.1f} | {result['fieldOfView']:.1f} |"
    )


def measure_ours(folder, program, width):
    photos, out = folder / "photos.json", folder / "stitched.jpg"
    command = ["time", "-f", "%M", program, photos, "--output", out, "--width", width, "--grid", "--time-limit", 900]
    done, wall, cpu = timed([str(part) for part in command])
    if done.returncode:
        raise SystemExit(f"{folder}: {done.stderr}")
    result = json.loads(done.stdout.splitlines()[-1])
    recorded, seen = json.loads(photos.read_text())["pictures"], seen_in(folder)
    before = errors_of(np.array([rays_of_grid(60) @ rotation(p).T for p in recorded]), seen)
    placed = np.array([p["grid"] for p in result["pictures"]]).reshape(-1, 35, 3)
    after = errors_of(placed, seen)
    common = align(placed.reshape(-1, 3), seen.reshape(-1, 3))
    truth, made = cv2.imread(str(folder / "truth.png")), cv2.imread(str(out))
    cells, picture = compared(made, truth, common)
    megabytes = int(done.stderr.split()[-1]) / 1024
    return [
        f"| {folder.name} | as recorded | 0 of {len(recorded)} | {summary(before)} | – | – | – | – | – | – |",
        f"| {folder.name} | prep-stitch | {len(recorded) - len(placed)} of {len(recorded)} "
        f"| {summary(after)} | {cells} | {seam_visibility(made):.2f} "
        f"| {wall:.1f} | {cpu:.1f} | {megabytes:.0f} |",
    ], decomposition(folder, placed, result), picture


def measure_hugin(folder):
    """Measures Hugin's own steps: control points, their cleaning, optimization, remapping and blending."""
    recorded, seen = json.loads((folder / "photos.json").read_text())["pictures"], seen_in(folder)
    files = [folder / picture["file"] for picture in recorded]
    with tempfile.TemporaryDirectory() as place:
        project, out = Path(place) / "project.pto", Path(place) / "panorama.tif"
        steps = [
            ["pto_gen", "--projection", "0", "--fov", "60", "--output", project, *files],
            ["cpfind", "--multirow", "--ncores", "1", "--output", project, project],
            ["cpclean", "--output", project, project],
            ["autooptimiser", "-a", "-m", "-s", "-o", project, project],
            ["pano_modify", "--projection", "2", "--fov", "360x180", "--canvas", "4096x2048", "--output", project,
             project],
            ["nona", "-m", "TIFF_m", "-o", Path(place) / "part", project],
        ]  # fmt: skip
        wall = cpu = 0.0
        for step in steps:
            done, step_wall, step_cpu = timed([str(part) for part in step])
            if done.returncode:
                raise SystemExit(f"{step[0]}: {done.stderr[-500:]}")
            wall, cpu = wall + step_wall, cpu + step_cpu
        parts = sorted(Path(place).glob("part*.tif"))
        blended, step_wall, step_cpu = timed(["enblend", "--wrap=horizontal", "-o", str(out), *map(str, parts)])
        wall, cpu = wall + step_wall, cpu + step_cpu
        text = project.read_text()
        made = cv2.imread(str(out)) if blended.returncode == 0 else None
    found = [dict(re.findall(r"\b([ypr])(-?[\d.]+)", line)) for line in text.splitlines() if line.startswith("i ")]
    fov = float(re.search(r"^i .*?\bv([\d.]+)", text, re.MULTILINE)[1])
    linked = {int(number) for pair in re.findall(r"^c n(\d+) N(\d+)", text, re.MULTILINE) for number in pair}
    rays = rays_of_grid(fov)
    placed = np.array([
        rays @ rotation({"yaw": float(p["y"]), "pitch": float(p["p"]), "roll": float(p["r"])}).T for p in found
    ])  # fmt: skip
    # Pictures without control points stay at the default orientation; they count as dropped.
    kept = sorted(linked)
    after = errors_of(placed[kept], seen[kept])
    cells, seam, picture = "– | –", "–", nothing("Hugin: no panorama")
    if made is not None:
        common = align(placed[kept].reshape(-1, 3), seen[kept].reshape(-1, 3))
        cells, picture = compared(made, cv2.imread(str(folder / "truth.png")), common)
        seam = f"{seam_visibility(made):.2f}"
    return (
        f"| {folder.name} | Hugin | {len(files) - len(linked)} of {len(files)} | {summary(after)} | {cells} | {seam} "
        f"| {wall:.1f} | {cpu:.1f} | – |"
    ), picture


def measure_opencv(folder):
    """Measures cv::Stitcher with its defaults: how many pictures it drops, and what it makes of the others."""
    names = [p["file"] for p in json.loads((folder / "photos.json").read_text())["pictures"]]
    pictures = [cv2.imread(str(folder / name)) for name in names]
    start, cpu = time.monotonic(), time.process_time()
    stitcher = cv2.Stitcher.create(cv2.Stitcher_PANORAMA)
    status = stitcher.estimateTransform(pictures)
    kept = list(stitcher.component()) if status == cv2.Stitcher_OK else []
    made = None
    if kept:
        status, made = stitcher.composePanorama()
    wall, cpu = time.monotonic() - start, time.process_time() - cpu
    picture = nothing("cv::Stitcher: no panorama")
    if made is not None and made.size:
        # Its surface and extent are its own choice, so it cannot be compared pixel by pixel.
        scale = min(SIZE[0] / made.shape[1], SIZE[1] / made.shape[0])
        small = cv2.resize(made, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
        picture[:small.shape[0], :small.shape[1]] = small
    return (
        f"| {folder.name} | cv::Stitcher | {len(names) - len(kept)} of {len(names)} "
        f"| – | – | – | – | – | – | {wall:.1f} | {cpu:.1f} | – |"
    ), picture


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--width", type=int, default=4096)
    parser.add_argument("--rooms", nargs="+", help="names of folders; all by default")
    parser.add_argument("--pictures", type=Path, help="folder for a small picture of each room")
    options = parser.parse_args()
    rooms = sorted(path for path in options.folder.iterdir() if (path / "truth.png").exists())
    rooms = [room for room in rooms if not options.rooms or room.name in options.rooms]
    lines, parts = [], []
    for room in rooms:
        own, part, picture = measure_ours(room, options.program, options.width)
        pictures = [cv2.resize(cv2.imread(str(room / "truth.png")), SIZE, interpolation=cv2.INTER_AREA), picture]
        lines += own
        parts.append(part)
        if not room.name.endswith("-still"):
            line, picture = measure_opencv(room)
            lines.append(line)
            others = [picture]
            if shutil.which("cpfind"):
                line, picture = measure_hugin(room)
                lines.append(line)
                others.insert(0, picture)
            pictures += others
        if options.pictures:
            path = options.pictures / f"{room.name}.jpg"
            cv2.imwrite(str(path), cv2.vconcat(pictures), [cv2.IMWRITE_JPEG_QUALITY, 70])
        print("\n".join(lines[-4:]), part, sep="\n", flush=True)
    print("", *lines, "", *parts, sep="\n")


if __name__ == "__main__":
    main()
