import ArgumentParser
import FamilyWeb

/// Lists the apps that consist only of files and work without this server.
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List the apps that work without a server.")

    @OptionGroup var resources: ResourceOptions

    func run() async throws {
        try await reporting {
            let apps = try resources.apps()
            for app in apps {
                Terminal.printLine("\(app.id)  \(app.resources.card?.title ?? app.id)")
            }
            if apps.isEmpty { Terminal.printLine("No serverless app is installed.") }
        }
    }
}
