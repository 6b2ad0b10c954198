// swift-tools-version: 6.2
import PackageDescription

/// Judges scored pictures of people by the shipped levels, for the measurements of
/// `Models/training`.
let package = Package(
    name: "LevelsProbe",
    dependencies: [.package(name: "FacialFun", path: "../../..")],
    targets: [
        .executableTarget(
            name: "LevelsProbe",
            dependencies: [
                .product(name: "Emotions", package: "FacialFun"),
                .product(name: "FacialFunLevels", package: "FacialFun"),
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .treatAllWarnings(as: .error),
            ])
    ]
)
