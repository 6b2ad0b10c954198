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
    ///   - movements: Whether the reports have movements, which CSV writes as further columns.
    ///   - classes: The names of the model's own classes, of which CSV has further columns.
    ///   - films: Whether there are films among the inputs, of which CSV has further columns.
    /// - Returns: A writer that has written nothing yet.
    func writer(
        style: TerminalStyle, movements: Bool = false, classes: [String] = [], films: Bool = false
    ) -> any ReportWriter {
        switch self {
        case .table: TableWriter(style: style)
        case .json: JSONWriter()
        case .jsonl: JSONLinesWriter()
        case .csv: CSVWriter(movements: movements, films: films, classes: classes)
        case .elan: ELANWriter()
        }
    }
}
