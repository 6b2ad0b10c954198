import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// Unwritable output ends the run in the conventional way, without a crash.
struct OutputFailureTests {
    @Test("a full disk is an error", arguments: OutputFormat.allCases)
    func full(format: OutputFormat) throws {
        // Annotations for ELAN exist only for films, so the portrait is a stream of one frame.
        let input =
            format == .elan ? "- --stream --fps 10 < $PORTRAIT" : "$PORTRAIT"
        let result = try Program.shell(
            "$F score --search live --format \(format.rawValue) \(input) > /dev/full")
        #expect(result.status == 3)
        #expect(result.errors.contains("standard output: no space left on device"))
    }

    @Test("standard output closed before the start is an error")
    func closed() throws {
        let result = try Program.shell("$F score --search live $PORTRAIT >&-")
        #expect(result.status == 3)
        #expect(result.errors.contains("standard output"))
    }

    @Test("a closed pipe ends the run by SIGPIPE without a message")
    func pipe() throws {
        let folder = try TemporaryFolder()
        // The program starts after the reader has certainly closed its end.
        let result = try Program.shell(
            """
            (until [ -e gone ]; do sleep 0.01; done; exec $F score --search live $PORTRAIT) | (exec <&-; touch gone)
            exit ${PIPESTATUS[0]}
            """, in: folder)
        #expect(result.status == 128 + SIGPIPE)
        #expect(!result.errors.contains("Fatal"))
        #expect(!result.errors.contains("Backtrace"))
    }

    @Test("a closed pipe is an error if SIGPIPE is ignored")
    func ignoredPipe() throws {
        let folder = try TemporaryFolder()
        let result = try Program.shell(
            """
            (trap '' PIPE; until [ -e gone ]; do sleep 0.01; done; exec $F score --search live $PORTRAIT) \
              | (exec <&-; touch gone)
            exit ${PIPESTATUS[0]}
            """, in: folder)
        #expect(result.status == 3)
        #expect(result.errors.contains("broken pipe"))
    }

    @Test("a reader that takes only the first line ends the run quietly")
    func head() throws {
        let result = try Program.shell(
            "$F score --search live $PORTRAIT $OTHER --format jsonl | head -n 1")
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == 1)
    }

    @Test(
        "output never replaces an input picture under any name", arguments: [1, 2])
    func inputs(jobs: Int) throws {
        let result = try Program.shell(
            """
            mkdir sub; cp $PORTRAIT sub/p.JPG; cp $OTHER sub/p.face1.png; cp $OTHER p.annotated.png
            ln -s ../p.annotated.png sub/p.annotated.png; md5sum sub/* p.annotated.png >before
            $F score --search live --follow-links sub --rectangles . --annotate . --jobs \(jobs) \
                --format csv >scores
            echo "status $?"; md5sum --quiet -c before && echo same; ls sub . | grep -c '\\.part$'
            """, in: TemporaryFolder())
        #expect(result.output == "status 3\nsame\n0\n", "\(result)")
        for name in ["sub/p.face1.png", "sub/p.annotated.png"] {
            #expect(
                result.errors.contains(
                    "Cannot write ./\(name): it is an input."),
                "\(result.errors)")
        }
    }

    @Test("unwritable pictures are named, and the scores are still printed")
    func pictures() throws {
        let folder = try TemporaryFolder()
        try folder.write("faces/hopper.face1.png/in-the-way", [1])
        let result = try Program.shell(
            "cp $PORTRAIT hopper.jpg; $F score --search live hopper.jpg --rectangles faces",
            in: folder)
        #expect(result.status == 3)
        #expect(result.output.contains("happiness"))
        #expect(result.errors.contains("faces/hopper.face1.png"))
        let file = try Program.shell(
            "$F score --search live $PORTRAIT --annotate $PORTRAIT/x", in: folder)
        #expect(file.status == 3)
        #expect(file.errors.contains("hopper.jpg/x"))
    }
}
