public import FacialFunWire

/// The skill of making the face of an emotion at a level of Facial Fun.
public struct FaceSkill: Hashable, Sendable {
    /// The target emotion.
    public var emotion: Emotion
    /// The level, 1…5.
    public var level: Int

    /// Makes it.
    public init(_ emotion: Emotion, level: Int) {
        self.emotion = emotion
        self.level = level
    }
}

/// The sum of ``FaceDay`` rows.
public struct FaceTotals: Hashable, Sendable {
    /// The number of showings.
    public var shown = 0
    /// The number that the camera matched.
    public var matched = 0
    /// The number of matches at an easier threshold than the level's.
    public var matchedEasier = 0
    /// The number that only an adult saw.
    public var seen = 0
    /// The number that ended with all tries used.
    public var triedOut = 0
    /// The number skipped.
    public var skipped = 0
    /// Tries that were judged.
    public var tries = 0
    /// Hints that were given.
    public var hints = 0

    /// Adds up rows.
    public init(_ rows: some Sequence<FaceDay> = []) {
        for row in rows {
            shown += row.shown
            matched += row.matched
            matchedEasier += row.matchedEasier
            seen += row.seen
            triedOut += row.triedOut
            skipped += row.skipped
            tries += row.tries
            hints += row.hints
        }
    }

    /// Faces that the game or an adult recognized.
    public var made: Int { matched + seen }
    /// Showings that neither the camera nor an adult matched, including skipped ones.
    public var notYet: Int { max(0, shown - made) }

    /// Rows by emotion and level.
    public static func bySkill(_ rows: [FaceDay]) -> [FaceSkill: FaceTotals] {
        Dictionary(grouping: rows) { FaceSkill($0.emotion, level: $0.level) }
            .mapValues { FaceTotals($0) }.filter { $0.value.shown > 0 }
    }
}
