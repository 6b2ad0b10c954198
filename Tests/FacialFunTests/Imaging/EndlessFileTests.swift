import FacialFun
import Synchronization
import Testing

/// Files whose bytes go on and on without another pixel: refused early where they can be, and
/// given up wherever the caller wants them no longer.
struct EndlessFileTests {
    private static func picture(surplus: Int) -> [UInt8] {
        var file = PNGFile(width: 8, height: 8)
        file.add("IDAT", PNGFile.zeros(compressedTo: 60 + surplus))
        file.add("IEND")
        return file.bytes
    }

    @Test("a PNG whose image data end a little after its last row is read")
    func padded() throws {
        let image = try ImageDecoder().decode(Self.picture(surplus: 4000)).image
        #expect(image.width == 8 && image.height == 8)
    }

    @Test(
        "a PNG whose image data go on after its last row is damaged, and not inflated to its end",
        arguments: [40_000, 1_900_000])
    func surplus(count: Int) {
        expectFailure(.corrupt) { _ = try ImageDecoder().decode(Self.picture(surplus: count)) }
    }

    @Test("the same in the seven passes of an interlaced picture")
    func surplusInterlaced() {
        var file = PNGFile(width: 8, height: 8, interlaced: true)
        file.add("IDAT", PNGFile.zeros(compressedTo: 1_900_000))
        file.add("IEND")
        expectFailure(.corrupt) { _ = try ImageDecoder().decode(file.bytes) }
    }

    @Test("the same in many chunks")
    func surplusInPieces() {
        let data = PNGFile.zeros(compressedTo: 200_000)
        var file = PNGFile(width: 8, height: 8)
        for start in stride(from: 0, to: data.count, by: 100) {
            file.add("IDAT", Array(data[start..<min(start + 100, data.count)]))
        }
        file.add("IEND")
        expectFailure(.corrupt) { _ = try ImageDecoder().decode(file.bytes) }
    }

    /// A file whose pixels come only after a megabyte of something else, by what that is.
    private static let detours: [String: [UInt8]] = {
        var text = PNGFile(width: 8, height: 8)
        var empty = text
        var profile = text
        var compressed = text
        for _ in 0..<50_000 {
            text.add("tEXt", Array("Comment\0x".utf8))
            empty.add("IDAT")
        }
        // Each inflates to a thousand times as much.
        let zeros = PNGFile.zeros(compressedTo: 1500)
        for _ in 0..<700 { compressed.add("zTXt", Array("Comment\0\0".utf8) + zeros) }
        profile.add("iCCP", Array("p\0\0".utf8) + PNGFile.zeros(compressedTo: 1_000_000))
        // A gray JPEG of 8×8 pixels never begins: comments, empty ones, restart intervals.
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
        "what is no pixel is given up, too, long before its end", arguments: detours.keys.sorted())
    func detour(name: String) throws {
        let bytes = try #require(Self.detours[name])
        // Without anybody to stop it, it ends in the file's fault.
        expectFailure(.truncated) { _ = try ImageDecoder().decode(bytes) }
        let asked = Atomic<Int>(0)
        let stop = CancellationCheck { asked.add(1, ordering: .relaxed).newValue >= 5 }
        #expect(throws: ImageError.stopped) { try ImageDecoder().decode(bytes, stop: stop) }
    }
}
