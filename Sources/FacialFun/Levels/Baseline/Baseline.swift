package import FacialFunWire

/// A person's own neutral face.
///
/// With it, a neutral face that the network takes for sad or angry is not scored so, and small real
/// changes count.
///
/// It is a value in memory and nothing else: it has no text form and is never written down; records
/// of attempts hold what was judged in its light, not the baseline.
///
/// The scores are those at the operating point `photograph`. On the scale of logits they are moved so
/// that the mean of the resting faces looks like a common neutral one (``restScores``): what is left is
/// how much likelier each emotion has become than at rest, the log-likelihood ratio. Levels have
/// thresholds of their own for such scores. A match also takes a real change: the target's log-odds
/// must have risen by ``minChange``, and by as much more as the noise of the baseline exceeds one. That
/// keeps a resting face from matching.
package struct Baseline: Sendable {
    /// Scores of a typical neutral face: round numbers, not measured.
    package static let restScores = EmotionScores(
        SIMD8(0.86, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02))
    /// The minimum rise of the target's log-odds that counts as a change, where the baseline's noise is
    /// below one.
    package static let minChange = 1.5
    /// The noise of a baseline, in standard deviations of its log-odds.
    package static let noiseFactor = 3.0

    /// Number of frames or pictures in the baseline.
    package let frames: Int
    /// Offset of each logit.
    private let shift: SIMD8<Double>
    /// The scores of the faces at rest, at the operating point `photograph`.
    private let rest: [EmotionScores]
    /// The features at rest; nil where they were not measured.
    private let features: GeometricFeatures?
    /// The movements at rest, in the order of `FaceMovement.allCases`; nil where they were not
    /// measured.
    private let movements: [Double]?

    /// Makes a baseline of faces at rest.
    ///
    /// - Parameter faces: At least one. Of scores the mean of their logarithms counts, of features and
    ///   movements the median, so that a blink does not.
    init(_ faces: [BaselineFace]) {
        precondition(!faces.isEmpty, "a baseline is made of at least one face")
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
    package enum Outcome: Sendable {
        /// They do.
        case baseline(Baseline)
        /// They do not, which is an answer and no error.
        case problem(BaselineProblem)
    }

    /// Makes a baseline of pictures of a face at rest.
    ///
    /// - Parameter pictures: What each shows.
    /// - Returns: The baseline; a problem when there is no picture, one cannot be judged, or the
    ///   face smiles.
    package static func made(of pictures: [Observation]) -> Outcome {
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

    /// The scores in the light of this baseline.
    ///
    /// - Parameter scores: The eight scores, as the network gives them at `photograph`.
    /// - Returns: Eight scores that sum to 1.
    package func shifted(_ scores: EmotionScores) -> EmotionScores {
        LogOdds.scores(LogOdds.logarithms(scores) + shift)
    }

    /// Increase of an emotion's score from the neutral face, as a fraction of the required
    /// increase; negative for a decrease.
    ///
    /// - Parameters:
    ///   - emotion: The emotion.
    ///   - scores: The eight scores, as the network gives them at `photograph`.
    ///   - withheld: The emotions that are not on offer.
    /// - Returns: The share; from 1 on the emotion has risen.
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

    /// The features less those at rest; nil where those at rest were not measured.
    package func change(of features: GeometricFeatures) -> GeometricFeatures? {
        self.features.map { rest in
            GeometricFeatures(values: zip(features.values, rest.values).map { $0 - $1 })
        }
    }

    /// The movements less those at rest, in the order of `FaceMovement.allCases`; nil where those at
    /// rest were not measured.
    package func change(of movements: FaceMovements) -> [Double]? {
        self.movements.map { rest in zip(movements.values, rest).map { Double($0) - $1 } }
    }
}
