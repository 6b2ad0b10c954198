/// A string that is compared, ordered and hashed by its UTF-8 bytes: the key of dictionaries and sets of
/// text from outside.
///
/// `String` treats canonically equivalent texts as equal. To find out, its equality and its hashing
/// normalize both sides, and sort the combining marks behind each character: the time grows with the
/// square of their number, so that 60 KB of marks in a request, a file or an argument take seconds.
/// Bytes are compared in linear time. Two spellings of `é` are different keys.
///
/// For single comparisons see ``Swift/StringProtocol/hasSameUTF8(as:)`` and its neighbors.
package struct UTF8Key: Hashable, Comparable, Sendable {
    /// The string.
    package let text: String

    /// Takes a string.
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
        // No byte of UTF-8 is 0xFF: it ends the text.
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
        hasher.combine(UInt8(0xFF))
    }
}

extension UTF8Key: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes a literal.
    package init(stringLiteral text: String) { self.init(text) }

    /// The string itself.
    package var description: String { text }
}
