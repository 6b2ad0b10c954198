import FacialFun
import FacialFunWire
import TestSupport

/// Faces for tests.
enum SampleFaces {
    /// Scores with one emotion at a given value and the others sharing the rest.
    static func scores(_ emotion: Emotion, _ score: Float) -> EmotionScores {
        var values = SIMD8<Float>(repeating: (1 - score) / 7)
        values[emotion.index] = score
        return EmotionScores(values)
    }

    /// Scores from unnormalized weights.
    static func scores(_ weights: [Emotion: Float]) -> EmotionScores {
        var values = SIMD8<Float>(repeating: 0.001)
        for (emotion, weight) in weights { values[emotion.index] = weight }
        return EmotionScores(values / values.sum())
    }

    /// Features at rest, as in `SampleFiles.hints()`, except those given in spreads from rest.
    static func features(_ moved: [GeometricFeature: Double] = [:]) -> GeometricFeatures {
        GeometricFeatures(
            values: GeometricFeature.allCases.map { 0.3 + 0.01 * (moved[$0] ?? 0) })
    }

    /// Mirroring keeps the scores and swaps the sides of the features.
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
    /// Random scores.
    mutating func scores() -> EmotionScores {
        var values = SIMD8<Float>()
        for place in values.indices {
            let draw = Float.random(in: 0.0001...1, using: &self)
            values[place] = draw * draw * draw
        }
        return EmotionScores(values / values.sum())
    }

    /// Random features, some spreads from rest.
    mutating func features() -> GeometricFeatures {
        var moved: [GeometricFeature: Double] = [:]
        for feature in GeometricFeature.allCases {
            moved[feature] = Double.random(in: -12...12, using: &self)
        }
        return SampleFaces.features(moved)
    }
}

extension Baseline {
    /// Makes a baseline of pictures as if taken at once.
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
