import FacialFunWire
import Testing

@testable import FacialFun

/// Frames of Motion JPEG from cameras.
struct MotionJPEGTests {
    private static func picture() -> Image {
        Image(width: 64, height: 48) { bytes in
            for y in 0..<48 {
                for x in 0..<64 {
                    let place = (y * 64 + x) * 3
                    bytes[place] = UInt8(x * 4)
                    bytes[place + 1] = UInt8(y * 5)
                    bytes[place + 2] = UInt8(128 + (x ^ y) % 64)
                }
            }
        }
    }

    private static func decode(
        _ bytes: [UInt8], reduction: Int = 1, mirrored: Bool = false
    ) throws -> Image {
        var memory = ReusableImage()
        var options = DecodeOptions(reduction: reduction)
        options.isMirrored = mirrored
        return try ImageDecoder().decode(bytes, options: options, into: &memory).image
    }

    /// The file without its segments of one kind.
    private static func without(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        var result = Array(bytes[..<2])
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
            let end = place + 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            if bytes[place + 1] != marker { result += bytes[place..<end] }
            place = end
        }
        return result + bytes[place...]
    }

    @Test("a frame without Huffman tables is decoded with the standard tables")
    func withoutTables() throws {
        let whole = try JPEGEncoder(quality: 80, subsampling: .halfWidth).encode(Self.picture())
        let bare = Self.without(0xC4, whole)
        #expect(bare.count < whole.count - 300)
        #expect(try Self.decode(bare) == Self.decode(whole))
    }

    @Test("a frame with padding after its end is decoded")
    func padded() throws {
        let whole = try JPEGEncoder().encode(Self.picture())
        #expect(
            try Self.decode(whole + [UInt8](repeating: 0, count: 1000)) == Self.decode(whole))
    }

    @Test("a mirrored frame has its pixels reversed", arguments: [1, 2, 4])
    func mirrored(reduction: Int) throws {
        let bytes = try JPEGEncoder().encode(Self.picture())
        let plain = try Self.decode(bytes, reduction: reduction)
        let mirrored = try Self.decode(bytes, reduction: reduction, mirrored: true)
        #expect((mirrored.width, mirrored.height) == (plain.width, plain.height))
        plain.withPixels { left in
            mirrored.withPixels { right in
                for y in 0..<plain.height {
                    for x in 0..<plain.width {
                        let a = (y * plain.width + x) * 3
                        let b = (y * plain.width + plain.width - 1 - x) * 3
                        for c in 0..<3 where left[a + c] != right[b + c] {
                            Issue.record("pixel \(x), \(y)")
                            return
                        }
                    }
                }
            }
        }
    }

    @Test("frames of a video share memory unless one is still in use")
    func memory() throws {
        let bytes = try JPEGEncoder().encode(Self.picture())
        var memory = ReusableImage()
        func next() throws -> Image {
            try bytes.withUnsafeBytes { try ImageDecoder().decode($0, into: &memory).image }
        }
        let held = try next()
        let other = try next()
        #expect(held.buffer !== other.buffer)
        #expect(held == other)
        let place = ObjectIdentifier(other.buffer)
        _ = consume other
        #expect(ObjectIdentifier(try next().buffer) == place)
    }

    @Test("every orientation has a mirror image, whose mirror image it is")
    func orientations() {
        for exif in 1...8 {
            let turn = Orientation(exif: exif)
            #expect(turn.mirrored.mirrored == turn)
            #expect(turn.mirrored.flipsX != turn.flipsX)
            #expect(turn.mirrored.flipsY == turn.flipsY)
            #expect(turn.mirrored.swapsSides == turn.swapsSides)
        }
    }
}
