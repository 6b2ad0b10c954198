#!/usr/bin/env bash
# Kills the game's server under load and looks for lost answers, attacks it while a polite family plays, simulates
# many children at once to measure times, and opens polls next to 200 families.
#
#   run.sh           everything: 50 kills, 200 children for a minute with 5 million stored answers (about five minutes),
#                    and the capacity of the machine with 10 million stored answers (a quarter of an hour)
#   run.sh --quick   required for every change: 8 kills, each attack for 4 seconds, 40 children for 12 seconds
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
    python3 hostile_clients.py --write HOSTILE.md
    python3 load_test.py --write REPORT.md
    python3 ../../Together/Benchmark/poll_latency.py --gate
    python3 capacity.py ${FAMILY_FACIALFUN:+--scoring "$FAMILY_FACIALFUN"} --write CAPACITY.md
fi
