// swift-tools-version: 6.2
import PackageDescription

/// An emulated camera for whole processes, loaded by LD_PRELOAD.
let package = Package(
    name: "V4L2Emulator",
    products: [
        .library(name: "V4L2Emulator", type: .dynamic, targets: ["V4L2Emulator"])
    ],
    targets: [
        .target(
            name: "V4L2Emulator",
            cSettings: [
                .treatAllWarnings(as: .error),
                .unsafeFlags(["-O2", "-Wall", "-Wextra", "-fvisibility=hidden"]),
            ],
            linkerSettings: [
                .linkedLibrary("m"),
                // Loaded into programs that are not written in Swift: without its run time.
                .unsafeFlags(["-nostartfiles", "-static-stdlib"]),
            ])
    ]
)
