import FamilyText
import Foundation

/// A normalized password, ready for comparison.
enum Password {
    /// An upper bound for the bytes of the longest password; longer input is rejected unread.
    static let mostBytes = 128 * 32

    /// The password in Unicode's form KC, which does not depend on the keyboard; nil if it is too
    /// long.
    static func normalised(_ typed: String) -> String? {
        guard typed.utf8.count <= mostBytes, !CombiningMarks.isLimitExceeded(in: typed) else {
            return nil
        }
        return typed.precomposedStringWithCompatibilityMapping
    }

    /// Whether a password contains characters that cannot be typed or seen: control characters,
    /// line breaks, bidirectional or invisible formatting.
    ///
    /// A user who pasted such a password could not type it later.
    static func hasHidden(_ password: String) -> Bool {
        password.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            // Persian and Indian scripts contain joiners; emoji contain joiners and tags.
            case .format:
                scalar != "\u{200C}" && scalar != "\u{200D}"
                    && !("\u{E0020}"..."\u{E007F}").contains(scalar)
            default: false
            }
        }
    }

    /// Whether a password equals the username, the email or the name, forwards or backwards.
    static func isMade(_ password: String, of words: [String]) -> Bool {
        let folded = password.lowercased()
        return words.flatMap { word in
            let folded = word.lowercased()
            return [folded, folded.replacing(" ", with: ""), String(folded.prefix { $0 != "@" })]
        }.contains { $0 == folded || String($0.reversed()) == folded }
    }
}
