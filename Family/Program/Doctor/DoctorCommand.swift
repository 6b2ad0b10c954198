import ArgumentParser
import Foundation
import Logging

/// Says whether everything is there, and if not, what helps.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look over database, content, web files, scoring service and port.",
        discussion: """
            Exit code 0: the game can be played. 3: it cannot, or not all of it; each problem is \
            named with its remedy. Opening the database of an older version brings it up to date.
            """)

    @Option(help: ArgumentHelp("The port that the game will use.", valueName: "n"))
    var port = 8610

    @OptionGroup var data: DataOptions
    @OptionGroup var resources: ResourceOptions
    @OptionGroup var scoring: ScoringOptions

    func run() async throws {
        // What the service says is asked for here, not read from its log.
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        var examination = Examination()
        await examination.database(data)
        examination.content(resources, additions: data.addedFolders())
        examination.webFiles(resources)
        await examination.scoring(scoring)
        examination.port(port)
        for line in examination.lines { Terminal.say(line) }
        let problems = examination.problems
        Terminal.say(
            problems == 0 ? "Fit: the game can be played." : "\(problems) to be mended: see above.")
        if problems > 0 { throw ExitCodes.notFit }
    }
}
