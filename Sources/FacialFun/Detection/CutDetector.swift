/// Detects cuts in a film, after which positions no longer identify people.
package struct CutDetector: Sendable {
    /// Rows and columns of samples.
    private static let side = 16
    /// Minimum correlation of consecutive frames without a cut.
    static let minLikeness = 0.5

    private var before: [Float] = []

    /// Creates a detector.
    package init() {}

    /// Processes the next frame.
    ///
    /// - Returns: Whether it is the first one after a cut; false for the first frame of all.
    package mutating func isCut(to image: Image) -> Bool {
        let side = Self.side
        var samples = [Float](unsafeUninitializedCapacity: side * side) { buffer, count in
            let values = UnsafeMutableBufferPointer(rebasing: buffer[..<(side * side)])
            image.sampleGrayByArea(width: side, height: side, scale: 1, offset: 0, into: values)
            count = side * side
        }
        let mean = samples.reduce(0, +) / Float(samples.count)
        for index in samples.indices { samples[index] -= mean }
        let length = samples.reduce(0) { $0 + $1 * $1 }.squareRoot()
        // A uniform frame, as between two scenes, resembles no other.
        if length > 0 { for index in samples.indices { samples[index] /= length } }
        defer { before = samples }
        guard !before.isEmpty else { return false }
        return Double(zip(samples, before).reduce(0) { $0 + $1.0 * $1.1 }) < Self.minLikeness
    }
}
