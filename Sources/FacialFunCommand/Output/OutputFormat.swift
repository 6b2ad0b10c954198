import ArgumentParser
import CommandSupport

/// Format of reports on standard output.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument, Sendable {
    case table
    case json
    case jsonl
    case csv
    case elan

    /// The writer of this format.
    ///
    /// - Parameters:
    ///   - style: Capabilities of the terminal; machine-readable formats ignore it.
    ///   - columns: The optional columns of CSV.
    /// - Returns: A new writer.
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
