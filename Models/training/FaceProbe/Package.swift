// swift-tools-version: 6.2
import PackageDescription

/// Prints what the libraries see in pictures, for the measurements of `Models/training`.
let package = Package(
    name: "FaceProbe",
    dependencies: [.package(name: "FacialFun", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FaceProbe",
            dependencies: [
                .product(name: "Emotions", package: "FacialFun"),
                .product(name: "FaceAnalysis", package: "FacialFun"),
                .product(name: "FaceGeometry", package: "FacialFun"),
                .product(name: "FaceImaging", package: "FacialFun"),
                .product(name: "NeuralNetwork", package: "FacialFun"),
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
