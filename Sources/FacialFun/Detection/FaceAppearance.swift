/// Descriptor that distinguishes the people of one film: histograms of local binary patterns.
///
/// Ahonen, Hadid and Pietikäinen, "Face Description with Local Binary Patterns" (2006). For each
/// pixel of the gray aligned crop, a pattern records which of its eight neighbors are at least as
/// bright; the descriptor is the histogram of patterns in each of 7×7 cells. It does not depend on
/// brightness. Hair and background count as much as the features, so it distinguishes people of one
/// film only. It is kept in memory while the film is read and never written.
package struct FaceAppearance: Hashable, Sendable {
    /// Rows and columns of compared pixels.
    private static let side = 48
    /// Rows and columns of cells.
    private static let parts = 7
    /// Number of patterns: those that change at most twice around the circle, and one for all
    /// others.
    private static let patterns = 59

    /// The square roots of the counts minus their mean, normalized to unit length.
    private let values: [Float]

    /// Computes the descriptor of a face.
    ///
    /// - Parameter alignedCrop: A square picture framed like a rectangle, such as
    ///   `FaceRectangle.alignedCrop(of:toImage:)`.
    package init(of alignedCrop: Image) {
        let side = Self.side
        let gray = [Float](unsafeUninitializedCapacity: side * side) { buffer, count in
            let values = UnsafeMutableBufferPointer(rebasing: buffer[..<(side * side)])
            alignedCrop.sampleGrayByArea(
                width: side, height: side, scale: 1, offset: 0, into: values)
            count = side * side
        }
        values = Self.normalized(Self.histograms(of: gray))
    }

    /// Correlation of the histograms, −1…1.
    package func likeness(to other: FaceAppearance) -> Double {
        var sum: Float = 0
        for index in 0..<values.count { sum += values[index] * other.values[index] }
        return Double(sum)
    }

    /// Histogram of patterns in each cell, row by row.
    private static func histograms(of gray: [Float]) -> [Float] {
        var counts = [Float](repeating: 0, count: parts * parts * patterns)
        let inner = side - 2
        for y in 1...inner {
            let row = (y - 1) * parts / inner
            for x in 1...inner {
                let part = row * parts + (x - 1) * parts / inner
                counts[part * patterns + patternNumbers[code(gray, x, y)]] += 1
            }
        }
        return counts
    }

    /// One bit for each neighbor that is at least as bright, clockwise from the top left.
    private static func code(_ gray: [Float], _ x: Int, _ y: Int) -> Int {
        let center = y * side + x
        let value = gray[center]
        var code = 0
        for (bit, step) in neighbours.enumerated() where gray[center + step] >= value {
            code |= 1 << bit
        }
        return code
    }

    private static let neighbours = [
        -side - 1, -side, -side + 1, 1, side + 1, side, side - 1, -1,
    ]

    /// The pattern of each code.
    private static let patternNumbers: [Int] = {
        var next = 0
        return (0..<256).map { code in
            let rotated = (code >> 1) | ((code & 1) << 7)
            guard (code ^ rotated).nonzeroBitCount <= 2 else { return patterns - 1 }
            defer { next += 1 }
            return next
        }
    }()

    private static func normalized(_ counts: [Float]) -> [Float] {
        var values = counts.map { $0.squareRoot() }
        let mean = values.reduce(0, +) / Float(values.count)
        for index in values.indices { values[index] -= mean }
        let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
        guard length > 0 else { return values }
        for index in values.indices { values[index] /= length }
        return values
    }
}
