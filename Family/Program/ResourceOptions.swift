import ArgumentParser
import FaceJudge
import FamilyWeb
import Foundation
import TrainerContent

/// Where content and web files lie.
struct ResourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of questions, pictures, recordings and texts.",
            discussion: """
                Without it PET/Content in $FAMILY_RESOURCES, else in ../share/facialfun-family beside \
                the program, else in the package that the program was built from.
                """, valueName: "folder"))
    var content: String?

    @Option(
        help: ArgumentHelp(
            "The folder of templates, styles and modules; looked for as --content, as PET/Web.",
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

    /// The apps that are folders of files, as far as they are installed.
    func apps() throws -> [StaticApp] {
        try Self.staticApps.compactMap { id, folder, policy in
            let places = Self.places.map { $0.appending(path: folder, directoryHint: .isDirectory) }
            let found = places.first {
                FileManager.default.fileExists(atPath: $0.appending(path: "index.html").path)
            }
            return try found.map { try StaticApp(id: id, folder: $0, policy: policy) }
        }
    }

    /// The apps that are folders of files, each with what its pages may do beyond the server's policy.
    private static let staticApps: [(id: String, folder: String, policy: AppResources.Policy)] = [
        // Its map, a page in a frame, asks where the device is; its service worker names the servers of
        // the map. The arrow of the way home needs the compass.
        (
            "express", "Express/Web",
            .init(
                sources: ["media-src": ["data:"]],
                permissions: [
                    "geolocation", "accelerometer", "gyroscope", "magnetometer", "screen-wake-lock",
                ],
                framesItself: true)
        )
    ]

    /// A folder of an app that is installed; nil if none holds the file.
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
                + Self.places.map(\.path).joined(separator: " or ") + ". Name it by \(name).")
    }

    /// The folders that hold a folder of each app, the first that counts first.
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
