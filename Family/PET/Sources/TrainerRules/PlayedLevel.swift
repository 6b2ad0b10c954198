/// The questions that a round uses.
public enum PlayedLevel: Hashable, Codable, Sendable, CustomStringConvertible {
    /// Standard questions of a level, 1 (easiest) to 5.
    case standard(Int)
    /// The player's own questions.
    case questionBank

    /// `1`…`5` or `bank`: the form in addresses and in the database.
    public var description: String {
        switch self {
        case .standard(let number): "\(number)"
        case .questionBank: "bank"
        }
    }

    /// Parses ``description``; nil if it is invalid.
    public init?(_ text: String) {
        if text == "bank" {
            self = .questionBank
        } else if text.count == 1, let number = Int(text), (1...5).contains(number) {
            self = .standard(number)
        } else {
            return nil
        }
    }
}
