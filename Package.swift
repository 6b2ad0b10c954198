// swift-tools-version: 6.2
import PackageDescription

/// One array for every Swift target: Swift 6 mode, explicit imports, no warning unanswered.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The C and C++ targets hold every pointer.
///
/// They are optimised in debug builds too, so that tests over many images stay quick. A write beyond a buffer on the stack, or beyond one whose size the
/// compiler knows, ends the program instead of going on.
let optimisedFlags = [
    "-O3", "-Wall", "-Wextra", "-fstack-protector-strong", "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=3",
]
let optimisedC: [CSetting] = [.treatAllWarnings(as: .error), .unsafeFlags(optimisedFlags)]
let optimisedCxx: [CXXSetting] = [
    .treatAllWarnings(as: .error),
    .unsafeFlags(optimisedFlags + ["-isystem", "/usr/include/opencv4"]),
]

/// Whether OpenCV is loaded at run time instead of linked, as in packages for several releases of Debian.
let loadsOpenCV = Context.environment["FACIALFUN_LOAD_OPENCV"] == "1"
let loadedOpenCV: [CSetting] = loadsOpenCV ? [.define("FACIALFUN_LOAD_OPENCV")] : []
let loadedOpenCVCxx: [CXXSetting] = loadsOpenCV ? [.define("FACIALFUN_LOAD_OPENCV")] : []

