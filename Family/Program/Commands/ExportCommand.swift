import ArgumentParser
import FamilyWeb
import Foundation

/// Exports an account as JSON, or an app as a folder for another web server.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export an account as JSON, or an app as static files.",
        discussion: """
            `facialfun-family export NAME` exports the account NAME. If an account has the name of \
            a subcommand, use `facialfun-family export account NAME`.
            """,
        subcommands: [ExportAccountCommand.self, Express.self],
        defaultSubcommand: ExportAccountCommand.self)

    /// Copies Express² into a folder that any web server can serve.
    struct Express: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "express",
            abstract: "Copy the app Express² into a folder, as static files for any web server.")

        @OptionGroup var resources: ResourceOptions

        @Argument(help: "A new or empty folder.")
        var folder: String

        func run() async throws {
            try await reporting {
                guard let app = try resources.apps().first(where: { $0.id == "express" }) else {
                    Terminal.complain(
                        "Express² is not installed; reinstall the family server or set "
                            + "FAMILY_RESOURCES to the folder that contains Express/Web")
                    throw ExitCodes.findings
                }
                let target = URL(filePath: folder, directoryHint: .isDirectory)
                try app.export(to: target)
                Terminal.printLine("Exported Express² to \(target.path).")
            }
        }
    }
}
