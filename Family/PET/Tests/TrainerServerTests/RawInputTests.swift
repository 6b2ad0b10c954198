import Foundation
import Testing

/// Fails if new code decodes bytes from outside without the checks on text.
struct RawInputTests {
    /// The server's sources by file name.
    private static func sources() throws -> [String: String] {
        var package = URL(filePath: #filePath).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: package.appending(path: "Package.swift").path)
        {
            package.deleteLastPathComponent()
        }
        var found: [String: String] = [:]
        let files = FileManager.default.enumerator(at: package, includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.lastPathComponent == ".build" { files?.skipDescendants() }
            guard file.pathExtension == "swift", file.path.contains("/Sources/") else { continue }
            found[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
        }
        return found
    }

    private static func files(with pattern: Regex<Substring>) throws -> [String] {
        try sources().filter { $0.value.contains(pattern) }.keys.sorted()
    }

    @Test func bodiesAreDecodedInOnePlaceThatLimitsCombiningMarks() throws {
        #expect(try Self.sources().count > 50)
        // The other decoders are safe: content and database values were checked before; a static
        // app reads the manifest that it ships with. Experiences and tours count combining marks
        // themselves. Media and stitching decode the output of a local program, Prep and Modern
        // Family their own tables and files. The client limits the answers of other servers.
        let decoding = [
            "CalendarSynchronizer.swift", "ExperienceFile.swift", "ExperienceStore.swift",
            "JSONFile.swift", "MediaConverter.swift", "MediaLink.swift", "MediaRoutes.swift",
            "MemberCalendar.swift",
            "NoticeCatalog.swift", "Pannellum.swift", "PanoramaWork.swift", "PlaylistFile.swift",
            "StaticApp.swift", "Stored.swift", "TrainerStore+Settings.swift", "WireJSON.swift",
        ]
        #expect(try Self.files(with: /JSONDecoder\(\)|JSONSerialization/) == decoding)
        // CalDAV and the client for other servers write bodies, but read none.
        let bodies = [
            "CalDAVClient.swift", "MediaUpload.swift", "OutboundClient.swift", "WireJSON.swift",
        ]
        #expect(try Self.files(with: /request\.body|collectBody|decode\(as:/) == bodies)
        for file in [
            "ExperienceFile.swift", "OutboundClient.swift", "PlaylistFile.swift", "WireJSON.swift",
        ] {
            #expect(try Self.sources()[file]?.contains("isLimitExceeded") == true)
        }
        #expect(try Self.sources()["Pannellum.swift"]?.contains("refuseMarks") == true)
    }

    @Test func everyListenerIsGuarded() throws {
        // Tests use a site without a socket. The metrics listener is reachable only from this
        // machine and reads no body.
        let guarded = ["FamilySite.swift", "MetricsServer.swift"]
        #expect(
            try Self.files(with: /Application\(\s*router:|responder: router\.buildResponder/)
                == guarded)
    }
}
