import Foundation
import Testing
import TestSupport

/// `facialfun score` on folders of films and pictures: summary, progress, index and report.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg"),
        "ffmpeg is not installed: films are not tested (apt-get install ffmpeg)"))
struct ManyFilmsTests {
    private let folder: TemporaryFolder

    /// A folder `in` with two films, whose natural order is not alphabetical, and two pictures.
    init() throws {
        folder = try TemporaryFolder()
        let made = try Program.shell(
            """
            mkdir -p in/one in/two
            for film in "in/clip 10.mp4" in/clip_2.mp4; do
              ffmpeg -nostdin -v error -loop 1 -i "$PORTRAIT" -t 0.5 -r 10 -vf scale=320:-2 \
                -pix_fmt yuv420p "$film" </dev/null
            done
            mv in/clip_2.mp4 "in/clip 2.mp4"
            cp "$PORTRAIT" in/one/a.jpg; cp "$OTHER" in/two/b.jpg; cp "$S/no-face-cat.jpg" in/two/c.jpg
            """, in: folder)
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test(
        "a film has one block in the table, and progress shows its name, number and duration")
    func table() throws {
        let result = try Program.shell("\"$F\" score in/*.mp4 --progress", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.components(separatedBy: "5 frames").count == 3)
        #expect(result.output.components(separatedBy: "  person 1  ").count == 3)
        #expect(!result.output.contains("frame 1"))
        #expect(result.lines.count < 20)
        // The films are in the order of the arguments, not in that of a folder.
        #expect(result.errors.contains("clip 10.mp4, 1 of 2  frame 5, 0.4 of 0.4 s"))
        #expect(result.errors.contains("clip 2.mp4, 2 of 2  frame 5"))
    }

    @Test("a folder for the timeline has a page per film and an index in natural order")
    func index() throws {
        let result = try Program.shell(
            "\"$F\" score in --timeline pages/ --format jsonl", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let files = try folder.files().filter { $0.hasPrefix("pages/") }
        #expect(
            files == [
                "pages/in/clip 10.timeline.html", "pages/in/clip 2.timeline.html",
                "pages/index.html",
            ])
        let index = try String(contentsOfFile: folder.path("pages/index.html"), encoding: .utf8)
        let second = try #require(index.range(of: "href=\"./in/clip%202.timeline.html\""))
        let tenth = try #require(index.range(of: "href=\"./in/clip%2010.timeline.html\""))
        #expect(second.lowerBound < tenth.lowerBound)
        #expect(!index.contains("<section"))
        let page = try String(contentsOfFile: folder.path(files[0]), encoding: .utf8)
        #expect(page.contains("Person 1"))
    }

    @Test(
        "a report groups pictures by folder and people by film, and survives an interruption"
    )
    func report() throws {
        let result = try Program.shell(
            """
            "$F" score in -o whole.jsonl --report whole.html; echo "status $?"
            head -n 6 whole.jsonl >part.jsonl
            "$F" score in -o part.jsonl --report part.html --resume --jobs 3
            cmp whole.html part.html && echo same
            wc -l <whole.jsonl; wc -l <part.jsonl
            """, in: folder)
        #expect(
            result.lines.map { $0.filter { $0 != " " } } == ["status0", "same", "13", "13"],
            "\(result.errors)")
        let page = try String(contentsOfFile: folder.path("whole.html"), encoding: .utf8)
        #expect(page.components(separatedBy: "data:image/jpeg;base64,").count >= 5)
        #expect(page.contains("in/one") && page.contains("in/two"))
        #expect(page.contains("<a href=\"#film2\">clip 10.mp4</a>"))
        #expect(!page.contains("no longer available"))
    }

    @Test("a report that would overwrite an input is rejected before scoring")
    func refused() throws {
        let result = try Program.shell(
            "\"$F\" score in --report in/one/a.jpg; echo \"status $?\"", in: folder)
        #expect(result.output == "status 3\n")
        #expect(result.errors.contains("the report"))
    }
}
