/// Copies EXIF data, which contain the orientation of a picture, from one file to another.
enum PictureMetadata {
    /// The EXIF data of a WebP file; nil if it has none.
    static func exif(inWebP bytes: [UInt8]) -> [UInt8]? {
        // RIFF, length, WEBP; then chunks: four letters, length, data, and a padding byte if the
        // length is odd.
        var offset = 12
        while offset + 8 <= bytes.count {
            let length = (0..<4).reduce(0) { $0 | Int(bytes[offset + 4 + $1]) << (8 * $1) }
            let start = offset + 8
            guard length <= bytes.count - start else { return nil }
            if bytes[offset..<(offset + 4)].elementsEqual("EXIF".utf8) {
                let data = Array(bytes[start..<(start + length)])
                // Some programs include the prefix that JPEG requires.
                let prefix = Array("Exif\0\0".utf8)
                return data.starts(with: prefix) ? Array(data.dropFirst(prefix.count)) : data
            }
            offset = start + length + length % 2
        }
        return nil
    }

    /// Inserts EXIF data into a PNG file (PNG, third edition, 11.3.4.5).
    ///
    /// - Parameters:
    ///   - exif: The data.
    ///   - png: A file without EXIF data.
    /// - Returns: The file with the data.
    static func inserted(_ exif: [UInt8], intoPNG png: [UInt8]) -> [UInt8] {
        // After the signature and the IHDR chunk with length, name and checksum.
        let offset = 8 + 25
        guard png.count > offset, exif.count < 1 << 20 else { return png }
        let body = Array("eXIf".utf8) + exif
        let chunk = bigEndian(UInt32(exif.count)) + body + bigEndian(checksum(body))
        return Array(png[..<offset]) + chunk + png[offset...]
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    /// CRC-32 of PNG (annex D).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
                value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0)
            }
        }
    }
}
