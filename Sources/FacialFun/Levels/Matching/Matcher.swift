package import FacialFunWire

/// Judges single pictures: whether a face matches the target at a level.
///
/// A picture is judged at once, without hold time. The judgement never falls when the target's score
/// rises, a mirrored face is judged alike, and what matches at a level matches at every easier one.
package struct Matcher: Sendable {
    /// The thresholds.
    package let levels: LevelsFile
    /// What helps a face; nil gives neither hints nor praise but for a match.
    package let hints: HintTable?

    /// Makes a judge.
    package init(levels: LevelsFile, hints: HintTable?) {
        self.levels = levels
        self.hints = hints
    }

    /// Judges what a picture shows.
    ///
    /// - Parameters:
    ///   - observation: What it shows.
    ///   - target: The emotion that is asked for.
    ///   - level: How much is asked.
    ///   - baseline: The person's own neutral face, where there is one.
    /// - Returns: The verdict; `cannotJudge` exactly where the observation is.
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
