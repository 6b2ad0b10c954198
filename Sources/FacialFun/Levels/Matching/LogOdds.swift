import FacialFunWire
import Glibc

/// Scores as log-odds: on this scale evidence is additive, and faint expressions grow as evenly as
/// clear ones.
enum LogOdds {
    /// Scores closer to 0 or 1 are clipped to this distance, because they carry no further
    /// information.
    static let least = 1e-6

    /// The natural logarithm of the odds of a score, about −13.8 to 13.8.
    static func of(_ score: Double) -> Double {
        let clamped = min(max(score, least), 1 - least)
        return log(clamped / (1 - clamped))
    }

    /// The natural logarithms of eight scores, none below that of ``least``.
    static func logarithms(_ scores: EmotionScores) -> SIMD8<Double> {
        var logarithms = SIMD8<Double>()
        for emotion in Emotion.allCases {
            logarithms[emotion.index] = log(max(Double(scores[emotion]), least))
        }
        return logarithms
    }

    /// The scores of eight logits: their softmax.
    static func scores(_ logits: SIMD8<Double>) -> EmotionScores {
        let shifted = logits - logits.max()
        var exponentials = SIMD8<Double>()
        for index in shifted.indices { exponentials[index] = exp(shifted[index]) }
        return EmotionScores(SIMD8<Float>(exponentials / exponentials.sum()))
    }
}
