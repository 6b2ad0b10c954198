import FacialFunWire

/// Measurement of the movements of hints, and their effect on each target.
struct HintMeasures: Hashable, Sendable {
    /// Quantities that movements are computed from; ``rest`` and the weights use this order.
    let quantities: [HintQuantity]
    let rest: [RestingFeature]
    /// Definition of each measured movement.
    let movements: [HintCode: Movement]
    /// Hints of each target, in the order of `Emotion.allCases`.
    let targets: [[TargetHint]]

    /// Each quantity's change from rest, in standard deviations.
    ///
    /// - Returns: Nil if a quantity was not measured.
    func changes(_ features: Reading.Features, _ movements: Reading.Movements?) -> [Double]? {
        let isAbsolute: (features: Bool, movements: Bool)
        let measured: (features: GeometricFeatures, movements: [Double])
        switch features {
        case .absolute(let values): (isAbsolute.features, measured.features) = (true, values)
        case .change(let values): (isAbsolute.features, measured.features) = (false, values)
        }
        switch movements {
        case .absolute(let values):
            (isAbsolute.movements, measured.movements) = (true, values.values.map(Double.init))
        case .change(let values): (isAbsolute.movements, measured.movements) = (false, values)
        case nil:
            guard quantities.count == HintQuantity.ofFeatures.count else { return nil }
            (isAbsolute.movements, measured.movements) = (false, [])
        }
        return zip(quantities, rest).map { quantity, rest in
            switch quantity {
            case .feature(let feature):
                (measured.features[feature] - (isAbsolute.features ? rest.mean : 0)) / rest.spread
            case .movement(let movement):
                (measured.movements[movement.index] - (isAbsolute.movements ? rest.mean : 0))
                    / rest.spread
            }
        }
    }
}
