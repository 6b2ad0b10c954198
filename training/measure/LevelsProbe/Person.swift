import Emotions
import FacialFunLevels
import Foundation

/// How pictures become frames.
enum Scene {
    /// From frame to frame.
    static let frameMilliseconds = 100.0
    /// How long a face at rest is watched.
    static let stillFrames = 100
    /// For how many frames each strength is shown, and the last one at the end.
    static let framesEach = 4
    /// See ``framesEach``.
    static let framesAtEnd = 30
}

/// A line of `people.jsonl`.
struct Entry: Decodable {
    let file: String
    let set: String
    let person: Int
    let frame: Int
    let emotion: String
    let strength: Double
}

/// A picture and what the service says of it.
struct Picture {
    let entry: Entry
    let observation: Observation

    /// Why it cannot be judged.
    var reason: CannotJudgeReason? {
        if case .cannotJudge(let reason) = observation { reason } else { nil }
    }
}

/// All pictures of a person that are neither before nor after a hint.
struct Person {
    /// From this frame on pictures at rest are judged; the ones before make the baseline.
    static let firstJudgedFrame = 5

    let number: Int
    let model: ModelSummary
    private let rest: [Picture]
    private let shown: [Picture]

    /// The pictures that are judged.
    var judged: [Picture] {
        rest.filter { $0.entry.frame >= Self.firstJudgedFrame } + shown
    }

    /// A face that does not change, as frames.
    var still: [Picture] {
        let pictures = rest.filter { $0.entry.frame >= Self.firstJudgedFrame }
        return pictures.isEmpty
            ? [] : (0..<Scene.stillFrames).map { pictures[$0 % pictures.count] }
    }

    /// A face that goes from rest to an emotion and stays there, as frames.
    func rising(_ emotion: Emotion) -> [Picture] {
        let steps = shown.filter { $0.entry.emotion == emotion.rawValue }
            .sorted { $0.entry.strength < $1.entry.strength }
        return (Array(still.prefix(Scene.framesEach)))
            + steps.flatMap { Array(repeating: $0, count: Scene.framesEach) }
            + Array(repeating: steps.last, count: Scene.framesAtEnd).compactMap { $0 }
    }

    /// The baseline of the first frames at rest, two frames a second; nil and why not where they make
    /// none.
    func baseline() -> (Baseline?, String?) {
        var recorder = BaselineRecorder()
        for (place, picture) in rest.prefix(Self.firstJudgedFrame).enumerated() {
            recorder.add(
                picture.observation,
                atMilliseconds: Double(place) * BaselineRecorder.spanMilliseconds
                    / Double(Self.firstJudgedFrame - 1))
        }
        switch recorder.state {
        case .finished(let baseline): return (baseline, nil)
        case .watching(_, let problem): return (nil, problem?.code ?? "too_short")
        }
    }

    /// Reads the people, in the order of their numbers; pictures that are not in the reports count as
    /// not there.
    static func read(people: String, reports: String) throws -> [Person] {
        let decoder = JSONDecoder()
        func lines<T: Decodable>(_ path: String, _ type: T.Type) throws -> [T] {
            try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n"))
                .map { try decoder.decode(type, from: $0) }
        }
        var seen: [String: ImageReport] = [:]
        for report in try lines(reports, ImageReport.self) {
            seen[URL(fileURLWithPath: report.path).lastPathComponent] = report
        }
        let entries = try lines(people, Entry.self).filter { $0.set != "hint" }
        return Dictionary(grouping: entries, by: \.person).sorted { $0.key < $1.key }
            .compactMap { number, entries in
                let pictures = entries.compactMap { entry in
                    seen[entry.file].map {
                        Picture(entry: entry, observation: Observation($0.judgement))
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
