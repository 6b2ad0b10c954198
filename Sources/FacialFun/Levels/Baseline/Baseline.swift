package import FacialFunWire

/// A person's own neutral face.
///
/// It corrects for neutral faces that the network scores as sad or angry, and makes small real
/// changes count.
///
/// It exists only in memory: it has no text form and is never stored. Records of attempts contain
/// adjusted readings, not the baseline.
///
/// The scores are those at the operating point `photograph`. Their logits are shifted until the
/// mean of the resting faces equals a typical neutral face (``restScores``). The result shows how
/// much likelier each emotion has become since rest: the log-likelihood ratio. Levels have separate
/// thresholds for such scores. A match also requires a real change, which prevents a resting face
/// from matching: the target's log-odds must have risen by ``minChange``, times the noise of the
/// baseline if that exceeds one.
package struct Baseline: Sendable {
    /// Scores of a typical neutral face: round numbers, not measured.
    package static let restScores = EmotionScores(
        SIMD8(0.86, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02))
    /// The minimum rise of the target's log-odds that counts as a change.
    ///
    /// This is for a baseline with a noise below one.
    package static let minChange = Contract.shared.minChange
    /// Factor from the standard deviation of the baseline's log-odds to its noise.
    package static let noiseFactor = 3.0

    /// Number of frames or pictures in the baseline.
    package let frames: Int
    /// Offset of each logit.
    private let shift: SIMD8<Double>
    /// The scores of the faces at rest, at the operating point `photograph`.
    private let rest: [EmotionScores]
    /// The features at rest; nil if not measured.
    private let features: GeometricFeatures?
    /// The movements at rest, in the order of `FaceMovement.allCases`; nil if not measured.
    private let movements: [Double]?

    /// Creates a baseline from faces at rest.
    ///
    /// - Parameter faces: At least one. Scores are averaged as logarithms; features and movements
    ///   by their median, which ignores blinks.
    init(_ faces: [BaselineFace]) {
        precondition(!faces.isEmpty, "a baseline needs at least one face")
        let sum = faces.reduce(into: SIMD8<Double>()) { $0 += LogOdds.logarithms($1.photograph) }
        shift = LogOdds.logarithms(Self.restScores) - sum / Double(faces.count)
        rest = faces.map(\.photograph)
        frames = faces.count
        let measured = faces.compactMap(\.features)
        features =
            2 * measured.count >= faces.count
            ? GeometricFeatures(
                values: GeometricFeature.allCases.map { feature in
                    Median.of(measured.map { $0[feature] })
                })
            : nil
        let moved = faces.compactMap(\.movements)
        movements =
            !moved.isEmpty && 2 * moved.count >= faces.count
            ? FaceMovement.allCases.map { movement in
                Median.of(moved.map { Double($0[movement]) })
            } : nil
    }

    /// Result of evaluating pictures of a neutral face.
    package enum CreationResult: Sendable {
        /// The pictures make a baseline.
        case baseline(Baseline)
        /// The pictures do not make a baseline; this is not an error.
        case problem(BaselineProblem)
    }

    /// Creates a baseline from pictures of a face at rest.
    ///
    /// - Parameter pictures: Observation in each picture.
    /// - Returns: The baseline, or the problem: there is no picture, one cannot be judged, or the
    ///   face smiles.
    package static func made(of pictures: [Observation]) -> CreationResult {
        var faces: [BaselineFace] = []
        for picture in pictures {
            switch picture {
            case .face(let scores, let photograph, let features, let movements):
                faces.append(
                    BaselineFace(
                        scores: scores, photograph: photograph ?? scores, features: features,
                        movements: movements))
            case .cannotJudge(let reason):
                return .problem(.cannotJudge(reason))
            }
        }
        guard !faces.isEmpty else { return .problem(.cannotJudge(.noFace)) }
        guard BaselineFace.areAtRest(faces) else { return .problem(.notAtRest) }
        return .baseline(Baseline(faces))
    }

    /// The scores, adjusted by this baseline.
    ///
    /// - Parameter scores: The eight scores that the network gives at `photograph`.
    /// - Returns: Eight scores that sum to 1.
    package func shifted(_ scores: EmotionScores) -> EmotionScores {
        LogOdds.scores(LogOdds.logarithms(scores) + shift)
    }

    /// Increase of an emotion's score from the neutral face, as a fraction of the required
    /// increase; negative for a decrease.
    ///
    /// - Parameters:
    ///   - emotion: The emotion.
    ///   - scores: The eight scores that the network gives at `photograph`.
    ///   - withheld: The emotions that are not offered.
    /// - Returns: The fraction; 1 or more means that the emotion has risen enough.
    package func changeShare(
        of emotion: Emotion, in scores: EmotionScores, without withheld: [Emotion] = []
    ) -> Double {
        func odds(_ scores: EmotionScores) -> Double {
            LogOdds.of(Double(scores.without(withheld)[emotion]))
        }
        let atRest = rest.map(odds)
        let needed = Self.minChange * max(1, Self.noiseFactor * Median.spread(of: atRest))
        return (odds(scores) - atRest.reduce(0, +) / Double(atRest.count)) / needed
    }

    /// The features minus the features at rest; nil if those were not measured.
    package func change(of features: GeometricFeatures) -> GeometricFeatures? {
        self.features.map { rest in
            GeometricFeatures(values: zip(features.values, rest.values).map { $0 - $1 })
        }
    }

    /// The movements minus the movements at rest, in the order of `FaceMovement.allCases`; nil if
    /// those were not measured.
    package func change(of movements: FaceMovements) -> [Double]? {
        self.movements.map { rest in zip(movements.values, rest).map { Double($0) - $1 } }
    }
}
