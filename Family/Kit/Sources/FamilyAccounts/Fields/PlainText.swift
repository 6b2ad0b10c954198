import FamilyText
import Foundation

/// One line of text as a person types it.
public enum PlainText {
    /// A line in Unicode's form C, trimmed, with single spaces.
    ///
    /// Nil if it contains characters that users do not type on purpose (control characters, line
    /// breaks, bidirectional or invisible formatting), or is much longer than `most` characters, so
    /// that no time is spent on it.
    public static func line(_ typed: String, most: Int) -> String? {
        // One visible character may consist of several scalars (a family emoji has 7, in 25 bytes),
        // but not of arbitrarily many.
        guard typed.utf8.count <= most * 32 + 256, !CombiningMarks.isLimitExceeded(in: typed) else {
            return nil
        }
        let form = typed.precomposedStringWithCanonicalMapping
        let blanks = CharacterSet.whitespaces
        let words = form.components(separatedBy: blanks).filter { !$0.isEmpty }
        let line = words.joined(separator: " ")
        guard line.unicodeScalars.allSatisfy(isPlain),
            line.allSatisfy({ $0.unicodeScalars.count <= 16 })
        else { return nil }
        return line
    }

    /// A text of several lines in Unicode's form C: lines are trimmed, and consecutive empty lines
    /// become one.
    ///
    /// Nil if it contains characters that users do not type on purpose, as for a line, or has more
    /// than `most` characters.
    package static func lines(_ typed: String, most: Int) -> String? {
        guard typed.utf8.count <= most * 32 + 256, !CombiningMarks.isLimitExceeded(in: typed) else {
            return nil
        }
        var lines: [String] = []
        for line in typed.replacing("\r\n", with: "\n").split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" })
        {
            guard let line = self.line(String(line), most: most) else { return nil }
            if line.isEmpty, lines.last?.isEmpty ?? true { continue }
            lines.append(line)
        }
        if lines.last?.isEmpty == true { lines.removeLast() }
        let text = lines.joined(separator: "\n")
        return text.count <= most ? text : nil
    }

    /// Whether a pattern matches the whole text; true without a pattern.
    static func matches(_ text: String, _ pattern: String?) -> Bool {
        guard let pattern else { return true }
        return text.range(of: "^(?:\(pattern))$", options: .regularExpression) == text
            .startIndex..<text.endIndex
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            false
        case .format:
            // Persian and Indian scripts and emoji contain joiners; the other format characters
            // change the direction of text or are invisible.
            scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
