import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// Reading the records of an interrupted run.
struct EarlierRunTests {
    private static let model = ModelSummary(name: "emotion", version: "1.0.0")
    private static let planned = PlannedInput.plan([
        .file(InputPath("a.jpg")), .film(InputPath("clip.mp4")), .file(InputPath("c.jpg")),
    ])

    private static func frame(_ number: Int, of path: String = "clip.mp4") -> InputOutcome {
        var report = SampleReports.report(path: path)
        (report.frame, report.time) = (number, Double(number))
        return .scored(report)
    }

    private static func line(_ outcome: InputOutcome) -> String { outcome.json.compactText + "\n" }

    private func earlier(
        _ text: String, classes: [String] = [], hasDetails: Bool = false
    ) throws -> EarlierRun {
        let folder = try TemporaryFolder()
        let path = try folder.write("records.jsonl", text.utf8)
        return try EarlierRun(
            InputPath(path), of: Self.planned, model: Self.model, classes: classes,
            hasDetails: hasDetails, isFilm: \.isFilm)
    }

    private let first = line(.scored(SampleReports.report()))
    private let film = line(frame(1)) + line(frame(2))

    @Test("a missing file has no records")
    func none() throws {
        let folder = try TemporaryFolder()
        let earlier = try EarlierRun(
            InputPath(folder.path("none.jsonl")), of: Self.planned, model: Self.model,
            hasDetails: false, isFilm: \.isFilm)
        #expect(earlier.inputs == 0 && earlier.length == 0 && earlier.outcomes.isEmpty)
    }

    @Test("a truncated record, and a film that may have more frames, are scored again")
    func unfinished() throws {
        for rest in ["", "{\"schema\": \"facial", film, film + "{"] {
            let earlier = try earlier(first + rest)
            #expect(earlier.inputs == 1 && earlier.outcomes.count == 1)
            #expect(earlier.length == first.utf8.count)
        }
    }

    @Test("a film is finished when another input follows, or when it reports missing frames")
    func finishedFilm() throws {
        let last = Self.line(.scored(SampleReports.report(path: "c.jpg")))
        let whole = try earlier(first + film + last)
        #expect(whole.inputs == 3 && whole.outcomes.count == 4)
        #expect(whole.length == (first + film + last).utf8.count)
        let broken = first + film + Self.line(.failed(SampleReports.failure(path: "clip.mp4")))
        let damaged = try earlier(broken)
        #expect(damaged.inputs == 2 && damaged.length == broken.utf8.count)
    }

    @Test(
        "records of another run are rejected and left unchanged",
        arguments: [
            (line(.scored(SampleReports.report(path: "b.jpg"))), "b.jpg"),
            ("path,width\n", "line 1"),
            (line(.scored(SampleReports.report())).replacing("1.0.0", with: "2.0.0"), "2.0.0"),
        ])
    func refused(text: String, named: String) {
        let error = #expect(throws: CommandError.self) { try earlier(text) }
        #expect(error?.message.contains(named) == true)
        #expect(error?.message.contains("--output") == true)
    }

    @Test("records without movements are rejected with --movements")
    func otherOptions() {
        let error = #expect(throws: CommandError.self) { try earlier(first, hasDetails: true) }
        #expect(error?.message.contains("--movements") == true)
    }

    @Test("records are rejected if the model has gained or lost its own classes since")
    func otherClasses() throws {
        var face = SampleReports.face
        face.classes = ClassScores(names: ["calm", "tense"], values: [0.25, 0.75])
        let fitted = Self.line(.scored(SampleReports.report(faces: [face])))
        let plain = Self.line(.scored(SampleReports.report(faces: [SampleReports.face])))
        #expect(try earlier(fitted, classes: ["calm", "tense"]).inputs == 1)
        for (text, classes) in [
            (plain, ["calm", "tense"]), (fitted, []), (fitted, ["calm", "sad"]),
        ] {
            let error = #expect(throws: CommandError.self) { try earlier(text, classes: classes) }
            #expect(error?.message.contains("other classes") == true)
        }
    }

    @Test("more records than inputs are rejected")
    func tooMany() throws {
        let c = Self.line(.scored(SampleReports.report(path: "c.jpg")))
        let error = #expect(throws: CommandError.self) { try earlier(first + film + c + c) }
        #expect(error?.message.contains("no further input") == true)
    }
}
