package import FacialFunWire
import Glibc
package import NeuralNetwork

/// Computes the eight scores from an embedding: a dense layer, a temperature, a softmax.
///
/// Each operating point has its own layer and temperature for the same embedding. The temperatures
/// calibrate the scores (Guo et al., "On Calibration of Modern Neural Networks", 2017); they are
/// part of the manifest.
package struct EmotionClassifier: Sendable {
    private let photograph: Layer
    private let prompted: Layer?
    private let classes: ClassLayer?
    private let network: Network

    /// Creates the classifiers in the manifest of an emotion network.
    ///
    /// - Parameters:
    ///   - network: The loaded network.
    ///   - embeddingLength: Length of its embedding.
    /// - Throws: `modelUnsuitable` if the manifest has no classifier, the labels are not those of
    ///   `Emotion` in their order, or the shapes do not fit.
    package init(network: Network, embeddingLength: Int) throws(FacialFunError) {
        func unsuitable(_ reason: String) -> FacialFunError {
            FacialFunError(
                code: .modelUnsuitable,
                message: "The emotion network \(network.manifest.name) \(reason).")
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
        func layer(
            _ classifier: Manifest.Emotion.Classifier, of key: String
        ) throws(FacialFunError) -> Layer {
            guard let weight = network.weight(named: classifier.weight),
                weight.shape == [labels.count, embeddingLength]
            else {
                throw unsuitable(
                    "has no \(key) weight of shape [\(labels.count), \(embeddingLength)]")
            }
            guard let bias = network.weight(named: classifier.bias), bias.shape == [labels.count]
            else { throw unsuitable("has no \(key) bias of shape [\(labels.count)]") }
            guard classifier.temperature > 0, classifier.temperature.isFinite else {
                throw unsuitable(
                    "has the \(key) temperature \(classifier.temperature); it must be positive")
            }
            return Layer(
                weight: weight.values, bias: bias.values,
                temperature: Float(classifier.temperature))
        }
        photograph = try layer(emotion.classifier, of: "classifier")
        if let classifier = emotion.prompted {
            prompted = try layer(classifier, of: "prompted")
        } else {
            prompted = nil
        }
        classes = try emotion.classes.map { classes throws(FacialFunError) in
            guard let weight = network.weight(named: classes.classifier.weight),
                let bias = network.weight(named: classes.classifier.bias),
                weight.shape == [classes.labels.count, embeddingLength],
                bias.shape == [classes.labels.count]
            else { throw unsuitable("has no weights for its classes") }
            return ClassLayer(
                labels: classes.labels, weight: weight.values, bias: bias.values,
                temperature: Float(classes.classifier.temperature))
        }
        self.network = network
    }

    /// The names of the user's own classes, in their order; empty without such classes.
    package var classNames: [String] { classes?.labels ?? [] }

    /// The scores of the user's own classes; nil without such classes.
    package func classScores(of embedding: [Float]) -> ClassScores? {
        guard let classes else { return nil }
        if let scores = classes.scores(of: embedding) { return scores }
        network.noteNonFinite()
        return ClassScores(
            names: classes.labels,
            values: [Float](repeating: 1 / Float(classes.labels.count), count: classes.labels.count)
        )
    }

    /// Whether the network has the operating point `prompted`.
    package var hasPrompted: Bool { prompted != nil }

    /// The logits at the operating point `photograph`, before the temperature, in the order of
    /// `Emotion.allCases`.
    package func logits(of embedding: [Float]) -> SIMD8<Float> { photograph.logits(of: embedding) }

    /// The eight scores at the operating point `photograph`, which every network has.
    ///
    /// - Parameter embedding: An embedding of the network's length.
    /// - Returns: Eight probabilities, calibrated by the temperature. If the weights give no valid
    ///   ones, all scores are equal and the network is marked as unsound.
    package func scores(of embedding: [Float]) -> EmotionScores {
        sound(photograph.scores(of: embedding))
    }

    /// The eight scores at an operating point; nil if the network does not have it.
    package func scores(of embedding: [Float], at point: OperatingPoint) -> EmotionScores? {
        switch point {
        case .photograph: sound(photograph.scores(of: embedding))
        case .prompted: prompted.map { sound($0.scores(of: embedding)) }
        }
    }

    /// The scores if valid; otherwise equal ones, and the network is marked as unsound.
    private func sound(_ scores: EmotionScores?) -> EmotionScores {
        if let scores { return scores }
        network.noteNonFinite()
        return EmotionScores(SIMD8(repeating: 1 / 8))
    }

    /// One dense layer with its temperature.
    private struct Layer: Sendable {
        /// One row of weights for each emotion.
        private let rows: [[Float]]
        private let bias: SIMD8<Float>
        private let temperature: Float

        init(weight: [Float], bias: [Float], temperature: Float) {
            let length = weight.count / bias.count
            rows = bias.indices.map { Array(weight[$0 * length..<($0 + 1) * length]) }
            var lanes = SIMD8<Float>()
            for index in bias.indices { lanes[index] = bias[index] }
            self.bias = lanes
            self.temperature = temperature
        }

        func logits(of embedding: [Float]) -> SIMD8<Float> {
            var logits = bias
            for index in 0..<rows.count {
                let row = rows[index]
                precondition(
                    row.count == embedding.count, "the embedding belongs to another network")
                var sum: Float = 0
                for index in 0..<row.count { sum += row[index] * embedding[index] }
                logits[index] += sum
            }
            return logits
        }

        /// The scores; nil if the weights give no valid probabilities.
        func scores(of embedding: [Float]) -> EmotionScores? {
            EmotionScores(checking: softmax(logits(of: embedding) / temperature))
        }
    }
}

/// A dense layer with its temperature, for any number of classes.
private struct ClassLayer: Sendable {
    let labels: [String]
    let weight: [Float]
    let bias: [Float]
    let temperature: Float

    /// The scores; nil if the weights give no valid probabilities.
    func scores(of embedding: [Float]) -> ClassScores? {
        precondition(
            embedding.count * labels.count == weight.count,
            "the embedding belongs to another network")
        var values: [Float] = []
        for label in labels.indices {
            var sum = bias[label]
            for index in embedding.indices {
                sum += weight[label * embedding.count + index] * embedding[index]
            }
            values.append(sum / temperature)
        }
        let most = values.max() ?? 0
        values = values.map { expf($0 - most) }
        let total = values.reduce(0, +)
        return ClassScores(names: labels, values: values.map { $0 / total })
    }
}

/// The softmax of eight logits, safe against overflow.
func softmax(_ logits: SIMD8<Float>) -> SIMD8<Float> {
    let shifted = logits - logits.max()
    var exponentials = SIMD8<Float>()
    for index in shifted.indices { exponentials[index] = expf(shifted[index]) }
    return exponentials / exponentials.sum()
}
