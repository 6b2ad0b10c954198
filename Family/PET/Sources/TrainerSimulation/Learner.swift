public import FacialFunWire
import Foundation
public import TrainerRules

/// A simulated child: its certainty of each skill, and the speed at which it learns and forgets.
public struct Learner: Sendable {
    /// The way in which a child learns.
    public enum Kind: String, CaseIterable, Sendable {
        case fast, slow, guessing, forgetting, confusing
    }

    /// The way in which this child learns.
    public let kind: Kind
    /// Its chance.
    public var generator: SeededGenerator
    /// Probability of knowing the answer; otherwise the learner guesses.
    var knows: [Skill: Double] = [:]
    var practised: [Skill: (last: Day, times: Int)] = [:]
    /// The emotions that a `confusing` child confuses.
    let confused: Set<Emotion>
    /// Probability of confusing the two.
    var confusion = 0.0

    /// A child without any knowledge.
    ///
    /// - Parameters:
    /// - kind: The child's way of learning.
    /// - confused: The pair that a `confusing` child confuses.
    /// - seed: Determines all of its actions.
    public init(_ kind: Kind, confused: Set<Emotion> = [.fear, .surprise], seed: UInt64) {
        self.kind = kind
        self.confused = confused
        generator = SeededGenerator(seed: seed)
        if kind == .confusing { confusion = 0.7 }
    }

    private var rate: Double {
        switch kind {
        case .fast: 0.2
        case .slow: 0.02
        case .guessing: 0
        case .forgetting, .confusing: 0.06
        }
    }

    /// The certainty on a day.
    ///
    /// It fades without practice, more slowly after more practice.
    public func certainty(of skill: Skill, on day: Day) -> Double {
        guard kind != .guessing else { return 0 }
        guard let known = knows[skill], let practice = practised[skill] else {
            // Practice with clear faces helps at the next level.
            guard case .standard(let number) = skill.level, number > 1 else { return 0.15 }
            return 0.5 * (knows[Skill(skill.emotion, at: .standard(number - 1))] ?? 0.2)
        }
        let halfLife = (kind == .forgetting ? 3.0 : 40.0) * (1 + Double(practice.times) / 10)
        return known * exp2(-Double(day - practice.last) / halfLife)
    }

    /// The learner's action at the round's question.
    public mutating func choose(in round: Round, on day: Day) -> RoundEvent.Action {
        guard let item = round.current else { return .skip }
        if kind == .slow, generator.below(20) == 0 { return .skip }
        let open = item.answers.map(\.id).filter { !round.disabledAnswers.contains($0) }
        if confused.contains(item.emotion),
            let other = confused.first(where: { $0 != item.emotion }),
            open.contains(other.rawValue),
            generator.fraction() < confusion
        {
            return .answer(other.rawValue)
        }
        if generator.fraction() < certainty(of: round.skill(of: item), on: day) {
            return .answer(item.right)
        }
        return .answer(open[generator.below(open.count)])
    }

    /// Learns from a question that was answered right or revealed.
    public mutating func learn(_ skill: Skill, on day: Day) {
        let known = certainty(of: skill, on: day)
        knows[skill] = min(0.98, known + rate * (1 - known))
        let practice = practised[skill]
        // Several pictures on one day count as one memory; practice on separate days makes it last.
        let isNewDay = practice?.last != day
        practised[skill] = (day, (practice?.times ?? 0) + (isNewDay ? 4 : 0))
        if confused.contains(skill.emotion) { confusion *= 0.99 }
    }
}
