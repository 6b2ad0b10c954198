#!/bin/sh
# Measures FacialFun and its peers and writes Benchmarks/RESULTS.md.
#
#     Benchmarks/run.sh [--quick] [--parts abcd] [--priority N] [--output FOLDER] [--peers FOLDER]
#                       [--readme README.md]
#
# The peers are installed once from PyPI into FOLDER (default .build-benchmarks/peers, 9 GB, most of it
# dependencies of fer). After that a run takes about six minutes, with --quick two.
set -eu
package=$(cd "$(dirname "$0")/.." && pwd)
build="$package/.build-benchmarks"
peers="$build/peers"

# This script handles --peers; all other arguments go to the comparison program.
rest=""
while [ $# -gt 0 ]; do
    case "$1" in
    --peers)
        [ $# -ge 2 ] || { echo "--peers needs a folder" >&2; exit 64; }
        mkdir -p "$2"
        peers=$(cd "$2" && pwd)
        shift 2
        ;;
    --help)
        sed -n '2,8s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *)
        case "$1" in
        *[!A-Za-z0-9_./=-]*) echo "An odd argument: $1" >&2; exit 64 ;;
        esac
        rest="$rest $1"
        shift
        ;;
    esac
done

# The lock file of each peer lists all packages with version and checksum; requirements/lock.sh generates
# it from the .txt file, which lists the direct dependencies.
for lock in "$package"/Benchmarks/requirements/*.lock; do
    environment="$peers/$(basename "$lock" .lock)"
    if ! cmp -s "$lock" "$environment/installed.txt"; then
        echo "Installing $(basename "$lock" .lock)" >&2
        rm -f "$environment/installed.txt"
        # Packages of a peer may have disappeared from PyPI; the parts without that peer still run.
        if { [ -x "$environment/bin/python" ] || python3 -m venv "$environment"; } &&
            "$environment/bin/pip" install --quiet --require-hashes --no-deps \
                --requirement "$lock"; then
            cp "$lock" "$environment/installed.txt"
        else
            echo "$(basename "$lock" .lock) could not be installed" >&2
        fi
    fi
done

make --directory "$package" build engine-worker >&2
binaries=$(swift build --package-path "$package" --configuration release --show-bin-path)

# shellcheck disable=SC2086 # the rest was checked word by word
exec python3 "$package/Benchmarks/compare" --peers "$peers" --work "$build/work" \
    --facialfun "$binaries/facialfun" --engine-worker "$binaries/engine-worker" $rest
