import ArgumentParser
import FaceJudge
import FamilyWeb
import Foundation
import TrainerContent

/// The location of the content and the web files.
struct ResourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of questions, pictures, recordings and texts.",
            discussion: """
                Default: PET/Content in $FAMILY_RESOURCES, else in ../share/facialfun-family next \
                to the program, else in the package it was built from.
                """, valueName: "folder"))
    var content: String?

    @Option(
        help: ArgumentHelp(
            "The folder of templates, styles and modules; default: PET/Web, found like --content.",
            valueName: "folder"))
    var web: String?

    /// The folder of the content.
    func contentFolder() throws -> URL {
        try Self.folder("PET/Content", option: content, name: "--content", holds: "questions.json")
    }

    /// The folder of the web files.
    func webFolder() throws -> URL {
        try Self.folder("PET/Web", option: web, name: "--web", holds: "templates")
    }

    /// The installed apps that consist of files.
    func apps() throws -> [StaticApp] {
        try Self.staticApps.compactMap { id, folder, policy in
            let places = Self.places.map { $0.appending(path: folder, directoryHint: .isDirectory) }
            let found = places.first {
                FileManager.default.fileExists(atPath: $0.appending(path: "index.html").path)
            }
            return try found.map { try StaticApp(id: id, folder: $0, policy: policy) }
        }
    }

    /// The apps that consist of files, each with its exceptions to the server's policy.
    private static let staticApps: [(id: String, folder: String, policy: AppResources.Policy)] = [
        // The map runs in a frame and uses the device's location; the service worker contacts the
        // map servers. The arrow that points home needs the compass.
        (
            "express", "Express/Web",
            .init(
                sources: ["media-src": ["data:"]],
                permissions: [
                    "geolocation", "accelerometer", "gyroscope", "magnetometer", "screen-wake-lock",
                ],
                allowsOwnFrames: true)
        )
    ]

    /// The folder of an installed app; nil if no folder contains the file.
    func installed(_ folder: String, holding entry: String) -> URL? {
        Self.places.map { $0.appending(path: folder, directoryHint: .isDirectory) }.first {
            FileManager.default.fileExists(atPath: $0.appending(path: entry).path)
        }
    }

    private static func folder(
        _ folder: String, option: String?, name: String, holds entry: String
    ) throws -> URL {
        if let option { return URL(filePath: option, directoryHint: .isDirectory) }
        for place in places.map({ $0.appending(path: folder, directoryHint: .isDirectory) })
        where FileManager.default.fileExists(atPath: place.appending(path: entry).path) {
            return place
        }
        throw Failure(
            "There is no folder \(folder) with \(entry) in "
                + Self.places.map(\.path).joined(separator: " or ") + ". Set it with \(name).")
    }

    /// The folders to search for apps, in order of precedence.
    private static var places: [URL] {
        let environment = ProcessInfo.processInfo.environment
        if let resources = environment["FAMILY_RESOURCES"], !resources.isEmpty {
            return [URL(filePath: resources, directoryHint: .isDirectory)]
        }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return [
            program.deletingLastPathComponent().appending(path: "../share/facialfun-family")
                .standardizedFileURL,
            FacialFunProgram.repository.appending(path: "Family"),
        ]
    }
}
