import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// The programs of Examples, run as a reader would run them.
@Suite(.serialized)
struct ExamplesTests {
    private static let programs = [
        "AskService", "JudgeFace", "RunNetwork", "ScorePicture", "WatchCamera",
    ]

    /// Runs a script; `$B` is the folder of the built programs.
    private func run(_ script: String) throws -> Shell.Result {
        try Program.shell(script, variables: ["B": Shell.products.path])
    }

    @Test func eachExampleHasAtMostFortyLines() throws {
        let folder = Program.package + "/Examples"
        let found = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(found == Self.programs)
        for name in found {
            let source = try String(contentsOfFile: "\(folder)/\(name)/main.swift", encoding: .utf8)
            #expect(source.split(separator: "\n").count <= 40, "\(name)")
        }
    }

    @Test func scorePicturePrintsTheScoreOfTheCommand() throws {
        let example = try run("\"$B/ScorePicture\" $PORTRAIT")
        #expect(example.status == 0, "\(example.errors)")
        let record = try Program.shell("$F score $PORTRAIT --format jsonl").records()
        let face = try #require(record.first?["faces"]?.elements.first)
        let top = try #require(face["top"]?.text)
        let score = try #require(face["scores"]?[top]?.number)
        let printed = example.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(printed.count == 1)
        #expect(printed.first?.first.map(String.init) == top)
        #expect(printed.first?.last.flatMap { Float($0) } == Float(score))
    }

    @Test func scorePictureReportsAMissingFileByName() throws {
        let result = try run("\"$B/ScorePicture\" not-there.jpg")
        #expect(result.status != 0)
        #expect(result.errors.contains("cannot open not-there.jpg: no such file or directory"))
    }

    @Test func judgeFaceMatchesOnlyTheShownEmotion() throws {
        let result = try run(
            """
            "$B/JudgeFace" $S/rendered-fear.jpg fear 3
            "$B/JudgeFace" $S/rendered-fear.jpg happiness 3
            "$B/JudgeFace" $S/no-face-cat.jpg fear 3
            """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3, "\(result)")
        #expect(lines.first == "matched")
        #expect(lines.dropFirst().first?.hasPrefix("not yet") == true)
        #expect(lines.last?.hasPrefix("cannot judge:") == true)
    }

    @Test func watchCameraScoresTwentyFrames() throws {
        let shell = try CameraShell(Recordings.camera(["MJPG 640x480@20"]))
        let program = Shell.products.path + "/WatchCamera"
        let result = try shell.run("$CAM '\(program)'")
        #expect(result.status == 0, "\(result)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 20)
        #expect(lines.contains { !$0.hasPrefix("no face") })
    }

    @Test func askServicePrintsTheEmotionOfTheCommand() throws {
        let result = try ServeProgram.run(
            "",
            """
            ln -s "$SOCK" facialfun.sock
            XDG_RUNTIME_DIR="$PWD" '\(Shell.products.path)/AskService' $PORTRAIT
            """)
        #expect(result.status == 0, "\(result)")
        let record = try Program.shell("$F score $PORTRAIT --format jsonl").records()
        let top = try #require(record.first?["faces"]?.elements.first?["top"]?.text)
        #expect(result.output.contains("[\"\(top)\"]"), "\(result)")
    }

    @Test func runNetworkPrintsTheShapesOfTheOutputs() throws {
        let result = try run("\"$B/RunNetwork\" '\(Program.package)/Models/face-detector'")
        #expect(result.status == 0, "\(result)")
        let manifest = try JSONDocument(
            parsing: Data(
                contentsOf: URL(
                    fileURLWithPath: Program.package + "/Models/face-detector/manifest.json")))
        let names = manifest["outputs"]?.elements.compactMap(\.text).sorted() ?? []
        #expect(!names.isEmpty)
        let printed = result.output.split(separator: "\n")
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(printed == names)
    }
}
