/// A geometric feature on people at rest, in distances between the eyes.
package struct RestingFeature: Hashable, Sendable {
    /// The mean.
    package var mean: Double
    /// The standard deviation between people, above 0.
    package var spread: Double

    /// Makes the figures of a feature.
    package init(mean: Double, spread: Double) {
        self.mean = mean
        self.spread = spread
    }
}
