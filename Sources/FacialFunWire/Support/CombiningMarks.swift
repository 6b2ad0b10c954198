/// Limits how many combining marks may stand behind one character of a text.
///
/// Real text has few: Vietnamese two, Hebrew with all its points and accents four, Tibetan stacks
/// about six. Hundreds of them cover the lines around, and every function that normalizes text takes
/// time that grows with the square of their number.
package enum CombiningMarks {
    /// The most marks in a row where people enter text.
    package static let maxInText = 8
    /// The most marks in a row in any text that is read at all: the limit of the Stream-Safe Text Format
    /// (Unicode Standard Annex 15, section 13).
    ///
    /// What keeps to it is normalized, compared and hashed in linear time, also by `String`.
    package static let maxInStream = 30

    /// The length of the longest run of marks.
    ///
    /// - Parameter text: The text.
    /// - Returns: The most code points in a row that combine with what stands before them.
    /// - Complexity: Linear in the text.
    package static func maxRun(in text: some StringProtocol) -> Int {
        // Below U+0300, whose first byte is 0xCC, there are none.
        guard text.utf8.contains(where: { $0 >= 0xCC }) else { return 0 }
        var (run, longest) = (0, 0)
        for scalar in text.unicodeScalars {
            run = isMark(scalar) ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// The problem with an entered text, as the end of a sentence that begins with its name; nil if
    /// it is valid.
    ///
    /// - Parameter text: The text.
    /// - Returns: Such as `has 12 combining marks in a row; at most 8 are taken, so remove some`.
    package static func problem(in text: some StringProtocol) -> String? {
        let run = maxRun(in: text)
        guard run > maxInText else { return nil }
        return "has \(run) combining marks in a row; at most \(maxInText) are taken, so remove some"
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
