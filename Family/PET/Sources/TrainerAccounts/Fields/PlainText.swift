import FamilyText
import Foundation
import TrainerRules

/// One line of text as a person types it.
public enum PlainText {
    /// The line in Unicode's form C, without blanks around it and with single blanks in it.
    ///
    /// Nil where it holds what nobody types on purpose: control characters, line breaks, marks that
    /// turn the direction of writing or are not to be seen; or where it is far longer than `most`
    /// characters, so that nothing is spent on it.
    public static func line(_ typed: String, most: Int) -> String? {
        // A character may have many scalars (a family of emoji has 7, of 25 bytes), not any number.
        guard typed.utf8.count <= most * 32 + 256, !CombiningMarks.exceedLimit(in: typed) else {
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

    /// A text of several lines in Unicode's form C, without blanks around it and at the lines' ends,
    /// with at most one empty line between two.
    ///
    /// Nil where it holds what nobody types on purpose, as for a line, or where it has more than `most`
    /// characters.
    static func lines(_ typed: String, most: Int) -> String? {
        guard typed.utf8.count <= most * 32 + 256, !CombiningMarks.exceedLimit(in: typed) else {
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

    /// Whether a whole text matches a pattern; true where there is none.
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
            // Joiners are part of Persian and Indian writing and of emoji; the others turn the
            // direction or hide.
            scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
