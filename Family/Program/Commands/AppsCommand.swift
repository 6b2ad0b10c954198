import ArgumentParser
import FamilyWeb

/// Lists the apps that are folders of files and work without this server.
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List the apps that need no server.")

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
