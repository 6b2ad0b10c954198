#!/usr/bin/env bash
# Runs every test of Modern Family's pages: format, lint, types and unit tests by deno, then the browser tests.
#
#   run-tests.sh [--unit | pytest's arguments]
#
# deno, Playwright and axe-core come from PyPI into the environment of Prep's tests; chromium-headless-shell from Debian.
set -euo pipefail
cd "$(dirname "$0")"
venv="${PREP_VENV:-$PWD/../../.build/prep-venv}"
requirements=../Prep/Tests/requirements.txt

command -v chromium-headless-shell >/dev/null || { echo "chromium-headless-shell is missing: apt-get install chromium-headless-shell" >&2; exit 1; }
if ! cmp --silent "$requirements" "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$requirements"
    cp "$requirements" "$venv/requirements.txt"
fi
if [ $# -eq 0 ] || [ "$1" = --unit ]; then
    export NO_COLOR=1 DENO_NO_UPDATE_CHECK=1
    "$venv/bin/deno" fmt --check --quiet
    "$venv/bin/deno" lint --quiet
    "$venv/bin/deno" check --quiet Web/modules/*.js Web/screens/*.js
    "$venv/bin/deno" test --quiet --allow-read=Web Tests/Unit
fi
[ "${1:-}" != --unit ] || exit 0
cd Tests/Browser
once_more=()
[ $# -gt 0 ] || once_more=(python3 ../../../../.ci/once_more.py pytest)
CHROMIUM=$(command -v chromium-headless-shell) exec "${once_more[@]}" "$venv/bin/python" -m pytest -q --color=no -p no:cacheprovider \
    --numprocesses "${TOGETHER_BROWSER_PROCESSES:-2}" --dist loadfile "$@"
