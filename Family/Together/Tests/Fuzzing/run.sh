#!/bin/sh
# Fuzzes the calendar shim under AddressSanitizer and UndefinedBehaviorSanitizer.
#
#   Family/Together/Tests/Fuzzing/run.sh [SECONDS]
#
# Needs the Swift toolchain, whose clang has libFuzzer, and libical-dev. New inputs are kept in
# .build-fuzz/calendar; SECONDS defaults to 600. Exit status 0: nothing was found.
set -eu

seconds=${1:-600}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
sources=$root/Family/Together/Sources/CICal
build=$root/.build-fuzz/calendar
mkdir -p "$build/corpus"
clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -I "$sources/include" -o "$build/calendar_fuzzer" \
    "$sources/CICal.c" "$here/calendar_fuzzer.c" -lical
# libical keeps its time zones until the end of the process: leaks are not counted.
cd "$build"
ASAN_OPTIONS=detect_leaks=0 ./calendar_fuzzer -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len=20000 -dict="$here/calendar.dict" -print_final_stats=1 corpus \
    "$here/corpus"
