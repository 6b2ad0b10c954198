import ArgumentParser
import FaceJudge
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

    private static func folder(
        _ folder: String, option: String?, name: String, holds entry: String
    ) throws -> URL {
        if let option { return URL(filePath: option, directoryHint: .isDirectory) }
        var places: [URL] = []
        let environment = ProcessInfo.processInfo.environment
        if let resources = environment["FAMILY_RESOURCES"], !resources.isEmpty {
            places = [URL(filePath: resources, directoryHint: .isDirectory)]
        } else {
            let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            places = [
                program.deletingLastPathComponent().appending(path: "../share/facialfun-family")
                    .standardizedFileURL,
                FacialFunProgram.repository.appending(path: "Family"),
            ]
        }
        for place in places.map({ $0.appending(path: folder, directoryHint: .isDirectory) })
        where FileManager.default.fileExists(atPath: place.appending(path: entry).path) {
            return place
        }
        throw Failure(
            "There is no folder \(folder) with \(entry) in "
                + places.map(\.path).joined(separator: " or ") + ". Name it by \(name).")
    }
}
