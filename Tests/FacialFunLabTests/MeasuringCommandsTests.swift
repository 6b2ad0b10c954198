import Foundation
import Testing
import TestSupport

/// `facialfun-lab faces` and `facialfun-lab attempts` as separate processes.
struct MeasuringCommandsTests {
    @Test("faces prints the measurements of the largest face, or the name of a picture without one")
    func faces() throws {
        let result = try Program.shell("$LAB faces $PORTRAIT gone.jpg $S/no-face-cat.jpg")
        #expect(result.status == 1)
        #expect(result.errors.contains("facialfun-lab: gone.jpg: There is no such file"))
        let records = try result.records()
        try #require(records.count == 2)
        #expect(records[0]["name"]?.text == "hopper")
        #expect(records[0]["points"]?.elements.count == 468)
        #expect(records[0]["pose"]?.elements.count == 3)
        #expect(records[0]["features"]?["mouthOpening"] != nil)
        #expect(records[1]["name"]?.text == "no-face-cat")
        #expect(records[1]["points"]?.elements == [] && records[1]["pose"] == nil)
    }

    @Test("attempts judges rendered people, and match judges its records the same way")
    func attempts() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            entry() {
                printf '{"file": "%s", "set": "%s", "person": 1, "frame": %d, ' $1 $2 $3
                printf '"emotion": "%s", "strength": 1}\\n' $4
            }
            for frame in 0 1 2 3 4 5; do
                cp $PORTRAIT rest$frame.jpg; entry rest$frame.jpg rest $frame neutral
            done >people.jsonl
            cp $S/rendered-fear.jpg . && entry rendered-fear.jpg emotion 0 fear >>people.jsonl
            $F score --search live --format jsonl *.jpg >reports.jsonl
            $LAB attempts people.jsonl reports.jsonl --records records || exit
            """, in: folder)
        try #require(result.status == 0, "\(result.errors)")
        let kinds = try result.records().compactMap { $0["kind"]?.text }
        // For each of eight targets, one picture at rest in addition to the baseline, and one of
        // fear.
        #expect(kinds.count { $0 == "picture" } == 16)
        #expect(kinds.count { $0 == "baseline" } == 1)
        #expect(kinds.count { $0 == "attempt" } >= 7 * 5 * 2)
        let again = try Program.shell(
            "$F match --replay records/1-fear-1-rising-alone.jsonl --format jsonl", in: folder)
        #expect(try again.records().first?["endsAsRecorded"] == .boolean(true), "\(again)")
        try folder.write("cut.jsonl", Array(#"{"file": "rest0."#.utf8))
        let refused = try Program.shell(
            "$LAB attempts cut.jsonl reports.jsonl --records records", in: folder)
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.errors.contains("cut.jsonl: Record 1 is damaged"))
    }
}
