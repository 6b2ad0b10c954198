extension JSONParser {
    /// The line on which a value starts, from 1.
    ///
    /// - Parameters:
    ///   - steps: The path from the document to the value. If it does not exist completely, the
    ///     last existing value counts.
    ///   - bytes: The text; if it is invalid, the line of the error counts.
    /// - Returns: The line.
    /// - Complexity: Linear in the text; meant for error messages.
    package static func line(of steps: [JSONStep], in bytes: [UInt8]) -> Int {
        bytes.withUnsafeBytes { text in
            var parser = JSONParser(text)
            parser.skipSpace()
            var start = parser.position
            do throws(Failure) {
                for step in steps {
                    guard try parser.enter(step) else { break }
                    start = parser.position
                }
                return line(atByte: start, of: bytes)
            } catch {
                return line(atByte: error.offset, of: bytes)
            }
        }
    }

    /// The line of a byte, from 1; a byte beyond the text is on its last line.
    package static func line(atByte offset: Int, of bytes: [UInt8]) -> Int {
        1 + bytes.prefix(max(0, offset)).count { $0 == UInt8(ascii: "\n") }
    }

    /// Moves from the start of a value to the start of one inside it; returns whether it exists.
    private mutating func enter(_ step: JSONStep) throws(Failure) -> Bool {
        switch step {
        case .name(let name):
            guard take(UInt8(ascii: "{")) else { return false }
            skipSpace()
            while current == UInt8(ascii: "\"") {
                let found = try string()
                skipSpace()
                guard take(UInt8(ascii: ":")) else { return false }
                skipSpace()
                if found.hasSameUTF8(as: name) { return true }
                guard try skipToNext() else { return false }
            }
            return false
        case .index(let index):
            guard take(UInt8(ascii: "[")) else { return false }
            skipSpace()
            for _ in 0..<index {
                guard try skipToNext() else { return false }
            }
            return current != UInt8(ascii: "]")
        }
    }

    /// Moves from the start of an element to the start of the next; returns whether there is one.
    private mutating func skipToNext() throws(Failure) -> Bool {
        _ = try value()
        skipSpace()
        guard take(UInt8(ascii: ",")) else { return false }
        skipSpace()
        return true
    }
}
