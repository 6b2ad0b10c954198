public import Emotions

/// How one person's face looks at rest, so that a resting face that the network takes for sad or
/// angry is not marked so, and a small but real change counts.
///
/// It is a value in memory and nothing else: it has no text form and is never written down; records
/// of attempts hold what was judged in its light, not the baseline.
///
/// On the scale of logits the scores are moved part of the way that would make the resting face look
/// like a common neutral one (``restScores``). That alone could not keep a face that does not change
/// from matching an easy level, so a match also takes a real change: the target's log-odds must have
/// risen by ``leastChange``, or three times the noise of the baseline where that is more.
public struct Baseline: Sendable {
    /// What a common face at rest scores: a round figure, not a measured one.
    public static let restScores = EmotionScores(
        SIMD8(0.86, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02))
    /// How far of the way to ``restScores`` the logits are moved, 0…1.
    public static let strength = 0.6
    /// The largest move of a logit up, and down.
    public static let largestRise = 1.0
    /// See ``largestRise``.
    public static let largestFall = 4.0
    /// The least rise of the target's log-odds that counts as a change.
    public static let leastChange = 1.5
    /// So many standard deviations of the baseline's own noise are no change.
    public static let noiseFactor = 3.0

    /// How many frames or pictures it was made of.
    public let frames: Int
    /// What is added to each logit.
    private let shift: SIMD8<Double>
    /// The log-odds of each emotion at rest.
    private let restLogOdds: SIMD8<Double>
    /// The rise of each emotion's log-odds that counts as a change.
    private let neededChange: SIMD8<Double>
    /// The features at rest; nil where they were not measured.
    private let features: GeometricFeatures?

    /// Makes a baseline of faces at rest.
    ///
    /// - Parameter faces: At least one. Of each quantity the median counts, so that a blink does not.
    init(_ faces: [BaselineFace]) {
        precondition(!faces.isEmpty, "a baseline is made of at least one face")
        let logarithms = faces.map { LogOdds.logarithms($0.scores) }
        let wanted = LogOdds.logarithms(Self.restScores)
        var (shift, rest, needed) = (SIMD8<Double>(), SIMD8<Double>(), SIMD8<Double>())
        for emotion in Emotion.allCases {
            let place = emotion.index
            let move = Self.strength * (wanted[place] - Median.of(logarithms.map { $0[place] }))
            shift[place] = min(max(move, -Self.largestFall), Self.largestRise)
            let odds = faces.map { LogOdds.of(Double($0.scores[emotion])) }
            rest[place] = Median.of(odds)
            needed[place] = max(Self.leastChange, Self.noiseFactor * Median.spread(of: odds))
        }
        self.shift = shift
        restLogOdds = rest
        neededChange = needed
        frames = faces.count
        let measured = faces.compactMap(\.features)
        features =
            2 * measured.count >= faces.count
            ? GeometricFeatures(
                values: GeometricFeature.allCases.map { feature in
                    Median.of(measured.map { $0[feature] })
                })
            : nil
    }

    /// Makes a baseline of pictures of a face at rest.
    ///
    /// - Parameter pictures: What each shows.
    /// - Throws: ``BaselineProblem`` when there is none, one cannot be judged, or the face smiles.
    public init(pictures: [Observation]) throws(BaselineProblem) {
        var faces: [BaselineFace] = []
        for picture in pictures {
            switch picture {
            case .face(let scores, let features):
                faces.append(BaselineFace(scores: scores, features: features))
            case .cannotJudge(let reason):
                throw .cannotJudge(reason)
            }
        }
        guard !faces.isEmpty else { throw .cannotJudge(.noFace) }
        guard BaselineFace.areAtRest(faces) else { throw .notAtRest }
        self.init(faces)
    }

    /// The scores in the light of this baseline.
    public func shifted(_ scores: EmotionScores) -> EmotionScores {
        LogOdds.scores(LogOdds.logarithms(scores) + shift)
    }

    /// How much an emotion's score has risen from rest, as a share of the rise that counts as a
    /// change; negative where it has fallen.
    public func changeShare(of emotion: Emotion, in scores: EmotionScores) -> Double {
        let place = emotion.index
        let change = LogOdds.of(Double(scores[emotion])) - restLogOdds[place]
        return change / neededChange[place]
    }

    /// The features less those at rest; nil where those at rest were not measured.
    public func change(of features: GeometricFeatures) -> GeometricFeatures? {
        self.features.map { rest in
            GeometricFeatures(values: zip(features.values, rest.values).map { $0 - $1 })
        }
    }
}
