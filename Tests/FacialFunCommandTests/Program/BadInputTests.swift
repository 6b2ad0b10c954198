import Foundation
import Glibc
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// Each bad input is named with its reason, and the others are still scored.
struct BadInputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Scores a file between two good ones; returns its record.
    private func record(of name: String) throws -> JSONDocument {
        let result = try Program.shell(
            "$F score --search live $PORTRAIT '\(name)' $OTHER --format jsonl", in: folder)
        let records = try result.records()
        try #require(records.count == 3, "\(result.errors)")
        #expect(records[0]["faces"]?.elements.count == 1)
        #expect(records[2]["faces"]?.elements.count == 1)
        let failed = records[1]["error"] != nil
        #expect(result.status == (failed ? 1 : 0))
        #expect(result.errors.isEmpty == !failed)
        if failed { #expect(result.errors.contains(name)) }
        return records[1]
    }

    private func code(of name: String) throws -> String? {
        try record(of: name)["error"]?["code"]?.text
    }

    @Test(
        "with little address space every picture is scored or reported, and the run continues",
        arguments: [200_000, 300_000, 400_000, 600_000])
    func littleAddressSpace(kilobytes: Int) throws {
        let result = try Program.shell(
            """
            ulimit -v \(kilobytes)
            $F score $PORTRAIT $OTHER $PORTRAIT $OTHER --jobs 2 --format jsonl; echo "exit $?" >&2
            """, in: folder)
        #expect(!result.errors.contains("Fatal error"), "\(result.errors)")
        // Contains all four lines, or the reason why some are missing.
        let lines = result.errors.split(separator: "\n")
        let end = lines.last.map { String($0) }
        #expect(["exit 0", "exit 1", "exit 3"].contains(end), "\(result.errors)")
        if end != "exit 3" { #expect(try result.records().count == 4) }
    }

    @Test("an empty file is named")
    func empty() throws {
        try folder.write("empty.jpg", [])
        #expect(try code(of: "empty.jpg") == "empty")
    }

    @Test("a truncated file is named")
    func truncated() throws {
        let jpeg = try BadImages.bytes(Program.portrait)
        try folder.write("cut.jpg", jpeg.prefix(jpeg.count / 2))
        #expect(try code(of: "cut.jpg") == "truncated")
        let png = try BadImages.bytes(Program.package + "/SampleFaces/cut-out.png")
        try folder.write("cut.png", png.prefix(png.count / 2))
        #expect(try code(of: "cut.png") == "truncated")
    }

    @Test("a file that is not a picture is named")
    func garbage() throws {
        try folder.write("garbage.png", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) })
        #expect(try code(of: "garbage.png") == "unsupported_format")
    }

    @Test("a GIF with the extension of a JPEG is reported as a GIF")
    func disguised() throws {
        try folder.write("picture.jpg", Array("GIF89a".utf8) + [UInt8](repeating: 1, count: 100))
        let error = try record(of: "picture.jpg")["error"]
        #expect(error?["code"]?.text == "unsupported_format")
        #expect(error?["message"]?.text?.contains("GIF") == true)
    }

    @Test("a PNG that declares more pixels than memory holds is rejected")
    func bomb() throws {
        try folder.write("bomb.png", BadImages.pngBomb(width: 50_000, height: 50_000))
        #expect(try code(of: "bomb.png") == "too_many_pixels")
    }

    @Test("a JPEG of several scans with four inks that needs half a gigabyte is rejected")
    func coefficients() throws {
        let small = try BadImages.bytes(
            Program.package + "/Tests/FacialFunTests/Imaging/Fixtures/ycck-progressive.jpg")
        try folder.write("inks.jpg", BadImages.progressive(small, width: 8000, height: 8000))
        let error = try record(of: "inks.jpg")["error"]
        #expect(error?["code"]?.text == "too_many_pixels")
        #expect(error?["message"]?.text?.contains("multi-scan JPEG of 8000×8000") == true)
    }

    @Test("an animated PNG is scored by its default picture")
    func animation() throws {
        let png = try BadImages.bytes(Program.package + "/SampleFaces/cut-out.png")
        try folder.write("still.png", png)
        try folder.write("moving.png", BadImages.animated(png))
        let still = try record(of: "still.png"), moving = try record(of: "moving.png")
        #expect(still["faces"] != nil)
        #expect(moving["faces"] == still["faces"])
    }

    @Test("a JPEG with a wrong segment length is handled")
    func wrongSegmentLength() throws {
        try folder.write("lie.jpg", BadImages.lyingLength(try BadImages.bytes(Program.portrait)))
        let code = try code(of: "lie.jpg")
        #expect(code == "corrupt" || code == "truncated")
    }

    @Test("broken EXIF data do not prevent scoring")
    func brokenEXIF() throws {
        let jpeg = try BadImages.bytes(Program.portrait)
        let exif = Array("Exif\0\0MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xF0, 0x12, 0x34]
        try folder.write("good.jpg", jpeg)
        try folder.write("exif.jpg", BadImages.jpeg(jpeg, with: 0xE1, exif))
        let good = try record(of: "good.jpg"), broken = try record(of: "exif.jpg")
        #expect(broken["image"]?["orientation"]?.number == 1)
        #expect(broken["faces"] == good["faces"])
    }

    @Test("missing files, dangling links and link loops are named")
    func missing() throws {
        try folder.link("broken.jpg", to: "nowhere.jpg")
        try folder.link("circle.jpg", to: "circle.jpg")
        #expect(try code(of: "gone.jpg") == "not_found")
        #expect(try code(of: "broken.jpg") == "broken_link")
        #expect(try code(of: "circle.jpg") == "link_loop")
    }

    @Test("files and pixels beyond the limits are rejected; options raise the limits")
    func limits() throws {
        let result = try Program.shell(
            """
            $F score --search live $PORTRAIT --max-file-size 1KB --format jsonl
            $F score --search live $PORTRAIT --max-pixels 1000 --format jsonl
            """)
        let codes = try result.records().map { $0["error"]?["code"]?.text }
        #expect(codes == ["too_many_bytes", "too_many_pixels"])
        #expect(result.errors.contains("--max-file-size"))
        #expect(result.errors.contains("--max-pixels"))
    }

    @Test("an endless device is read up to the limit only")
    func endless() throws {
        #expect(try code(of: "/dev/zero") == "too_many_bytes")
        #expect(try code(of: "/dev/null") == "empty")
    }

    @Test("a file that vanishes between listing and reading is named")
    func vanishing() throws {
        // The program reads the FIFO only after it has listed everything, and the shell waits until
        // the FIFO is opened. The file is deleted in between.
        let result = try Program.shell(
            """
            mkfifo pipe; mkdir photos; cp $PORTRAIT photos/a.jpg; cp $PORTRAIT photos/b.jpg
            cp $OTHER photos/c.jpg
            $F score --search live pipe photos --jobs 1 --format jsonl & exec 3>pipe
            rm photos/b.jpg; cat $PORTRAIT >&3; exec 3>&-; wait $!
            """, in: folder)
        let records = try result.records()
        #expect(result.status == 1)
        #expect(records.map { $0["error"]?["code"]?.text } == [nil, nil, "not_found", nil])
        #expect(result.errors.contains("photos/b.jpg"))
    }

    @Test(
        "a folder or file without read permission is reported",
        .enabled(
            if: PermissionTests.canDropPrivileges,
            "needs a user without privileges who may run the program"))
    func unreadable() throws {
        let result = try Program.shell(
            """
            chmod 755 .; mkdir photos photos/locked; cp $PORTRAIT photos/a.jpg
            cp $PORTRAIT photos/z.jpg; cp $PORTRAIT photos/locked; chmod 644 photos/a.jpg
            chmod 000 photos/locked photos/z.jpg
            \(PermissionTests.prefix) $F score --search live photos --format jsonl; code=$?
            chmod 755 photos/locked; exit $code
            """, in: folder)
        #expect(result.status == 1)
        let records = try result.records()
        #expect(
            records.map { $0["error"]?["code"]?.text }
                == [nil, "permission_denied", "permission_denied"])
        #expect(
            records.map { $0["path"]?.text } == ["photos/a.jpg", "photos/locked", "photos/z.jpg"])
    }

    @Test("names with invalid UTF-8 or control characters are scored and printed safely")
    func names() throws {
        let result = try Program.shell(
            #"""
            cp $PORTRAIT $'\xff.jpg'; cp $OTHER $'\xfe.jpg'; cp $PORTRAIT $'a\n\e[2J.jpg'
            $F score --search live $'\xff.jpg' $'\xfe.jpg' $'a\n\e[2J.jpg' $'gone\e[2J' --format jsonl
            $F score --search live .
            """#, in: folder)
        let lines = result.output.split(separator: "\n")
        let records = try lines.prefix(4).map { try JSONDocument(parsing: Data($0.utf8)) }
        #expect(
            records.map { $0["path"]?.text }
                == ["\u{FFFD}.jpg", "\u{FFFD}.jpg", "a\n\u{1B}[2J.jpg", "gone\u{1B}[2J"])
        #expect(records[0]["faces"] != records[1]["faces"])
        #expect(!result.output.contains("\u{1B}"))
        #expect(!result.errors.contains("\u{1B}"))
        #expect(result.output.contains(#"./\xFF.jpg"#))
        #expect(result.output.contains(#"./a\n\u{001B}[2J.jpg"#))
    }
}

/// Runs the program as an unprivileged user.
enum PermissionTests {
    /// The prefix that runs a command without privileges.
    static let prefix = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups" : ""

    /// Whether that works here.
    ///
    /// Root may be unable to change the user, or the other user may be unable to reach the program
    /// or the models.
    static let canDropPrivileges: Bool = {
        let result = try? Program.shell("\(prefix) $F score --search live $PORTRAIT")
        return result?.status == 0
    }()
}
