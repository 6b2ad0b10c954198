import FacialFunWire

/// Writes a Matroska stream with one track of raw RGB pictures (RFC 9559), the counterpart of
/// ``MatroskaFrames``.
///
/// It tells ffmpeg the display time of each picture.
struct MatroskaWriter {
    /// The width of each picture in pixels.
    let width: Int
    /// The height of each picture in pixels.
    let height: Int

    /// The bytes of one picture.
    var frameBytes: Int { width * height * 3 }

    /// The bytes before the first picture.
    var header: [UInt8] {
        let version =
            Self.element([0x42, 0x82], Array("matroska".utf8))
            + Self.element([0x42, 0x87], number: 4) + Self.element([0x42, 0x85], number: 2)
        let video =
            Self.element([0xB0], number: width) + Self.element([0xBA], number: height)
            + Self.element([0x2E, 0xB5, 0x24], Array("RGB".utf8) + [24])
        let track =
            Self.element([0xD7], number: 1) + Self.element([0x73, 0xC5], number: 1)
            + Self.element([0x83], number: 1) + Self.element([0x9C], number: 0)
            + Self.element([0x86], Array("V_UNCOMPRESSED".utf8)) + Self.element([0xE0], video)
        // Marks the length of the segment as unknown, because the film has not ended yet.
        let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
        return Self.element([0x1A, 0x45, 0xDF, 0xA3], version) + segment
            + Self.element(
                [0x15, 0x49, 0xA9, 0x66], Self.element([0x2A, 0xD7, 0xB1], number: 1_000_000))
            + Self.element([0x16, 0x54, 0xAE, 0x6B], Self.element([0xAE], track))
    }

    /// The bytes before a picture, which is a separate cluster.
    func frameHeader(atMilliseconds milliseconds: Int) -> [UInt8] {
        let time = Self.element([0xE7], number: milliseconds)
        // The track number, a time offset of 0 ms, and the flag of a key frame.
        let start: [UInt8] = [0x81, 0, 0, 0x80]
        let block = [0xA3] + Self.size(start.count + frameBytes) + start
        return [0x1F, 0x43, 0xB6, 0x75] + Self.size(time.count + block.count + frameBytes) + time
            + block
    }

    private static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + size(content.count) + content
    }

    private static func element(_ identifier: [UInt8], number: Int) -> [UInt8] {
        element(identifier, bigEndian(UInt64(number)))
    }

    private static func size(_ count: Int) -> [UInt8] { bigEndian(UInt64(count) | 1 << 56) }

    private static func bigEndian(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) }
    }
}
