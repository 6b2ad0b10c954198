/// A geometric feature on people at rest, in distances between the eyes.
public struct RestingFeature: Hashable, Sendable {
    /// The mean.
    public var mean: Double
    /// The standard deviation between people, above 0.
    public var spread: Double

    /// Makes the figures of a feature.
    public init(mean: Double, spread: Double) {
        self.mean = mean
        self.spread = spread
    }
}