let package = Package(
    name: "FacialFun",
    products: [
        .executable(name: "facialfun", targets: ["facialfun"]),
        .executable(name: "facialfun-lab", targets: ["FacialFunLab"]),
        .executable(name: "engine-worker", targets: ["EngineWorker"]),
        .library(name: "CVersion", targets: ["CVersion"]),
        .library(name: "FaceGeometry", targets: ["FaceGeometry"]),
        .library(name: "Emotions", targets: ["Emotions"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "FaceImaging", targets: ["FaceImaging"]),
        .library(name: "Films", targets: ["Films"]),
        .library(name: "NeuralNetwork", targets: ["NeuralNetwork"]),
        .library(name: "FaceAnalysis", targets: ["FaceAnalysis"]),
        .library(name: "EmotionRecognition", targets: ["EmotionRecognition"]),
        .library(name: "FacialFunLevels", targets: ["FacialFunLevels"]),
        .library(name: "Evaluation", targets: ["Evaluation"]),
        .library(name: "CameraCapture", targets: ["CameraCapture"]),
        .library(name: "LiveScoring", targets: ["LiveScoring"]),
        .library(name: "ScoringService", targets: ["ScoringService"]),
        .library(name: "CommandSupport", targets: ["CommandSupport"]),
        .library(name: "ScoringClient", targets: ["ScoringClient"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(path: "Tools/V4L2Emulator"),
    ],
    targets: [
        // C and C++ behind small C interfaces.
        .target(
            name: "CImageCodecs",
            cSettings: optimisedC,
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png")]
        ),
        .target(
            name: "COpenCV",
            cSettings: optimisedC + loadedOpenCV, cxxSettings: optimisedCxx + loadedOpenCVCxx,
            linkerSettings: loadsOpenCV
                ? [.linkedLibrary("dl")]
                : [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]
        ),
        .target(
            name: "CVideo4Linux", cSettings: optimisedC,
            linkerSettings: [.linkedLibrary("v4lconvert")]
        ),
        .target(name: "CNeuralKernels", cSettings: optimisedC),
        .target(name: "CImageKernels", cSettings: optimisedC),
        .target(name: "CCalibration", cSettings: optimisedC),
        .target(
            name: "COptionalCodecs", cSettings: optimisedC, linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CPlatform", cSettings: optimisedC),
        .target(name: "CVersion", cSettings: optimisedC),

        // The libraries, each importing only those above it.
        .target(name: "Support", dependencies: ["CPlatform"], swiftSettings: strict),
        .target(name: "JSON", dependencies: ["Support"], swiftSettings: strict),
        .target(name: "FaceGeometry", swiftSettings: strict),
        .target(
            name: "Emotions",
            dependencies: ["FaceGeometry", "JSON"],
            exclude: ["image-report.schema.json", "verdict.schema.json"],
            swiftSettings: strict
        ),
        .target(
            name: "FaceImaging",
            dependencies: [
                "FaceGeometry", "CImageCodecs", "CImageKernels", "COpenCV", "Support",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Films", dependencies: ["CPlatform", "FaceImaging", "Support"],
            swiftSettings: strict),
        .target(
            name: "CameraCapture", dependencies: ["CVideo4Linux", "Support"],
            swiftSettings: strict),
        .target(
            name: "NeuralNetwork",
            dependencies: [
                "CNeuralKernels", "FaceGeometry", "JSON", "Support",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FaceAnalysis",
            dependencies: ["Emotions", "FaceGeometry", "FaceImaging", "NeuralNetwork", "Support"],
            swiftSettings: strict
        ),
        .target(
            name: "EmotionRecognition",
            dependencies: [
                "Emotions", "FaceGeometry", "FaceImaging", "FaceAnalysis", "NeuralNetwork",
                "JSON", "Support",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FacialFunLevels",
            dependencies: ["Emotions", "JSON"],
            exclude: ["Records/attempt-record.schema.json"],
            swiftSettings: strict
        ),
        .target(
            name: "Evaluation",
            dependencies: [
                "Emotions", .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "LiveScoring",
            dependencies: [
                "CameraCapture", "Emotions", "EmotionRecognition", "FaceAnalysis", "FaceGeometry",
                "FaceImaging", "FacialFunLevels", "JSON", "Support",
            ],
            exclude: ["live-event.schema.json"],
            swiftSettings: strict
        ),
        .target(
            name: "ScoringService",
            dependencies: [
                "CPlatform", "CameraCapture", "LiveScoring", "Emotions", "FaceGeometry",
                "FaceImaging", "FaceAnalysis", "EmotionRecognition",
                "FacialFunLevels", "JSON", "Support",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            exclude: ["openapi.json"],
            swiftSettings: strict
        ),
        .target(
            name: "ScoringClient", dependencies: ["Emotions", "Support"], swiftSettings: strict),
        // The two programs on what their commands share.
        .target(
            name: "CommandSupport",
            dependencies: [
                "COptionalCodecs", "CPlatform", "CVersion", "Emotions", "FaceGeometry",
                "FaceImaging", "FaceAnalysis",
                "EmotionRecognition", "FacialFunLevels", "Evaluation", "Films", "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FacialFunLab",
            dependencies: [
                "CPlatform", "CommandSupport", "Emotions", "FaceAnalysis", "FaceImaging",
                "EmotionRecognition", "FacialFunLevels", "Evaluation", "JSON", "NeuralNetwork",
                "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "facialfun",
            dependencies: [
                "CCalibration", "CPlatform", "CommandSupport", "ScoringClient", "ScoringService",
                "CameraCapture",
                "LiveScoring", "Emotions", "FaceGeometry",
                "FaceImaging", "FaceAnalysis", "EmotionRecognition", "FacialFunLevels", "Films",
                "NeuralNetwork", "Evaluation", "JSON", "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Doctor/doctor-report.schema.json", "Match/match-report.schema.json"],
            swiftSettings: strict
        ),

        // Programs that measure: beside the peers, and what the pages in training/measure say.
        .target(name: "CPeak", path: "Benchmarks/CPeak", cSettings: optimisedC),
        .executableTarget(
            name: "EngineWorker",
            dependencies: [
                "CPeak", "EmotionRecognition", "Emotions", "FaceAnalysis", "FaceImaging",
                "NeuralNetwork",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Benchmarks/EngineWorker", swiftSettings: strict),

        // Tests mirror Sources file by file.
        .target(
            name: "TestSupport", dependencies: ["Emotions", "NeuralNetwork"],
            path: "Tests/TestSupport",
            swiftSettings: strict),
        // Has `swift build` make the emulated camera, which tests load by LD_PRELOAD; nothing is linked.
        .target(
            name: "EmulatorForTests",
            dependencies: [.product(name: "V4L2Emulator", package: "V4L2Emulator")],
            path: "Tools/EmulatorForTests", swiftSettings: strict),
        .target(
            name: "CameraTestSupport",
            dependencies: ["FaceGeometry", "FaceImaging", "TestSupport"],
            path: "Tests/CameraTestSupport", swiftSettings: strict),
        .executableTarget(
            name: "MakeFaceVideo", dependencies: ["CameraTestSupport"],
            path: "Tools/MakeFaceVideo", swiftSettings: strict),
        .target(
            name: "CAllocationCounter", path: "Tests/CAllocationCounter", cSettings: optimisedC),
        .testTarget(name: "SupportTests", dependencies: ["Support"], swiftSettings: strict),
        .testTarget(
            name: "FaceGeometryTests", dependencies: ["FaceGeometry"], swiftSettings: strict),
        .testTarget(
            name: "EmotionsTests",
            dependencies: ["Emotions", "FaceGeometry", "JSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["JSON", "Support"], swiftSettings: strict),
        .testTarget(
            name: "FaceImagingTests",
            dependencies: [
                "CImageKernels", "COpenCV", "FaceImaging", "FaceGeometry", "TestSupport",
            ],
            exclude: ["Fixtures", "MakeFixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "FilmsTests",
            dependencies: ["Films", "FaceImaging", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NeuralNetworkTests",
            dependencies: ["FaceGeometry", "NeuralNetwork", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "FaceAnalysisTests",
            dependencies: [
                "FaceAnalysis", "Emotions", "FaceGeometry", "FaceImaging", "NeuralNetwork",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EmotionRecognitionTests",
            dependencies: [
                "CAllocationCounter",
                "EmotionRecognition", "Emotions", "FaceAnalysis", "FaceGeometry", "FaceImaging",
                "NeuralNetwork", "Support", "TestSupport",
            ],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        .testTarget(
            name: "FacialFunLevelsTests",
            dependencies: ["FacialFunLevels", "Emotions", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EvaluationTests", dependencies: ["Evaluation", "Emotions"],
            swiftSettings: strict),
        .testTarget(
            name: "ScoringServiceTests",
            dependencies: [
                "ScoringService", "ScoringClient", "EmotionRecognition", "Emotions",
                "FaceAnalysis", "FaceImaging", "FacialFunLevels", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LiveScoringTests",
            dependencies: [
                "LiveScoring", "CameraCapture", "EmotionRecognition", "Emotions", "FaceGeometry",
                "FaceImaging", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ScoringClientTests", dependencies: ["ScoringClient", "TestSupport"],
            swiftSettings: strict),
        .executableTarget(
            name: "CameraProbe", dependencies: ["CameraCapture", "Support"],
            path: "Tools/CameraProbe", swiftSettings: strict),
        .testTarget(
            name: "CameraCaptureTests",
            dependencies: [
                "CameraCapture", "CameraProbe", "CameraTestSupport", "TestSupport", "facialfun",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "V4L2EmulatorTests",
            dependencies: ["CameraTestSupport", "FaceImaging", "TestSupport"],
            exclude: ["camera.py"],
            swiftSettings: strict),
        .testTarget(
            name: "CommandSupportTests",
            dependencies: [
                "CommandSupport", "EmotionRecognition", "Emotions", "FaceAnalysis", "FaceGeometry",
                "FaceImaging", "Films", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FacialFunLabTests",
            dependencies: [
                "FacialFunLab", "facialfun", "CommandSupport", "Emotions", "Evaluation",
                "FaceImaging", "FacialFunLevels", "JSON", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "facialfunTests",
            dependencies: [
                "facialfun", "CameraCapture", "CommandSupport", "Emotions", "Evaluation",
                "FaceGeometry", "FaceImaging", "FacialFunLevels", "JSON", "NeuralNetwork",
                "ScoringService", "TestSupport",
            ],
            swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
