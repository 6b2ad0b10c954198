import FacialFun
import FacialFunWire
import TestSupport

/// Faces as tests want them.
enum SampleFaces {
    /// Scores in which one emotion has a score and the others share the rest.
    static func scores(_ emotion: Emotion, _ score: Float) -> EmotionScores {
        var values = SIMD8<Float>(repeating: (1 - score) / 7)
        values[emotion.index] = score
        return EmotionScores(values)
    }

    /// Scores from unnormalised weights.
    static func scores(_ weights: [Emotion: Float]) -> EmotionScores {
        var values = SIMD8<Float>(repeating: 0.001)
        for (emotion, weight) in weights { values[emotion.index] = weight }
        return EmotionScores(values / values.sum())
    }

    /// Features at rest, as `SampleFiles.hints()` has them, but for some, given in spreads from rest.
    static func features(_ moved: [GeometricFeature: Double] = [:]) -> GeometricFeatures {
        GeometricFeatures(
            values: GeometricFeature.allCases.map { 0.3 + 0.01 * (moved[$0] ?? 0) })
    }

    /// The mirror image of scores is the same scores; that of features swaps the sides.
    static func mirrored(_ observation: Observation) -> Observation {
        switch observation {
        case .face(let scores, let photograph, let features, let movements):
            .face(
                scores: scores, photograph: photograph, features: features?.mirrored,
                movements: movements?.mirrored)
        case .cannotJudge: observation
        }
    }
}

extension SeededGenerator {
    /// Scores drawn by chance.
    mutating func scores() -> EmotionScores {
        var values = SIMD8<Float>()
        for place in values.indices {
            let draw = Float.random(in: 0.0001...1, using: &self)
            values[place] = draw * draw * draw
        }
        return EmotionScores(values / values.sum())
    }

    /// Features drawn by chance, some spreads from rest.
    mutating func features() -> GeometricFeatures {
        var moved: [GeometricFeature: Double] = [:]
        for feature in GeometricFeature.allCases {
            moved[feature] = Double.random(in: -12...12, using: &self)
        }
        return SampleFaces.features(moved)
    }
}

extension Baseline {
    /// Makes a baseline of pictures that do as one.
    init(pictures: [Observation]) throws {
        guard case .baseline(let baseline) = Self.made(of: pictures) else {
            throw UnfitPictures(problem: "\(Self.made(of: pictures))")
        }
        self = baseline
    }

    private struct UnfitPictures: Error {
        let problem: String
    }
}
