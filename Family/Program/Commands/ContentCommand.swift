import ArgumentParser
import Foundation
import TrainerContent

/// Checks and extends the content.
struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content", abstract: "Check the content, or add your own questions.",
        subcommands: [Check.self, Add.self, Remove.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "List missing, unlicensed, oversized and invalid parts of the content.",
            discussion: """
                Errors result in exit code 1; warnings, such as missing translations, do not.
                With FOLDER, check a folder before adding it.
                """)

        @OptionGroup var resources: ResourceOptions

        @Flag(help: "Count warnings as errors.")
        var strict = false

        @Argument(help: "A folder of questions of your own; without it the game's content.")
        var folder: String?

        func run() async throws {
            try await reporting {
                let url = folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
                let findings = try ContentCheck.run(
                    url ?? resources.contentFolder(),
                    as: url == nil ? .shipped : .addition)
                for finding in findings {
                    Terminal.printLine("\(finding.severity.rawValue): \(finding)")
                }
                let errors = findings.count { $0.severity == .error }
                let warnings = findings.count - errors
                Terminal.printLine(
                    findings.isEmpty
                        ? "The content is complete." : "\(errors) errors, \(warnings) warnings.")
                if errors > 0 || strict && warnings > 0 { throw ExitCodes.findings }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a folder of your own questions to the game's data.",
            discussion: """
                The folder is checked first. If it has errors, all of them are listed and \
                nothing is copied. The questions appear after the next start of the game.
                """)

        @OptionGroup var data: DataOptions
        @OptionGroup var resources: ResourceOptions

        @Option(help: "The folder's name in the game; default: its own name.")
        var name: String?

        @Argument(help: "The folder, with questions.json, manifest.json and languages.")
        var folder: String

        func run() async throws {
            try await reporting {
                let content = try Content(
                    folder: resources.contentFolder(), additions: data.addedFolders())
                let source = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
                do {
                    let url = try ContentAddition.add(
                        source, named: name ?? source.lastPathComponent, to: data.additions,
                        existing: content)
                    Terminal.printLine("Added \(url.path). Restart the game to use it.")
                } catch let error as ContentError where !error.findings.isEmpty {
                    for finding in error.findings {
                        Terminal.printLine("\(finding.severity.rawValue): \(finding)")
                    }
                    Terminal.complain(error.message)
                    throw ExitCodes.findings
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an added folder of questions.")

        @OptionGroup var data: DataOptions

        @Argument(help: "The folder's name in the game.")
        var name: String

        func run() async throws {
            try await reporting {
                let known = data.addedFolders()
                guard let url = known.first(where: { $0.lastPathComponent == name }) else {
                    Terminal.complain(
                        "There is no added folder \(name). Added folders: "
                            + known.map(\.lastPathComponent).joined(separator: ", "))
                    throw ExitCodes.findings
                }
                try FileManager.default.removeItem(at: url)
                Terminal.printLine("Removed \(name). Restart the game to apply it.")
            }
        }
    }
}
