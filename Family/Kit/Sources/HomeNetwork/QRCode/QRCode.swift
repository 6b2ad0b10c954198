/// A QR code (ISO/IEC 18004) of a short text in byte mode with error correction M, which tolerates
/// 15 % damage.
public struct QRCode: Sendable {
    /// Modules along one side, 21…57.
    public let side: Int
    private let dark: [Bool]

    /// Encodes a text.
    ///
    /// - Parameter text: At most 213 bytes of UTF-8. Not all readers support characters beyond
    ///   ASCII.
    /// - Throws: `tooLong`.
    public init(_ text: String) throws(HomeNetworkError) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.smallest(for: bytes.count) else {
            throw HomeNetworkError(
                .tooLong, "The text is too long for a QR code: \(bytes.count) bytes, at most 213.")
        }
        let codewords = version.interleaved(version.dataCodewords(of: bytes))
        let drawn = (0..<8).map { mask in
            var grid = QRGrid(version)
            grid.place(codewords)
            grid.apply(mask: mask)
            return grid
        }
        // Chooses the mask that is easiest to read.
        let best = drawn.min { $0.penalty < $1.penalty } ?? drawn[0]
        side = version.side
        dark = best.dark
    }

    /// Whether a module is dark.
    ///
    /// - Parameters:
    ///   - x: Column from the left, 0…``side`` − 1; outside is the light margin.
    ///   - y: Row from the top.
    public subscript(x: Int, y: Int) -> Bool {
        guard (0..<side).contains(x), (0..<side).contains(y) else { return false }
        return dark[y * side + x]
    }

    /// Width of the light margin that readers need, in modules.
    public static let margin = 4

    /// The SVG path of the code, in a view box of ``side`` + 2 · ``margin`` units.
    public var path: String {
        var path = ""
        for y in 0..<side {
            var x = 0
            while x < side {
                guard self[x, y] else {
                    x += 1
                    continue
                }
                let start = x
                while self[x, y] { x += 1 }
                path += "M\(start + Self.margin) \(y + Self.margin)h\(x - start)v1h-\(x - start)z"
            }
        }
        return path
    }

    /// The code as text for a terminal with light text on a dark background, two rows of modules
    /// per line.
    public var text: String {
        let range = -2..<(side + 2)
        return stride(from: -2, to: side + 2, by: 2).map { y in
            range.map { x in
                switch (self[x, y], self[x, y + 1]) {
                case (false, false): "█"
                case (false, true): "▀"
                case (true, false): "▄"
                case (true, true): " "
                }
            }.joined()
        }.joined(separator: "\n")
    }
}
