#!/usr/bin/env bash
# Tests the C kernels for 64-bit ARM on any machine. They are built by Debian's cross compiler and by clang,
# which SwiftPM uses, and run by qemu's user-mode emulation. The same programs run natively on x86-64, and the
# image checksums of both must agree.
#
#   Tests/ARM/run.sh
#
# Needs gcc-aarch64-linux-gnu, libc6-dev-arm64-cross and qemu-user-static (`make test-arm` installs them), and
# the clang of the Swift toolchain. On a 64-bit ARM machine, everything except the instruction counts runs
# without the emulator.
set -euo pipefail
cd "$(dirname "$0")/../.."
tests=$PWD/Tests/ARM
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

emulator=qemu-aarch64-static
include=/usr/aarch64-linux-gnu/include
for program in aarch64-linux-gnu-gcc clang "$emulator"; do
    command -v "$program" >/dev/null || { echo "missing: $program; \`make test-arm\` installs the Debian packages, Swift brings clang" >&2; exit 69; }
done
directory_of() { dirname "$(find "$PWD/Sources" -name "$1" | head -1)"; }
networks=$(directory_of kernels_neon.c)
pictures=$(directory_of warp_neon.c)
includes="-I$(directory_of CNeuralKernels.h) -I$(directory_of CImageKernels.h)"

warnings="-Wall -Wextra -Werror"
# GCC knows neither nullability nor clang's pragmas. It fuses products and sums by default, which the kernels do
# not allow.
gcc="aarch64-linux-gnu-gcc -O3 $warnings -Wno-unknown-pragmas -D_Nonnull= -D_Nullable= -ffp-contract=off $includes"
clang="clang --target=aarch64-linux-gnu -isystem $include -O3 $warnings $includes"
native="clang -O1 $warnings $includes"

network_sources="instruction_sets memory numbers packing kernels_neon kernels_portable"
native_sources="instruction_sets memory numbers packing kernels_sse2 kernels_avx2 kernels_avx512 kernels_portable"
picture_sources="area rows rows_neon sample sample_neon scratch warp warp_avx2 warp_neon window"

# Prints one line per object: its kind, source and compiler.
list() {
    local kind=$1 compiler=$2
    shift 2
    for source in "$@"; do echo "$kind $source $compiler"; done
}
paths() { local folder=$1; shift; printf "$folder/%s.c " "$@"; }
compilations() {
    # The slowest compilations come first. Only objects with ARM-specific code are compiled with clang; the
    # others come from GCC.
    # shellcheck disable=SC2046,SC2086 # lists that are meant to be split
    {
        list clang "$clang" $(paths "$networks" kernels_neon)
        list gcc "$gcc" $(paths "$networks" kernels_neon kernels_portable)
        [ "$(uname -m)" != x86_64 ] || list native "$native" $(paths "$networks" $native_sources) \
            $(paths "$pictures" $picture_sources) $(paths "$tests" problem kernels images)
        list gcc "$gcc" $(paths "$networks" instruction_sets memory numbers packing) \
            $(paths "$pictures" $picture_sources) $(paths "$tests" problem kernels images count)
        list gcc "$gcc -march=armv8.2-a+fp16" $(paths "$tests" half)
        list clang "$clang" $(paths "$pictures" $picture_sources)
    }
}
mkdir "$work/gcc" "$work/clang" "$work/native"
# shellcheck disable=SC2016 # the inner shell expands it
compilations | xargs -P "$(nproc)" -L 1 sh -c 'kind=$1 source=$2; shift 2; exec "$@" -c "$source" -o "$0/$kind/$(basename "$source" .c).o"' "$work"

link() { # OUTPUT OBJECT...
    local output=$1
    shift
    aarch64-linux-gnu-gcc -static "$@" -lm -o "$work/$output"
}
in_folder() { local folder=$1; shift; printf "$work/$folder/%s.o " "$@"; }
own() { # KIND: the program runs here or by the emulator
    if [ "$(uname -m)" = aarch64 ]; then "$@"; else "$emulator" "$@"; fi
}
# shellcheck disable=SC2046,SC2086 # lists that are meant to be split
{
    common=$(in_folder gcc instruction_sets memory numbers packing kernels_portable problem)
    link kernels-gcc $common $(in_folder gcc kernels_neon kernels)
    link kernels-clang $common $(in_folder clang kernels_neon) $(in_folder gcc kernels)
    link count-gcc $common $(in_folder gcc kernels_neon count)
    link images-gcc $common $(in_folder gcc kernels_neon images $picture_sources)
    link images-clang $common $(in_folder gcc kernels_neon images) $(in_folder clang $picture_sources)
    link half $common $(in_folder gcc kernels_neon half)
    if [ "$(uname -m)" = x86_64 ]; then
        clang $(in_folder native $native_sources problem kernels) -lm -o "$work/kernels-native"
        clang $(in_folder native $native_sources problem images $picture_sources) -lm -o "$work/images-native"
    fi
}

if [ "$(uname -m)" = x86_64 ]; then
    echo "Networks on this machine:"
    "$work/kernels-native"
    "$work/images-native" >"$work/images-native.txt"
fi
for compiler in gcc clang; do
    echo "Networks on ARM, by $compiler:"
    own "$work/kernels-$compiler"
    own "$work/images-$compiler" >"$work/images-$compiler.txt"
done
echo "Checksums of pictures:"
cat "$work/images-gcc.txt"
for other in "$work"/images-*.txt; do
    diff "$work/images-gcc.txt" "$other" || { echo "not the same pictures: $(basename "$other" .txt)" >&2; exit 1; }
done
own "$work/half"
"$tests/count-instructions" "$work/count-gcc" "$emulator"
