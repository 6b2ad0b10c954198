// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 mode, explicit imports, warnings as errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Records, scores and the client of the scoring service.
let wire: Target.Dependency = .product(name: "FacialFunWire", package: "FacialFun")
/// Decodes and crops pictures.
let facialFun: Target.Dependency = .product(name: "FacialFun", package: "FacialFun")
/// Wraps help and usage.
let helpLayout: Target.Dependency = .product(name: "HelpLayout", package: "FacialFun")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")

/// Optimization and hardening of C and C++ targets.
///
/// The Makefile sets the same flags as for the root package.
let cFlags = (Context.environment["FACIALFUN_C_FLAGS"] ?? "").split(separator: " ").map(String.init)
/// Tests are not optimized, also in release builds: that would take minutes and gain nothing.
let tests = strict + (cFlags.isEmpty ? [] : [.unsafeFlags(["-Onone"])])

/// Whether OpenCV is loaded at run time instead of linked, as in packages for several releases of Debian.
let loadsOpenCV = Context.environment["FACIALFUN_LOAD_OPENCV"] == "1"

let package = Package(
    name: "FacialFunFamily",
    products: [
        .executable(name: "facialfun-family", targets: ["facialfun-family"]),
        .executable(name: "prep-stitch", targets: ["prep-stitch"]),
    ],
    dependencies: [
        .package(name: "FacialFun", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // Values and rules, without I/O and clocks. Random numbers are seeded.
        .target(name: "FamilyText", path: "Kit/Sources/FamilyText", swiftSettings: strict),
        // Values and rules, without I/O and clocks. Random numbers come from a seed.
        .target(
            name: "TrainerRules", dependencies: [wire], path: "PET/Sources/TrainerRules",
            swiftSettings: strict),
        // The shipped content: questions, texts, narration, pictures.
        .target(
            name: "TrainerContent",
            dependencies: [
                wire, "FamilyText", "TrainerRules",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "PET/Sources/TrainerContent", swiftSettings: strict),
        // The database.
        .target(
            name: "TrainerStore",
            dependencies: [
                wire, "FamilyAccounts", "FamilyStore", "FamilyText", "TrainerRules", grdb,
            ],
            path: "PET/Sources/TrainerStore", swiftSettings: strict),
        // The game's interface to the scoring service.
        .target(
            name: "FaceJudge",
            dependencies: [
                wire, log,
            ],
            path: "PET/Sources/FaceJudge", swiftSettings: strict),
        // Certificates, names and QR codes for the home network.
        .target(
            name: "HomeNetwork",
            dependencies: [
                log, .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Kit/Sources/HomeNetwork", swiftSettings: strict),
        // The database: connections, migrations, backup, integrity.
        .target(
            name: "FamilyStore",
            dependencies: [grdb, .product(name: "Crypto", package: "swift-crypto")],
            path: "Kit/Sources/FamilyStore", swiftSettings: strict),
        // Households, members, logins, passwords, sessions, devices, invitations, the audit log.
        .target(
            name: "FamilyAccounts",
            dependencies: [
                grdb, "FamilyStore", "FamilyText",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Kit/Sources/FamilyAccounts", swiftSettings: strict),
        // The interface between kit and apps; accounts' routes, middleware, limits, metrics, sockets.
        .target(
            name: "FamilyWeb",
            dependencies: [
                log, "FamilyAccounts", "FamilyStore", "FamilyText", "HomeNetwork",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Kit/Sources/FamilyWeb", swiftSettings: strict),
        // Households' media files: storage, upload, ranges, conversion, face blurring; the server's voice.
        .target(
            name: "FamilyMedia",
            dependencies: [
                facialFun, grdb, log, "FamilyAccounts", "FamilyStore", "FamilyWeb",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Kit/Sources/FamilyMedia", swiftSettings: strict),
        // Prep: zlib, experiences and their files, the app.
        .systemLibrary(name: "CZlib", path: "Prep/Sources/CZlib"),
        .target(
            name: "PrepRules", dependencies: ["CZlib", "FamilyText"],
            path: "Prep/Sources/PrepRules", swiftSettings: strict),
        .target(
            name: "PrepServer",
            dependencies: [
                grdb, log, "FamilyMedia", "FamilyStore", "FamilyWeb", "PrepRules",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Prep/Sources/PrepServer", swiftSettings: strict),
        // Simulated children who follow the game's rules, for tests and screenshots.
        .target(
            name: "TrainerSimulation",
            dependencies: [
                wire, "FamilyAccounts", "FamilyStore", "TrainerRules", "TrainerStore",
            ],
            path: "PET/Sources/TrainerSimulation", swiftSettings: strict),
        // Pages, routes, middleware.
        .target(
            name: "TrainerServer",
            dependencies: [
                wire, log, "FaceJudge", "FamilyAccounts", "FamilyMedia", "FamilyStore",
                "FamilyText",
                "FamilyWeb", "TrainerContent", "TrainerRules", "TrainerStore",
                .product(name: "Crypto", package: "swift-crypto"),
                facialFun,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "PET/Sources/TrainerServer", swiftSettings: strict),
        // Overwrites freed memory, so no picture remains in the process.
        .target(name: "CAllocator", path: "Kit/Sources/CAllocator"),
        // Modern Family's calendars, with libical, and its rules.
        .target(
            name: "CICal", path: "Together/Sources/CICal",
            linkerSettings: [.linkedLibrary("ical")]),
        .target(
            name: "Calendars", dependencies: ["CICal", "FamilyText"],
            path: "Together/Sources/Calendars", swiftSettings: strict),
        // Requests with limits to servers that a family entered; XML parsing.
        .target(
            name: "BoundedXML", dependencies: ["FamilyText"], path: "Kit/Sources/BoundedXML",
            swiftSettings: strict),
        .target(
            name: "OutboundHTTP",
            dependencies: [
                "FamilyText", .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Kit/Sources/OutboundHTTP", swiftSettings: strict),
        // Calendars on other servers: subscriptions, CalDAV, feeds.
        .target(
            name: "CalendarSync",
            dependencies: [
                grdb, log, "BoundedXML", "Calendars", "FamilyStore", "OutboundHTTP",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Together/Sources/CalendarSync", swiftSettings: strict),
        .target(
            name: "TogetherRules", path: "Together/Sources/TogetherRules", swiftSettings: strict),
        .target(
            name: "TogetherServer",
            dependencies: [
                grdb, log, "Calendars", "FamilyMedia", "FamilyStore", "FamilyWeb", "TogetherRules",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Together/Sources/TogetherServer", swiftSettings: strict),
        .target(
            name: "TogetherCalendars",
            dependencies: [
                grdb, log, "CalendarSync", "FamilyStore", "FamilyWeb", "OutboundHTTP",
                "TogetherServer",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Together/Sources/TogetherCalendars", swiftSettings: strict),
        .target(
            name: "TogetherPlaylists",
            dependencies: [
                grdb, "BoundedXML", "FamilyMedia", "FamilyStore", "FamilyText", "FamilyWeb",
                "OutboundHTTP",
                "TogetherServer",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Together/Sources/TogetherPlaylists", swiftSettings: strict),
        // The command line.
        .executableTarget(
            name: "facialfun-family",
            dependencies: [
                log, facialFun, grdb, helpLayout, wire, "CAllocator", "FaceJudge",
                "FamilyAccounts", "FamilyMedia", "FamilyStore", "FamilyWeb", "PrepServer",
                "OutboundHTTP", "TogetherCalendars", "TogetherPlaylists", "TogetherServer",
                "HomeNetwork", "TrainerContent",
                "TrainerRules", "TrainerServer", "TrainerSimulation", "TrainerStore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Program", swiftSettings: strict),
        // Prep: stitching, as a separate program that can be limited and canceled.
        .target(
            name: "CStitching", path: "Prep/Stitch/CStitching",
            // A link to the system's headers, which are not in the compiler's search path.
            exclude: loadsOpenCV ? [] : ["opencv4", "loader.c"],
            sources: loadsOpenCV ? ["loader.c", "process.c"] : nil,
            cSettings: [.treatAllWarnings(as: .error)]
                + (cFlags.isEmpty ? [] : [.unsafeFlags(cFlags)]),
            cxxSettings: [.headerSearchPath("opencv4"), .treatAllWarnings(as: .error)]
                + (cFlags.isEmpty ? [] : [.unsafeFlags(cFlags)]),
            linkerSettings: loadsOpenCV
                ? [.linkedLibrary("dl")]
                : ["core", "imgproc", "imgcodecs", "features2d", "calib3d", "stitching"].map {
                    .linkedLibrary("opencv_\($0)")
                }),
        .executableTarget(
            name: "prep-stitch",
            dependencies: [
                helpLayout, "CStitching",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Prep/Stitch/prep-stitch", swiftSettings: strict),

        .testTarget(
            name: "TrainerRulesTests",
            dependencies: [wire, "TrainerRules", "TrainerSimulation"],
            path: "PET/Tests/TrainerRulesTests", swiftSettings: tests),
        .testTarget(
            name: "TrainerSimulationTests",
            dependencies: [
                wire, "FamilyAccounts", "FamilyStore", "TrainerContent", "TrainerRules",
                "TrainerSimulation", "TrainerStore",
            ],
            path: "PET/Tests/TrainerSimulationTests", swiftSettings: tests),
        .testTarget(
            name: "TrainerContentTests",
            dependencies: [wire, "TrainerContent", "TrainerRules"],
            path: "PET/Tests/TrainerContentTests", swiftSettings: tests),
        .testTarget(
            name: "TrainerStoreTests",
            dependencies: [
                wire, "FamilyAccounts", "FamilyStore", "TrainerRules", "TrainerStore", grdb,
            ],
            path: "PET/Tests/TrainerStoreTests", exclude: ["Fixtures"], swiftSettings: tests),
        .testTarget(
            name: "FaceJudgeTests", dependencies: [wire, log, "FaceJudge"],
            path: "PET/Tests/FaceJudgeTests", swiftSettings: tests),
        .testTarget(
            name: "HomeNetworkTests",
            dependencies: [
                log, "HomeNetwork", .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Kit/Tests/HomeNetworkTests", swiftSettings: tests),
        .testTarget(
            name: "FamilyAccountsTests", dependencies: [grdb, "FamilyAccounts", "FamilyStore"],
            path: "Kit/Tests/FamilyAccountsTests", swiftSettings: tests),
        .testTarget(
            name: "FamilyWebTests",
            dependencies: [
                grdb, log, "FamilyAccounts", "FamilyStore", "FamilyText", "FamilyWeb",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Kit/Tests/FamilyWebTests", swiftSettings: tests),
        .testTarget(
            name: "FamilyMediaTests",
            dependencies: [
                facialFun, grdb, log, "FamilyAccounts", "FamilyMedia", "FamilyStore", "FamilyWeb",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Kit/Tests/FamilyMediaTests", swiftSettings: tests),
        .testTarget(
            name: "PrepRulesTests", dependencies: ["CZlib", "PrepRules"],
            path: "Prep/Tests/PrepRulesTests", swiftSettings: tests),
        .testTarget(
            name: "PrepServerTests",
            dependencies: [
                facialFun, grdb, log, "FamilyMedia", "FamilyStore", "FamilyWeb", "PrepRules",
                "PrepServer",
                "prep-stitch", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Prep/Tests/PrepServerTests", swiftSettings: tests),
        .testTarget(
            name: "CalendarsTests", dependencies: ["Calendars"],
            path: "Together/Tests/CalendarsTests", exclude: ["Fixtures"], swiftSettings: tests),
        .testTarget(
            name: "OutboundHTTPTests",
            dependencies: [
                "BoundedXML", "OutboundHTTP", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            path: "Kit/Tests/OutboundHTTPTests", exclude: ["hostile_server.py"],
            swiftSettings: tests),
        .testTarget(
            name: "CalendarSyncTests",
            dependencies: [
                grdb, log, "CalendarSync", "Calendars", "FamilyStore", "OutboundHTTP",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Together/Tests/CalendarSyncTests", exclude: ["radicale_server.py"],
            swiftSettings: tests),
        .testTarget(
            name: "TogetherPlaylistsTests",
            dependencies: [
                grdb, log, "CalendarSync", "FamilyMedia", "FamilyStore", "FamilyWeb",
                "OutboundHTTP", "TogetherCalendars", "TogetherPlaylists", "TogetherServer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Together/Tests/TogetherPlaylistsTests", swiftSettings: tests),
        .testTarget(
            name: "TogetherRulesTests", dependencies: ["TogetherRules"],
            path: "Together/Tests/TogetherRulesTests", swiftSettings: tests),
        .testTarget(
            name: "TogetherServerTests",
            dependencies: [
                grdb, log, "FamilyMedia", "FamilyStore", "FamilyWeb", "TogetherRules",
                "TogetherServer",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Together/Tests/TogetherServerTests", swiftSettings: tests),
        .testTarget(
            name: "TrainerServerTests",
            dependencies: [
                wire, log, "FaceJudge", "FamilyAccounts", "FamilyStore", "FamilyWeb",
                "TrainerContent", "TrainerRules", "TrainerServer", "TrainerStore",
                facialFun,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "PET/Tests/TrainerServerTests", swiftSettings: tests),
        .testTarget(
            name: "PrepStitchTests", dependencies: ["prep-stitch", facialFun],
            path: "Prep/Stitch/Tests/PrepStitchTests", swiftSettings: tests),
    ]
)
