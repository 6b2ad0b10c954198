package import FacialFunWire

extension HintTable {
    /// A movement that a target offers, and how much of it a face shows.
    private struct State {
        let entry: TargetHint
        /// The fraction of the goal that is reached; below 0 for the opposite movement.
        let reached: Double
        /// Whether the movement is weak enough for a hint.
        let isMissing: Bool
        /// Whether the movement is strong enough to end the hint.
        let isDone: Bool
        /// Whether the movement is strong enough for praise.
        let isRight: Bool

        /// Expected increase of the target's score from completing the movement.
        var promise: Double { entry.gain * (1 - min(max(reached, -1), 1)) }
    }

    /// Advice for a face and a target.
    ///
    /// The hint is the offered movement that is still missing and promises the largest increase.
    /// Hint and praise never contradict each other, and never refer to the same movement.
    ///
    /// - Parameters:
    ///   - target: The target emotion.
    ///   - features: The face's features; without them there is no advice.
    ///   - movements: The strength of each movement, if measured.
    ///   - current: The previous hint; it is kept until its movement is made.
    /// - Returns: The hint and the praise.
    package func advice(
        for target: Emotion, features: Reading.Features?, movements: Reading.Movements? = nil,
        current: HintCode? = nil
    ) -> Advice {
        guard let features else { return Advice() }
        var measures = ofFeatures
        var changes = ofFeatures.changes(features, nil)
        if let withMovements, let movements {
            measures = withMovements
            changes = withMovements.changes(features, movements)
        }
        guard let changes else { return Advice() }
        let isCertain = if case .change = features { true } else { false }
        let states = measures.targets[target.index].filter(\.offered).compactMap { entry in
            measures.movements[entry.hint].map { movement in
                state(of: entry, movement, changes: changes, isCertain: isCertain)
            }
        }
        let kept = states.first { $0.entry.hint == current && !$0.isDone }
        let missing = states.filter(\.isMissing)
        // In a tie, the earlier movement is chosen.
        let best = missing.reduce(nil as State?) { best, next in
            best.map { next.promise > $0.promise ? next : $0 } ?? next
        }
        let hint = (kept ?? best)?.entry.hint
        let praise = states.filter { state in
            state.isRight && !(hint?.contradictions.contains(state.entry.hint) ?? false)
        }.reduce(nil as State?) { best, next in
            best.map { next.entry.gain > $0.entry.gain ? next : $0 } ?? next
        }
        return Advice(hint: hint, praise: praise?.entry.hint.praise)
    }

    private func state(
        of entry: TargetHint, _ movement: Movement, changes: [Double], isCertain: Bool
    ) -> State {
        let value = movement.value(changes)
        if movement.kind == .distance {
            // Both are below 0. The face at rest has reached the goal; the farther it is from rest,
            // the more is left.
            let reached = min(1, 2 - value / entry.goal)
            return State(
                entry: entry, reached: reached, isMissing: value < entry.goal,
                isDone: value >= entry.goal, isRight: value >= entry.goal)
        }
        let reached = value / entry.goal
        let isDone = reached >= praiseFrom
        return State(
            entry: entry, reached: reached, isMissing: reached < (entry.hintBelow ?? hintBelow),
            isDone: isDone,
            isRight: isDone && (isCertain || value >= Self.minCertainMovement))
    }
}
