import ArgumentParser
import CommandSupport

/// How reports are written to standard output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case json
    case jsonl
    case csv

    /// The writer of this format.
    ///
    /// - Parameters:
    ///   - style: What the terminal can show; the machine formats do not ask.
    ///   - movements: Whether the reports have movements, which CSV writes as further columns.
    /// - Returns: A writer that has written nothing yet.
    func writer(style: TerminalStyle, movements: Bool = false) -> any ReportWriter {
        switch self {
        case .table: TableWriter(style: style)
        case .json: JSONWriter()
        case .jsonl: JSONLinesWriter()
        case .csv: CSVWriter(movements: movements)
        }
    }
}
