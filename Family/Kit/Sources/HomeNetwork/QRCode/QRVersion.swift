/// One of the first ten QR code versions, with error correction M.
struct QRVersion: Hashable, Sendable {
    /// 1…10.
    let number: Int

    /// Modules along one side.
    var side: Int { number * 4 + 17 }

    /// Total number of codewords, including error correction (table 1 of the standard).
    private static let codewords = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
    /// Error correction codewords per block (table 9).
    private static let correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26]
    /// Number of blocks, each corrected separately (table 9).
    private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5]
    /// Centers of the alignment patterns (annex E).
    private static let alignments = [
        [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
        [6, 28, 50],
    ]

    private var total: Int { Self.codewords[number - 1] }
    private var correction: Int { Self.correction[number - 1] }
    private var blocks: Int { Self.blocks[number - 1] }
    /// The rows, and also the columns, of the alignment patterns.
    var alignments: [Int] { Self.alignments[number - 1] }

    private var dataCount: Int { total - blocks * correction }
    private var lengthBits: Int { number < 10 ? 8 : 16 }

    /// The smallest version with room for a number of bytes; nil if there is none.
    static func smallest(for count: Int) -> QRVersion? {
        (1...10).map(QRVersion.init).first { version in
            4 + version.lengthBits + 8 * count <= 8 * version.dataCount
        }
    }

    /// The text's bytes, preceded by mode and length, and padded.
    func dataCodewords(of bytes: [UInt8]) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
        }
        append(0b0100, 4)
        append(bytes.count, lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, dataCount * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var words = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let fill: [UInt8] = [0xEC, 0x11]
        for place in 0..<(dataCount - words.count) { words.append(fill[place % 2]) }
        return words
    }

    /// The data and error correction codewords of all blocks in drawing order.
    func interleaved(_ data: [UInt8]) -> [UInt8] {
        let short = blocks - total % blocks
        let length = total / blocks - correction
        var start = 0
        let parts = (0..<blocks).map { block in
            let end = start + length + (block < short ? 0 : 1)
            defer { start = end }
            return Array(data[start..<end])
        }
        let checks = parts.map { ReedSolomon.remainder(of: $0, count: correction) }
        let columns = (0...length).flatMap { at in parts.compactMap { at < $0.count ? $0[at] : nil }
        }
        return columns + (0..<correction).flatMap { at in checks.map { $0[at] } }
    }
}

/// Computes error correction codewords over GF(2⁸) with the polynomial 0x11D.
enum ReedSolomon {
    /// The remainder of the data polynomial divided by the generator polynomial of degree `count`.
    static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in rest.indices { rest[place] ^= product(generator[place], factor) }
        }
        return rest
    }

    /// The coefficients of (x − 1)(x − α)…(x − αⁿ⁻¹) without the first, which is 1.
    private static func generator(_ count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in result.indices {
                result[place] = product(result[place], root)
                if place + 1 < count { result[place] ^= result[place + 1] }
            }
            root = product(root, 2)
        }
        return result
    }

    static func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7 * 0x11D)
            if b >> bit & 1 == 1 { result ^= Int(a) }
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
