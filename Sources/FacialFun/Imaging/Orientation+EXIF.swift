extension Orientation {
    /// The orientation in a file's EXIF data; upright if they are missing or broken, because
    /// metadata never causes a rejection.
    init(in bytes: UnsafeRawBufferPointer, format: ImageFormat) {
        let reader = ByteReader(bytes[...])
        let tiff = Self.tiff[format]?(reader)
        self.init(exif: tiff.flatMap(Self.orientationTag) ?? 1)
    }

    /// Functions that locate the TIFF structure, for formats that have one.
    private static let tiff: [ImageFormat: @Sendable (ByteReader) -> ByteReader?] = [
        .jpeg: { tiffInJPEG($0) }, .png: { tiffInPNG($0) },
    ]

    /// The TIFF structure in the first APP1 segment with `Exif`, before the first scan.
    private static func tiffInJPEG(_ file: ByteReader) -> ByteReader? {
        var offset = 2
        while file.uint8(at: offset) == 0xFF, let marker = file.uint8(at: offset + 1) {
            switch marker {
            case 0xFF:
                offset += 1  // a fill byte
                continue
            case 0x01, 0xD0...0xD8:
                offset += 2  // a marker without a segment
                continue
            case 0xD9, 0xDA:
                return nil  // the end, or a scan
            default: break
            }
            guard let length = file.uint16(at: offset + 2), length >= 2 else { return nil }
            if marker == 0xE1, file.matches("Exif\0", at: offset + 4) {
                return file.slice(at: offset + 10, count: length - 8)
            }
            offset += 2 + length
        }
        return nil
    }

    /// The TIFF structure in the first eXIf chunk with a correct checksum.
    private static func tiffInPNG(_ file: ByteReader) -> ByteReader? {
        var offset = 8
        while let length = file.uint32(at: offset) {
            if file.matches("eXIf", at: offset + 4) {
                guard let checked = file.slice(at: offset + 4, count: 4 + length),
                    let checksum = file.uint32(at: offset + 8 + length),
                    crc32(checked.bytes) == UInt32(truncatingIfNeeded: checksum)
                else { return nil }
                return checked.slice(at: 4, count: length)
            }
            offset += 12 + length
        }
        return nil
    }

    /// The value of tag 0x0112 in the first directory of a TIFF structure.
    private static func orientationTag(_ structure: ByteReader) -> Int? {
        var tiff = structure
        if tiff.matches("II", at: 0) {
            tiff.isLittleEndian = true
        } else if !tiff.matches("MM", at: 0) {
            return nil
        }
        guard tiff.uint16(at: 2) == 42, let directory = tiff.uint32(at: 4),
            let entries = tiff.uint16(at: directory)
        else { return nil }
        for entry in 0..<entries {
            let offset = directory + 2 + 12 * entry
            guard let tag = tiff.uint16(at: offset) else { return nil }
            guard tag == 0x0112 else { continue }
            let shortType = 3
            guard tiff.uint16(at: offset + 2) == shortType, tiff.uint32(at: offset + 4) == 1 else {
                return nil
            }
            return tiff.uint16(at: offset + 8)
        }
        return nil
    }

    /// The checksum of PNG chunks (ISO 3309).
    private static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }
}
