#!/usr/bin/env bash
# Plays the game in a real browser: Debian's chromium-headless-shell, driven by Playwright.
# The shell takes a third of the processor time of the whole browser (4.2 s against 13.9 s for the same pages).
#
#   run.sh [--quick] [pytest's arguments]
#
# Tests that open no browser are in ../Server; they run together with those of the browser.
# --quick skips the tests that are marked slow. --update replaces the stored screenshots. The game's binary is
# FAMILY_BINARY, or else the release build, or else the debug build. Four processes (FAMILY_BROWSER_PROCESSES) each run
# one file at a time with their own server and browser, because tests mostly wait. When all tests run, deno checks the
# modules first, and failed tests are repeated once, alone; those that pass only then are listed (.ci/once_more.py).
set -euo pipefail
cd "$(dirname "$0")/.."
venv="${FAMILY_BROWSER_VENV:-$PWD/../.build/browser-venv}"

chromium=$(command -v chromium-headless-shell || true)
if [ -z "$chromium" ]; then
    if [ "${FAMILY_BROWSER_OPTIONAL:-}" = 1 ]; then
        echo "SKIPPED: chromium-headless-shell is missing, so no browser test ran: apt-get install chromium-headless-shell"
        exit 0
    fi
    echo "chromium-headless-shell is missing: apt-get install chromium-headless-shell (or FAMILY_BROWSER_OPTIONAL=1)" >&2
    exit 1
fi
if ! cmp --silent Browser/requirements.txt "$venv/requirements.txt"; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --requirement Browser/requirements.txt
    cp Browser/requirements.txt "$venv/requirements.txt"
fi
arguments=()
for argument in "$@"; do
    # A file is named without its folder.
    if [ "$argument" = --quick ]; then
        arguments+=(-m "not slow")
    elif [ -e "Browser/${argument%%::*}" ]; then
        arguments+=("Browser/$argument")
    elif [ -e "Server/${argument%%::*}" ]; then
        arguments+=("Server/$argument")
    else
        arguments+=("$argument")
    fi
done
export CHROMIUM="$chromium"
once_more=()
if [ $# -eq 0 ]; then
    DENO="$venv/bin/deno" ../PET/run-tests.sh
    once_more=(python3 ../../.ci/once_more.py pytest)
fi
exec "${once_more[@]}" "$venv/bin/python" -m pytest -q --color=no -p no:cacheprovider \
    --numprocesses "${FAMILY_BROWSER_PROCESSES:-4}" --dist loadfile "${arguments[@]}"
