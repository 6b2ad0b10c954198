import ArgumentParser
import Foundation
import Logging

/// Checks the installation, and prints a remedy for each problem.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check database, content, web files, scoring service and port.",
        discussion: """
            Exit code 0: the game can be played. 3: it cannot, or only in part; each problem is \
            listed with its remedy. A database of an older version is migrated.
            """)

    @Option(help: ArgumentHelp("The port that the game will use.", valueName: "n"))
    var port = 8610

    @OptionGroup var data: DataOptions
    @OptionGroup var resources: ResourceOptions
    @OptionGroup var scoring: ScoringOptions

    func run() async throws {
        // Query the service directly instead of parsing its log.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        var examination = Examination()
        await examination.database(data)
        examination.content(resources, additions: data.addedFolders())
        examination.webFiles(resources)
        await examination.scoring(scoring)
        examination.port(port)
        for line in examination.lines { Terminal.printLine(line) }
        let problems = examination.problems
        Terminal.printLine(
            problems == 0 ? "The game can be played." : "\(problems) to fix: see above.")
        if problems > 0 { throw ExitCodes.notFit }
    }
}
