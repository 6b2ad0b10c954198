public import FacialFunWire
public import Foundation

/// A round of play: several questions, each repeated until it was answered right or set aside (D1
/// to D8).
///
/// A value that uses neither a clock nor randomness: the same events lead to the same round, even
/// if it was stored and read in between. Every round ends: a question is shown at most
/// ``maximumPresentations`` times, and a showing ends with a skip, the right answer, or the last
/// wrong one.
///
/// The answers of a question keep their order during the round, so that the screen looks the same
/// after a reload, and only answers that the child chose are grayed.
public struct Round: Hashable, Sendable {
    /// Maximum number of showings before a question is set aside.
    public static let maximumPresentations = 3

    /// The number of events that the round remembers, the latest ones.
    ///
    /// Enough to detect events that are sent again after a lost answer. Older events belong to an
    /// earlier showing, so they are ignored as well.
    static let rememberedEvents = 16

    /// The round's name.
    public let id: UUID
    /// The level.
    public let level: PlayedLevel
    /// The number of counted events; two states of a round with the same number differ only in
    /// withdrawn questions, if at all.
    public internal(set) var revision = 0
    /// The number of the current showing, from 0; it rises with each skip, reveal and right answer.
    public internal(set) var presentation = 0
    /// The wrong answers chosen in this showing (D5), by name.
    public internal(set) var disabledAnswers: Set<String> = []
    /// The number of questions answered right.
    public internal(set) var done = 0
    /// The number of questions that were set aside.
    public internal(set) var setAside = 0

    /// The questions in their planned order.
    let items: [Item]
    /// The progress of each item.
    var progress: [Progress]
    /// Positions in ``items`` of the remaining questions; the first is the current one.
    var waiting: [Int]
    /// The names of the latest counted events, the oldest first.
    var remembered: [UUID] = []

    /// The progress of a question in the round.
    struct Progress: Hashable, Sendable {
        /// The number of completed showings.
        var presentations = 0
        /// Whether an answer was chosen, right or wrong.
        var answered = false
    }

    /// Starts a round.
    ///
    /// - Parameters:
    ///   - id: The round's name.
    ///   - level: The level.
    ///   - questions: The questions in order; duplicates are dropped.
    ///   - seed: Determines the order of each question's answers.
    ///   - helped: The questions with fewer answers as a help.
    ///   - tipped: The questions that offer the tip at once.
    ///   - contrasts: The questions preceded by a comparison with a similar emotion.
    public init(
        id: UUID, level: PlayedLevel, questions: [Question], seed: UInt64,
        helped: Set<Question.ID> = [], tipped: Set<Question.ID> = [],
        contrasts: [Question.ID: Emotion] = [:]
    ) {
        self.id = id
        self.level = level
        var generator = SeededGenerator(seed: seed)
        var known: Set<Question.ID> = []
        items = questions.filter { known.insert($0.id).inserted }.map { question in
            Item(
                question, answers: generator.shuffled(question.answers),
                helped: helped.contains(question.id), tipped: tipped.contains(question.id),
                contrast: contrasts[question.id])
        }
        progress = items.map { _ in Progress() }
        waiting = Array(items.indices)
    }

    /// Restores a stored round.
    init(
        id: UUID, level: PlayedLevel, items: [Item], progress: [Progress], waiting: [Int]
    ) {
        self.id = id
        self.level = level
        self.items = items
        self.progress = progress
        self.waiting = waiting
    }
}

// The state that a screen shows.
extension Round {
    /// The current question; nil when the round is over.
    public var current: Item? {
        waiting.first.map { items[$0] }
    }

    /// The number of questions in the round.
    public var total: Int { items.count }

    /// Whether every question was answered right or set aside.
    public var isFinished: Bool { waiting.isEmpty }

    /// Whether an answer to any question was chosen, as opposed to skipping them all.
    public var wasPlayed: Bool { progress.contains { $0.answered } }

    /// The questions after the current one in their present order.
    ///
    /// - Parameter count: The maximum number; zero or less for none.
    /// - Returns: The questions.
    public func upcoming(_ count: Int) -> [Item] {
        waiting.dropFirst().prefix(max(0, count)).map { items[$0] }
    }

    /// Whether an answer to the current question was chosen in this round, in this or an earlier
    /// showing; false when the round is over.
    ///
    /// Before ``apply(_:)`` it distinguishes a first answer from a later one.
    public var currentWasAnswered: Bool {
        waiting.first.map { progress[$0].answered } ?? false
    }

    /// Whether the current question was skipped, revealed or answered before, and was therefore
    /// already counted as asked.
    public var currentWasAsked: Bool {
        waiting.first.map { progress[$0].answered || progress[$0].presentations > 0 } ?? false
    }

    /// Whether the tip is offered without a request: as planned, or after two mistakes at the
    /// question.
    public var offersTip: Bool {
        guard let position = waiting.first else { return false }
        return items[position].tipped || disabledAnswers.count >= Help.mistakes
            || (progress[position].answered && progress[position].presentations > 0)
    }
}
