#!/bin/sh
# Regenerates the lock files in this folder from the .txt files: every package that a peer needs, with its
# version and the checksum of the file for this Python and kind of machine.
#
#     Benchmarks/requirements/lock.sh [NAME…]
set -eu
cd "$(dirname "$0")"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
for name in ${*:-deepface engines fer mediapipe opencv46 opencv5 pyfeat}; do
    # Installs nothing: pip only reports.
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
