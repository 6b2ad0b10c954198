public import FacialFunWire
public import Foundation

/// A round of Facial Fun: several expressions, each repeated until it was shown or tried often
/// enough.
///
/// A value that uses neither a clock nor randomness, like ``Round``: the same events lead to the
/// same round, even if it was stored and read in between. Every round ends: a target is shown at
/// most ``maximumShowings`` times, and a showing ends with a match, a skip, or the last of
/// ``triesPerShowing`` tries. Unjudged pictures do not count. No target is ever called failed.
public struct FaceRound: Hashable, Sendable, Identifiable {
    /// The number of tries in a showing.
    public static let triesPerShowing = 3
    /// Maximum number of showings of a target.
    public static let maximumShowings = 3
    /// The emotions from the easiest to make to the hardest.
    ///
    /// A smile and a neutral face come first; what children find hardest to make comes last (fear,
    /// disgust and surprise: Fernandes et al., LIFEisGAME, 2011).
    public static let easyToHard: [Emotion] = [
        .happiness, .neutral, .sadness, .anger, .surprise, .disgust, .fear, .contempt,
    ]

    /// The number of events that the round remembers, the latest ones.
    static let rememberedEvents = 16

    /// A target.
    public struct Target: Hashable, Codable, Sendable {
        /// The emotion.
        public let emotion: Emotion
        /// The level whose threshold applies now, 1…5: the round's or an easier one.
        public internal(set) var level: Int
        /// The number of showings in which all tries were used.
        public internal(set) var easings = 0
        /// The number of completed showings.
        public internal(set) var showings = 0
        /// Whether a try was ever judged.
        public internal(set) var wasTried = false
    }

    /// The state of the current showing.
    struct Showing: Hashable, Codable, Sendable {
        var tries = 0
        var hints = 0
        var bestProgress = 0.0
        var bestScore: Double?
        var mode: FaceEvent.Mode?
    }

    /// The round's name.
    public let id: UUID
    /// The level of the round, 1…5.
    public let level: Int
    /// The number of counted events.
    public internal(set) var revision = 0
    /// The number of the current showing, from 0.
    public internal(set) var showing = 0
    /// The number of matched targets.
    public internal(set) var matched = 0
    /// The number of targets that an adult saw.
    public internal(set) var seen = 0
    /// The number of targets that ended without a match.
    public internal(set) var ended = 0

    /// The levels that offer each target, the easiest first; a target becomes easier by moving to
    /// one of them.
    let offered: [Emotion: [Int]]
    var targets: [Target]
    /// Positions in ``targets`` still to be shown; the first is the current one.
    var waiting: [Int]
    var now = Showing()
    var remembered: [UUID] = []

    /// Starts a round.
    ///
    /// - Parameters:
    ///   - id: The round's name.
    ///   - level: 1…5.
    ///   - offered: The emotions of each level; only those of `level` are used.
    ///   - mixingSeed: Determines the order; nil for easy to hard, as for beginners. Happiness
    ///     always comes first if it is offered, so that a round begins with an easy target.
    public init(
        id: UUID, level: Int, offered: [Int: Set<Emotion>], mixingSeed: UInt64? = nil
    ) {
        self.id = id
        self.level = level
        let here = offered[level] ?? []
        var order = Self.easyToHard.filter(here.contains)
        if let mixingSeed, let first = order.first {
            var generator = SeededGenerator(seed: mixingSeed)
            order = [first] + generator.shuffled(Array(order.dropFirst()))
        }
        self.offered = Dictionary(
            uniqueKeysWithValues: order.map { emotion in
                (emotion, offered.keys.sorted().filter { offered[$0]?.contains(emotion) == true })
            })
        targets = order.map { Target(emotion: $0, level: level) }
        waiting = Array(targets.indices)
    }
}

// The state that a screen shows.
extension FaceRound {
    /// The current target; nil when the round is over.
    public var current: Target? { waiting.first.map { targets[$0] } }

    /// The number of targets in the round.
    public var total: Int { targets.count }

    /// The number of finished targets.
    public var done: Int { matched + seen + ended }

    /// Whether no target is left.
    public var isFinished: Bool { waiting.isEmpty }

    /// Whether any target was tried, as opposed to skipping them all.
    public var wasPlayed: Bool { matched + seen > 0 || targets.contains { $0.wasTried } }

    /// The number of tries left in the current showing; 0 when the round is over.
    public var triesLeft: Int { isFinished ? 0 : Self.triesPerShowing - now.tries }

    /// The targets after the current one in their present order.
    public func upcoming(_ count: Int) -> [Target] {
        waiting.dropFirst().prefix(max(0, count)).map { targets[$0] }
    }
}
