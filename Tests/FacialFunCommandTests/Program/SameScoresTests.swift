import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// The same image gives bit-identical scores from any source.
struct SameScoresTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a file, folder, link, standard input, FIFO and process substitution give equal scores")
    func sources() throws {
        let result = try Program.shell(
            """
            mkdir photos; cp $PORTRAIT photos/a.jpg; ln -s photos/a.jpg link.jpg; mkfifo pipe
            (cat $PORTRAIT > pipe) &
            $F score $PORTRAIT photos link.jpg pipe <(cat $PORTRAIT) - --format jsonl < $PORTRAIT
            cat $PORTRAIT | $F score - --format jsonl
            """, in: folder)
        let records = try result.records()
        #expect(result.status == 0, "\(result.errors)")
        #expect(records.count == 7)
        #expect(Set(records.map { $0["faces"] }).count == 1)
        #expect(records.first?["faces"]?.elements.count == 1)
    }

    @Test("any number of jobs gives the same records in the same order")
    func jobs() throws {
        /// The table contains times; the records must be equal without them.
        func records(_ jobs: Int) throws -> [[JSONDocument?]] {
            let result = try Program.shell(
                """
                $F score $S/{group,collins,two-people,tiny,no-face-cat,sideways-exif}.jpg \
                  $S/cut-out.png $PORTRAIT --format jsonl --search service --jobs \(jobs)
                """)
            return try result.records().map { record in
                ["path", "faces", "image", "smallestFace"].map { record[$0] }
            }
        }
        let one = try records(1)
        #expect(one.count == 8)
        for jobs in [2, 4] { #expect(try records(jobs) == one) }
    }

    @Test("every output format has the same scores")
    func formats() throws {
        let lines = try Program.shell("$F score $PORTRAIT $OTHER --format jsonl").records()
        let array = try JSONDocument(
            parsing: Data(try Program.shell("$F score $PORTRAIT $OTHER --format json").output.utf8))
        #expect(array.elements.map { $0["faces"] } == lines.map { $0["faces"] })
        let csv = try Program.shell("$F score $PORTRAIT $OTHER --format csv").output
            .split(separator: "\r\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }
        let column = try #require(csv.first?.firstIndex(of: "happiness"))
        #expect(
            csv.dropFirst().map { Float($0[column]) }
                == lines.map { record in
                    record["faces"]?.elements.first?["scores"]?["happiness"]?.number.map {
                        Float($0)
                    }
                })
    }
}
