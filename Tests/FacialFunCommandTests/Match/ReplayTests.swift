import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// `facialfun match --replay` and `facialfun levels`.
struct ReplayTests {
    private let judged: JudgeFolder

    init() throws {
        judged = try JudgeFolder(thresholds: [0.2, 0.3, 0.4, 0.5, 0.6])
    }

    private func run(_ script: String) throws -> Program.Result {
        try Program.shell(script, variables: judged.variables)
    }

    /// A face that reaches a score of 0.45 after half a second and keeps it for half a second.
    private func record(level: Level, ending: AttemptRecord.Ending?) throws -> AttemptRecord {
        let events = (0..<30).map { number in
            var values = SIMD8<Float>(repeating: (number < 15 ? 0.9 : 0.55) / 7)
            values[Emotion.happiness.index] = number < 15 ? 0.1 : 0.45
            return AttemptEvent(
                frame: number, atMilliseconds: Double(number) * 33,
                .face(scores: EmotionScores(values), features: nil), target: .happiness,
                baseline: nil, withheld: [])
        }
        return AttemptRecord(
            model: judged.model, plan: AttemptPlan(target: .happiness, level: level),
            events: events, ending: ending)
    }

    @Test("a replayed attempt ends as recorded")
    func replay() throws {
        let ending = AttemptRecord.Ending(phase: .matched, verdict: .matched, earnedBy: 27)
        let record = try record(level: .two, ending: ending)
        try judged.folder.write("attempt.jsonl", record.text.utf8)
        let result = try run("$F match --replay $D/attempt.jsonl --format json")
        #expect(result.status == 0)
        let report = try JSONDocument(parsing: Data(result.output.utf8))
        #expect(report["phase"]?.text == "matched")
        #expect(report["verdict"]?["verdict"]?.text == "matched")
        #expect(report["events"]?.number == 30)
        // From frame 17 on, three of the five frames in the window match. The hold takes 300 ms.
        #expect(report["earnedBy"]?.number == 27)
        #expect(report["endsAsRecorded"] == .boolean(true))
        let text = try run("$F match --replay - <$D/attempt.jsonl")
        #expect(text.output.contains("ends as recorded"))
        #expect(text.output.contains("completed by frame 27"))
    }

    @Test("a different ending at another level is reported")
    func otherLevelEndsDifferently() throws {
        let ending = AttemptRecord.Ending(phase: .matched, verdict: .matched, earnedBy: 27)
        try judged.folder.write(
            "attempt.jsonl", try record(level: .five, ending: ending).text.utf8)
        let result = try run(
            "$F match --replay $D/attempt.jsonl; $F match --replay $D/attempt.jsonl --exit-code")
        #expect(result.output.contains("ends differently than recorded"))
        #expect(result.status == 10)
    }

    @Test("a damaged record is rejected with its line")
    func damaged() throws {
        var lines = try record(level: .one, ending: nil).text.components(separatedBy: "\n")
        lines[6] = lines[6].replacingOccurrences(of: "scores", with: "picture")
        try judged.folder.write("attempt.jsonl", lines.joined(separator: "\n").utf8)
        let result = try run("$F match --replay $D/attempt.jsonl")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("attempt.jsonl, line 7: "))
        #expect(try run("$F match --replay $D/gone.jsonl").status == 1)
        #expect(try run("$F match --replay /dev/null").errors.contains("empty"))
    }

    @Test("levels are printed with their measurements, and as a file that can be read")
    func levels() throws {
        let table = try run("$F levels")
        #expect(table.status == 0)
        for text in ["contempt", "300 ms", "after 0 ms", "0.600", "no", "8 of 8", "0 of 8"] {
            #expect(table.output.contains(text), "\(table.output)")
        }
        #expect(
            table.output.components(separatedBy: "\n").dropFirst(2).allSatisfy { $0.count <= 80 })
        let again = try run(
            """
            $F levels --format json >$D/again.json &&
            $F levels --file $D/again.json --format json | cmp - $D/again.json && echo same
            """)
        #expect(again.output == "same\n")
        let schema = try JSONSchema(contentsOfFile: Program.package + "/Models/levels.schema.json")
        let json = try JSONDocument(parsing: Data(run("$F levels --format json").output.utf8))
        #expect(schema.faults(of: json) == [])
    }

    @Test("levels for scores of another network are not reported as valid")
    func otherNetwork() throws {
        let result = try run(
            """
            sed 's/"version": "[^"]*"/"version": "0.0.1"/' $D/levels.json >$D/other.json
            $F levels --file $D/other.json
            """)
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("other.json") && result.errors.contains("0.0.1"))
    }

    @Test("invalid levels are named with their line")
    func unsound() throws {
        try judged.folder.write("levels.json", "{\n\"schema\": \"facialfun.levels/9\"}".utf8)
        let result = try run("$F levels")
        #expect(result.status == 3 && result.output.isEmpty)
        #expect(result.errors.contains("levels.json, line 2: schema"))
    }
}
