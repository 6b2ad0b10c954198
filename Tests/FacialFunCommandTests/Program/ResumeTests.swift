import Foundation
import Testing
import TestSupport

/// `facialfun score --output FILE --resume`.
struct ResumeTests {
    /// The records without their durations.
    private static let comparable = "sed -E 's/\"milliseconds\":\\{[^}]*\\},?//'"

    @Test(
        "a killed run resumes with the same records in order, without duplicates, and the same page"
    )
    func killed() throws {
        let result = try Program.shell(
            """
            cp "$PORTRAIT" a.jpg; cp "$OTHER" b.jpg; cp "$S/no-face-cat.jpg" d.jpg; echo no >e.jpg
            mkfifo c.jpg
            "$F" score a.jpg b.jpg c.jpg d.jpg e.jpg -o r.jsonl --report r.html --jobs 1 & PID=$!
            until [ "$(cat r.jsonl 2>/dev/null | wc -l)" = 2 ]; do sleep 0.02; done
            kill -9 $PID; wait $PID 2>/dev/null
            ls r.html 2>&1 | grep -c 'No such file'
            rm c.jpg; cp "$S/two-people.jpg" c.jpg
            head -c 40 r.jsonl >torn; cat torn >>r.jsonl
            "$F" score a.jpg b.jpg c.jpg d.jpg e.jpg -o r.jsonl --report r.html --resume
            echo "status $?"
            "$F" score a.jpg b.jpg c.jpg d.jpg e.jpg -o whole.jsonl --report whole.html
            \(Self.comparable) <r.jsonl >1; \(Self.comparable) <whole.jsonl >2
            cmp 1 2 && cmp r.html whole.html && wc -l <r.jsonl
            """, in: try TemporaryFolder())
        #expect(
            result.lines.map { $0.filter { $0 != " " } } == ["1", "status1", "5"],
            "\(result.errors)")
        #expect(result.errors.contains("e.jpg"))
    }

    @Test("resuming a finished run scores nothing and leaves its file unchanged")
    func finished() throws {
        let result = try Program.shell(
            """
            cp "$PORTRAIT" a.jpg; "$F" score a.jpg -o r.jsonl; cp r.jsonl before
            "$F" score a.jpg -o r.jsonl --resume; cmp before r.jsonl && echo same
            """, in: try TemporaryFolder())
        #expect(result.output == "same\n", "\(result.errors)")
    }

    @Test(
        "an interrupted film starts over",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")),
        arguments: ["head -c 100", "head -n 1", "head -n 3", "head -n 6"])
    func film(cut: String) throws {
        let result = try Program.shell(
            """
            ffmpeg -nostdin -v error -loop 1 -i "$PORTRAIT" -t 0.5 -r 10 -vf scale=320:-2 \
              -pix_fmt yuv420p b.mp4
            cp "$PORTRAIT" a.jpg; cp "$OTHER" c.jpg
            "$F" score . -o ../whole.jsonl; \(cut) ../whole.jsonl >../r.jsonl
            "$F" score . -o ../r.jsonl --resume
            \(Self.comparable) <../r.jsonl >../1; \(Self.comparable) <../whole.jsonl >../2
            cmp ../1 ../2 && wc -l <../r.jsonl
            """.split(separator: "\n").reduce("mkdir in && cd in") { "\($0)\n\($1)" },
            in: try TemporaryFolder())
        #expect(
            result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "7", "\(result.errors)"
        )
    }

    @Test(
        "a file of another run is rejected with a remedy and stays unchanged",
        arguments: [
            ("a.jpg --resume", "--output"), ("a.jpg --resume -o r.csv", "--format jsonl"),
            ("a.jpg --resume -o other.jsonl", "not a record"),
            ("b.jpg --resume -o r.jsonl", "a.jpg"),
            ("a.jpg --movements --resume -o r.jsonl", "--movements"),
            ("a.jpg -o a.jpg", "it is an input"), ("a.jpg -o .", "directory"),
        ])
    func refused(arguments: String, named: String) throws {
        let result = try Program.shell(
            """
            cp "$PORTRAIT" a.jpg; cp a.jpg b.jpg; "$F" score a.jpg -o r.jsonl; echo text >other.jsonl
            md5sum * >sums; "$F" score \(arguments); echo "status $?"; md5sum --quiet -c sums && echo kept
            """, in: try TemporaryFolder())
        #expect(result.lines.last == "kept")
        #expect(result.lines.first.map { ["status 64", "status 3"].contains($0) } == true)
        #expect(result.errors.contains(named), "\(result.errors)")
    }

    @Test("two runs cannot write to one file")
    func twice() throws {
        let result = try Program.shell(
            """
            cp "$PORTRAIT" a.jpg; mkfifo b.jpg
            "$F" score a.jpg b.jpg -o r.jsonl & PID=$!
            until [ -s r.jsonl ]; do sleep 0.02; done
            "$F" score a.jpg -o r.jsonl; echo "status $?"; wc -l <r.jsonl
            cat a.jpg >b.jpg; wait $PID
            """, in: try TemporaryFolder())
        #expect(result.lines.map { $0.filter { $0 != " " } } == ["status3", "1"])
        #expect(result.errors.contains("another run"))
    }

    @Test(
        "the file extension selects the format, and --format overrides it",
        arguments: [
            ("-o out.json", "["), ("-o out.jsonl", "{"), ("-o out.CSV", "p"), ("-o out.txt", "a"),
            ("-o out.csv --format jsonl", "{"),
        ])
    func format(arguments: String, first: String) throws {
        let result = try Program.shell(
            "cp \"$PORTRAIT\" a.jpg; \"$F\" score a.jpg \(arguments); head -c 1 out.*",
            in: try TemporaryFolder())
        #expect(result.output == first)
    }
}
