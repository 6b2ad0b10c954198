import CommandSupport
import FacialFunWire
import FoundationEssentials

/// The records of an interrupted run in its file, and the position at which the next run continues.
///
/// Inputs with records are not scored again. An incomplete last line is dropped, and so is a film
/// whose records may be incomplete: it is scored again.
struct EarlierRun {
    /// The kept records, in order.
    private(set) var outcomes: [InputOutcome] = []
    /// The number of inputs that have records, counted from the first one.
    private(set) var inputs = 0
    /// Their length in the file, in bytes.
    private(set) var length = 0

    /// Maximum size of a file of records, larger than what a single run writes.
    private static let maxBytes = 4 << 30

    /// Creates an empty run, which starts with the first input.
    init() {}

    /// Reads a file of records.
    ///
    /// - Parameters:
    ///   - path: The file; a missing one has no records.
    ///   - planned: The inputs of this run.
    ///   - model: The model of this run.
    ///   - classes: The names of the model's own classes.
    ///   - hasDetails: Whether movements or landmarks are requested.
    ///   - isFilm: Whether an input is read as a film.
    /// - Throws: The reason why the file does not belong to an earlier run of the same command.
    init(
        _ path: InputPath, of planned: [PlannedInput], model: ModelSummary, classes: [String] = [],
        hasDetails: Bool, isFilm: (InputItem) -> Bool
    ) throws(CommandError) {
        guard InputWalker.FileIdentity(of: path) != nil else { return }
        let records = try Self.records(in: path)
        for record in records {
            guard case .scored(let report) = record.outcome else { continue }
            guard report.model == model else {
                throw Self.refusal(
                    path, "it was written by the model \(report.model.name) \(report.model.version)"
                )
            }
            let hasClasses = report.faces.allSatisfy { face in
                (face.classes?.names ?? []).elementsEqual(classes) { $0.hasSameUTF8(as: $1) }
            }
            guard hasClasses else {
                throw Self.refusal(path, "it was written by a model with other classes")
            }
            guard report.faces.isEmpty || (report.milliseconds.movements != nil) == hasDetails
            else {
                throw Self.refusal(
                    path, "it was written with other options (--movements, --landmarks)")
            }
        }
        while length < records.last?.end ?? 0 {
            let first = outcomes.count
            guard inputs < planned.count,
                planned[inputs].item.path.text.hasSameUTF8(as: records[first].outcome.path)
            else {
                let expected =
                    inputs < planned.count ? planned[inputs].item.path.display : "no further input"
                throw Self.refusal(
                    path,
                    "its record \(first + 1) is of \(SafeText.escaped(records[first].outcome.path)), "
                        + "where this run has \(expected)")
            }
            var end = first + 1
            if isFilm(planned[inputs].item) {
                guard let whole = Self.endOfFilm(records, from: first) else { return }
                end = whole
            }
            outcomes += records[first..<end].map(\.outcome)
            length = records[end - 1].end
            inputs += 1
        }
    }

    /// A record and the end of its line.
    private struct Record {
        let outcome: InputOutcome
        let end: Int
    }

    private static func refusal(_ path: InputPath, _ reason: String) -> CommandError {
        CommandError(
            code: .usage,
            message: "Cannot continue \(path.display): \(reason). Repeat the same command, or use "
                + "another file for --output.")
    }

    /// The complete lines of the file.
    private static func records(in path: InputPath) throws(CommandError) -> [Record] {
        let bytes: [UInt8]
        do throws(CommandError) {
            bytes = try InputReader(maxBytes: maxBytes).read(.file(path))
        } catch {
            throw CommandError(code: .usage, message: "\(path.display): \(error.message)")
        }
        var records: [Record] = []
        var begin = 0
        while let end = bytes[begin...].firstIndex(of: UInt8(ascii: "\n")) {
            guard let outcome = InputOutcome(json: Data(bytes[begin..<end])) else {
                throw refusal(path, "line \(records.count + 1) is not a record of \"score\"")
            }
            records.append(Record(outcome: outcome, end: end + 1))
            begin = end + 1
        }
        return records
    }

    /// The index after the last record of a film; nil if the film may have more.
    private static func endOfFilm(_ records: [Record], from first: Int) -> Int? {
        let path = records[first].outcome.path
        for offset in first..<records.count {
            let outcome = records[offset].outcome
            // The record belongs to another input, or the same film starts again.
            if offset > first, !outcome.path.hasSameUTF8(as: path) || outcome.frame == 1 {
                return offset
            }
            // A film's own failure is its last record.
            if case .failed(let report) = outcome, report.frame == nil { return offset + 1 }
        }
        return nil
    }
}

extension InputOutcome {
    /// Parses a record of `--format jsonl`; nil for other text.
    init?(json: Data) {
        let decoder = JSONDecoder()
        do {
            self = .failed(try decoder.decode(FailureReport.self, from: json))
        } catch {
            guard let report = try? decoder.decode(ImageReport.self, from: json) else { return nil }
            self = .scored(report)
        }
        guard schema == ImageReport.schemaName else { return nil }
    }

    private var schema: String {
        switch self {
        case .scored(let report): report.schema
        case .failed(let report): report.schema
        }
    }

    /// The number of the frame in a film, from 1; nil for other results.
    var frame: Int? {
        switch self {
        case .scored(let report): report.frame
        case .failed(let report): report.frame
        }
    }
}
