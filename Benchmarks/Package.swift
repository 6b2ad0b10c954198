// swift-tools-version: 6.2
import PackageDescription

/// The programs that are timed beside the peers; `run.sh` builds and runs them.
let package = Package(
    name: "Benchmarks",
    products: [.executable(name: "engine-worker", targets: ["EngineWorker"])],
    dependencies: [
        .package(name: "FacialFun", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .target(
            name: "CPeak",
            cSettings: [
                .treatAllWarnings(as: .error), .unsafeFlags(["-O3", "-Wall", "-Wextra"]),
            ]),
        .executableTarget(
            name: "EngineWorker",
            dependencies: [
                "CPeak",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "EmotionRecognition", package: "FacialFun"),
                .product(name: "Emotions", package: "FacialFun"),
                .product(name: "FaceAnalysis", package: "FacialFun"),
                .product(name: "FaceImaging", package: "FacialFun"),
                .product(name: "NeuralNetwork", package: "FacialFun"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ]),
    ]
)
