import ArgumentParser
import CommandSupport

/// How reports are written to standard output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case json
    case jsonl
    case csv
    case elan

    /// The writer of this format.
    ///
    /// - Parameters:
    ///   - style: What the terminal can show; the machine formats do not ask.
    ///   - columns: The optional columns of CSV.
    /// - Returns: A writer that has written nothing yet.
    func writer(
        style: TerminalStyle, columns: CSVColumns = CSVColumns()
    ) -> any ReportWriter {
        switch self {
        case .table: TableWriter(style: style)
        case .json: JSONWriter()
        case .jsonl: JSONLinesWriter()
        case .csv: CSVWriter(columns: columns)
        case .elan: ELANWriter()
        }
    }
}
