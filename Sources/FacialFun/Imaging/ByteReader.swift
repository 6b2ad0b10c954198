/// Reads numbers from untrusted bytes; out-of-range reads return nil.
struct ByteReader {
    /// The bytes, their first at offset 0.
    let bytes: Slice<UnsafeRawBufferPointer>
    /// Whether the first byte of a number is its lowest.
    var isLittleEndian = false

    init(_ bytes: Slice<UnsafeRawBufferPointer>) { self.bytes = bytes }

    /// Number of bytes.
    var count: Int { bytes.count }

    /// The byte at an offset.
    func uint8(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < count else { return nil }
        return bytes[bytes.startIndex + offset]
    }

    /// The two-byte number at an offset.
    func uint16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        let first = Int(bytes[bytes.startIndex + offset])
        let second = Int(bytes[bytes.startIndex + offset + 1])
        return isLittleEndian ? second << 8 | first : first << 8 | second
    }

    /// The bytes of a given length from an offset.
    func uint32(at offset: Int) -> Int? {
        guard let first = uint16(at: offset), let second = uint16(at: offset + 2) else {
            return nil
        }
        return isLittleEndian ? second << 16 | first : first << 16 | second
    }

    /// A reader of `length` bytes from an offset; nil if they extend beyond the end.
    func slice(at offset: Int, count length: Int) -> ByteReader? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
            return nil
        }
        let start = bytes.startIndex + offset
        var part = ByteReader(bytes[start..<(start + length)])
        part.isLittleEndian = isLittleEndian
        return part
    }

    /// Whether the bytes at an offset equal these ASCII characters.
    func matches(_ text: StaticString, at offset: Int) -> Bool {
        text.withUTF8Buffer { expected in
            slice(at: offset, count: expected.count)?.bytes.elementsEqual(expected) ?? false
        }
    }
}
