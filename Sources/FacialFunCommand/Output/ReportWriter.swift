import CommandSupport

/// Writes results in one format, one after the other.
protocol ReportWriter {
    /// Text before the first result.
    func opening() -> String

    /// The text of one result.
    ///
    /// - Parameters:
    ///   - outcome: The result.
    ///   - path: The input's path. The path in the result may lack bytes that are not UTF-8.
    /// - Returns: The text to print.
    mutating func text(of outcome: InputOutcome, path: InputPath) -> String

    /// Text after the last frame of a film.
    mutating func text(atEndOf film: InputPath) -> String

    /// Text after the last result.
    func closing(_ tally: OutcomeCounts) -> String
}

extension ReportWriter {
    /// Empty by default, because most formats write each frame separately.
    mutating func text(atEndOf film: InputPath) -> String { "" }
}
