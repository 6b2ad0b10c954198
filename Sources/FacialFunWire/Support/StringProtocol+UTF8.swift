/// Bytewise comparison and truncation of untrusted text, in linear time for any content.
///
/// The operators and methods of `String` compare canonical equivalents, in time that grows with the
/// square of the combining marks behind a character: see ``UTF8Key``.
extension StringProtocol {
    /// Whether both have the same bytes.
    package func hasSameUTF8(as other: some StringProtocol) -> Bool {
        // The count of a native string costs nothing, and nearly always settles it.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether both are the same but for the case of ASCII letters, as names in protocols are compared.
    package func hasSameUTF8IgnoringASCIICase(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count
            && utf8.elementsEqual(other.utf8) { lowerCase($0) == lowerCase($1) }
    }

    /// Whether the text begins with these bytes.
    package func hasUTF8Prefix(_ prefix: some StringProtocol) -> Bool {
        utf8.starts(with: prefix.utf8)
    }

    /// Whether the text ends with these bytes.
    package func hasUTF8Suffix(_ suffix: some StringProtocol) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Whether these bytes are somewhere in the text; always for none.
    ///
    /// - Complexity: The product of both lengths at worst; one of them should be short.
    package func containsUTF8(_ part: some StringProtocol) -> Bool {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// The parts between the places where an ASCII character stands.
    ///
    /// - Parameters:
    ///   - separator: The character, ASCII.
    ///   - omittingEmptySubsequences: Whether empty parts are left out.
    /// - Returns: The parts; a combining mark behind a separator belongs to the part after it.
    package func splitUTF8(
        separator: Unicode.Scalar, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        let byte = UInt8(ascii: separator)
        return utf8.indices
            .split(omittingEmptySubsequences: omittingEmptySubsequences) { utf8[$0] == byte }
            .map { part in self[part.startIndex..<part.endIndex] }
    }

    /// The place of the first byte that is this ASCII character; nil without one.
    package func firstUTF8Index(of character: Unicode.Scalar) -> Index? {
        utf8.firstIndex(of: UInt8(ascii: character))
    }

    /// The text with its ASCII letters in lower case; others are left alone.
    package var lowercasedASCII: String {
        String(decoding: utf8.map { lowerCase($0) }, as: UTF8.self)
    }

    /// The first so many code points, and an ellipsis where there are more, for a message that quotes what
    /// was sent.
    ///
    /// The first so many characters would be as long as their combining marks make them.
    package func excerpt(_ count: Int = 60) -> String {
        let start = unicodeScalars.prefix(count)
        let text = String(String.UnicodeScalarView(start))
        return start.endIndex == unicodeScalars.endIndex ? text : text + "…"
    }
}

/// A letter in lower case where it is ASCII; any other byte as it is.
private func lowerCase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}
