import ArgumentParser
import CommandSupport
import Glibc

/// `facialfun evaluate`, which is a command of `facialfun-lab` now: says so, and does nothing.
struct EvaluateMovedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Moved to facialfun-lab.", shouldDisplay: false,
        helpNames: [])

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run() throws {
        StandardStreams.reserveClosed()
        let colors = try ColorOptions.parse([])
        Diagnostic(
            subject: nil,
            message: "evaluate is a command of facialfun-lab now: run `facialfun-lab evaluate`"
        ).print(style: colors.style(STDERR_FILENO))
        throw ExitCode.validationFailure
    }
}
