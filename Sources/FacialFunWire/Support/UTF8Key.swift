/// A string that is compared, ordered and hashed by its UTF-8 bytes, as a key for untrusted text.
///
/// `String` treats canonically equivalent texts as equal. Its equality and hashing normalize the
/// texts and sort the combining marks of each character, in time that grows with the square of
/// their number: 60 KB of marks in a request, a file or an argument take seconds. Bytes are
/// compared in linear time. Two spellings of `é` are different keys.
///
/// For single comparisons see ``Swift/StringProtocol/hasSameUTF8(as:)`` and related functions.
package struct UTF8Key: Hashable, Comparable, Sendable {
    /// The string.
    package let text: String

    /// Creates a key from a string.
    package init(_ text: some StringProtocol) { self.text = String(text) }

    /// Whether both have the same bytes.
    package static func == (one: UTF8Key, other: UTF8Key) -> Bool {
        one.text.hasSameUTF8(as: other.text)
    }

    /// Orders by bytes, which is the order of the code points.
    package static func < (one: UTF8Key, other: UTF8Key) -> Bool {
        one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) {
        // 0xFF never occurs in UTF-8 and terminates the text.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(UInt8(0xFF))
    }
}

extension UTF8Key: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a key from a literal.
    package init(stringLiteral text: String) { self.init(text) }

    /// The string itself.
    package var description: String { text }
}
