import Emotions
import FacialFunLevels
import Foundation

/// `LevelsProbe LEVELS HINTS PEOPLE REPORTS RECORDS`.
///
/// LEVELS and HINTS are the files of `Models`, PEOPLE is `people.jsonl` of `render/people.py`, REPORTS
/// what `facialfun score --format jsonl` says of its pictures. HINTS may be `-`: no hints. Prints a
/// line of JSON for each baseline, judged picture and attempt; the attempts of the first people are
/// written to the folder RECORDS as files that `facialfun match --replay` reads.
@main struct LevelsProbe {
    /// So many people's attempts are written down.
    static let recordedPeople = 3

    let levels: LevelsFile
    let hints: HintTable?
    let records: URL

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6 else {
            FileHandle.standardError.write(
                Data("usage: LevelsProbe LEVELS HINTS PEOPLE REPORTS RECORDS\n".utf8))
            exit(64)
        }
        let probe = LevelsProbe(
            levels: try LevelsFile(bytes: bytes(of: arguments[1]), file: arguments[1]),
            hints: arguments[2] == "-"
                ? nil : try HintTable(bytes: bytes(of: arguments[2]), file: arguments[2]),
            records: URL(fileURLWithPath: arguments[5], isDirectory: true))
        try FileManager.default.createDirectory(
            at: probe.records, withIntermediateDirectories: true)
        let people = try Person.read(people: arguments[3], reports: arguments[4])
        for (place, person) in people.enumerated() {
            try probe.look(at: person, writesDown: place < recordedPeople)
        }
    }

    static func bytes(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Prints what there is to say of a person.
    func look(at person: Person, writesDown: Bool) throws {
        let (baseline, problem) = person.baseline()
        try Line(kind: "baseline", person: person.number, made: baseline != nil, problem: problem)
            .print()
        for picture in person.judged { try judge(picture, baseline: baseline) }
        for target in Emotion.allCases where target != .neutral {
            for level in Level.allCases {
                for (frames, scene) in [("still", person.still), ("rising", person.rising(target))]
                {
                    for inLight in [false, true] where !inLight || baseline != nil {
                        let record = record(
                            person, scene, target: target, level: level,
                            baseline: inLight ? baseline : nil)
                        try Line(
                            kind: "attempt", person: person.number, target: target,
                            level: level.rawValue, frames: frames, inLight: inLight,
                            phase: record.ending?.phase
                        ).print()
                        guard writesDown else { continue }
                        let name =
                            "\(person.number)-\(target.rawValue)-\(level.rawValue)-\(frames)"
                            + "-\(inLight ? "baseline" : "alone").jsonl"
                        try Data(record.text.utf8).write(to: records.appendingPathComponent(name))
                    }
                }
            }
        }
    }

    /// Judges one picture for each target at each level.
    private func judge(_ picture: Picture, baseline: Baseline?) throws {
        let matcher = Matcher(levels: levels, hints: hints)
        for target in Emotion.allCases {
            let verdicts = [nil, baseline].map { baseline in
                Level.allCases.map {
                    matcher.judge(
                        picture.observation, target: target, level: $0, baseline: baseline)
                }
            }
            try Line(
                kind: "picture", person: picture.entry.person, file: picture.entry.file,
                target: target, alone: verdicts[0].map(\.isMatch),
                inLightOfBaseline: baseline == nil ? nil : verdicts[1].map(\.isMatch),
                reason: picture.reason, hint: verdicts[1].first?.namedHint
            ).print()
        }
    }

    /// An attempt over the scene, played to its end.
    private func record(
        _ person: Person, _ scene: [Picture], target: Emotion, level: Level, baseline: Baseline?
    ) -> AttemptRecord {
        var record = AttemptRecord(
            model: person.model,
            plan: AttemptPlan(
                target: target, level: level,
                timeLimitMilliseconds: Double(scene.count + 1) * Scene.frameMilliseconds),
            startMilliseconds: 0)
        for (frame, picture) in scene.enumerated() {
            record.events.append(
                AttemptEvent(
                    frame: frame, atMilliseconds: Double(frame + 1) * Scene.frameMilliseconds,
                    picture.observation, target: target, baseline: baseline,
                    withheld: levels.withheld))
        }
        let end = record.replay(levels: levels, hints: hints).last
        record.ending = end.flatMap { AttemptRecord.Ending($0) }
        return record
    }
}
