import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// `facialfun match` on pictures, with thresholds around the portrait's score.
struct MatchTests {
    /// Levels 1 and 2 are below the portrait's top score, the others above.
    private let judged: JudgeFolder
    private let target: String
    private let schema: JSONSchema

    init() throws {
        schema = try JSONSchema(
            contentsOfFile: Program.package
                + "/Sources/FacialFunCommand/Match/match-report.schema.json")
        let face = try #require(
            try Program.shell("$F score $PORTRAIT --format jsonl").records().first?["faces"]?
                .elements.first)
        target = try #require(face["top"]?.text)
        let score = try #require(face["promptedScores"]?[target]?.number)
        try #require(face["judgeable"] == .boolean(true))
        let above = 1 - (1 - score) / 2
        judged = try JudgeFolder(thresholds: [score / 4, score / 2, above, above, above])
    }

    private func run(_ script: String) throws -> Program.Result {
        try Program.shell(
            script, variables: judged.variables.merging(["T": target]) { $1 })
    }

    @Test("a face matches at the threshold of its level, and gets a hint above it")
    func verdicts() throws {
        let result = try run(
            """
            for level in 1 2 3 4 5; do $F match $PORTRAIT -t $T -l $level --format jsonl; done
            """)
        let records = try result.records()
        #expect(result.status == 0)
        let words = records.map { $0["verdict"]?["verdict"]?.text }
        #expect(words == ["matched", "matched", "not_yet", "not_yet", "not_yet"])
        for record in records { #expect(schema.faults(of: record) == []) }
        #expect(records[0]["verdict"]?["praise"]?["code"]?.text == "well_done")
        #expect(records[2]["verdict"]?["hint"]?["code"]?.text == "open_mouth")
        let progress = try #require(records[2]["verdict"]?["progress"]?.number)
        #expect(progress > 0.5 && progress < 1)
    }

    @Test("a level that is not offered is judged, and reported in words and in JSON")
    func unofferedLevelIsJudged() throws {
        let records = try run(
            "for level in 4 5; do $F match $PORTRAIT -t $T -l $level --format jsonl; done"
        ).records()
        #expect(records.map { $0["offered"] } == [.boolean(true), .boolean(false)])
        #expect(records.allSatisfy { $0["operatingPoint"]?.text == "prompted" })
        let text = try run("$F match $PORTRAIT -t $T -l 4; $F match $PORTRAIT -t $T -l 5").output
        let heads = text.split(separator: "\n").filter { $0.contains(", level ") }
        #expect(heads.map { $0.hasSuffix("not offered") } == [false, true])
    }

    @Test("an unjudgeable picture gets a verdict, and a file that is not a picture does not")
    func answers() throws {
        let result = try run(
            "$F match $S/no-face-cat.jpg gone.jpg $PORTRAIT -t $T -l 1 --format jsonl")
        let records = try result.records()
        #expect(result.status == 1 && records.count == 3)
        for record in records { #expect(schema.faults(of: record) == []) }
        #expect(records[0]["verdict"]?["reason"]?["code"]?.text == "no_face")
        #expect(records[1]["error"]?["code"]?.text == "not_found")
        #expect(records[2]["verdict"]?["verdict"]?.text == "matched")
        #expect(result.errors.contains("gone.jpg") && !result.errors.contains("cat"))
        #expect(try run("$F match $S/no-face-cat.jpg -t $T -l 1").status == 0)
    }

    @Test("verdicts and their order do not depend on the number of parallel jobs")
    func jobs() throws {
        let pictures = "$PORTRAIT gone.jpg $S/no-face-cat.jpg $OTHER $PORTRAIT $S/tiny.jpg $OTHER"
        let alone = try run("$F match --jobs 1 $S \(pictures) -t $T -l 1 --format jsonl")
        #expect(alone.status == 1)
        let paths = try alone.records().map { $0["path"]?.text }
        #expect(paths.count > 20 && paths.suffix(6).first == "gone.jpg")
        for jobs in [3, 8] {
            let together = try run(
                "$F match --jobs \(jobs) $S \(pictures) -t $T -l 1 --format jsonl")
            #expect(together.status == 1)
            #expect(together.output == alone.output)
            #expect(together.errors == alone.errors)
        }
        for wrong in ["match x -t fear -l 1 --jobs 0", "match --replay y --jobs 2"] {
            let refused = try Program.shell("$F \(wrong)")
            #expect(refused.status == 64 && refused.errors.contains("--jobs"))
        }
    }

    @Test("unwritable output ends a match while threads are working")
    func fullDisk() throws {
        let result = try run(
            "mkfifo $D/wait; $F match $PORTRAIT $D/wait -t $T -l 1 -j 2 >/dev/full")
        #expect(result.status == 3)
        #expect(result.errors.contains("standard output: no space left on device"))
    }

    @Test("the exit code depends on the verdict only on request")
    func exitCode() throws {
        let result = try run(
            """
            $F match $PORTRAIT -t $T -l 3 >/dev/null; echo $?
            $F match $PORTRAIT -t $T -l 1 --exit-code >/dev/null; echo $?
            $F match $PORTRAIT -t $T -l 3 --exit-code >/dev/null; echo $?
            $F match $S/no-face-cat.jpg $PORTRAIT -t $T -l 3 --exit-code >/dev/null; echo $?
            """)
        #expect(result.output == "0\n0\n10\n11\n")
    }

    @Test("a face that does not change from its baseline matches only neutral")
    func baseline() throws {
        let script = "$F match $PORTRAIT -t $T -l 1 --baseline $PORTRAIT --format json"
        let result = try run(script)
        // A smiling portrait cannot be a baseline.
        guard target != "happiness" else {
            #expect(result.status == 1 && result.errors.contains("not_at_rest"))
            return
        }
        #expect(result.status == 0)
        let record = try #require(
            try JSONDocument(parsing: Data(result.output.utf8)).elements.first)
        #expect(schema.faults(of: record) == [])
        #expect(record["baselinePictures"]?.number == 1)
        let word = record["verdict"]?["verdict"]?.text
        #expect(word == (target == "neutral" ? "matched" : "not_yet"))
    }

    @Test("a baseline without a face is rejected by name")
    func badBaseline() throws {
        let result = try run(
            "$F match $PORTRAIT -t $T -l 1 --baseline $S/no-face-cat.jpg")
        #expect(result.status == 1 && result.output.isEmpty)
        #expect(result.errors.contains("no-face-cat.jpg") && result.errors.contains("no_face"))
        #expect(try run("$F match $PORTRAIT -t $T -l 1 --baseline gone.jpg").status == 1)
    }

    @Test("custom levels are used, and invalid ones are rejected with their line")
    func ownLevels() throws {
        let own = JudgeFolder.levels([0.001, 0.001, 0.001, 0.001, 0.001], judged.model)
        try judged.folder.write("own.json", own.utf8)
        let result = try run("$F match $PORTRAIT -t $T -l 5 --levels $D/own.json --format jsonl")
        #expect(try result.records().first?["verdict"]?["verdict"]?.text == "matched")
        let lines = own.split(separator: "\n").map(String.init)
        let broken = own.replacingOccurrences(
            of: #""level": 4, "threshold": 0.001"#, with: #""level": 4, "threshold": 2"#)
        #expect(broken != own && lines.count > 4)
        try judged.folder.write("broken.json", broken.utf8)
        let refused = try run("$F match $PORTRAIT -t $T -l 5 --levels $D/broken.json")
        #expect(refused.status == 3 && refused.output.isEmpty)
        #expect(refused.errors.contains("broken.json, line "))
        #expect(refused.errors.contains("emotions.neutral[3].threshold"))
        let other = own.replacingOccurrences(of: judged.model.name, with: "another")
        try judged.folder.write("other.json", other.utf8)
        let foreign = try run("$F match $PORTRAIT -t $T -l 5 --levels $D/other.json")
        #expect(foreign.status == 3 && foreign.errors.contains("another"))
        #expect(try run("$F match $PORTRAIT -t $T -l 5 --levels $D/gone.json").status == 3)
    }

    @Test("a level that is not offered is judged, with a note that a match means little")
    func unofferedLevelHasANote() throws {
        let own = JudgeFolder.levels([0.001, 0.001, 0.001, 0.001, 0.001], judged.model)
            .replacingOccurrences(of: #""offered": true"#, with: #""offered": false"#)
        try judged.folder.write("none.json", own.utf8)
        let result = try run("$F match $PORTRAIT -t $T -l 5 --levels $D/none.json --format jsonl")
        let record = try #require(try result.records().first)
        #expect(schema.faults(of: record) == [])
        #expect(record["offered"] == .boolean(false))
        #expect(result.errors.contains("\(target) is not offered at level 5"))
        let table = try run("$F match $PORTRAIT -t $T -l 5 --levels $D/none.json")
        #expect(table.output.contains("level 5, which is not offered"))
        let offered = try run("$F match $PORTRAIT -t $T -l 1")
        #expect(!offered.errors.contains("offered") && !offered.output.contains("offered"))
    }

    @Test("the table prints words for the codes of the records")
    func table() throws {
        let result = try run("$F match $PORTRAIT $S/no-face-cat.jpg -t $T -l 3")
        for text in ["not yet", "Open your mouth. (open_mouth)", "cannot judge", "no_face"] {
            #expect(result.output.contains(text), "\(result.output)")
        }
        #expect(try run("$F match $PORTRAIT -t $T -l 1").output.contains("Well done!"))
    }
}
