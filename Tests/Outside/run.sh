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

# The tag moves with each commit: what SwiftPM remembers of the one before must go.
rm -rf "$place/library.git" "$place/Package.resolved"
git clone --quiet --bare "$root" "$place/library.git"
git -C "$place/library.git" tag --force "$version" HEAD >/dev/null
revision=$(git -C "$place/library.git" rev-parse HEAD)
if [ "$(cat "$place/revision" 2>/dev/null)" != "$revision" ]; then
    # No other run shares these folders.
    rm -rf "$place/cache" "$place/.build/repositories" "$place/.build/checkouts/library" \
        "$place/.build/workspace-state.json"
    echo "$revision" >"$place/revision"
fi

cat >"$place/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Outside",
    dependencies: [.package(url: "file://$place/library.git", from: "$version")],
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

# In debug mode, as a stranger begins; without our flags the C code is not optimised, which takes seconds.
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
