import FacialFunWire

/// Definition of a facial movement by its geometric features and movements.
package struct Movement: Hashable, Sendable {
    /// Formula of the movement.
    package enum Kind: String, CaseIterable, Sendable {
        /// Σ weight · change.
        case sum
        /// |Σ weight · change|, with opposite weights for right and left: difference of the sides.
        case asymmetry
        /// −Σ weight · |change|, with positive weights: 0 at rest, and negative for any expression.
        case distance
    }

    /// Formula of the movement.
    package let kind: Kind
    /// The weights, in the order of the underlying quantities; their magnitudes sum to 1.
    let weights: [Double]

    /// Value of the movement for a face.
    ///
    /// - Parameter changes: Each quantity's change from rest, in standard deviations between
    ///   people, in the order of the weights.
    /// - Returns: The movement, in the same unit.
    func value(_ changes: [Double]) -> Double {
        let pairs = zip(weights, changes)
        switch kind {
        case .sum: return pairs.reduce(0) { $0 + $1.0 * $1.1 }
        case .asymmetry: return abs(pairs.reduce(0) { $0 + $1.0 * $1.1 })
        case .distance: return -pairs.reduce(0) { $0 + $1.0 * abs($1.1) }
        }
    }
}
