// swift-tools-version: 6.2
import PackageDescription

/// One array for every Swift target: Swift 6 mode, explicit imports, warnings are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The C and C++ targets hold every pointer.
///
/// `FACIALFUN_C_FLAGS` adds optimization and hardening, which the Makefile sets for every build. Without
/// it there are no unsafe flags, with which the package could not be depended on by version.
let cFlags = (Context.environment["FACIALFUN_C_FLAGS"] ?? "").split(separator: " ").map(String.init)
/// Tests are not optimized, also in release builds: that would take minutes and gain nothing.
let tests = strict + (cFlags.isEmpty ? [] : [.unsafeFlags(["-Onone"])])
let strictC: [CSetting] =
    [.treatAllWarnings(as: .error)] + (cFlags.isEmpty ? [] : [.unsafeFlags(cFlags)])
let strictCxx: [CXXSetting] =
    [.treatAllWarnings(as: .error)] + (cFlags.isEmpty ? [] : [.unsafeFlags(cFlags)])

/// Whether OpenCV is loaded at run time instead of linked, as in packages for several releases of Debian.
let loadsOpenCV = Context.environment["FACIALFUN_LOAD_OPENCV"] == "1"
let loadedOpenCV: [CSetting] = loadsOpenCV ? [.define("FACIALFUN_LOAD_OPENCV")] : []
let loadedOpenCVCxx: [CXXSetting] = loadsOpenCV ? [.define("FACIALFUN_LOAD_OPENCV")] : []

