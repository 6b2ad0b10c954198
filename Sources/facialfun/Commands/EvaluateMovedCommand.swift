import ArgumentParser
import CommandSupport

/// `facialfun evaluate`, which is a command of `facialfun-lab` now: says so, and does nothing.
struct EvaluateMovedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate", abstract: "Moved to facialfun-lab.", shouldDisplay: false,
        helpNames: [])

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run() throws {
        try ColorOptions.parse([]).run { _ in
            throw CommandError(
                code: .usage,
                message: "evaluate is a command of facialfun-lab now: run `facialfun-lab evaluate`")
        }
    }
}
