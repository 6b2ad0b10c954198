import FacialFunWire

/// Quantity that the movement of a hint is computed from.
enum HintQuantity: Hashable, Sendable {
    /// A measure of the face's geometry.
    case feature(GeometricFeature)
    /// The strength of a movement.
    case movement(FaceMovement)

    /// The quantities of a face without measured movements.
    static let ofFeatures = GeometricFeature.allCases.map { HintQuantity.feature($0) }
    /// The quantities of a face with measured movements.
    static let withMovements = ofFeatures + FaceMovement.allCases.map { HintQuantity.movement($0) }

    /// The name in a hints file.
    var name: String {
        switch self {
        case .feature(let feature): feature.rawValue
        case .movement(let movement): movement.rawValue
        }
    }

    /// The quantity that has the same value in a mirrored picture.
    var mirrored: HintQuantity {
        switch self {
        case .feature(let feature): .feature(feature.mirrored)
        case .movement(let movement): .movement(movement.mirrored)
        }
    }
}
