import FamilyText
import Foundation
import TrainerRules

/// A password as it is compared.
enum Password {
    /// More than the longest password of the widest characters has; what is beyond is not looked at.
    static let mostBytes = 128 * 32

    /// The password in Unicode's form KC, so that it is the same from every keyboard; nil where it is
    /// too long to be one.
    static func normalised(_ typed: String) -> String? {
        guard typed.utf8.count <= mostBytes, !CombiningMarks.exceedLimit(in: typed) else {
            return nil
        }
        return typed.precomposedStringWithCompatibilityMapping
    }

    /// Whether a password holds what no keyboard types and nobody sees.
    ///
    /// That is control characters, line breaks, marks that turn the direction of writing or hide.
    /// Copied along by accident, they would shut out whoever types the password the next time.
    static func hasHidden(_ password: String) -> Bool {
        password.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            // Joiners are typed in Persian and Indian writing; joiners and tags make up emoji.
            case .format:
                scalar != "\u{200C}" && scalar != "\u{200D}"
                    && !("\u{E0020}"..."\u{E007F}").contains(scalar)
            default: false
            }
        }
    }

    /// Whether a password is the username, the email or the name, forwards or backwards.
    static func isMade(_ password: String, of words: [String]) -> Bool {
        let folded = password.lowercased()
        return words.flatMap { word in
            let folded = word.lowercased()
            return [folded, folded.replacing(" ", with: ""), String(folded.prefix { $0 != "@" })]
        }.contains { $0 == folded || String($0.reversed()) == folded }
    }
}
