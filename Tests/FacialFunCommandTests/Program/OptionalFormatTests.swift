import Foundation
import Testing
import TestSupport

/// `facialfun score` on WebP and HEIC pictures that Debian's programs make from the sample faces.
@Suite(
    .enabled(
        if: ["cwebp", "heif-enc"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        },
        "cwebp or heif-enc is missing: WebP and HEIC are not tested (apt-get install webp libheif-examples)"
    ))
struct OptionalFormatTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("WebP and HEIC pictures get the scores of the JPEG that they were made from")
    func alike() throws {
        let result = try Program.shell(
            """
            cwebp -quiet -q 95 "$PORTRAIT" -o a.webp; heif-enc -q 95 "$PORTRAIT" -o b.heic >/dev/null
            cp a.webp wrong-name.jpg
            "$F" score "$PORTRAIT" a.webp b.heic wrong-name.jpg --format jsonl
            """, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let records = try result.records()
        #expect(
            records.map { $0["image"]?["format"]?.text } == ["jpeg", "webp", "heic", "webp"])
        for record in records {
            #expect(record["image"]?["width"]?.number == records[0]["image"]?["width"]?.number)
            let face = try #require(record["faces"]?.elements.first)
            #expect(face["top"]?.text == records[0]["faces"]?.elements.first?["top"]?.text)
        }
    }

    @Test("a WebP picture is turned by its EXIF orientation, and transparency becomes white")
    func turned() throws {
        let result = try Program.shell(
            """
            cwebp -quiet -metadata exif "$S/sideways-exif.jpg" -o a.webp
            cwebp -quiet -lossless "$S/cut-out.png" -o b.webp
            "$F" score "$S/sideways-exif.jpg" a.webp "$S/cut-out.png" b.webp --format jsonl
            """, in: folder)
        let records = try result.records()
        #expect(
            records[1]["image"]?["orientation"]?.number
                == records[0]["image"]?["orientation"]?.number)
        #expect(records[1]["image"]?["orientation"]?.number != 1)
        #expect(records[1]["faces"]?.elements.count == 1)
        // Lossless compression keeps the pixels, so the scores are the same.
        #expect(
            records[3]["faces"]?.elements.first?["scores"]
                == records[2]["faces"]?.elements.first?["scores"])
    }

    @Test("a HEIC picture is turned by its own properties only, not by EXIF data")
    func turnedHEIC() throws {
        // heif-enc copies the EXIF data of a JPEG and writes no property that turns.
        let result = try Program.shell(
            """
            heif-enc -q 80 "$S/sideways-exif.jpg" -o a.heic >/dev/null
            python3 - <<'END'
            data = open("a.heic", "rb").read()
            turned, upright = (bytes.fromhex("0112000300000001" + end) for end in ("0006", "0001"))
            assert data.count(turned) == 1 and b"irot" not in data and b"imir" not in data
            open("b.heic", "wb").write(data.replace(turned, upright))
            END
            "$F" score a.heic b.heic --format jsonl
            """, in: folder)
        let records = try result.records()
        #expect(records.count == 2, "\(result.errors)")
        for record in records { #expect(record["image"]?["orientation"]?.number == 1) }
        #expect(records.first?["faces"] == records.last?["faces"])
    }

    @Test("limits are checked before decoding, and damage is named")
    func refused() throws {
        let result = try Program.shell(
            """
            cwebp -quiet "$PORTRAIT" -o a.webp; heif-enc "$PORTRAIT" -o b.heic >/dev/null
            head -c 3000 a.webp >c.webp; head -c 3000 b.heic >d.heic
            "$F" score a.webp b.heic --max-pixels 1000 --format jsonl
            "$F" score a.webp b.heic --max-file-size 1000 --format jsonl
            "$F" score c.webp d.heic --format jsonl
            """, in: folder)
        #expect(
            try result.records().map { $0["error"]?["code"]?.text } == [
                "too_many_pixels", "too_many_pixels", "too_many_bytes", "too_many_bytes", "corrupt",
                "corrupt",
            ])
    }
}
