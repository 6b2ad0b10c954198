#!/usr/bin/env bash
# Runs Microsoft's own client of the retired Azure Face API against the service: detect.py.
#
#     Tests/AzureClient/run.sh FACIALFUN [FOLDER]
#
# FACIALFUN is the program; the client is installed once from PyPI into FOLDER (default .build/azure-client). If
# that fails, the check is skipped with a message and exits with 0.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 64; }
program=$1
environment=${2:-$here/../../.build/azure-client}

if ! cmp -s "$here/requirements.txt" "$environment/installed.txt"; then
    if ! { python3 -m venv "$environment" &&
        "$environment/bin/pip" install --quiet --disable-pip-version-check --retries 1 \
            --timeout 20 --requirement "$here/requirements.txt"; }; then
        echo "SKIPPED: the client could not be installed from PyPI (no network, or no python3-venv)," \
            "so the service was not tried with it." >&2
        exit 0
    fi
    cp "$here/requirements.txt" "$environment/installed.txt"
fi

work=$(mktemp -d)
service=""
finish() {
    [ -z "$service" ] || kill "$service" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT

"$program" serve --socket "$work/socket" --listen 127.0.0.1:0 --deadline 20000 2>"$work/log" &
service=$!
for _ in $(seq 600); do
    grep -q '^facialfun: ready' "$work/log" && break
    kill -0 "$service" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
    sleep 0.05
done
port=$(sed -n 's/.*listening on 127.0.0.1:\([0-9]*\).*/\1/p' "$work/log")
"$environment/bin/python" "$here/detect.py" "http://127.0.0.1:$port"
