import Foundation

/// Defective image files, made from good ones.
enum BadImages {
    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// One chunk of a PNG, with its checksum.
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
    }

    /// A PNG that declares a size and contains almost no data.
    static func pngBomb(width: UInt32, height: UInt32) -> [UInt8] {
        signature + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1]) + chunk("IEND", [])
    }

    /// A PNG file as an animation of one frame, the picture itself.
    static func animated(_ png: [UInt8]) -> [UInt8] {
        let afterHeader = signature.count + 12 + 13
        let size = Array(png[16..<24])
        let control = chunk("acTL", bigEndian(1) + bigEndian(0))
        let frame = chunk(
            "fcTL", bigEndian(0) + size + bigEndian(0) + bigEndian(0) + [0, 1, 0, 10, 0, 0])
        return Array(png[..<afterHeader]) + control + frame + Array(png[afterHeader...])
    }

    /// A JPEG file with a segment after its first marker.
    static func jpeg(_ jpeg: [UInt8], with marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = UInt16(data.count + 2)
        return [0xFF, 0xD8, 0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
            + Array(jpeg[2...])
    }

    /// A progressive JPEG file that declares another size.
    static func progressive(_ jpeg: [UInt8], width: UInt16, height: UInt16) -> [UInt8] {
        var bytes = jpeg
        for place in bytes.indices.dropLast(9)
        where bytes[place] == 0xFF && bytes[place + 1] == 0xC2 {
            let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            bytes.replaceSubrange(place + 5..<place + 9, with: size)
            break
        }
        return bytes
    }

    /// A JPEG file whose first quantization table declares the maximum length.
    static func lyingLength(_ jpeg: [UInt8]) -> [UInt8] {
        var bytes = jpeg
        for place in bytes.indices.dropLast(4)
        where bytes[place] == 0xFF && bytes[place + 1] == 0xDB {
            bytes[place + 2] = 0xFF
            bytes[place + 3] = 0xFF
            break
        }
        return bytes
    }

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func bigEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    /// The checksum of a PNG chunk (ISO 3309).
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in
                value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
            }
        }
    }
}

extension BadImages {
    /// A good PNG without content: 64×64 gray pixels, stored without compression.
    static func grayPNG() -> [UInt8] {
        let row = [0] + [UInt8](repeating: 128, count: 64)
        let pixels = (0..<64).flatMap { _ in row }
        let length = UInt16(pixels.count)
        let (a, b) = pixels.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let first = (sums.0 + UInt32(byte)) % 65521
            return (first, (sums.1 + first) % 65521)
        }
        // zlib: header, one stored block, Adler-32.
        let lengths = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let data = [0x78, 0x01, 0x01] + lengths + pixels + bigEndian(b << 16 | a)
        return signature + chunk("IHDR", bigEndian(64) + bigEndian(64) + [8, 0, 0, 0, 0])
            + chunk("IDAT", data) + chunk("IEND", [])
    }
}
