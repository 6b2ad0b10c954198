import Testing
import TestSupport

@testable import FacialFun

@Suite struct BadInputTests {
    let decoder = ImageDecoder()

    @Test func emptyFileIsReportedAsEmpty() {
        expectFailure(.empty) { _ = try decoder.decode([]) }
    }

    @Test func garbageIsNotAnImage() {
        var random = SeededGenerator(seed: 2)
        for count in [1, 2, 3, 8, 100, 5000] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 1...0x40, using: &random) }
            expectFailure(.unsupportedFormat) { _ = try decoder.decode(bytes) }
        }
        expectFailure(.unsupportedFormat) { _ = try decoder.decode([0xFF, 0xD8]) }
    }

    @Test(arguments: [
        ("GIF89a\u{1}", "GIF"), ("II*\0\u{8}\0\0\0", "TIFF"), ("MM\0*\0\0\0\u{8}", "TIFF"),
        ("RIFF\u{10}\0\0\0WEBPVP8 ", "WebP"), ("\0\0\0\u{18}ftypheic\0\0", "HEIC"),
        ("\0\0\0\u{18}ftypmif1\0\0", "HEIC"), ("\0\0\0\u{1c}ftypavif\0\0", "AVIF"),
        ("BM\u{36}\0", "BMP"), ("%PDF-1.7", "PDF"), ("<svg xmlns='x'/>", "SVG"),
        ("\n<?xml version='1.0'?><!-- a --><svg>", "SVG"), ("\0\0\0\u{18}ftypisom", "MP4"),
    ])
    func otherFormatsAreNamedInTheError(start: String, name: String) {
        let bytes = Array(start.utf8)
        let error = #expect(throws: FacialFunError.self) { try decoder.decode(bytes) }
        #expect(error?.code == .unsupportedFormat)
        #expect(error?.message.contains(name) == true)
        #expect(error?.message.contains("JPEG or PNG") == true)
        let article = ["AVIF", "SVG", "MP4"].contains(name) ? "an" : "a"
        #expect(error?.message.hasPrefix("This is \(article) \(name)") == true)
        // The advice to convert makes no sense for films.
        #expect(error?.message.contains("Convert") == (name != "MP4"))
    }

    /// Only bytes after the last pixel may be missing without loss.
    @Test(arguments: Fixture.decodable.filter { $0.name != "metadata-bombs.png" })
    func everyTruncationFailsOrLosesNothing(_ fixture: Fixture) throws {
        let decoder = ImageDecoder(limits: Fixture.wideLimits)
        let bytes = try fixture.bytes()
        let whole = try decoder.decode(bytes).image
        let step = max(1, bytes.count / 200)
        let lengths =
            Array(stride(from: 9, to: bytes.count - 40, by: step))
            + Array((bytes.count - 40)..<bytes.count)
        for length in lengths {
            do {
                let image = try decoder.decode(Array(bytes[..<length])).image
                #expect(image == whole && length >= bytes.count - 4, "\(length) of \(bytes.count)")
            } catch {
                #expect([.truncated, .corrupt].contains(error.code), "\(length): \(error)")
            }
        }
        expectFailure(.truncated) { _ = try decoder.decode(Array(bytes[..<(bytes.count / 2)])) }
    }

    @Test func jpegWithoutItsEndMarkerIsRead() throws {
        let bytes = try Fixture(name: "baseline-420.jpg").bytes()
        let whole = try decoder.decode(bytes).image
        #expect(try decoder.decode(Array(bytes.dropLast(2))).image == whole)
        // In a progressive JPEG a missing scan cannot be detected.
        let scans = try Fixture(name: "progressive.jpg").bytes()
        expectFailure(.truncated) { _ = try decoder.decode(Array(scans.dropLast(2))) }
    }

    @Test(arguments: Fixture.decodable)
    func trailingBytesChangeNothing(_ fixture: Fixture) throws {
        let decoder = ImageDecoder(limits: Fixture.wideLimits)
        let bytes = try fixture.bytes()
        let trailing: [UInt8] = [0, 0xFF, 0xDA, 0xFF, 0xD9, 1, 2, 3]
        #expect(try decoder.decode(bytes + trailing).image == decoder.decode(bytes).image)
    }

    @Test func missingRestartMarkerIsReportedAsDamage() throws {
        var bytes = try Fixture(name: "restart-markers.jpg").bytes()
        let marker = try #require(bytes.firstRange(of: [0xFF, 0xD0]))
        bytes[marker.lowerBound + 1] = 0xD5
        expectFailure(.corrupt) { _ = try decoder.decode(bytes) }
    }

    /// If the length is too short, bytes remain before the next marker and no pixels are lost.
    ///
    /// If it is too long, it swallows markers or points beyond the file.
    @Test func wrongSegmentLengthsFailOrAreHarmless() throws {
        let original = try Fixture(name: "baseline-420.jpg").bytes()
        let picture = try decoder.decode(original).image
        func lying(_ length: UInt16) -> [UInt8] {
            original[..<4] + [UInt8(length >> 8), UInt8(length & 255)] + original[6...]  // APP0
        }
        for length: UInt16 in [0, 1, 2, 3, 15] {
            #expect(try decoder.decode(lying(length)).image == picture)
        }
        #expect(throws: FacialFunError.self) { try decoder.decode(lying(250)) }
        expectFailure(.truncated) { _ = try decoder.decode(lying(65_000)) }
    }

    @Test func unsupportedKindsOfJPEGAreRejected() throws {
        let original = try Fixture(name: "baseline-420.jpg").bytes()
        let frame = try #require(original.firstRange(of: [0xFF, 0xC0])).lowerBound
        var twelveBits = original
        twelveBits[frame + 4] = 12
        expectFailure(.unsupportedFormat) { _ = try decoder.decode(twelveBits) }
        var lossless = original
        lossless[frame + 1] = 0xC3
        expectFailure(.unsupportedFormat) { _ = try decoder.decode(lossless) }
    }

    @Test func wrongChecksumIsReportedAsDamage() throws {
        var bytes = try Fixture(name: "colour2-depth8.png").bytes()
        let data = try #require(bytes.firstRange(of: Array("IDAT".utf8))).upperBound
        bytes[data + 30] ^= 1
        expectFailure(.corrupt) { _ = try decoder.decode(bytes) }
    }

    @Test func messageContainsTheRemedy() throws {
        let bytes = try Fixture(name: "baseline-420.jpg").bytes()
        let error = #expect(throws: FacialFunError.self) {
            try decoder.decode(Array(bytes[..<400]))
        }
        #expect(error?.message == "The JPEG file is truncated. Copy it again.")
    }
}
