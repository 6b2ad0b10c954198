public import FacialFunWire
public import Foundation

/// A round of Facial Fun: some expressions, each asked for until it was shown, or tried often enough.
///
/// A value without clock and chance, like ``Round``: the same events lead to the same round, and a
/// round that was stored goes on as if it had not been. Every round ends whatever happens: a target is
/// shown ``maximumShowings`` times at most, and a showing ends with a match, a skip, or the last of
/// ``triesPerShowing`` tries. What cannot be judged counts as nothing. No target is ever failed.
public struct FaceRound: Hashable, Sendable, Identifiable {
    /// How many tries a showing has.
    public static let triesPerShowing = 3
    /// How often a target is shown before it comes no more.
    public static let maximumShowings = 3
    /// The emotions from the easiest to make to the hardest.
    ///
    /// A smile and a rest come first; what children find hardest to make comes last (fear, disgust
    /// and surprise: Fernandes et al., LIFEisGAME, 2011).
    public static let easyToHard: [Emotion] = [
        .happiness, .neutral, .sadness, .anger, .surprise, .disgust, .fear, .contempt,
    ]

    /// How many events the round remembers, the latest ones.
    static let rememberedEvents = 16

    /// What is asked for.
    public struct Target: Hashable, Codable, Sendable {
        /// The emotion.
        public let emotion: Emotion
        /// The level whose threshold counts now, 1…5: the round's, or an easier one.
        public internal(set) var level: Int
        /// How often all tries were used.
        public internal(set) var easings = 0
        /// How often it was shown to the end.
        public internal(set) var showings = 0
        /// Whether a try was ever judged.
        public internal(set) var wasTried = false
    }

    /// What happened in the showing that is on.
    struct Showing: Hashable, Codable, Sendable {
        var tries = 0
        var hints = 0
        var bestProgress = 0.0
        var bestScore: Double?
        var mode: FaceEvent.Mode?
    }

    /// The round's name.
    public let id: UUID
    /// The level that it is played at, 1…5.
    public let level: Int
    /// How many events counted.
    public internal(set) var revision = 0
    /// Which showing is on, from 0.
    public internal(set) var showing = 0
    /// How many targets were matched.
    public internal(set) var matched = 0
    /// How many targets a grown-up saw.
    public internal(set) var seen = 0
    /// How many targets ended without either.
    public internal(set) var ended = 0

    /// The levels that offer each target, from the easiest; the round eases along them.
    let offered: [Emotion: [Int]]
    var targets: [Target]
    /// Positions in ``targets`` that are still to be shown; the first is on.
    var waiting: [Int]
    var now = Showing()
    var remembered: [UUID] = []

    /// Starts a round.
    ///
    /// - Parameters:
    ///   - id: the round's name.
    ///   - level: 1…5.
    ///   - offered: the emotions that each level offers; only those of `level` come.
    ///   - mixingSeed: decides the order; nil for from easy to hard, as beginners have it. The first
    ///     is happiness in any case, where it is offered: a round begins with what is easy.
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

// What a screen shows.
extension FaceRound {
    /// What is asked for now; nil when the round is over.
    public var current: Target? { waiting.first.map { targets[$0] } }

    /// How many targets the round has.
    public var total: Int { targets.count }

    /// How many targets come no more.
    public var done: Int { matched + seen + ended }

    /// Whether no target is left.
    public var isFinished: Bool { waiting.isEmpty }

    /// How many tries the current showing has left; 0 when the round is over.
    public var triesLeft: Int { isFinished ? 0 : Self.triesPerShowing - now.tries }

    /// The targets after the current one as things stand.
    public func upcoming(_ count: Int) -> [Target] {
        waiting.dropFirst().prefix(max(0, count)).map { targets[$0] }
    }
}
