#!/usr/bin/env bash
# Builds a package of a stranger, which depends on this one by version, and scores a picture with it.
#
#   Tests/Outside/run.sh
#
# The committed state is cloned and tagged, and the examples are compiled outside: they may use only what
# is public, and the manifest may hold nothing that a package of a version must not. Build products stay
# in .build/outside, so that a second run is quick.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$root/.build/outside
version=1000.0.0
mkdir -p "$place/Sources"

# Each commit has an address of its own: SwiftPM remembers which commit a version of an address is.
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

# In debug mode and without our flags, as a stranger begins: the C code is not optimized.
unset FACIALFUN_C_FLAGS
swift build --package-path "$place" --cache-path "$place/cache"
binaries=$(swift build --package-path "$place" --show-bin-path)
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
