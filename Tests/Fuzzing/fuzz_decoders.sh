#!/bin/sh
# Fuzzes the JPEG and PNG decoders under AddressSanitizer and UndefinedBehaviorSanitizer.
#
#   Tests/Fuzzing/fuzz_decoders.sh [SECONDS]
#
# Needs a clang with libFuzzer (the Swift toolchain's has it), libjpeg-dev, libpng-dev and
# zlib1g-dev. The corpus begins with the fixtures of FaceImagingTests and grows in .build-fuzz/, as
# do the inputs that crash. Exit status 0: nothing was found.
set -eu

seconds=${1:-120}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/.build-fuzz
clang=$(command -v clang || true)
if [ -z "$clang" ]; then
    echo "clang was not found: put the Swift toolchain's folder usr/bin into PATH." >&2
    exit 3
fi

mkdir -p "$build/corpus"
"$clang" -g -O2 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -I "$root/Sources/CImageCodecs/include" -I "$root/Sources/CImageCodecs" \
    -o "$build/decoder_fuzzer" \
    "$root"/Sources/CImageCodecs/*.c "$root/Tests/Fuzzing/decoder_fuzzer.c" -ljpeg -lpng -lz

cd "$build"
# A hang is what takes 10 seconds: a legal picture of the largest size here takes milliseconds.
ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 ./decoder_fuzzer \
    -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=20000 -print_final_stats=1 \
    corpus "$root/Tests/FaceImagingTests/Fixtures"
