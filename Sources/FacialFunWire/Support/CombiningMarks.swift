/// Limits the number of combining marks per character.
///
/// Real text has few: Vietnamese two, Hebrew with all its points and accents four, Tibetan stacks
/// about six. Hundreds of them cover adjacent lines, and every function that normalizes text takes
/// time that grows with the square of their number.
package enum CombiningMarks {
    /// Maximum number of consecutive marks in text entered by people.
    package static let maxInText = 8
    /// Maximum number of consecutive marks in any text: the limit of the Stream-Safe Text Format
    /// (Unicode Standard Annex 15, section 13).
    ///
    /// Text within this limit is normalized, compared and hashed in linear time, also by `String`.
    package static let maxInStream = 30

    /// The length of the longest run of marks.
    ///
    /// - Parameter text: The text.
    /// - Returns: Maximum number of consecutive code points that combine with the preceding
    ///   character.
    /// - Complexity: Linear in the text.
    package static func maxRun(in text: some StringProtocol) -> Int {
        // There are no marks below U+0300, whose first byte is 0xCC.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return 0 }
        var (run, longest) = (0, 0)
        for scalar in text.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// The problem of an entered text, as the end of a sentence that starts with its name; nil if
    /// it is valid.
    ///
    /// - Parameter text: The text.
    /// - Returns: For example `has 12 combining marks in a row; at most 8 are allowed`.
    package static func problem(in text: some StringProtocol) -> String? {
        let run = maxRun(in: text)
        guard run > maxInText else { return nil }
        return "has \(run) combining marks in a row; at most \(maxInText) are allowed"
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        if scalar.properties.canonicalCombiningClass != .notReordered { return true }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }
}
