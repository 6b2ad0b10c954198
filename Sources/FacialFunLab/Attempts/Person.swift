import CommandSupport
import FacialFun
import FacialFunWire
import FoundationEssentials

/// Constants for turning pictures into frames.
enum AttemptScene {
    /// Interval between frames.
    static let frameMilliseconds = 100.0
    /// Number of frames with a neutral face.
    static let stillFrames = 100
    /// Number of frames for which each strength is shown; the last one is shown longer.
    static let framesEach = 4
    /// Number of frames for the last strength.
    static let framesAtEnd = 30
}

/// A line of `people.jsonl`.
struct PersonEntry: Decodable {
    let file: String
    let set: String
    let person: Int
    let frame: Int
    let emotion: String
    let strength: Double
}

/// A picture and its report.
struct PersonPicture {
    let entry: PersonEntry
    let observation: Observation

    /// Reason why the face cannot be judged.
    var reason: CannotJudgeReason? {
        if case .cannotJudge(let reason) = observation { reason } else { nil }
    }
}

/// All pictures of a person that do not belong to a hint.
struct Person {
    /// Number of resting frames that make the baseline; later frames are judged.
    static let firstJudgedFrame = 5
    /// Maximum size of a file of people or reports in bytes.
    private static let maxBytes = 1 << 30

    let number: Int
    let model: ModelSummary
    private let rest: [PersonPicture]
    private let shown: [PersonPicture]

    /// The pictures to judge.
    var judged: [PersonPicture] {
        rest.filter { $0.entry.frame >= Self.firstJudgedFrame } + shown
    }

    /// An unchanged face, as frames.
    var still: [PersonPicture] {
        let pictures = rest.filter { $0.entry.frame >= Self.firstJudgedFrame }
        return pictures.isEmpty
            ? [] : (0..<AttemptScene.stillFrames).map { pictures[$0 % pictures.count] }
    }

    /// A face that changes from rest to an emotion and keeps it, as frames.
    func rising(_ emotion: Emotion) -> [PersonPicture] {
        let steps = shown.filter { $0.entry.emotion == emotion.rawValue }
            .sorted { $0.entry.strength < $1.entry.strength }
        return (Array(still.prefix(AttemptScene.framesEach)))
            + steps.flatMap { Array(repeating: $0, count: AttemptScene.framesEach) }
            + Array(repeating: steps.last, count: AttemptScene.framesAtEnd).compactMap { $0 }
    }

    /// The baseline of the first frames at rest, two frames per second; nil with a reason if they
    /// make none.
    func baseline() -> (Baseline?, String?) {
        var recorder = BaselineRecorder()
        for (index, picture) in rest.prefix(Self.firstJudgedFrame).enumerated() {
            recorder.add(
                picture.observation,
                atMilliseconds: Double(index) * BaselineRecorder.spanMilliseconds
                    / Double(Self.firstJudgedFrame - 1))
        }
        switch recorder.state {
        case .finished(let baseline): return (baseline, nil)
        case .watching(_, let problem): return (nil, problem?.code ?? "too_short")
        }
    }

    /// Reads the people, ordered by number; pictures missing from the reports are ignored.
    ///
    /// - Throws: ``CommandError`` with the file that cannot be read.
    static func read(people: InputPath, reports: InputPath) throws(CommandError) -> [Person] {
        let decoder = JSONDecoder()
        func lines<T: Decodable>(
            _ path: InputPath, _ type: T.Type
        ) throws(CommandError) -> [T] {
            var lines: [T] = []
            do throws(CommandError) {
                let bytes = try InputReader(maxBytes: maxBytes).read(.file(path))
                for line in bytes.split(separator: UInt8(ascii: "\n")) {
                    // The decoder's details do not help users, so the error only has the record's
                    // number.
                    guard let entry = try? decoder.decode(type, from: Data(line)) else {
                        throw CommandError(
                            code: .unfitInput,
                            message: """
                                Record \(lines.count + 1) is damaged, or not as \
                                training/render/people.py or facialfun score writes it.
                                """)
                    }
                    lines.append(entry)
                }
            } catch {
                throw CommandError(
                    code: error.code, message: "\(path.display): \(error.message)",
                    cause: error.cause)
            }
            return lines
        }
        var seen: [String: ImageReport] = [:]
        for report in try lines(reports, ImageReport.self) {
            seen[String(report.path.split(separator: "/").last ?? "")] = report
        }
        let entries = try lines(people, PersonEntry.self).filter { $0.set != "hint" }
        return Dictionary(grouping: entries, by: \.person).sorted { $0.key < $1.key }
            .compactMap { number, entries in
                let pictures = entries.compactMap { entry in
                    seen[entry.file].map {
                        PersonPicture(entry: entry, observation: Observation(of: $0.faces))
                    }
                }
                guard let model = entries.compactMap({ seen[$0.file]?.model }).first else {
                    return nil
                }
                return Person(
                    number: number, model: model,
                    rest: pictures.filter { $0.entry.set == "rest" }
                        .sorted { $0.entry.frame < $1.entry.frame },
                    shown: pictures.filter { $0.entry.set == "emotion" })
            }
    }
}
