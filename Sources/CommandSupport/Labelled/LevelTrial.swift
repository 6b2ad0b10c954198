package import FacialFun
package import FacialFunWire

/// A labeled picture as the game judges it.
package struct LevelTrial: Sendable {
    /// The label.
    package let truth: Emotion
    /// Observation of the picture; without a judgeable face it never matches.
    package let observation: Observation
    /// The person's own neutral face, without this picture; nil if there is none.
    package let baseline: Baseline?

    /// Reading of the face for a target; nil if it cannot be judged.
    package func reading(
        of target: Emotion, withheld: [Emotion], withBaseline: Bool
    ) -> Reading? {
        guard case .face(let scores, let photograph, let features, _) = observation else {
            return nil
        }
        return Reading(
            scores: scores, photograph: photograph, features: features, target: target,
            baseline: withBaseline ? baseline : nil, withheld: withheld)
    }

    /// The trials of judged pictures, each with the baseline of its person's other neutral pictures.
    package static func trials(of judged: [EvaluatedImage]) -> [LevelTrial] {
        let observations = judged.map(\.observation)
        var neutral: [String: [Int]] = [:]
        for (index, picture) in judged.enumerated() where picture.picture.truth == .neutral {
            guard let person = picture.picture.person, case .face = observations[index] else {
                continue
            }
            neutral[person, default: []].append(index)
        }
        return judged.indices.map { index in
            let picture = judged[index].picture
            let others = picture.person.flatMap { neutral[$0] }?.filter { $0 != index } ?? []
            return LevelTrial(
                truth: picture.truth, observation: observations[index],
                baseline: baseline(of: others.map { observations[$0] }))
        }
    }

    /// A baseline from judgeable faces; nil if they are unsuitable, for example because they smile.
    private static func baseline(of faces: [Observation]) -> Baseline? {
        guard case .baseline(let baseline) = Baseline.made(of: faces) else { return nil }
        return baseline
    }
}

extension EvaluatedImage {
    /// Observation of the picture for a requested expression.
    package var observation: Observation {
        switch answer {
        case .failure: .cannotJudge(.noFace)
        case .success(let answer):
            if let refusal = answer.refusal {
                .cannotJudge(refusal)
            } else if let scores = answer.promptedScores ?? answer.scores {
                .face(scores: scores, photograph: answer.scores, features: nil)
            } else {
                .cannotJudge(.noFace)
            }
        }
    }
}