let package = Package(
    name: "FacialFun",
    products: [
        .library(name: "FacialFun", targets: ["FacialFun"]),
        .library(name: "FacialFunWire", targets: ["FacialFunWire"]),
        .library(name: "NeuralNetwork", targets: ["NeuralNetwork"]),
        // For the programs of the family server.
        .library(name: "HelpLayout", targets: ["HelpLayout"]),
        .executable(name: "facialfun", targets: ["FacialFunCommand"]),
        .executable(name: "facialfun-lab", targets: ["FacialFunLab"]),
        .executable(name: "engine-worker", targets: ["EngineWorker"]),
        // For the fuzzing package, which tests what is not public.
        .library(name: "FacialFunParts", targets: ["CommandSupport", "FacialFunServer", "Films"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        // C and C++ behind small C interfaces.
        .target(
            name: "CFacialFun", cSettings: strictC,
            linkerSettings: [
                .linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("v4lconvert"),
                .linkedLibrary("dl"),
            ]
        ),
        .target(
            name: "COpenCV",
            // A link to the system's headers, which are not on the compiler's own path.
            exclude: ["opencv4"],
            cSettings: strictC + loadedOpenCV,
            cxxSettings: strictCxx + [.headerSearchPath("opencv4")] + loadedOpenCVCxx,
            linkerSettings: loadsOpenCV
                ? [.linkedLibrary("dl")]
                : [.linkedLibrary("opencv_core"), .linkedLibrary("opencv_imgproc")]
        ),

        // The libraries, each importing only those above it.
        .target(
            name: "FacialFunWire",
            exclude: ["Records/image-report.schema.json", "Records/verdict.schema.json"],
            resources: [.embedInCode("contract.json")],
            swiftSettings: strict
        ),
        .target(
            name: "NeuralNetwork",
            dependencies: [
                "CFacialFun", "FacialFunWire",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FacialFun",
            dependencies: ["CFacialFun", "COpenCV", "FacialFunWire", "NeuralNetwork"],
            exclude: [
                "Camera/Live/live-event.schema.json", "Levels/Records/attempt-record.schema.json",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "FacialFunServer",
            dependencies: [
                "CFacialFun", "FacialFun", "FacialFunWire", "NeuralNetwork",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            exclude: ["openapi.json"],
            resources: [
                .embedInCode("Demo/demo.css"), .embedInCode("Demo/demo.html"),
                .embedInCode("Demo/demo.js"),
            ],
            swiftSettings: strict
        ),

        // Optional parts on top.
        .target(
            name: "Films", dependencies: ["CFacialFun", "FacialFun", "FacialFunWire"],
            swiftSettings: strict),
        .target(
            name: "Evaluation",
            dependencies: [
                "FacialFunWire", .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: strict
        ),

        // The two programs on what their commands share.
        .target(
            name: "HelpLayout",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict),
        .target(
            name: "CommandSupport",
            dependencies: [
                "CFacialFun", "Evaluation", "FacialFun", "FacialFunWire", "Films", "NeuralNetwork",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FacialFunLab",
            dependencies: [
                "CFacialFun", "CommandSupport", "Evaluation", "FacialFun", "FacialFunWire",
                "HelpLayout", "NeuralNetwork",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "FacialFunCommand",
            dependencies: [
                "CFacialFun", "CommandSupport", "Evaluation", "FacialFun", "FacialFunServer",
                "FacialFunWire", "Films", "HelpLayout", "NeuralNetwork",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Doctor/doctor-report.schema.json", "Match/match-report.schema.json"],
            swiftSettings: strict
        ),

        // Programs that measure, for comparison with other engines.
        .target(name: "CPeak", path: "Benchmarks/CPeak", cSettings: strictC),
        .executableTarget(
            name: "EngineWorker",
            dependencies: [
                "CPeak", "FacialFun", "FacialFunWire", "NeuralNetwork",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Benchmarks/EngineWorker", swiftSettings: strict),

        // Examples: what a program that depends on this package may use, and no more.
        .executableTarget(
            name: "ScorePicture", dependencies: ["FacialFun"], path: "Examples/ScorePicture",
            swiftSettings: strict),
        .executableTarget(
            name: "JudgeFace", dependencies: ["FacialFun"], path: "Examples/JudgeFace",
            swiftSettings: strict),
        .executableTarget(
            name: "WatchCamera", dependencies: ["FacialFun"], path: "Examples/WatchCamera",
            swiftSettings: strict),
        .executableTarget(
            name: "AskService", dependencies: ["FacialFunWire"], path: "Examples/AskService",
            swiftSettings: strict),
        .executableTarget(
            name: "RunNetwork", dependencies: ["NeuralNetwork"], path: "Examples/RunNetwork",
            swiftSettings: strict),

        // Tests mirror Sources file by file.
        .target(
            name: "TestSupport", dependencies: ["FacialFunWire", "NeuralNetwork"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "CameraTestSupport",
            dependencies: ["FacialFun", "FacialFunWire", "TestSupport"],
            path: "Tests/CameraTestSupport", swiftSettings: strict),
        .executableTarget(
            name: "MakeFaceVideo", dependencies: ["CameraTestSupport"],
            path: "Tools/MakeFaceVideo", swiftSettings: strict),
        .executableTarget(
            name: "CameraProbe", dependencies: ["FacialFun", "FacialFunWire"],
            path: "Tools/CameraProbe", swiftSettings: strict),
        .target(
            name: "CAllocationCounter", path: "Tests/CAllocationCounter", cSettings: strictC),
        .testTarget(
            name: "FacialFunWireTests", dependencies: ["FacialFunWire", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "NeuralNetworkTests",
            dependencies: ["FacialFunWire", "NeuralNetwork", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "FacialFunTests",
            dependencies: [
                "CAllocationCounter", "CFacialFun", "COpenCV", "FacialFun", "FacialFunWire",
                "NeuralNetwork", "TestSupport",
            ],
            exclude: ["Imaging/Fixtures", "Imaging/MakeFixtures", "Recognition/Fixtures"],
            swiftSettings: tests),
        .testTarget(
            name: "FacialFunServerTests",
            dependencies: [
                "FacialFun", "FacialFunServer", "FacialFunWire", "TestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "FilmsTests", dependencies: ["FacialFun", "Films", "TestSupport"],
            swiftSettings: tests),
        .testTarget(
            name: "EvaluationTests", dependencies: ["Evaluation", "FacialFunWire"],
            swiftSettings: tests),
        .testTarget(
            name: "V4L2EmulatorTests",
            dependencies: ["CameraTestSupport", "FacialFun", "TestSupport"],
            exclude: ["camera.py"],
            swiftSettings: tests),
        .testTarget(
            name: "CommandSupportTests",
            dependencies: [
                "CommandSupport", "FacialFun", "FacialFunWire", "Films", "HelpLayout",
                "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "FacialFunLabTests",
            dependencies: [
                "CommandSupport", "Evaluation", "FacialFun", "FacialFunCommand", "FacialFunLab",
                "FacialFunWire", "TestSupport",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "FacialFunCommandTests",
            dependencies: [
                "AskService", "CameraProbe", "CameraTestSupport", "CommandSupport", "Evaluation",
                "FacialFun",
                "FacialFunCommand", "FacialFunServer", "FacialFunWire", "Films", "JudgeFace",
                "NeuralNetwork", "RunNetwork", "ScorePicture", "TestSupport", "WatchCamera",
            ],
            swiftSettings: tests),
    ],
    cxxLanguageStandard: .cxx17
)
