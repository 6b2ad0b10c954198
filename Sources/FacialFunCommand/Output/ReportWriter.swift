import CommandSupport

/// Writes outcomes in one format, one after the other, as they come.
protocol ReportWriter {
    /// What stands before the first outcome.
    func opening() -> String

    /// The text of one outcome.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - path: The input's path; the outcome's own may have lost bytes that are not UTF-8.
    /// - Returns: The text, to be printed as it is.
    mutating func text(of outcome: Outcome, path: InputPath) -> String

    /// What stands after the last frame of a film.
    mutating func text(atEndOf film: InputPath) -> String

    /// What stands after the last outcome.
    func closing(_ tally: OutcomeCounts) -> String
}

extension ReportWriter {
    /// Nothing: most formats write each frame by itself.
    mutating func text(atEndOf film: InputPath) -> String { "" }
}
