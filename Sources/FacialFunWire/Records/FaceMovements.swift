/// Strength of each movement of a face, 0…1, on request.
///
/// The library `FaceAnalysis` measures them by the networks `face-mesh-478` and `face-movements`. The
/// wire format is an object from movement name to strength, all present.
///
/// Neutral faces are not at 0: compare with the person's own neutral face if possible.
/// `training/measure/MOVEMENTS.md` reports the accuracy of each movement.
public struct FaceMovements: Hashable, Sendable {
    /// The strengths in the order of `FaceMovement.allCases`.
    public let values: [Float]

    /// Creates movements from strengths.
    ///
    /// - Parameter values: Numbers from 0 to 1, in the order of `FaceMovement.allCases`.
    /// - Precondition: There is one number per movement.
    public init(values: [Float]) {
        precondition(
            values.count == FaceMovement.allCases.count,
            "expected \(FaceMovement.allCases.count) movements, not \(values.count)")
        self.values = values
    }

    /// A movement's strength, 0…1.
    public subscript(movement: FaceMovement) -> Float { values[movement.index] }

    /// The movements of the mirrored face.
    public var mirrored: FaceMovements {
        FaceMovements(values: FaceMovement.allCases.map { self[$0.mirrored] })
    }
}

extension FaceMovement {
    private static let indices: [FaceMovement: Int] = Dictionary(
        uniqueKeysWithValues: zip(allCases, allCases.indices))

    /// The index in `allCases`.
    public var index: Int { Self.indices[self] ?? 0 }
}

extension FaceMovements: Decodable {
    /// Decodes the object from movement name to strength.
    ///
    /// - Throws: `DecodingError` if a name is missing or a value is not a number.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MovementKey.self)
        self.init(
            values: try FaceMovement.allCases.map { movement in
                try container.decode(Float.self, forKey: MovementKey(movement))
            })
    }
}

/// A movement's name as a coding key.
private struct MovementKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ movement: FaceMovement) { stringValue = movement.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
