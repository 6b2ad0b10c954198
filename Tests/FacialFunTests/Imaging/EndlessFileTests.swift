import FacialFun
import Foundation
import Synchronization
import TestSupport
import Testing

/// Endless files that contain no further pixel: rejected early if possible, otherwise
/// abandoned once the caller cancels.
struct EndlessFileTests {
    private static func picture(surplus: Int) -> [UInt8] {
        var file = PNGFile(width: 8, height: 8)
        file.add("IDAT", PNGFile.zeros(compressedTo: 60 + surplus))
        file.add("IEND")
        return file.bytes
    }

    @Test("a PNG whose image data end shortly after its last row is decoded")
    func padded() throws {
        let image = try ImageDecoder().decode(Self.picture(surplus: 4000)).image
        #expect(image.width == 8 && image.height == 8)
    }

    @Test(
        "a PNG with image data after its last row is damaged and not inflated to the end",
        arguments: [40_000, 1_900_000])
    func surplus(count: Int) {
        expectFailure(.corrupt) { _ = try ImageDecoder().decode(Self.picture(surplus: count)) }
    }

    @Test("the limit of data after the last row is the one in SECURITY.md")
    func surplusLimit() throws {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        let line = try #require(
            page.split(separator: "\n").first { $0.hasPrefix("| data after the last row of a PNG") }
        )
        let match = try #require(line.firstMatch(of: #/(\d+) KB and two rows/#))
        let limit = try #require(Int(match.1)) * 1024
        // A row has 9 bytes; the library reads 1024 bytes at a time.
        _ = try ImageDecoder().decode(Self.picture(surplus: limit - 100))
        expectFailure(.corrupt) {
            _ = try ImageDecoder().decode(Self.picture(surplus: limit + 2 * 9 + 1024))
        }
    }

    @Test("the seven passes of an interlaced picture are bounded in the same way")
    func surplusInterlaced() {
        var file = PNGFile(width: 8, height: 8, interlaced: true)
        file.add("IDAT", PNGFile.zeros(compressedTo: 1_900_000))
        file.add("IEND")
        expectFailure(.corrupt) { _ = try ImageDecoder().decode(file.bytes) }
    }

    @Test("image data in many chunks are bounded in the same way")
    func surplusInPieces() {
        let data = PNGFile.zeros(compressedTo: 200_000)
        var file = PNGFile(width: 8, height: 8)
        for start in stride(from: 0, to: data.count, by: 100) {
            file.add("IDAT", Array(data[start..<min(start + 100, data.count)]))
        }
        file.add("IEND")
        expectFailure(.corrupt) { _ = try ImageDecoder().decode(file.bytes) }
    }

    /// Files whose pixels come only after a megabyte of other data, by the kind of those data.
    private static let detours: [String: [UInt8]] = {
        var text = PNGFile(width: 8, height: 8)
        var empty = text
        var profile = text
        var compressed = text
        for _ in 0..<50_000 {
            text.add("tEXt", Array("Comment\0x".utf8))
            empty.add("IDAT")
        }
        // Each of them inflates to a thousand times its size.
        let zeros = PNGFile.zeros(compressedTo: 1500)
        for _ in 0..<700 { compressed.add("zTXt", Array("Comment\0\0".utf8) + zeros) }
        profile.add("iCCP", Array("p\0\0".utf8) + PNGFile.zeros(compressedTo: 1_000_000))
        // A gray JPEG of 8×8 pixels that never starts: comments, empty ones, restart intervals.
        let start: [UInt8] = [0xFF, 0xD8]
        func repeated(_ segment: [UInt8]) -> [UInt8] {
            start + [[UInt8]](repeating: segment, count: 1_000_000 / segment.count).joined()
        }
        return [
            "PNG text": text.bytes, "PNG compressed text": compressed.bytes,
            "PNG empty image data": empty.bytes,
            "PNG colour profile": profile.bytes,
            "JPEG comments": repeated([0xFF, 0xFE, 0, 9] + Array("comment".utf8)),
            "JPEG empty comments": repeated([0xFF, 0xFE, 0, 2]),
            "JPEG restart intervals": repeated([0xFF, 0xDD, 0, 4, 0, 1]),
            "JPEG fill bytes": repeated([0xFF]),
        ]
    }()

    @Test(
        "decoding of data without pixels is canceled, too", arguments: detours.keys.sorted())
    func detour(name: String) throws {
        let bytes = try #require(Self.detours[name])
        // Without cancellation the decoder ends with the error in the file.
        expectFailure(.truncated) { _ = try ImageDecoder().decode(bytes) }
        let asked = Atomic<Int>(0)
        let stop = CancellationCheck { asked.add(1, ordering: .relaxed).newValue >= 5 }
        #expect(throws: FacialFunError.stopped) {
            try ImageDecoder().decode(bytes, options: DecodeOptions(stop: stop))
        }
    }
}
