"""(c) The whole job on a photograph, from the bytes of a file to scores, compared with whole packages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

from setting import MODELS, Setting
from worker import Conditions, Failed, Worker, alternate, whole_process

PICTURES = ["640x480", "1280x720"]
LIVE, THOROUGH, FOLLOWING = "FacialFun, live", "FacialFun, thorough", "FacialFun, following"
FER, MESH, TRACKING = "fer", "MediaPipe face mesh", "MediaPipe face mesh, tracking"
# Number of process starts for each contender in a full run; fewer for the slow ones.
STARTS = {LIVE: 20, THOROUGH: 20, FER: 3, MESH: 5}


# The package, environment and program of each peer.
PEERS = {FER: ("fer", "fer_peer.py"), MESH: ("mediapipe", "mediapipe_peer.py")}


def measure(setting: Setting) -> dict:
    """Cold start, first result, steady state, memory and size of each contender.

    Peers that cannot be run are listed in `missing` with the reason.
    """
    missing = missing_peers(setting)
    return {
        "pictures": {size: _picture(setting, size, missing) for size in PICTURES},
        "install": install_sizes(setting, missing),
        "missing": missing,
    }


def missing_peers(setting: Setting) -> dict[str, str]:
    """The peers that do not start, by name, with the reason."""
    picture = setting.picture(f"portrait-{PICTURES[0]}.jpg")
    missing = {}
    for name, (environment, script) in PEERS.items():
        try:
            # Also reads everything from disk once.
            whole_process(setting.peer(environment, script, picture, "--once"), setting.one, setting.log)
        except (Failed, OSError) as failure:
            missing[name] = str(failure)
            print(f"  without {name}: {failure}", file=sys.stderr)
    return missing


def _present(commands: dict[str, list[str]], missing: dict[str, str]) -> dict[str, list[str]]:
    """The commands without those of missing peers."""
    gone = set(missing) | ({TRACKING} if MESH in missing else set())
    return {name: command for name, command in commands.items() if name not in gone}


def _picture(setting: Setting, size: str, missing: dict[str, str]) -> dict:
    picture = setting.picture(f"portrait-{size}.jpg")
    print(f"  {size}: new processes in turn", file=sys.stderr)
    result = {"starts": _starts(setting, picture, missing)}
    for name, conditions in [("one", setting.one), ("two", setting.two)]:
        print(f"  {size}: steady state on {name} core(s)", file=sys.stderr)
        result[name] = _steady(setting, picture, conditions, missing)
    result["stages"] = {
        search: time_jobs(setting, picture, search, setting.rounds(200), setting.one)
        for search in ("live", "service", "thorough")
    }
    return result


def _starts(setting: Setting, picture: Path, missing: dict[str, str]) -> dict:
    def score(search: str) -> list[str]:
        words = ["score", "--format", "jsonl", "--jobs", "1", "--search", search]
        return [str(setting.facialfun), *words, str(picture)]

    commands = {
        LIVE: score("live"),
        THOROUGH: score("thorough"),
        FER: setting.peer("fer", "fer_peer.py", picture, "--once"),
        MESH: setting.peer("mediapipe", "mediapipe_peer.py", picture, "--once"),
    }
    commands = _present(commands, missing)
    for command in commands.values():
        # The first start of each reads from disk and does not count.
        whole_process(command, setting.one, setting.log)
    found: dict[str, list[dict]] = {name: [] for name in commands}
    wanted = {name: max(2, STARTS[name] // 3) if setting.quick else STARTS[name] for name in STARTS}
    for turn in range(max(wanted.values())):
        for name, command in commands.items():
            # Spread over the turns, so that changes of load affect all of them.
            if turn * wanted[name] // max(wanted.values()) == len(found[name]):
                found[name].append(whole_process(command, setting.one, setting.log))
    return {
        name: {
            "starts": len(runs),
            **{key: median(run[key] for run in runs) for key in runs[0]},
        }
        for name, runs in found.items()
    }


def _steady(
    setting: Setting, picture: Path, conditions: Conditions, missing: dict[str, str]
) -> dict:
    # One thread is the best setting of each on one core. On two cores the peers use their defaults, and ours uses one
    # thread per core, like `facialfun score` on one picture and `watch`.
    threads = ["--threads", "1"] if len(conditions.processors) == 1 else []

    def ours(search: str, *flags: str) -> list[str]:
        models = ["--models", str(MODELS), "--search", search]
        workers = ["--threads", str(len(conditions.processors))]
        return [str(setting.engine_worker), "frame", str(picture), *models, *workers, *flags]

    def mediapipe(*flags: str) -> list[str]:
        return setting.peer("mediapipe", "mediapipe_peer.py", picture, *flags, *threads)

    commands = {
        LIVE: ours("live"),
        THOROUGH: ours("thorough"),
        FOLLOWING: ours("live", "--follow"),
        FER: setting.peer("fer", "fer_peer.py", picture, *threads),
        MESH: mediapipe(),
        TRACKING: mediapipe("--tracking"),
    }
    commands = _present(commands, missing)
    workers = [Worker(name, words, conditions, setting.log) for name, words in commands.items()]
    for worker in workers:
        if worker.loaded["faces"] != 1:
            raise Failed(
                f"{worker.name} finds {worker.loaded['faces']} faces in {picture.name}, not 1: "
                "its work is not comparable"
            )
    series = alternate(workers, setting.rounds(20), milliseconds=80)
    result = {
        worker.name: {
            "about": worker.loaded.get("about", "FacialFun"),
            "milliseconds": series[worker.name].median,
            "liveOverThis": series[LIVE].over(series[worker.name]),
            "thoroughOverThis": series[THOROUGH].over(series[worker.name]),
            "followingOverThis": series[FOLLOWING].over(series[worker.name]),
            "residentMegabytes": worker.resident_megabytes,
        }
        for worker in workers
    }
    for worker in workers:
        worker.end()
    return result


def time_jobs(
    setting: Setting, picture: Path, search: str, rounds: int, conditions: Conditions
) -> dict:
    """The output of `facialfun bench` for one picture."""
    command = [str(setting.facialfun), "bench", str(picture), "--format", "json"]
    command += ["--search", search, "--rounds", str(rounds), "--cold-starts", "0"]
    done = subprocess.run(
        command, capture_output=True, text=True, preexec_fn=conditions.apply, check=False
    )
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)} failed: {done.stderr}")
    found = json.loads(done.stdout)
    # Removes the local folder from the published results.
    found["sources"] = [Path(source).name for source in found["sources"]]
    return found


def install_sizes(setting: Setting, missing: dict[str, str]) -> dict[str, dict]:
    """Megabytes on disk besides the system: ours including the libraries that it loads, theirs including all packages
    installed by pip, without pip and Python.
    """
    models = [
        path
        for path in MODELS.glob("*/*")
        if path.name in ("manifest.json", "weights.safetensors", "README.md")
    ]
    ours = _bytes([setting.facialfun, *models])
    sizes = {"FacialFun": {"megabytes": ours / 1e6, "libraries": _libraries(setting) / 1e6}}
    for name, (environment, _) in PEERS.items():
        if name in missing:
            continue
        packages = next((setting.peers / environment / "lib").glob("python*/site-packages"))
        files = [
            path
            for path in packages.rglob("*")
            if path.is_file()
            and not path.is_symlink()
            and path.relative_to(packages).parts[0].split("-")[0] not in ("pip", "setuptools")
            # Compiled by Python on first import.
            and path.suffix != ".pyc"
        ]
        sizes[name] = {"megabytes": _bytes(files) / 1e6}
    return sizes


def _libraries(setting: Setting) -> int:
    """Bytes of the shared libraries that our binary loads, except those of libc and gcc."""
    listed = subprocess.run(
        ["ldd", str(setting.facialfun)], capture_output=True, text=True, check=True
    ).stdout
    system = r"/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*|libgcc_s|libstdc\+\+)[.-]"
    paths = [Path(path) for path in re.findall(r"=> (/\S+)", listed)]
    return _bytes([path for path in paths if not re.search(system, str(path))])


def _bytes(paths: list[Path]) -> int:
    return sum(path.resolve().stat().st_size for path in paths)
