package import FacialFunWire

extension Matcher {
    /// The evidence for a target in a picture.
    ///
    /// - Parameters:
    ///   - observation: The observation of the picture.
    ///   - target: The target emotion.
    ///   - level: The difficulty.
    ///   - baseline: The person's own neutral face, if known.
    /// - Returns: The evidence; nil if the picture cannot be judged.
    package func evidence(
        in observation: Observation, target: Emotion, level: Level, baseline: Baseline? = nil
    ) -> MatchEvidence? {
        guard case .face(let scores, let photograph, let features, let movements) = observation
        else { return nil }
        return evidence(
            in: Reading(
                scores: scores, photograph: photograph, features: features, movements: movements,
                target: target, baseline: baseline, withheld: levels.withheld),
            target: target, level: level)
    }

    /// The evidence for a target in a reading of a face.
    package func evidence(
        in reading: Reading, target: Emotion, level: Level
    ) -> MatchEvidence {
        let goal = levels.goal(target, level, withBaseline: reading.isBaselineAdjusted)
        func odds(_ emotion: Emotion) -> Double { LogOdds.of(Double(reading.scores[emotion])) }
        // Neutral is not compared with the target, because every expression starts from it.
        let rivals = Emotion.allCases.filter { $0 != target && $0 != .neutral }
        let rival = rivals.max { reading.scores[$0] < reading.scores[$1] } ?? .neutral
        return MatchEvidence(
            excess: odds(target) - LogOdds.of(goal.threshold), change: reading.changeShare,
            rival: rival, lead: odds(rival) - odds(target),
            seen: hints?.strongestMovement(
                features: reading.features, movements: reading.movements))
    }
}

extension HintTable {
    /// The movement that a face makes most clearly, independent of the target.
    ///
    /// Its strength is measured relative to the smallest goal of any target that requires it.
    ///
    ///
    /// - Returns: The movement's praise code, which names it; nil if no movement is clear.
    package func strongestMovement(
        features: Reading.Features?, movements: Reading.Movements?
    ) -> PraiseCode? {
        guard let features else { return nil }
        var measures = ofFeatures
        var changes = ofFeatures.changes(features, nil)
        if let withMovements, let movements {
            measures = withMovements
            changes = withMovements.changes(features, movements)
        }
        guard let changes else { return nil }
        let isCertain = if case .change = features { true } else { false }
        var strongest: (code: PraiseCode, reached: Double)?
        for hint in HintCode.allCases {
            guard let praise = hint.praise, let movement = measures.movements[hint],
                movement.kind != .distance,
                let goal = measures.targets.joined()
                    .filter({ $0.hint == hint && $0.goal > 0 }).map(\.goal).min()
            else { continue }
            let value = movement.value(changes)
            guard value >= praiseFrom * goal, isCertain || value >= Self.minCertainMovement
            else { continue }
            if value / goal > strongest?.reached ?? 0 { strongest = (praise, value / goal) }
        }
        return strongest?.code
    }
}
