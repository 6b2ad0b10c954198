import FacialFun
import Foundation
import Testing
import TestSupport

@testable import CommandSupport
@testable import FacialFunCommand

/// The pictures that are written in addition to the scores.
struct PictureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func header(_ name: String) throws -> ImageHeader {
        try ImageDecoder().header(of: try BadImages.bytes(folder.path(name)))
    }

    @Test("each face has a rectangle and each image an annotated picture in mirrored folders")
    func written() throws {
        let result = try Program.shell(
            """
            mkdir -p photos/more; cp $PORTRAIT photos/a.jpg; cp $OTHER photos/more/a.jpg
            cp "$S/cut-out.png" photos/a.png; cp $S/no-face-coffee.jpg photos/none.jpg
            $F score photos - --annotate out/drawn --rectangles out/faces < $PORTRAIT
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let expected = [
            "drawn/photos/a.annotated.png", "drawn/photos/a.png.annotated.png",
            "drawn/photos/more/a.annotated.png", "drawn/photos/none.annotated.png",
            "drawn/stdin.annotated.png", "faces/photos/a.face1.png", "faces/photos/a.png.face1.png",
            "faces/photos/more/a.face1.png", "faces/stdin.face1.png",
        ]
        let written = try folder.files().filter { $0.hasPrefix("out/") }
        #expect(written == expected.map { "out/\($0)" })
        let rectangle = try header("out/faces/photos/a.face1.png")
        #expect(rectangle.format == .png)
        #expect(rectangle.width == 600 && rectangle.height == 600)
        let original = try header("photos/a.jpg"),
            drawn = try header("out/drawn/stdin.annotated.png")
        #expect(drawn.width == original.width && drawn.height == original.height)
        let same = try Program.shell(
            """
            cmp out/faces/photos/a.face1.png out/faces/stdin.face1.png
            cmp out/faces/photos/a.face1.png out/faces/photos/more/a.face1.png
            """, in: folder)
        #expect(same.status == 1, "the two portraits differ")
        #expect(same.output.split(separator: "\n").count == 1, "the same portrait does not")
    }

    @Test("the pictures are the same with any number of jobs, and a second run changes nothing")
    func repeatable() throws {
        let result = try Program.shell(
            """
            mkdir photos; cp $S/two-people.jpg $PORTRAIT $OTHER photos; cd photos
            $F score . --annotate one --rectangles one --jobs 1 > ../table
            $F score *.jpg --annotate ../four --rectangles ../four --jobs 4 > ../table
            diff -r one ../four && cp -r one ../before
            $F score . --annotate one --rectangles one --jobs 4 > ../table
            diff -r one ../before && grep -c 'px at' ../table
            """, in: folder)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output == "4\n", "what was written is not read again")
    }

    @Test("input and output cannot be the same folder")
    func outputFolder() throws {
        let result = try Program.shell(
            "cp $PORTRAIT .; $F score . --annotate . --format jsonl", in: folder)
        #expect(result.status == 1)
        #expect(try result.records().first?["error"]?["code"]?.text == "output_folder")
    }
}
