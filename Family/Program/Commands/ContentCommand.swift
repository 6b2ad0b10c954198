import ArgumentParser
import Foundation
import TrainerContent

/// What is done to the content.
struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content", abstract: "Check the content, or add questions of your own.",
        subcommands: [Check.self, Add.self, Remove.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Name all that is missing, unlicensed, too large or wrong in the content.",
            discussion: """
                Errors end it with exit code 1; warnings, as texts that a language lacks, do not.
                With FOLDER it checks a folder that is to be added.
                """)

        @OptionGroup var resources: ResourceOptions

        @Flag(help: "Count warnings as errors.")
        var strict = false

        @Argument(help: "A folder of questions of your own; without it the game's content.")
        var folder: String?

        func run() async throws {
            try await reporting {
                let place = folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
                let findings = try ContentCheck.run(
                    place ?? resources.contentFolder(),
                    as: place == nil ? .shipped : .addition)
                for finding in findings {
                    Terminal.say("\(finding.severity.rawValue): \(finding)")
                }
                let errors = findings.count { $0.severity == .error }
                let warnings = findings.count - errors
                Terminal.say(
                    findings.isEmpty
                        ? "The content is complete." : "\(errors) errors, \(warnings) warnings.")
                if errors > 0 || strict && warnings > 0 { throw ExitCodes.findings }
            }
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Copy a folder of questions of your own into the game's data.",
            discussion: """
                The folder is checked first; where anything is wrong with it, all is named and \
                nothing is copied. The questions are played from the next start of the game.
                """)

        @OptionGroup var data: DataOptions
        @OptionGroup var resources: ResourceOptions

        @Option(help: "What the folder is called in the game; without it its own name.")
        var name: String?

        @Argument(help: "The folder, with questions.json, manifest.json and languages.")
        var folder: String

        func run() async throws {
            try await reporting {
                let content = try Content(
                    folder: resources.contentFolder(), additions: data.addedFolders())
                let source = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
                do {
                    let place = try ContentAddition.add(
                        source, named: name ?? source.lastPathComponent, to: data.additions,
                        beside: content)
                    Terminal.say("The questions are in \(place.path), from the next start on.")
                } catch let error as ContentError where !error.findings.isEmpty {
                    for finding in error.findings {
                        Terminal.say("\(finding.severity.rawValue): \(finding)")
                    }
                    Terminal.complain(error.message)
                    throw ExitCodes.findings
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a folder of questions that was added.")

        @OptionGroup var data: DataOptions

        @Argument(help: "What the folder is called in the game.")
        var name: String

        func run() async throws {
            try await reporting {
                let known = data.addedFolders()
                guard let place = known.first(where: { $0.lastPathComponent == name }) else {
                    Terminal.complain(
                        "There is no added folder of the name \(name). There are: "
                            + known.map(\.lastPathComponent).joined(separator: ", "))
                    throw ExitCodes.findings
                }
                try FileManager.default.removeItem(at: place)
                Terminal.say("\(name) is removed, from the next start on.")
            }
        }
    }
}
