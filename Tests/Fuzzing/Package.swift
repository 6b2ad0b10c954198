// swift-tools-version: 6.2
import PackageDescription

/// Fuzzing targets of the parsers in Swift; `run.sh` builds and runs them.
let package = Package(
    name: "Fuzzing",
    dependencies: [
        .package(name: "FacialFun", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Fuzzer",
            dependencies: [
                .product(name: "FacialFun", package: "FacialFun"),
                .product(name: "FacialFunParts", package: "FacialFun"),
                .product(name: "FacialFunWire", package: "FacialFun"),
                .product(name: "NeuralNetwork", package: "FacialFun"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableExperimentalFeature("Extern"),
                .treatAllWarnings(as: .error),
                // libFuzzer has its own main, which conflicts with top-level code.
                .unsafeFlags(["-parse-as-library"]),
            ])
    ]
)
