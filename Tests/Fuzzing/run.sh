#!/bin/sh
# Fuzzes every parser under AddressSanitizer, one after the other.
#
#   Tests/Fuzzing/run.sh [SECONDS [TARGET…]]
#
# Targets in Swift (Sources/Fuzzer): http, json, bodies, manifest, levels, hints, replay, exif, stream
# (concatenated JPEGs), film (the output of ffmpeg) and foreign (the output of the process that decodes WebP or
# HEIC). Targets in C: png and jpeg (decoder_fuzzer.c), webp and heic (the decoders of that process,
# optional_decoder_fuzzer.c). By default all targets run, each for SECONDS (default 600).
#
# Needs the Swift toolchain, whose clang has libFuzzer, and libjpeg-dev, libpng-dev, zlib1g-dev, libwebp7 and
# libheif1.
#
# New inputs are kept in .build-fuzz/corpus, crashing inputs in .build-fuzz. Once a crash is fixed, add its
# input to corpus/TARGET, which seeds every run; make-corpus generated the films and the pictures in WebP and
# HEIC. The C decoders are also checked for leaks. Exits with status 0 if nothing was found.
set -eu

seconds=${1:-600}
[ $# -eq 0 ] || shift
targets=${*:-http json bodies manifest levels hints replay exif stream film foreign png jpeg webp heic}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/.build-fuzz
# The sanitizer's report is enough.
export SWIFT_BACKTRACE=enable=no

build_swift() {
    [ -z "${built_swift:-}" ] || return 0
    built_swift=yes
    # Optimized, which is forty times as fast; preconditions are still checked.
    swift build --package-path "$here" --scratch-path "$build/swift" --product Fuzzer \
        -Xswiftc -O -Xswiftc -sanitize=fuzzer,address -Xcc -fsanitize=fuzzer-no-link,address
}

build_c() {
    [ -z "${built_c:-}" ] || return 0
    built_c=yes
    mkdir -p "$build"
    clang -g -O2 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
        -I "$root/Sources/CFacialFun/include" -I "$root/Sources/CFacialFun/ImageCodecs" \
        -o "$build/decoder_fuzzer" \
        "$root"/Sources/CFacialFun/ImageCodecs/*.c "$here/decoder_fuzzer.c" -ljpeg -lpng -lz
    clang -g -O2 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
        -I "$root/Sources/CFacialFun/include" -o "$build/optional_decoder_fuzzer" \
        "$root"/Sources/CFacialFun/OptionalCodecs/*.c "$here/optional_decoder_fuzzer.c" -ldl
}

# Prints the seeds of a target: the package's own files of its kind, and the checked-in corpus.
seeds() {
    case "$1" in
    json) ls "$here"/corpus/bodies/* "$root"/Models/*/manifest.json ;;
    manifest) ls "$root"/Models/*/manifest.json ;;
    levels) ls "$root"/Models/levels.json ;;
    hints) ls "$root"/Models/hints.json ;;
    exif) ls "$root"/Tests/FacialFunTests/Imaging/Fixtures/exif-* ;;
    png) ls "$root"/Tests/FacialFunTests/Imaging/Fixtures/*.png ;;
    jpeg) ls "$root"/Tests/FacialFunTests/Imaging/Fixtures/*.jpg ;;
    esac
    ls "$here/corpus/$1"/* 2>/dev/null || true
}

for target in $targets; do
    case "$target" in
    http | json | bodies | manifest | levels | hints | replay | exif | stream | film | foreign)
        build_swift
        # Swift does not free all objects at the end of a process.
        leaks=0
        program=$build/swift/debug/Fuzzer
        ;;
    png | jpeg)
        build_c
        leaks=1
        program=$build/decoder_fuzzer
        ;;
    webp | heic)
        build_c
        leaks=1
        program=$build/optional_decoder_fuzzer
        ;;
    *)
        echo "There is no target $target." >&2
        exit 64
        ;;
    esac
    dictionary=
    [ "$target" != http ] || dictionary=-dict=$here/http.dict
    case "$target" in json | bodies | manifest | levels | hints | replay) dictionary=-dict=$here/json.dict ;; esac
    # The decoding process is killed after 60 s of CPU time if the library hangs in a damaged file, as libheif
    # 1.15 does. Such files are kept, and fuzzing continues in a new process.
    apart=
    case "$target" in webp | heic) apart="-fork=1 -ignore_timeouts=1" ;; esac
    mkdir -p "$build/corpus/$target" "$build/seeds/$target"
    seeds "$target" | while read -r seed; do
        cp "$seed" "$build/seeds/$target/$(echo "${seed#"$root"/}" | tr / _)"
    done
    echo "fuzzing $target for $seconds seconds"
    # Inputs that take more than 10 seconds count as hangs; valid inputs take milliseconds.
    (cd "$build" && ASAN_OPTIONS=detect_leaks=$leaks:allocator_may_return_null=1 \
        FUZZ_TARGET=$target "$program" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=20000 -print_final_stats=1 -artifact_prefix="$target-" \
        $dictionary $apart "corpus/$target" "seeds/$target")
done
