package import FacialFunWire

/// How one person's face looks at rest, so that a resting face that the network takes for sad or
/// angry is not marked so, and a small but real change counts.
///
/// It is a value in memory and nothing else: it has no text form and is never written down; records
/// of attempts hold what was judged in its light, not the baseline.
///
/// On the scale of logits the scores are moved so that the resting face looks like a common neutral
/// one (``restScores``): what is left is how much likelier each emotion has become than at rest, the
/// log-likelihood ratio. Levels have thresholds of their own for such scores. A match also takes a
/// real change: the target's log-odds must have risen by ``minChange``, or three times the noise of
/// the baseline where that is more. That alone keeps a resting face from matching: so what a sad, stern or
/// frightened face at rest takes from a target is bounded (``maxTaken``), or its owner could never
/// show enough of it.
package struct Baseline: Sendable {
    /// What a common face at rest scores: a round figure, not a measured one.
    package static let restScores = EmotionScores(
        SIMD8(0.86, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02))
    /// The minimum rise of the target's log-odds that counts as a change.
    package static let minChange = 1.0
    /// The most by which a target is lowered against neutral, on the scale of logits; others are lowered
    /// as far as they stand out at rest.
    ///
    /// `training/measure/BASELINE.md` has what it gains, and that no face at rest and no other expression
    /// passes more often.
    package static let maxTaken: [Emotion: Double] = [.sadness: 2, .anger: 3.5, .fear: 2]
    /// So many standard deviations of the baseline's own noise are no change.
    package static let noiseFactor = 3.0

    /// How many frames or pictures it was made of.
    package let frames: Int
    /// What is added to each logit.
    private let shift: SIMD8<Double>
    /// The scores of the faces at rest.
    private let rest: [EmotionScores]
    /// The features at rest; nil where they were not measured.
    private let features: GeometricFeatures?
    /// The movements at rest, in the order of `FaceMovement.allCases`; nil where they were not
    /// measured.
    private let movements: [Double]?

    /// Makes a baseline of faces at rest.
    ///
    /// - Parameter faces: At least one. Of each quantity the median counts, so that a blink does not.
    init(_ faces: [BaselineFace]) {
        precondition(!faces.isEmpty, "a baseline is made of at least one face")
        let logarithms = faces.map { LogOdds.logarithms($0.scores) }
        let wanted = LogOdds.logarithms(Self.restScores)
        var shift = SIMD8<Double>()
        for place in shift.indices {
            shift[place] = wanted[place] - Median.of(logarithms.map { $0[place] })
        }
        self.shift = shift
        rest = faces.map(\.scores)
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

    /// What pictures give that should show a face at rest.
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
            case .face(let scores, let features, let movements):
                faces.append(
                    BaselineFace(
                        scores: scores, features: features, movements: movements))
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
    /// - Parameters:
    ///   - scores: The eight scores, as the network gives them.
    ///   - target: The emotion that is asked for, whose loss is bounded by ``maxTaken``; nil for
    ///     none.
    /// - Returns: Eight scores that sum to 1.
    package func shifted(_ scores: EmotionScores, target: Emotion? = nil) -> EmotionScores {
        var shift = shift
        if let target, let most = Self.maxTaken[target] {
            shift[target.index] = max(shift[target.index], shift[Emotion.neutral.index] - most)
        }
        return LogOdds.scores(LogOdds.logarithms(scores) + shift)
    }

    /// How much an emotion's score has risen from rest, as a share of the rise that counts as a
    /// change; negative where it has fallen.
    ///
    /// - Parameters:
    ///   - emotion: The emotion.
    ///   - scores: The eight scores, as the network gives them.
    ///   - withheld: The emotions that are not on offer.
    /// - Returns: The share; from 1 on the emotion has risen.
    package func changeShare(
        of emotion: Emotion, in scores: EmotionScores, without withheld: [Emotion] = []
    ) -> Double {
        func odds(_ scores: EmotionScores) -> Double {
            LogOdds.of(Double(scores.without(withheld)[emotion]))
        }
        let atRest = rest.map(odds)
        let needed = max(Self.minChange, Self.noiseFactor * Median.spread(of: atRest))
        return (odds(scores) - Median.of(atRest)) / needed
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
