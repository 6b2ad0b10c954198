public import FacialFunWire
public import Foundation

/// A round of play: some questions, each asked until it was answered right or set aside (D1 to D8).
///
/// A value without clock and chance: the same events lead to the same round, and a round that was
/// stored and read again goes on as if it had not been. Every round ends whatever the player does: a
/// question is shown ``maximumPresentations`` times at most, and a showing ends with a skip, the
/// right answer, or the last wrong one.
///
/// The answers of a question keep their order through the round: the child finds the screen as it
/// left it, and what it sees greyed was greyed by itself.
public struct Round: Hashable, Sendable {
    /// How often a question is shown before it is set aside.
    public static let maximumPresentations = 3

    /// How many events the round remembers, the latest ones.
    ///
    /// Enough for what is sent again after a lost answer. Older events change nothing either: they
    /// are of a showing that is over.
    static let rememberedEvents = 16

    /// The round's name.
    public let id: UUID
    /// What it is played on.
    public let level: PlayedLevel
    /// How many events counted; two states of a round with the same number are the same, but for
    /// questions that were withdrawn.
    public internal(set) var revision = 0
    /// Which showing of a question is on, from 0; one more at each skip, reveal and right answer.
    public internal(set) var presentation = 0
    /// The wrong answers that were chosen in this showing (D5), by name.
    public internal(set) var disabledAnswers: Set<String> = []
    /// How many questions were answered right.
    public internal(set) var done = 0
    /// How many questions were put off or revealed so often that they come no more.
    public internal(set) var setAside = 0

    /// The questions in the order in which they were planned.
    let items: [Item]
    /// What is known of each item.
    var progress: [Progress]
    /// Positions in ``items`` of the questions that are still to be asked; the first is on.
    var waiting: [Int]
    /// The names of the latest events that counted, the oldest first.
    var remembered: [UUID] = []

    /// How far a question of the round has come.
    struct Progress: Hashable, Sendable {
        /// How often it was shown to the end.
        var presentations = 0
        /// Whether an answer was chosen, right or wrong.
        var answered = false
    }

    /// Starts a round.
    ///
    /// - Parameters:
    ///   - id: the round's name.
    ///   - level: what it is played on.
    ///   - questions: what is asked, in this order; a question that stands there again is left out.
    ///   - seed: decides the order of each question's answers.
    ///   - helped: the questions whose answers were made fewer as a help.
    ///   - tipped: the questions at which the tip is offered at once.
    ///   - contrasts: the questions before which their emotion is compared with a similar one.
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

    /// A round as it was stored.
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

// What a screen shows.
extension Round {
    /// The question that is on; nil when the round is over.
    public var current: Item? {
        waiting.first.map { items[$0] }
    }

    /// How many questions the round has.
    public var total: Int { items.count }

    /// Whether every question was answered right or set aside.
    public var isFinished: Bool { waiting.isEmpty }

    /// The questions after the current one as things stand, the next one first.
    ///
    /// - Parameter count: how many at most; zero or less for none.
    /// - Returns: the questions, fewer where there are fewer.
    public func upcoming(_ count: Int) -> [Item] {
        waiting.dropFirst().prefix(max(0, count)).map { items[$0] }
    }

    /// Whether an answer to the current question was chosen in this round, now or at an earlier
    /// showing; false when the round is over.
    ///
    /// Asked before ``apply(_:)``, it tells a first answer from a later one.
    public var currentWasAnswered: Bool {
        waiting.first.map { progress[$0].answered } ?? false
    }

    /// Whether the current question was put off or revealed before, or answered: whether it has been
    /// counted as asked.
    public var currentWasAsked: Bool {
        waiting.first.map { progress[$0].answered || progress[$0].presentations > 0 } ?? false
    }

    /// Whether the tip is offered by itself: planned so, or after two mistakes at the question.
    public var offersTip: Bool {
        guard let position = waiting.first else { return false }
        return items[position].tipped || disabledAnswers.count >= Help.mistakes
            || (progress[position].answered && progress[position].presentations > 0)
    }
}
