import Glibc

/// Multinomial logistic regression with an L2 penalty on the weights.
///
/// Minimizes the mean of -log p(label) plus λ/2 · ‖W‖². The features are standardized first, so
/// that one λ suits all of them; ``weights`` and ``bias`` apply to the original features.
struct LogisticRegression: Sendable {
    /// The features of faces with their labels, eight features per vector, the last one padded with
    /// zeros.
    struct Table: Sendable {
        /// The number of features of a face.
        let featureCount: Int
        /// The number of classes.
        let classCount: Int
        /// The class of each row.
        let labels: [Int]
        fileprivate let rows: [SIMD8<Float>]
        fileprivate let mean: [Double]
        fileprivate let deviation: [Double]

        fileprivate var blocks: Int { (featureCount + 7) / 8 }

        /// Standardizes features; a constant feature counts as zero.
        init(features: [[Float]], labels: [Int], classCount: Int) {
            let count = features.first?.count ?? 0
            precondition(
                features.count == labels.count && features.allSatisfy { $0.count == count })
            var (mean, square) = (
                [Double](repeating: 0, count: count), [Double](repeating: 0, count: count)
            )
            for row in features {
                for position in 0..<count { mean[position] += Double(row[position]) }
            }
            mean = mean.map { $0 / Double(max(1, features.count)) }
            for row in features {
                for position in 0..<count {
                    let difference = Double(row[position]) - mean[position]
                    square[position] += difference * difference
                }
            }
            let deviation = square.map { sum in
                let value = (sum / Double(max(1, features.count))).squareRoot()
                return value > 1e-9 ? value : .infinity
            }
            let blocks = (count + 7) / 8
            var rows = [SIMD8<Float>](repeating: .zero, count: blocks * features.count)
            for (index, row) in features.enumerated() {
                for position in 0..<count {
                    rows[index * blocks + position / 8][position % 8] = Float(
                        (Double(row[position]) - mean[position]) / deviation[position])
                }
            }
            (featureCount, self.classCount, self.labels) = (count, classCount, labels)
            (self.rows, self.mean, self.deviation) = (rows, mean, deviation)
        }
    }

    /// The search ends when no component of the gradient exceeds this.
    private static let tolerance = 1e-4
    private static let maxIterations = 300

    /// One row of weights for each class.
    let weights: [[Float]]
    /// One number for each class.
    let bias: [Float]
    /// The parameters for standardized features, from which another fit may start.
    let parameters: [Double]

    /// Fits a table.
    ///
    /// - Parameters:
    ///   - table: The faces.
    ///   - penalty: λ, at least 0.
    ///   - start: The parameters of a fit with another λ, as a faster starting point.
    init(_ table: Table, penalty: Double, startingFrom start: [Double]? = nil) {
        let size = table.featureCount * table.classCount
        let parameters = LimitedMemoryBFGS.minimum(
            from: start ?? [Double](repeating: 0, count: size + table.classCount),
            tolerance: Self.tolerance, maxIterations: Self.maxIterations
        ) { Self.loss(of: $0, on: table, penalty: penalty) }
        self.parameters = parameters
        var (weights, bias) = ([[Float]](), [Float]())
        for label in 0..<table.classCount {
            var offset = parameters[size + label]
            weights.append(
                (0..<table.featureCount).map { position in
                    let weight =
                        parameters[label * table.featureCount + position]
                        / table.deviation[position]
                    offset -= weight * table.mean[position]
                    return Float(weight)
                })
            bias.append(Float(offset))
        }
        (self.weights, self.bias) = (weights, bias)
    }

    /// The logits of one face.
    func logits(of features: [Float]) -> [Double] {
        weights.indices.map { label in
            var sum = Double(bias[label])
            for position in features.indices {
                sum += Double(weights[label][position]) * Double(features[position])
            }
            return sum
        }
    }

    /// The logarithm of the probability of a class.
    static func logProbability(of label: Int, logits: [Double], temperature: Double = 1) -> Double {
        let scaled = logits.map { $0 / temperature }
        let most = scaled.max() ?? 0
        return scaled[label] - most - log(scaled.reduce(0) { $0 + exp($1 - most) })
    }

    /// The penalized loss with its gradient.
    private static func loss(
        of parameters: [Double], on table: Table, penalty: Double
    ) -> LimitedMemoryBFGS.Evaluation {
        let (features, classes, blocks) = (table.featureCount, table.classCount, table.blocks)
        let size = features * classes
        var weights = [SIMD8<Float>](repeating: .zero, count: classes * blocks)
        for label in 0..<classes {
            for position in 0..<features {
                weights[label * blocks + position / 8][position % 8] = Float(
                    parameters[label * features + position])
            }
        }
        var slopes = [SIMD8<Float>](repeating: .zero, count: classes * blocks)
        var gradient = [Double](repeating: 0, count: size + classes)
        var logits = [Double](repeating: 0, count: classes)
        var sum = 0.0
        for row in table.labels.indices {
            let start = row * blocks
            for label in 0..<classes {
                var product = SIMD8<Float>.zero
                for block in 0..<blocks {
                    product += weights[label * blocks + block] * table.rows[start + block]
                }
                logits[label] = parameters[size + label] + Double(product.sum())
            }
            let most = logits.max() ?? 0
            var total = 0.0
            for label in 0..<classes { total += exp(logits[label] - most) }
            sum -= logits[table.labels[row]] - most - log(total)
            for label in 0..<classes {
                let difference =
                    exp(logits[label] - most) / total - (label == table.labels[row] ? 1 : 0)
                gradient[size + label] += difference
                let factor = Float(difference)
                for block in 0..<blocks {
                    slopes[label * blocks + block] += factor * table.rows[start + block]
                }
            }
        }
        let count = Double(max(1, table.labels.count))
        var value = sum / count
        for position in 0..<size {
            let (label, feature) = position.quotientAndRemainder(dividingBy: features)
            let slope = slopes[label * blocks + feature / 8][feature % 8]
            gradient[position] = Double(slope) / count + penalty * parameters[position]
            value += penalty / 2 * parameters[position] * parameters[position]
        }
        for label in 0..<classes { gradient[size + label] /= count }
        return LimitedMemoryBFGS.Evaluation(value: value, gradient: gradient)
    }
}
