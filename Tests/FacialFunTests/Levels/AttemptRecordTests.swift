import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

struct AttemptRecordTests {
    /// A random attempt as it would be recorded.
    private func record(seed: UInt64, withBaseline: Bool = false) throws -> AttemptRecord {
        var generator = SeededGenerator(seed: seed)
        let plan = AttemptPlan(
            target: .surprise, level: .two, timeLimitMilliseconds: seed % 2 == 0 ? 20_000 : nil)
        let baseline = try Baseline(pictures: [
            .face(scores: SampleFaces.scores(.neutral, 0.9), features: SampleFaces.features())
        ])
        var record = AttemptRecord(model: SampleFiles.model, plan: plan, startMilliseconds: -5.25)
        var attempt = Attempt(
            plan: plan, levels: try SampleFiles.levels(), hints: try SampleFiles.hints(),
            startMilliseconds: record.startMilliseconds)
        var time = 0.0
        for frame in 0..<200 where !attempt.status.isFinal {
            time += Double.random(in: -5...80, using: &generator)
            var event: AttemptEvent
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: event = AttemptEvent(milliseconds: time, kind: .tick)
            case 1: event = AttemptEvent(milliseconds: time, kind: .retry)
            case 2:
                let reason = CannotJudgeReason.allCases.randomElement(using: &generator) ?? .noFace
                event = AttemptEvent(
                    milliseconds: time, kind: .cannotJudge(frame: frame, reason))
            default:
                let features = Bool.random(using: &generator) ? generator.features() : nil
                event = AttemptEvent(
                    frame: frame, atMilliseconds: time,
                    .face(scores: generator.scores(), features: features), target: .surprise,
                    baseline: withBaseline ? baseline : nil, withheld: [])
            }
            attempt.apply(event)
            record.events.append(event)
        }
        if !attempt.status.isFinal {
            let skip = AttemptEvent(milliseconds: time + 9, kind: .skip)
            attempt.apply(skip)
            record.events.append(skip)
        }
        record.ending = AttemptRecord.Ending(attempt.status)
        return record
    }

    private func read(_ text: String) throws(FacialFunError) -> AttemptRecord {
        try AttemptRecord(bytes: Array(text.utf8), file: "a.jsonl")
    }

    @Test("a record is read back bit for bit and replays to the same verdict", arguments: 1...8)
    func roundTrip(seed: UInt64) throws {
        for withBaseline in [false, true] {
            let record = try record(seed: seed, withBaseline: withBaseline)
            let again = try read(record.text)
            #expect(again == record)
            #expect(again.text == record.text)
            let statuses = again.replay(
                levels: try SampleFiles.levels(), hints: try SampleFiles.hints())
            #expect(statuses.count == record.events.count)
            #expect(AttemptRecord.Ending(try #require(statuses.last)) == record.ending)
        }
    }

    @Test("a record contains the baseline only through its effect on the frames")
    func privacy() throws {
        let text = try record(seed: 3, withBaseline: true).text
        #expect(text.contains("changeShare") && text.contains("featureChanges"))
        #expect(!text.contains("\"features\""))
        for line in text.split(separator: "\n") {
            let keys = try JSONDocument(parsing: Data(line.utf8)).keys
            let known: Set = [
                "schema", "model", "target", "level", "timeLimitMilliseconds",
                "startMilliseconds", "frame", "milliseconds", "scores", "changeShare",
                "featureChanges", "baseline", "cannotJudge", "event", "phase", "verdict",
                "earnedBy",
            ]
            #expect(known.isSuperset(of: keys))
        }
    }

    @Test("every line conforms to the schema", arguments: [false, true])
    func schema(withBaseline: Bool) throws {
        let root = URL(fileURLWithPath: ModelsFolder.path).deletingLastPathComponent()
        let schema = try JSONSchema(
            contentsOfFile: root.appendingPathComponent(
                "Sources/FacialFun/Levels/Records/attempt-record.schema.json"
            ).path)
        for line in try record(seed: 4, withBaseline: withBaseline).text.split(separator: "\n") {
            let faults = schema.faults(of: try JSONDocument(parsing: Data(line.utf8)))
            #expect(faults == [], "\(line)")
        }
        #expect(schema.faults(of: try JSONDocument(parsing: Data("{}".utf8))) != [])
    }

    @Test(
        "a malformed record is rejected with its line",
        arguments: [
            (1, #""level":2"#, #""level":6"#, "level"),
            (1, #""target":"surprise""#, #""target":"joy""#, "target"),
            (1, "facialfun.attempt/1", "facialfun.attempt/9", "schema"),
            (1, #""name":"emotion","#, "", "name"),
            (2, #""milliseconds":"#, #""time":"#, "milliseconds"),
            (2, #""frame":"#, #""frame":0.5,"x":"#, "frame"),
            (3, #""neutral":0"#, #""neutral":7"#, "scores.neutral"),
            (3, #""scores":{"#, #""picture":{"#, "picture"),
            (4, "}", "", "not JSON"),
        ])
    func malformed(line: Int, old: String, new: String, field: String) throws {
        var lines = faces().text.split(separator: "\n").map(String.init)
        #expect(lines[line - 1].contains(old), "\(lines[line - 1])")
        lines[line - 1] = lines[line - 1].replacingOccurrences(of: old, with: new)
        do throws(FacialFunError) {
            _ = try read(lines.joined(separator: "\n"))
            Issue.record("it was accepted")
        } catch {
            #expect(error.code == .malformedRecord && error.line == line, "\(error)")
            #expect(error.message.hasPrefix("a.jsonl, line \(line): "))
            #expect(error.message.contains(field), "\(error)")
        }
    }

    /// Three frames and an end.
    private func faces() -> AttemptRecord {
        let events = (1...3).map { number in
            AttemptEvent(
                frame: number, atMilliseconds: Double(number) * 33,
                .face(
                    scores: SampleFaces.scores(.surprise, 0.4), features: SampleFaces.features()),
                target: .surprise, baseline: nil, withheld: [])
        }
        return AttemptRecord(
            model: SampleFiles.model, plan: AttemptPlan(target: .surprise, level: .two),
            events: events,
            ending: AttemptRecord.Ending(phase: .skipped, verdict: .notYet, earnedBy: 1))
    }

    @Test("empty and truncated files and lines after the end are rejected")
    func ends() throws {
        #expect(throws: FacialFunError.self) { try read("") }
        #expect(throws: FacialFunError.self) { try read("\n \n") }
        let text = faces().text
        #expect(throws: FacialFunError.self) { try read(String(text.dropLast(20))) }
        let head = try #require(text.split(separator: "\n").first)
        #expect(throws: FacialFunError.self) { try read(text + head) }
        #expect(throws: Never.self) { try read(text.replacingOccurrences(of: "\n", with: "\r\n")) }
        #expect(throws: Never.self) { try read("\n" + text + "\n\n") }
    }

    @Test("scores that are not probabilities are rejected")
    func sums() throws {
        let text = faces().text.replacingOccurrences(
            of: #""surprise":0.4"#, with: #""surprise":0.9"#)
        do throws(FacialFunError) {
            _ = try read(text)
            Issue.record("it was accepted")
        } catch {
            #expect(error.message.contains("sum to 1") && error.line == 2)
        }
    }

    @Test("a recorded attempt ends differently with other levels")
    func otherLevels() throws {
        var record = faces()
        record.plan.level = .one
        let statuses = record.replay(levels: try SampleFiles.levels(), hints: nil)
        #expect(statuses.last?.phase == .matched)
        record.plan.level = .five
        #expect(
            record.replay(levels: try SampleFiles.levels(), hints: nil).last?.phase == .watching)
    }
}
