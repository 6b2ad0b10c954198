// swift-tools-version: 6.2
import PackageDescription

/// The fuzzing targets of the parsers that are written in Swift; `run.sh` builds and runs them.
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
                // libFuzzer has a main of its own, which takes no top-level code beside it.
                .unsafeFlags(["-parse-as-library"]),
            ])
    ]
)
