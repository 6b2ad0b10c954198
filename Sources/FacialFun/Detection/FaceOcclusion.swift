/// Probabilities that parts of a face are hidden by a hand, a mask, dark glasses or hair.
package struct FaceOcclusion: Hashable, Sendable {
    /// Probability that more than half of the mouth is hidden, 0…1.
    package let mouth: Double
    /// Probability that more than half of both eyes is hidden, 0…1.
    package let eyes: Double

    /// Makes an occlusion from its two probabilities.
    package init(mouth: Double, eyes: Double) {
        self.mouth = mouth
        self.eyes = eyes
    }
}
