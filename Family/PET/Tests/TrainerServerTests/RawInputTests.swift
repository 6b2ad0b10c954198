import Foundation
import Testing

/// Keeps out new ways by which bytes from outside become text before anybody has looked at them.
struct RawInputTests {
    /// The server's sources by name.
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
        // Content is checked as it is read; what the database holds was checked before; a static app
        // reads the manifest that it ships with.
        // Experiences and tours count the marks of their files themselves; media and stitching decode
        // what a program of this machine printed, Prep and Modern Family what their own tables and
        // files hold; answers of other servers are cut by the client.
        let decoding = [
            "CalendarSynchronizer.swift", "ExperienceFile.swift", "ExperienceStore.swift",
            "JSONFile.swift", "MediaConverter.swift", "MediaLink.swift", "MediaRoutes.swift",
            "MemberCalendar.swift",
            "NoticeCatalog.swift", "Pannellum.swift", "PanoramaWork.swift", "PlaylistFile.swift",
            "StaticApp.swift", "Stored.swift", "TrainerStore+Settings.swift", "WireJSON.swift",
        ]
        #expect(try Self.files(with: /JSONDecoder\(\)|JSONSerialization/) == decoding)
        // CalDAV and the client of other servers write bodies, and read none.
        let bodies = [
            "CalDAVClient.swift", "MediaUpload.swift", "OutboundClient.swift", "WireJSON.swift",
        ]
        #expect(try Self.files(with: /request\.body|collectBody|decode\(as:/) == bodies)
        for file in [
            "ExperienceFile.swift", "OutboundClient.swift", "PlaylistFile.swift", "WireJSON.swift",
        ] {
            #expect(try Self.sources()[file]?.contains("exceedLimit") == true)
        }
        #expect(try Self.sources()["Pannellum.swift"]?.contains("refuseMarks") == true)
    }

    @Test func everyListenerIsGuarded() throws {
        // Tests ask a site without a socket; the figures' listener is for this machine alone and
        // reads no body.
        let guarded = ["FamilySite.swift", "MetricsServer.swift"]
        #expect(
            try Self.files(with: /Application\(\s*router:|responder: router\.buildResponder/)
                == guarded)
    }
}
