import ArgumentParser
import FamilyWeb
import Foundation

/// Lists the apps that are folders of files, or copies one for use without this server.
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps",
        abstract: "List the apps that need no server, or export one.",
        subcommands: [List.self, Export.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the apps that need no server.")

        @OptionGroup var resources: ResourceOptions

        func run() async throws {
            try await reporting {
                let apps = try resources.apps()
                for app in apps {
                    Terminal.say("\(app.id)  \(app.resources.card?.title ?? app.id)")
                }
                if apps.isEmpty { Terminal.say("No app that needs no server is installed.") }
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Copy an app into a folder, for another web server.")

        @OptionGroup var resources: ResourceOptions

        @Argument(help: "The app, as `apps list` names it.")
        var app: String

        @Argument(help: "A folder that is new or empty.")
        var folder: String

        func run() async throws {
            try await reporting {
                let apps = try resources.apps()
                guard let found = apps.first(where: { $0.id == app }) else {
                    Terminal.complain(
                        "there is no app \(app) that needs no server; `facialfun-family apps list` "
                            + "names them")
                    throw ExitCodes.findings
                }
                let target = URL(filePath: folder, directoryHint: .isDirectory)
                try found.export(to: target)
                Terminal.say("The app \(app) is copied to \(target.path).")
            }
        }
    }
}
