import Evaluation
import FacialFunWire

/// Judgments that any language can reproduce: 400 faces from the minimal standard generator of
/// Park and Miller (multiplier 48271, modulus 2³¹ − 1, first state 20240611).
///
/// For each face: label = r mod 8, then the smaller of it and a second r mod 8. Then come 64
/// tickets, each of which takes r mod 100 and k = r mod 8 and goes to the label if the first is
/// below 9, and otherwise to k. Then the face has no scores if r mod 50 is 0. Score = tickets / 64:
/// exact in binary, with many ties.
enum TicketFaces {
    static let judgements: [Judgement] = {
        var state = 20_240_611
        func next() -> Int {
            state = state * 48271 % 2_147_483_647
            return state
        }
        return (0..<400).map { _ in
            var label = next() % 8
            label = min(label, next() % 8)
            var scores = SIMD8<Float>()
            for _ in 0..<64 {
                let chance = next() % 100
                let other = next() % 8
                scores[chance < 9 ? label : other] += 1 / 64
            }
            let isMissed = next() % 50 == 0
            return Judgement(
                truth: Emotion.allCases[label],
                outcome: isMissed ? .notDetected : .judged(EmotionScores(scores)))
        }
    }()
}

extension Judgement {
    /// A judged face with a given score for `emotion`; the other scores share the rest.
    static func scored(truth: Emotion, _ emotion: Emotion, _ score: Float) -> Judgement {
        var values = SIMD8<Float>(repeating: (1 - score) / 7)
        values[emotion.index] = score
        return Judgement(truth: truth, outcome: .judged(EmotionScores(values)))
    }
}

/// Whether two figures agree to within rounding; two nils agree, too.
func agree(_ left: Double?, _ right: Double?, within tolerance: Double = 1e-12) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= tolerance
}
