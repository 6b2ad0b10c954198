/// A pixel format's four-character code, as Video4Linux writes it.
package struct FourCC: Hashable, Sendable, CustomStringConvertible {
    /// The code; its first character is the lowest byte.
    package let value: UInt32

    /// Takes a code.
    package init(_ value: UInt32) { self.value = value }

    /// The four characters.
    ///
    /// One that cannot be printed is a question mark. The highest bit, which marks big-endian formats,
    /// is left out.
    package var description: String {
        String(
            String.UnicodeScalarView(
                (0..<4).map { place in
                    let byte = UInt8(truncatingIfNeeded: value >> (8 * place)) & 0x7F
                    return byte > 0x20 && byte < 0x7F ? Unicode.Scalar(byte) : "?"
                }))
    }
}
