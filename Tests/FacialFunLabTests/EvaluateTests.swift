import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunLab

/// `facialfun-lab evaluate` as a separate process, on the sample faces.
struct EvaluateTests {
    private let folder: TemporaryFolder

    /// Six sample faces with their labels, and a picture without a face.
    init() throws {
        folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            mkdir -p Faces/{happiness,surprise,fear,neutral}
            cp $S/{collins,rendered-happiness,sideways-exif}.jpg Faces/happiness
            cp $S/rendered-surprise.jpg Faces/surprise
            cp $S/rendered-fear.jpg Faces/fear
            cp $S/no-face-cat.jpg Faces/neutral
            """, in: folder)
        try #require(result.status == 0, "\(result.errors)")
    }

    private func evaluate(_ arguments: String) throws -> (Program.Result, JSONDocument) {
        let result = try Program.shell(
            "$LAB evaluate --replicates 50 --format json \(arguments)", in: folder)
        return (result, try JSONDocument(parsing: Data(result.output.utf8)))
    }

    private func scoreLines(_ name: String) throws -> [JSONDocument] {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
        return try String(decoding: data, as: UTF8.self).split(separator: "\n").map {
            try JSONDocument(parsing: Data($0.utf8))
        }
    }

    @Test("the report agrees with score for each picture")
    func agreesWithScore() throws {
        let (result, report) = try evaluate("--search live Faces --scores scores.jsonl")
        try #require(result.status == 0, "\(result.errors)")
        let scored = try Program.shell(
            "$F score --search live Faces --format jsonl", in: folder
        ).records()
        let lines = try scoreLines("scores.jsonl")
        #expect(lines.map { $0["path"] } == scored.map { $0["path"] })
        #expect(lines.count == 6)
        var right = 0
        for (line, record) in zip(lines, scored) {
            let face = record["faces"]?.elements.first
            #expect(line["outcome"]?.text == (face == nil ? "not_detected" : "judged"))
            let scores = face?["scores"] ?? .null
            #expect(line["scores"] == scores)
            let called = scores.keys.max { scores[$0]?.number ?? 0 < scores[$1]?.number ?? 0 }
            if called != nil, called == line["label"]?.text { right += 1 }
        }
        // The network classifies most of these faces correctly, so a low figure means that the
        // report is wrong.
        #expect(right >= 3)
        let all = report["results"]?["all"]
        #expect(all?["outcomes"]?["faces"]?.number == 6)
        #expect(all?["outcomes"]?["notDetected"]?.number == 1)
        #expect(all?["summary"]?["accuracy"]?["value"]?.number == Double(right) / 6)
        #expect(all?["emotions"]?["neutral"]?["recall"]?["value"]?.number == 0)
        #expect(result.errors.contains("6 pictures in"))
    }

    @Test("a single picture is evaluated")
    func single() throws {
        let result = try Program.shell(
            """
            mkdir -p One/neutral; cp $PORTRAIT One/neutral/a.jpg; cp $PORTRAIT One/b.jpg
            $LAB evaluate --search live --replicates 1 One --html page.html
            grep -c '1 bootstrap replicate,' page.html; grep -o 'title>1 face,' page.html
            """, in: folder)
        #expect(result.errors.contains("1 picture outside the class folders is ignored"))
        #expect(result.errors.contains("\n1 picture in "), "\(result.errors)")
        #expect(result.output.contains("\n1 face: "), "\(result.output)")
        #expect(result.output.contains("intervals, 1 replicate, seed"))
        #expect(result.output.hasSuffix("1\ntitle>1 face,\n"))
    }

    @Test("repeated runs print the same report with any number of jobs")
    func repeats() throws {
        let first = try evaluate("--search live Faces --jobs 1").0
        let second = try evaluate("--search live Faces --jobs 3").0
        #expect(first.output == second.output)
    }

    @Test("folders and tables are evaluated together")
    func together() throws {
        try folder.write("more/labels.csv", Array("path,label\n\(Program.portrait),neutral\n".utf8))
        let (result, report) = try evaluate("--search live Faces more/labels.csv")
        #expect(result.status == 0)
        #expect(report["source"]?.text == "Faces, more/labels.csv")
        #expect(report["results"]?["all"]?["outcomes"]?["faces"]?.number == 7)
        #expect(report["results"]?["all"]?["emotions"]?["neutral"]?["faces"]?.number == 2)
    }

    @Test("faces are found in crops, and a crop error changes only their scores")
    func crops() throws {
        let cut = try Program.shell(
            """
            $F score --search live $OTHER --format json --rectangles Crops/happiness > /dev/null
            """, in: folder)
        try #require(cut.status == 0, "\(cut.errors)")
        _ = try evaluate("Crops --crops --scores right.jsonl")
        let (result, report) = try evaluate(
            "Crops --crops --cut-error scale=1.4,right=0.2 --scores wrong.jsonl")
        try #require(result.status == 0, "\(result.errors)")
        #expect(report["cutError"]?.text == "scale=1.4,right=0.2")
        let (right, wrong) = (try scoreLines("right.jsonl"), try scoreLines("wrong.jsonl"))
        #expect(right.map { $0["outcome"]?.text } == ["judged"])
        #expect(wrong.map { $0["outcome"]?.text } == ["judged"])
        #expect(right[0]["scores"] != wrong[0]["scores"])
        _ = try evaluate("Crops --crops --cut-error scale=1 --scores none.jsonl")
        #expect(try scoreLines("none.jsonl")[0]["scores"] == right[0]["scores"])
    }

    @Test("the table and the page are written, the page with charts and errors")
    func tableAndPage() throws {
        let result = try Program.shell(
            "$LAB evaluate Faces --search live --replicates 50 --html out/report.html", in: folder)
        #expect(result.status == 0)
        for word in [
            "macro recall", "macro F1", "mean verification AUC", "TAR at 5 %", "1 (16.7 %)",
        ] {
            #expect(result.output.contains(word))
        }
        let page = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path("out/report.html"))),
            as: UTF8.self)
        #expect(page.components(separatedBy: "<svg ").count == 1 + 2 + 8)
        #expect(page.contains("data:image/png;base64,"))
        #expect(page.contains("</html>"))
    }

    @Test("an unreadable picture is named, counted as wrong, and sets the exit code")
    func unreadable() throws {
        try folder.write("Faces/fear/broken.png", Array("no picture".utf8))
        let (result, report) = try evaluate("--search live Faces")
        #expect(result.status == 1)
        #expect(result.errors.contains("Faces/fear/broken.png"))
        let all = report["results"]?["all"]
        #expect(all?["outcomes"]?["faces"]?.number == 7)
        #expect(all?["outcomes"]?["unreadable"]?.number == 1)
        #expect(all?["emotions"]?["fear"]?["faces"]?.number == 2)
        let recall = try #require(all?["emotions"]?["fear"]?["recall"]?["value"]?.number)
        #expect(recall <= 0.5)
    }

    @Test(
        "a wrong command line is rejected by name",
        arguments: [
            ("Nowhere --crops", "Nowhere"), ("Faces --crops --search live", "--search"),
            ("Faces --cut-error roll=5", "--crops"),
            ("Faces --crops --cut-error size=2", "size=2"), ("Faces --scores ''", "--scores"),
            ("Faces --html Faces", "Faces"),
            (
                "Faces --scores Faces/fear/rendered-fear.jpg",
                "--scores would replace an input"
            ),
            ("labels.csv --html labels.csv", "--html would replace an input"),
            ("Faces --html same --scores ./same", "the same file"),
            ("Faces --scores /dev/stdout", "standard output is redirected to it"),
            ("Faces --scores /dev/full", "Name a file"),
        ])
    func refused(arguments: String, named: String) throws {
        let result = try Program.shell(
            """
            printf 'path,label\nFaces/fear/rendered-fear.jpg,fear\n' >labels.csv
            md5sum labels.csv Faces/*/* >before
            $LAB evaluate \(arguments); code=$?; md5sum --quiet -c before >&2; exit $code
            """, in: folder)
        #expect(!result.errors.contains("FAILED"))
        #expect([3, 64].contains(result.status))
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(named))
    }
}
