/// A pixel format's four-character code, as in Video4Linux.
package struct FourCC: Hashable, Sendable, CustomStringConvertible {
    /// The code; its first character is the lowest byte.
    package let value: UInt32

    /// Creates a code from its number.
    package init(_ value: UInt32) { self.value = value }

    /// The four characters.
    ///
    /// Unprintable ones become question marks. The highest bit, which marks big-endian formats, is
    /// ignored.
    package var description: String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { index in
                    let byte = UInt8(truncatingIfNeeded: value >> (8 * index)) & 0x7F
                    return byte > 0x20 && byte < 0x7F ? Unicode.Scalar(byte) : "?"
                }))
    }
}
