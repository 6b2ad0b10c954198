#!/usr/bin/env bash
# Kills the game's server under load and looks for lost answers; attacks it, with a polite family beside each attack;
# plays many children at once and times it.
#
#   run.sh           the whole: 50 kills, 200 children for a minute, beside 5 million answers (about five minutes), and
#                    how far the machine goes, with the portal beside 10 million answers (a quarter of an hour)
#   run.sh --quick   what every change must pass: 8 kills, each attack for 4 seconds, 40 children for 12 seconds
set -euo pipefail
cd "$(dirname "$0")"
if [ "${1:-}" = --quick ]; then
    python3 kill_test.py --times 8
    python3 hostile_clients.py --quick
    python3 load_test.py --children 40 --seconds 12 --answers 0 --gate 10
    python3 capacity.py --quick
else
    python3 kill_test.py --times 50
    python3 kill_test.py --times 10 --scoring
    python3 hostile_clients.py
    python3 load_test.py --write REPORT.md
    python3 capacity.py ${FAMILY_FACIALFUN:+--scoring "$FAMILY_FACIALFUN"} --write CAPACITY.md
fi
