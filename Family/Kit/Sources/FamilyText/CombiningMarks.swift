/// A limit on runs of combining marks, such as the accents that follow a letter.
///
/// Comparing or hashing a `String` normalizes it, which sorts every run of marks. A run of n marks
/// in mixed order takes O(n²) time. Written languages need four or five marks in a row; longer runs
/// are a denial-of-service attack. Untrusted bytes are checked before any of them is compared as
/// text.
package enum CombiningMarks {
    /// Maximum accepted length of a run.
    package static let longestRun = 8

    /// The escapes that bytes may use for characters, in addition to plain UTF-8.
    package enum Escaping: Sendable {
        /// No escapes.
        case none
        /// `\u0301`, as in JSON.
        case json
        /// `%CC%81`, as in addresses and forms.
        case percent
    }

    /// Whether a text has a run longer than ``longestRun``.
    ///
    /// - Complexity: O(n); nothing is normalized.
    package static func isLimitExceeded(in text: String) -> Bool {
        isLimitExceeded(in: text.utf8, escaping: .none)
    }

    /// Whether bytes spell a run longer than ``longestRun``.
    ///
    /// Invalid UTF-8 is skipped and does not end a run.
    ///
    /// - Complexity: O(n).
    package static func isLimitExceeded(
        in bytes: some Sequence<UInt8>, escaping: Escaping
    ) -> Bool {
        var scanner = MarkScanner(escaping)
        for byte in bytes {
            scanner.take(byte)
            if scanner.run > longestRun { return true }
        }
        return false
    }

    /// Whether bytes may be UTF-16 or UTF-32, in which ``isLimitExceeded(in:escaping:)`` sees no
    /// marks.
    ///
    /// `JSONDecoder` detects and reads both. Each of their ASCII characters contains a zero byte,
    /// which text in UTF-8 does not contain.
    package static func mayBeHidden(in bytes: some Sequence<UInt8>) -> Bool { bytes.contains(0) }

    /// The same bytes, with longer runs cut to ``longestRun`` + 1 marks.
    ///
    /// The result is fast to compare, and its runs are still too long, so that validation can
    /// reject the field by name.
    ///
    /// - Complexity: O(n).
    package static func shortened(
        _ bytes: some Sequence<UInt8>, escaping: Escaping
    ) -> [UInt8] {
        var scanner = MarkScanner(escaping)
        var kept: [UInt8] = []
        var start = 0
        for byte in bytes {
            if scanner.isBetweenCharacters { start = kept.count }
            kept.append(byte)
            scanner.take(byte)
            if scanner.run > longestRun + 1 {
                kept.removeLast(kept.count - start)
                scanner.run = longestRun + 1
            }
        }
        return kept
    }
}

/// Decodes bytes one by one and counts the marks of the current run.
private struct MarkScanner {
    /// The current position within an escape.
    private enum Escape {
        case none, backslash
        case digits(UInt32, left: Int)
    }

    /// The length of the current run.
    var run = 0
    private let escaping: CombiningMarks.Escaping
    private var escape = Escape.none
    private var value: UInt32 = 0
    /// The number of bytes missing from the current scalar.
    private var missing = 0
    /// The first half of a UTF-16 surrogate pair.
    private var highSurrogate: UInt32?

    init(_ escaping: CombiningMarks.Escaping) { self.escaping = escaping }

    /// Whether the next byte starts a new character.
    var isBetweenCharacters: Bool {
        guard case .none = escape else { return false }
        return missing == 0 && highSurrogate == nil
    }

    mutating func take(_ byte: UInt8) {
        switch escape {
        case .none:
            switch (escaping, byte) {
            case (.json, UInt8(ascii: "\\")): escape = .backslash
            case (.percent, UInt8(ascii: "%")): escape = .digits(0, left: 2)
            default: decode(byte)
            }
        case .backslash where byte == UInt8(ascii: "u"): escape = .digits(0, left: 4)
        case .backslash:
            run = 0
            escape = .none
        case .digits(let value, let left):
            guard let digit = Self.hexadecimal(byte) else {
                run = 0
                escape = .none
                return
            }
            let value = value << 4 | UInt32(digit)
            escape = left > 1 ? .digits(value, left: left - 1) : .none
            guard left == 1 else { return }
            if escaping == .percent {
                decode(UInt8(truncatingIfNeeded: value))
            } else {
                decode(codeUnit: value)
            }
        }
    }

    private mutating func decode(_ byte: UInt8) {
        switch byte {
        case 0..<0x80:
            missing = 0
            highSurrogate = nil
            run = 0
        case 0x80..<0xC0:
            guard missing > 0 else { return }
            value = value << 6 | UInt32(byte & 0x3F)
            missing -= 1
            if missing == 0 { count(value) }
        case 0xC0..<0xE0: (value, missing) = (UInt32(byte & 0x1F), 1)
        case 0xE0..<0xF0: (value, missing) = (UInt32(byte & 0x0F), 2)
        case 0xF0..<0xF8: (value, missing) = (UInt32(byte & 0x07), 3)
        default: missing = 0
        }
    }

    private mutating func decode(codeUnit: UInt32) {
        missing = 0
        if (0xD800..<0xDC00).contains(codeUnit) {
            highSurrogate = codeUnit
        } else if (0xDC00..<0xE000).contains(codeUnit), let high = highSurrogate {
            count(0x10000 + (high - 0xD800) << 10 + (codeUnit - 0xDC00))
        } else {
            count(codeUnit)
        }
    }

    private mutating func count(_ value: UInt32) {
        highSurrogate = nil
        // The first combining mark is U+0300.
        guard value >= 0x300, let scalar = Unicode.Scalar(value) else {
            run = 0
            return
        }
        run = Self.isMark(scalar) ? run + 1 : 0
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
