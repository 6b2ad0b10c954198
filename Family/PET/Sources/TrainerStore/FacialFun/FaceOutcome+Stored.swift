import TrainerRules

extension FaceOutcome {
    /// The word in the database; nil for results that are not stored.
    var word: String? {
        switch self {
        case .matched: "matched"
        case .seen: "seen"
        case .notYet: "not_yet"
        case .later: "later"
        case .skipped: "skipped"
        case .goodTrying: "good_trying"
        case .setAside: "set_aside"
        case .unjudged, .ignored: nil
        }
    }

    /// The number of tries left, if the result has one.
    var triesLeft: Int? {
        if case .notYet(let left) = self { left } else { nil }
    }

    /// Decodes ``word`` and ``triesLeft``; nil if they are invalid.
    init?(word: String, triesLeft: Int?) {
        switch word {
        case "matched": self = .matched
        case "seen": self = .seen
        case "not_yet": self = .notYet(triesLeft: triesLeft ?? 1)
        case "later": self = .later
        case "skipped": self = .skipped
        case "good_trying": self = .goodTrying
        case "set_aside": self = .setAside
        default: return nil
        }
    }
}
