import TrainerRules

extension RoundOutcome {
    /// The word in the database; nil for results that are not stored.
    var word: String? {
        switch self {
        case .right: "right"
        case .wrong: "wrong"
        case .revealed: "revealed"
        case .skipped: "skipped"
        case .setAside: "set_aside"
        case .noted: "noted"
        case .ignored: nil
        }
    }

    /// Decodes ``word``; nil if it is invalid.
    init?(word: String) {
        switch word {
        case "right": self = .right
        case "wrong": self = .wrong
        case "revealed": self = .revealed
        case "skipped": self = .skipped
        case "set_aside": self = .setAside
        case "noted": self = .noted
        default: return nil
        }
    }
}

extension RoundEvent.Action {
    /// The word in the database.
    var word: String {
        switch self {
        case .answer: "answer"
        case .skip: "skip"
        case .tip: "tip"
        case .replay: "replay"
        }
    }

    /// The name of the chosen answer.
    var chosen: String? {
        if case .answer(let name) = self { name } else { nil }
    }
}
