package import FacialFunWire

/// Judges single pictures: whether a face matches the target at a level.
///
/// Judges a picture immediately, without hold time. The verdict never worsens if the target's score
/// rises, mirrored faces get the same verdict, and a match at one level is a match at every easier
/// one.
package struct Matcher: Sendable {
    /// The thresholds.
    package let levels: LevelsFile
    /// Hints; if nil, only matches are praised and there are no hints.
    package let hints: HintTable?

    /// Creates a matcher.
    package init(levels: LevelsFile, hints: HintTable?) {
        self.levels = levels
        self.hints = hints
    }

    /// Judges an observation.
    ///
    /// - Parameters:
    ///   - observation: The observation.
    ///   - target: The target emotion.
    ///   - level: The difficulty.
    ///   - baseline: The person's own neutral face, if known.
    /// - Returns: The verdict; `cannotJudge` if and only if the observation is `cannotJudge`.
    package func judge(
        _ observation: Observation, target: Emotion, level: Level, baseline: Baseline? = nil
    ) -> Verdict {
        switch observation {
        case .cannotJudge(let reason):
            return .cannotJudge(reason)
        case .face(let scores, let photograph, let features, let movements):
            let reading = Reading(
                scores: scores, photograph: photograph, features: features, movements: movements,
                target: target, baseline: baseline, withheld: levels.withheld)
            return judge(reading, target: target, level: level)
        }
    }

    /// Judges a reading of a face.
    package func judge(_ reading: Reading, target: Emotion, level: Level) -> Verdict {
        let goal = levels.goal(target, level, withBaseline: reading.isBaselineAdjusted)
        let progress = Progress.of(
            score: Double(reading.scores[target]), changeShare: reading.changeShare,
            threshold: goal.threshold)
        if progress == 1 { return .matched(praise: .wellDone) }
        let advice =
            hints?.advice(
                for: target, features: reading.features, movements: reading.movements)
            ?? Advice()
        let wantsHint = levels[level].hintAfterMilliseconds != nil
        return .notYet(
            progress: progress, hint: wantsHint ? advice.hint : nil, praise: advice.praise)
    }
}
