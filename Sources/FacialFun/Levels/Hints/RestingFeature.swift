/// Distribution of a geometric feature in people at rest, in units of the distance between the
/// eyes.
package struct RestingFeature: Hashable, Sendable {
    /// The mean.
    package var mean: Double
    /// The standard deviation between people, above 0.
    package var spread: Double

    /// Creates the distribution of a feature.
    package init(mean: Double, spread: Double) {
        self.mean = mean
        self.spread = spread
    }
}
