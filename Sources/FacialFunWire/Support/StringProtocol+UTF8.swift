/// Bytewise comparison and truncation of untrusted text, in linear time for any content.
///
/// The operators and methods of `String` compare canonical equivalents, in time that grows with the
/// square of the number of combining marks per character: see ``UTF8Key``.
extension StringProtocol {
    /// Whether both have the same bytes.
    package func hasSameUTF8(as other: some StringProtocol) -> Bool {
        // The count of a native string is known, and nearly always decides.
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether both are equal except for the case of ASCII letters, as for names in protocols.
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

    /// Whether the text contains these bytes; always true for an empty part.
    ///
    /// - Complexity: At worst the product of both lengths; one of them should be short.
    package func containsUTF8(_ part: some StringProtocol) -> Bool {
        var rest = utf8[...]
        while rest.count >= part.utf8.count {
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Splits the text at an ASCII character.
    ///
    /// - Parameters:
    ///   - separator: The character, ASCII.
    ///   - omittingEmptySubsequences: Whether empty parts are left out.
    /// - Returns: The parts; a combining mark after a separator belongs to the next part.
    package func splitUTF8(
        separator: Unicode.Scalar, omittingEmptySubsequences: Bool = true
    ) -> [SubSequence] {
        let byte = UInt8(ascii: separator)
        return utf8.indices
            .split(omittingEmptySubsequences: omittingEmptySubsequences) { utf8[$0] == byte }
            .map { part in self[part.startIndex..<part.endIndex] }
    }

    /// The index of the first occurrence of an ASCII character; nil without one.
    package func firstUTF8Index(of character: Unicode.Scalar) -> Index? {
        utf8.firstIndex(of: UInt8(ascii: character))
    }

    /// The text with ASCII letters in lower case; other letters are unchanged.
    package var lowercasedASCII: String {
        String(decoding: utf8.map { lowerCase($0) }, as: UTF8.self)
    }

    /// The first code points of the text, followed by an ellipsis if there are more, for messages
    /// that quote input.
    ///
    /// Counting characters instead would include any number of combining marks.
    package func excerpt(_ count: Int = 60) -> String {
        let start = unicodeScalars.prefix(count)
        let text = String(String.UnicodeScalarView(start))
        return start.endIndex == unicodeScalars.endIndex ? text : text + "…"
    }
}

/// An ASCII letter in lower case; other bytes unchanged.
private func lowerCase(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}
