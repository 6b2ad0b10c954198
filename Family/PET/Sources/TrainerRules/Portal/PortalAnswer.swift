import FacialFunWire

/// An event of standard play as counted by the portal: only stored values, so that a later recount
/// gives the same sums.
public struct PortalAnswer: Sendable {
    /// The group of the question and the player; ``PortalKey/AnswerGroup/form`` is never `own`.
    public var group: PortalKey.AnswerGroup
    /// The action.
    public var action: RoundEvent.Action
    /// The result.
    public var outcome: RoundOutcome
    /// The time on the screen, in milliseconds.
    public var elapsedMilliseconds: Int
    /// The ordinal number of the player's question, from 1; nil if the round asked it before.
    public var number: Int?
    /// Whether it is the question's first answer in the round.
    public var isFirstAnswer: Bool

    /// Makes an event.
    public init(
        group: PortalKey.AnswerGroup, action: RoundEvent.Action, outcome: RoundOutcome,
        elapsedMilliseconds: Int, number: Int?, isFirstAnswer: Bool
    ) {
        self.group = group
        self.action = action
        self.outcome = outcome
        self.elapsedMilliseconds = elapsedMilliseconds
        self.number = number
        self.isFirstAnswer = isFirstAnswer
    }

    /// Adds the event to a player's sums.
    public func count(_ add: (PortalKey, PortalCounts) throws -> Void) rethrows {
        let counts = counts
        if !counts.isEmpty { try add(.answers(group), counts) }
        if let number {
            var step = PortalCounts()
            step[.asked] = 1
            // If the first event of a question was a skip, it can only be answered right later, and
            // its number is then unknown.
            step[.firstRight] = isFirstAnswer && outcome == .right ? 1 : 0
            try add(PortalKey.step(ofQuestion: number), step)
        }
        guard isFirstAnswer, case .answer(let name) = action else { return }
        if let chosen = Emotion(rawValue: name) {
            var pair = PortalCounts()
            pair[.asked] = 1
            try add(.confusion(shown: group.emotion, chosen: chosen), pair)
        }
    }

    private var counts: PortalCounts {
        var counts = PortalCounts()
        switch action {
        case .replay: break
        case .tip: counts[.tips] = 1
        case .skip:
            counts[.skipped] = 1
            counts[.asked] = number == nil ? 0 : 1
        case .answer:
            counts[.asked] = number == nil ? 0 : 1
            if isFirstAnswer, (0...EmotionDay.longestTime).contains(elapsedMilliseconds) {
                counts[.milliseconds] = elapsedMilliseconds
                counts[.timed] = 1
            }
            switch outcome {
            case .right where isFirstAnswer: counts[.firstRight] = 1
            case .right: counts[.laterRight] = 1
            case .wrong, .revealed, .setAside: counts[.wrong] = 1
            case .skipped, .noted, .ignored: break
            }
        }
        return counts
    }
}

extension FaceResult {
    /// The counts for the end of a showing.
    public var portalCounts: PortalCounts {
        var counts = PortalCounts()
        counts[.asked] = 1
        counts[.firstRight] = end == .matched ? 1 : 0
        counts[.laterRight] = end == .seen ? 1 : 0
        counts[.wrong] = tries
        counts[.skipped] = end == .skipped ? 1 : 0
        counts[.tips] = hints
        counts[.milliseconds] = milliseconds
        counts[.timed] = 1
        return counts
    }
}
