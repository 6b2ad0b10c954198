import CommandSupport
import FacialFun
import FacialFunWire

/// Result of `facialfun match --replay` for a recorded attempt.
struct ReplayReport: Sendable {
    /// The name and version of the JSON format.
    static let schemaName = "facialfun.replay/1"

    /// The record's path as it was given.
    let path: InputPath
    /// The record.
    let record: AttemptRecord
    /// The status after each event.
    let statuses: [AttemptStatus]

    /// Judges a recorded attempt again.
    init(path: InputPath, record: AttemptRecord, files: RuleFiles) {
        self.path = path
        self.record = record
        statuses = record.replay(levels: files.levels, hints: files.hints)
    }

    /// The status at the end; nil for a record without events.
    var last: AttemptStatus? { statuses.last }

    /// Whether it ends as recorded; nil if the record has no end.
    var endsAsRecorded: Bool? {
        record.ending.map { ending in last.flatMap(AttemptRecord.Ending.init) == ending }
    }

    /// The report as JSON.
    var json: JSONValue {
        .object([
            ("schema", .string(Self.schemaName)),
            ("path", .string(path.text)),
            ("target", .string(record.plan.target.rawValue)),
            ("level", .integer(record.plan.level.rawValue)),
            ("events", .integer(record.events.count)),
            ("phase", last.map { .string($0.phase.rawValue) } ?? .null),
            ("verdict", last?.verdict.json ?? .null),
            ("earnedBy", JSONValue(last?.earnedBy)),
            ("peak", last.map { .number($0.peak) } ?? .null),
            ("peakFrame", JSONValue(last?.peakFrame)),
            ("milliseconds", last.map { .number($0.milliseconds) } ?? .null),
            ("tries", last.map { .integer($0.tries) } ?? .null),
            ("endsAsRecorded", endsAsRecorded.map { .bool($0) } ?? .null),
        ])
    }

    /// The report for people: a line for each change of the advice, then the end.
    func text(style: TerminalStyle) -> String {
        let plan = record.plan
        var text =
            style.painted(path.display, .bold)
            + "  \(plan.target.rawValue), level \(plan.level.rawValue)  "
            + Counted.text(record.events.count, "event") + "\n"
        var said: String?
        for status in statuses {
            let summary = Self.summary(status)
            if summary != said { text += "  \(Self.time(status))  \(summary)\n" }
            said = summary
        }
        guard let last else { return text + "  no events, so there is no verdict\n" }
        var facts = ["\(last.phase.rawValue) after \(Self.time(last).drop { $0 == " " })"]
        if let frame = last.earnedBy { facts.append("completed by frame \(frame)") }
        if last.tries > 1 { facts.append("\(last.tries) tries") }
        text += MatchText(style: style).lines(
            of: last.verdict, after: facts.joined(separator: ", "))
        switch endsAsRecorded {
        case true: text += "  It ends as recorded.\n"
        case false: text += "  It ends differently than recorded.\n"
        case nil: break
        }
        return text
    }

    private static func summary(_ status: AttemptStatus) -> String {
        let words = status.verdict.sentence.map { "  " + $0 } ?? ""
        return status.phase.rawValue + words
    }

    private static func time(_ status: AttemptStatus) -> String {
        let seconds = FixedPoint.text(status.milliseconds / 1000, decimals: 2)
        return String(repeating: " ", count: max(0, 7 - seconds.count)) + seconds + " s"
    }
}
