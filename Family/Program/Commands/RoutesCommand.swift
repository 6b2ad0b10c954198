import ArgumentParser
import FaceJudge
import FamilyAccounts
import FamilyWeb
import Foundation
import Logging
import TrainerContent
import TrainerServer
import TrainerStore

/// Prints the routes of all apps with their access.
struct RoutesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routes",
        abstract: "List the routes of all apps and who may use each.",
        discussion: """
            Access is open (everyone), member (signed in), parent (signed in, with the parent PIN) \
            or device (signed in, or on a device that a parent approved).
            """)

    @OptionGroup var resources: ResourceOptions

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        try await reporting {
            // Routes do not depend on data, so an empty database is enough.
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "facialfun-family-routes-\(UUID())", directoryHint: .isDirectory)
            defer {
                // Leftovers in the temporary folder are harmless.
                try? FileManager.default.removeItem(at: folder)
            }
            let store = try TrainerStore(folder: folder, options: .family)
            var configuration = TrainerApplication.Configuration(
                webFolder: try resources.webFolder())
            let prep = try resources.prep(
                data: folder, store: store, judge: FaceJudge(),
                logger: Logger(label: "routes") { _ in SwiftLogNoOpLogHandler() })
            let together = try resources.together(
                data: folder, store: store, prep: prep,
                logger: Logger(label: "routes") { _ in SwiftLogNoOpLogHandler() })
            configuration.apps =
                [prep as (any FamilyApp)?, together].compactMap { $0 }
                + (try resources.apps())
            let routes = try await TrainerApplication(
                configuration: configuration, store: store,
                content: try Content(folder: try resources.contentFolder()), judge: FaceJudge(),
                logger: Logger(label: "routes") { _ in SwiftLogNoOpLogHandler() }
            ).routes()
            try store.close()
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                Terminal.printLine(String(decoding: try encoder.encode(routes), as: UTF8.self))
            } else {
                for route in routes { Terminal.printLine(Self.line(route)) }
            }
        }
    }

    /// A route as a line of aligned columns.
    private static func line(_ route: AppRoute) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
        }
        return [
            padded(route.method, 6), padded(route.access.rawValue, 6), padded(route.app, 8),
            route.path,
        ].joined(separator: "  ")
    }
}
