import CommandSupport
import FacialFunWire

/// One JSON array with a record for each input, over several lines.
struct JSONWriter: ReportWriter {
    private var isFirst = true

    /// Makes a writer.
    init() {}

    func opening() -> String { "[" }

    mutating func text(of outcome: InputOutcome, path: InputPath) -> String {
        defer { isFirst = false }
        return (isFirst ? "\n  " : ",\n  ") + outcome.json.indentedText(level: 1)
    }

    func closing(_ tally: OutcomeCounts) -> String { isFirst ? "]\n" : "\n]\n" }
}

/// One JSON record per line for each input.
struct JSONLinesWriter: ReportWriter {
    func opening() -> String { "" }

    mutating func text(of outcome: InputOutcome, path: InputPath) -> String {
        outcome.json.compactText + "\n"
    }

    func closing(_ tally: OutcomeCounts) -> String { "" }
}

extension InputOutcome {
    /// The record in the format of `image-report.schema.json`.
    var json: JSONValue {
        switch self {
        case .scored(let report): report.json
        case .failed(let report): report.json
        }
    }
}
