#!/usr/bin/env bash
# Builds a third-party package that depends on this one by version, and scores a picture with it.
#
#   Tests/Outside/run.sh
#
# Clones and tags the committed state, and compiles the examples outside the repository. They may use only
# public symbols, and the manifest must be usable by a package with a version requirement. Build products stay
# in .build/outside, so the next run is fast.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$root/.build/outside
version=1000.0.0
mkdir -p "$place/Sources"

# Each commit has its own address, because SwiftPM remembers the commit of a version by address.
revision=$(git -C "$root" rev-parse HEAD)
library=$place/libraries/$revision/library.git
if [ ! -d "$library" ]; then
    rm -rf "$place/libraries" "$place"/cache/repositories/library-* "$place"/.build/repositories/library-*
    mkdir -p "$(dirname "$library")"
    git clone --quiet --bare "$root" "$library"
    git -C "$library" tag "$version" "$revision"
fi
rm -f "$place/Package.resolved"

cat >"$place/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Outside",
    dependencies: [.package(url: "file://$library", from: "$version")],
    targets: [
        .executableTarget(
            name: "ScorePicture", dependencies: [.product(name: "FacialFun", package: "library")]),
        .executableTarget(
            name: "JudgeFace", dependencies: [.product(name: "FacialFun", package: "library")]),
        .executableTarget(
            name: "WatchCamera", dependencies: [.product(name: "FacialFun", package: "library")]),
        .executableTarget(
            name: "AskService", dependencies: [.product(name: "FacialFunWire", package: "library")]),
        .executableTarget(
            name: "RunNetwork", dependencies: [.product(name: "NeuralNetwork", package: "library")]),
    ]
)
MANIFEST
rm -rf "$place"/Sources/*
cp -r "$root"/Examples/* "$place/Sources/"

# In debug mode and without our flags, like a new user: the C code is not optimized. Without debug
# information it is compiled faster.
unset FACIALFUN_C_FLAGS
build=(swift build --package-path "$place" -debug-info-format none)
"${build[@]}" --cache-path "$place/cache"
binaries=$("${build[@]}" --show-bin-path)
unset FACIALFUN_MODELS
answer=$("$binaries/ScorePicture" "$root/SampleFaces/rendered-fear.jpg")
echo "$answer"
case $answer in
"fear 0."*) ;;
*)
    echo "ScorePicture, built outside, should say fear for SampleFaces/rendered-fear.jpg" >&2
    exit 1
    ;;
esac
"$binaries/JudgeFace" "$root/SampleFaces/rendered-fear.jpg" fear 3 | grep -x matched
"$binaries/RunNetwork" "$root/Models/face-detector"
