#!/usr/bin/env bash
# Plays the game in a real browser: Debian's Chromium, headless, driven by Playwright.
#
#   run.sh [--quick] [pytest's arguments]
#
# --quick leaves out the tests that are marked slow. --update writes the kept pictures of the screens anew. The game's
# binary is FAMILY_BINARY, else the release build, else the debug build. Four processes play a file each at a time; most of a test is waiting
# (FAMILY_BROWSER_PROCESSES says how many), each with a server and a browser of its own. Where all are played, what
# fails is played once more, alone, and what passes only then is named (.ci/once_more.py).
set -euo pipefail
cd "$(dirname "$0")"
venv="${FAMILY_BROWSER_VENV:-$PWD/../../.build/browser-venv}"

chromium=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$chromium" ]; then
    if [ "${FAMILY_BROWSER_OPTIONAL:-}" = 1 ]; then
        echo "SKIPPED: there is no chromium, so nothing was played in a browser. Install it: apt-get install chromium"
        exit 0
    fi
    echo "There is no chromium. Install it: apt-get install chromium (or set FAMILY_BROWSER_OPTIONAL=1)" >&2
    exit 1
fi
if ! cmp --silent requirements.txt "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement requirements.txt
    cp requirements.txt "$venv/requirements.txt"
fi
arguments=()
for argument in "$@"; do
    if [ "$argument" = --quick ]; then arguments+=(-m "not slow"); else arguments+=("$argument"); fi
done
export CHROMIUM="$chromium"
once_more=()
[ $# -gt 0 ] || once_more=(python3 ../../../.ci/once_more.py pytest)
exec "${once_more[@]}" "$venv/bin/python" -m pytest -q --color=no -p no:cacheprovider \
    --numprocesses "${FAMILY_BROWSER_PROCESSES:-4}" --dist loadfile "${arguments[@]}"
