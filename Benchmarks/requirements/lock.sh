#!/bin/sh
# Writes the lock files beside it anew from the .txt files: every package that each peer needs, with its
# version and the checksum of the file that this Python on this kind of machine takes.
#
#     Benchmarks/requirements/lock.sh [NAME…]
set -eu
cd "$(dirname "$0")"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
for name in ${*:-deepface engines fer mediapipe opencv46 opencv5 pyfeat}; do
    # Nothing is installed: pip says what it would.
    "$tools/bin/pip" install --quiet --dry-run --report "$tools/report.json" \
        --requirement "$name.txt"
    python3 - "$tools/report.json" >"$name.lock" <<'END'
import json, re, sys

for package in sorted(
    json.load(open(sys.argv[1]))["install"], key=lambda one: one["metadata"]["name"].lower()
):
    name = re.sub(r"[-_.]+", "-", package["metadata"]["name"]).lower()
    digest = package["download_info"]["archive_info"]["hashes"]["sha256"]
    print(f"{name}=={package['metadata']['version']} \\\n    --hash=sha256:{digest}")
END
    echo "$name.lock: $(grep -c == "$name.lock") packages"
done
