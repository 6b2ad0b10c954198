/// A PNG that a test assembles chunk by chunk.
struct PNGFile {
    private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Starts a gray picture of 8 bits per pixel.
    init(width: UInt32, height: UInt32, interlaced: Bool = false) {
        add(
            "IHDR",
            Self.bigEndian(width) + Self.bigEndian(height) + [8, 0, 0, 0, interlaced ? 1 : 0])
    }

    /// Adds a chunk with its checksum.
    mutating func add(_ name: String, _ data: [UInt8] = []) {
        let checked = Array(name.utf8) + data
        bytes +=
            Self.bigEndian(UInt32(data.count)) + checked + Self.bigEndian(Self.checksum(checked))
    }

    /// A complete zlib stream of zeros with at least the given number of bytes; each byte stands
    /// for about 158 zeros.
    static func zeros(compressedTo count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.bytes = [0x78, 0x01]
        // The last block, with fixed codes: a zero, then many copies of the last 258 bytes.
        bits.write(0b011, count: 3)
        bits.writeCode(0b0011_0000, count: 8)
        var sum = 1
        func writeMore(_ times: Int) {
            for _ in 0..<times {
                bits.writeCode(0b1100_0101, count: 8)
                bits.writeCode(0, count: 5)
            }
            sum += 258 * times
        }
        writeMore(8)
        // Eight codes of 13 bits fill whole bytes, so the bytes repeat from here on.
        let period = Array(bits.bytes.suffix(13))
        let repeats = max(0, (count - bits.bytes.count) / period.count)
        bits.bytes += [[UInt8]](repeating: period, count: repeats).joined()
        sum += 258 * 8 * repeats
        while bits.bytes.count < count { writeMore(1) }
        bits.writeCode(0, count: 7)
        bits.close()
        // Adler-32 of zeros depends only on their number.
        return bits.bytes + bigEndian(UInt32(sum % 65_521) << 16 | 1)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// CRC-32 as defined by PNG.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            let place = Int(UInt8(truncatingIfNeeded: sum) ^ byte)
            sum = table[place] ^ (sum >> 8)
        }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 {
            let shifted = value >> 1
            value = value & 1 == 1 ? shifted ^ 0xEDB8_8320 : shifted
        }
        return value
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var pending: UInt32 = 0
        private var pendingCount = 0

        /// Lowest bit first, the order of numbers in deflate.
        mutating func write(_ value: UInt32, count: Int) {
            pending |= value << UInt32(pendingCount)
            pendingCount += count
            while pendingCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                pendingCount -= 8
            }
        }

        /// Highest bit first, the order of codes in deflate.
        mutating func writeCode(_ code: UInt32, count: Int) {
            for bit in (0..<count).reversed() { write(code >> UInt32(bit) & 1, count: 1) }
        }

        mutating func close() { if pendingCount > 0 { write(0, count: 8 - pendingCount) } }
    }
}
