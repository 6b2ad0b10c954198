public import Emotions
import Glibc
public import NeuralNetwork

/// Turns an embedding into the eight scores: a dense layer, a temperature, a softmax.
///
/// Temperature scaling makes the scores mean what they say (Guo et al., "On Calibration of Modern
/// Neural Networks", 2017); the manifest holds the temperature that was fitted.
public struct EmotionClassifier: Sendable {
    /// One row of weights for each emotion.
    private let rows: [[Float]]
    private let bias: SIMD8<Float>
    private let temperature: Float
    private let network: Network

    /// Takes the classifier that the manifest of an emotion network names.
    ///
    /// - Parameters:
    ///   - network: The loaded network.
    ///   - embeddingLength: How many numbers its embedding holds.
    /// - Throws: `modelUnsuitable` when the manifest has no classifier, the labels are not those of
    ///   `Emotion` in their order, or the shapes do not fit.
    public init(network: Network, embeddingLength: Int) throws(RecognizerError) {
        let name = network.manifest.name
        func unsuitable(_ reason: String) -> RecognizerError {
            RecognizerError(
                code: .modelUnsuitable, message: "The emotion network \(name) \(reason).")
        }
        guard let emotion = network.manifest.emotion else {
            throw unsuitable("has no `emotion` block in its manifest")
        }
        let labels = Emotion.allCases.map(\.rawValue)
        guard emotion.labels == labels else {
            throw unsuitable(
                "has the labels \(emotion.labels.joined(separator: ", ")); the order must be "
                    + labels.joined(separator: ", "))
        }
        let classifier = emotion.classifier
        guard let weight = network.weight(named: classifier.weight),
            weight.shape == [labels.count, embeddingLength]
        else {
            throw unsuitable(
                "has no classifier weight of shape [\(labels.count), \(embeddingLength)]")
        }
        guard let bias = network.weight(named: classifier.bias), bias.shape == [labels.count] else {
            throw unsuitable("has no classifier bias of shape [\(labels.count)]")
        }
        guard classifier.temperature > 0, classifier.temperature.isFinite else {
            throw unsuitable("has the temperature \(classifier.temperature); it must be positive")
        }
        self.rows = labels.indices.map { row in
            Array(weight.values[row * embeddingLength..<(row + 1) * embeddingLength])
        }
        var biasLanes = SIMD8<Float>()
        for index in labels.indices { biasLanes[index] = bias.values[index] }
        self.bias = biasLanes
        self.temperature = Float(classifier.temperature)
        self.network = network
    }

    /// The logits before the temperature, in the order of `Emotion.allCases`.
    public func logits(of embedding: [Float]) -> SIMD8<Float> {
        var logits = bias
        for index in 0..<rows.count {
            let row = rows[index]
            precondition(row.count == embedding.count, "an embedding of another network")
            var sum: Float = 0
            for place in 0..<row.count { sum += row[place] * embedding[place] }
            logits[index] += sum
        }
        return logits
    }

    /// The eight scores.
    ///
    /// - Parameter embedding: As many numbers as the network's embedding holds.
    /// - Returns: Eight probabilities, calibrated by the temperature. Where the weights give none they
    ///   are equal, and the network is noted to be unsound.
    public func scores(of embedding: [Float]) -> EmotionScores {
        let values = softmax(logits(of: embedding) / temperature)
        if let scores = EmotionScores(checking: values) { return scores }
        network.noteNonFinite()
        return EmotionScores(SIMD8(repeating: 1 / 8))
    }
}

/// The softmax of eight logits, safe against overflow.
func softmax(_ logits: SIMD8<Float>) -> SIMD8<Float> {
    let shifted = logits - logits.max()
    var exponentials = SIMD8<Float>()
    for index in shifted.indices { exponentials[index] = expf(shifted[index]) }
    return exponentials / exponentials.sum()
}
