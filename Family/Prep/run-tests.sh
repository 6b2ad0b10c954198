#!/usr/bin/env bash
# Runs every test of Prep's pages: format, lint, types and unit tests by deno, then the browser tests.
#
#   run-tests.sh [--unit | pytest's arguments]
#
# deno, Playwright and axe-core come from PyPI into .build/prep-venv; chromium-headless-shell and ffmpeg from Debian.
set -euo pipefail
cd "$(dirname "$0")"
venv="${PREP_VENV:-$PWD/../../.build/prep-venv}"

for program in chromium-headless-shell ffmpeg; do
    command -v "$program" >/dev/null || { echo "$program is missing: apt-get install chromium-headless-shell ffmpeg" >&2; exit 1; }
done
if ! cmp --silent Tests/requirements.txt "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement Tests/requirements.txt
    cp Tests/requirements.txt "$venv/requirements.txt"
fi
if [ $# -eq 0 ] || [ "$1" = --unit ]; then
    export NO_COLOR=1 DENO_NO_UPDATE_CHECK=1
    python3 Content/making/files.py --check
    "$venv/bin/deno" fmt --check --quiet
    "$venv/bin/deno" lint --quiet
    "$venv/bin/deno" check --quiet Web/modules/app.js Web/screens/*.js
    "$venv/bin/deno" test --quiet Tests/Unit
fi
[ "${1:-}" != --unit ] || exit 0
cd Tests/Browser
once_more=()
[ $# -gt 0 ] || once_more=(python3 ../../../../.ci/once_more.py pytest)
CHROMIUM=$(command -v chromium-headless-shell) exec "${once_more[@]}" "$venv/bin/python" -m pytest -q --color=no -p no:cacheprovider \
    --numprocesses "${PREP_BROWSER_PROCESSES:-2}" --dist loadfile "$@"
