/// The shape of a value in a graph: a map [height, width, channels], or a matrix [rows, columns].
///
/// A matrix is stored as a map of `rows` × 1 pixels with `columns` channels, so layers on single
/// numbers or on the last axis need not distinguish them.
struct Shape: Hashable, Sendable {
    let height: Int
    let width: Int
    let channels: Int
    var isMatrix = false

    /// Number of elements; ``isWithinLimits`` ensures that the product does not overflow.
    var elements: Int { height * width * channels }

    /// The lengths of the axes.
    var axes: [Int] { isMatrix ? [height, channels] : [height, width, channels] }

    /// Whether every axis and their product are above 0 and within the engine's limits.
    var isWithinLimits: Bool {
        guard height > 0, width > 0, channels > 0 else { return false }
        let (area, overflow) = height.multipliedReportingOverflow(by: width)
        guard !overflow else { return false }
        let (all, overflows) = area.multipliedReportingOverflow(by: channels)
        return !overflows && all <= Limits.tensorElements
    }
}

extension Shape: CustomStringConvertible {
    var description: String { "\(axes)" }
}
