/// The order of names in which runs of digits count as numbers: `2.jpg` before `10.jpg`.
///
/// Other bytes are compared as they are, so the order does not depend on a language. Names that
/// differ only in leading zeros are ordered by bytes, which makes the order total.
package enum NaturalOrder {
    /// Whether a name precedes another; linear in their lengths.
    package static func precedes(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        var (left, right) = (one[...], other[...])
        while let a = left.first, let b = right.first {
            if isDigit(a), isDigit(b) {
                let (first, second) = (takeNumber(from: &left), takeNumber(from: &right))
                if first.count != second.count { return first.count < second.count }
                if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
            } else {
                if a != b { return a < b }
                left.removeFirst()
                right.removeFirst()
            }
        }
        if left.isEmpty != right.isEmpty { return left.isEmpty }
        return one.lexicographicallyPrecedes(other)
    }

    /// Removes the digits at the beginning; returns them without leading zeros.
    private static func takeNumber(from name: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = name.prefix(while: isDigit)
        name = name.dropFirst(digits.count)
        return digits.drop(while: { $0 == UInt8(ascii: "0") })
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
