/// The modules of a QR code under construction.
struct QRGrid {
    private let version: QRVersion
    private let side: Int
    /// In row-major order.
    private(set) var dark: [Bool]
    /// Function modules, which no mask changes.
    private var isFixed: [Bool]

    /// Draws the function patterns, which do not depend on the text.
    init(_ version: QRVersion) {
        self.version = version
        side = version.side
        dark = [Bool](repeating: false, count: side * side)
        isFixed = dark
        for at in 0..<side {
            fix(6, at, at % 2 == 0)
            fix(at, 6, at % 2 == 0)
        }
        for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawFinder(x, y) }
        let centres = version.alignments
        for (column, x) in centres.enumerated() {
            for (row, y) in centres.enumerated() {
                let last = centres.count - 1
                // The finder patterns replace the alignment patterns in these corners.
                guard ![[0, 0], [0, last], [last, 0]].contains([column, row]) else { continue }
                drawAlignment(x, y)
            }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    private mutating func fix(_ x: Int, _ y: Int, _ value: Bool) {
        dark[y * side + x] = value
        isFixed[y * side + x] = true
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 where (0..<side).contains(x + dx) && (0..<side).contains(y + dy) {
                let ring = max(abs(dx), abs(dy))
                fix(x + dx, y + dy, ring != 2 && ring != 4)
            }
        }
    }

    private mutating func drawAlignment(_ x: Int, _ y: Int) {
        for dy in -2...2 {
            for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) }
        }
    }

    /// Draws the error correction level and the mask twice, with their own BCH code.
    private mutating func drawFormat(mask: Int) {
        var rest = mask  // Error correction M is 00.
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9 * 0x537) }
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ at: Int) -> Bool { bits >> at & 1 == 1 }
        for at in 0..<6 { fix(8, at, bit(at)) }
        fix(8, 7, bit(6))
        fix(8, 8, bit(7))
        fix(7, 8, bit(8))
        for at in 9..<15 { fix(14 - at, 8, bit(at)) }
        for at in 0..<8 { fix(side - 1 - at, 8, bit(at)) }
        for at in 8..<15 { fix(8, side - 15 + at, bit(at)) }
        fix(8, side - 8, true)
    }

    /// Draws the version twice; only codes of version 7 or higher contain it.
    private mutating func drawVersion() {
        guard version.number >= 7 else { return }
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11 * 0x1F25) }
        let bits = version.number << 12 | rest
        for at in 0..<18 {
            let value = bits >> at & 1 == 1
            fix(side - 11 + at % 3, at / 3, value)
            fix(at / 3, side - 11 + at % 3, value)
        }
    }

    /// Writes the codewords in zigzag order from the bottom right, two columns at a time.
    mutating func place(_ codewords: [UInt8]) {
        var next = 0
        // Skip the column of the timing pattern.
        let columns = stride(from: side - 1, to: 6, by: -2).map(\.self) + [5, 3, 1]
        for right in columns {
            let isUpwards = (right + 1) & 2 == 0
            for step in 0..<side {
                let y = isUpwards ? side - 1 - step : step
                for x in [right, right - 1] where !isFixed[y * side + x] {
                    guard next < codewords.count * 8 else { continue }
                    dark[y * side + x] = codewords[next / 8] >> (7 - next % 8) & 1 == 1
                    next += 1
                }
            }
        }
    }

    /// Applies one of eight masks and records it in the format information.
    mutating func apply(mask: Int) {
        for y in 0..<side {
            for x in 0..<side where !isFixed[y * side + x] && Self.turns(mask, x, y) {
                dark[y * side + x].toggle()
            }
        }
        drawFormat(mask: mask)
    }

    private static func turns(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// The mask penalty by the standard's four rules: long runs, blocks, finder-like patterns, and
    /// an uneven share of dark modules.
    var penalty: Int {
        let rows = (0..<side).map { y in Array(dark[(y * side)..<((y + 1) * side)]) }
        let columns = (0..<side).map { x in rows.map { $0[x] } }
        var sum = (rows + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
        for y in 0..<(side - 1) {
            for x in 0..<(side - 1) {
                let first = rows[y][x]
                let isBlock =
                    rows[y][x + 1] == first && rows[y + 1][x] == first
                    && rows[y + 1][x + 1] == first
                if isBlock { sum += 3 }
            }
        }
        let percent = dark.count(where: \.self) * 100 / dark.count
        return sum + abs(percent - 50) / 5 * 10
    }

    private static let finder = [true, false, true, true, true, false, true]
    private static let pause = [Bool](repeating: false, count: 4)

    private static func penalty(ofLine line: [Bool]) -> Int {
        var sum = 0
        var run = 0
        for (place, module) in line.enumerated() {
            run = place > 0 && line[place - 1] == module ? run + 1 : 1
            if run == 5 { sum += 3 } else if run > 5 { sum += 1 }
        }
        let padded = pause + line + pause
        for place in 0...(padded.count - 11) {
            let part = Array(padded[place..<(place + 11)])
            if part == finder + pause || part == pause + finder { sum += 40 }
        }
        return sum
    }
}
