/// Parses JSON text (RFC 8259) strictly: UTF-8, no duplicate keys, nothing after the value, at most
/// 64 levels deep, and at most ``CombiningMarks/maxInStream`` consecutive combining marks.
///
/// Keys are compared by their bytes.
package struct JSONParser {
    /// Reason why a text was rejected.
    package struct Failure: Error, Hashable, Sendable {
        /// The problem, worded for the middle of a sentence.
        package let message: String
        /// The offset of the problem, counted from the start of the parsed part.
        package let offset: Int
    }

    private static let deepest = 64
    let text: UnsafeRawBufferPointer
    var position = 0
    private var depth = 0

    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// Parses a whole text.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the text.
    ///   - range: The range of the text; nil for all bytes.
    /// - Returns: The value.
    /// - Throws: The first error.
    package static func parse(
        _ bytes: [UInt8], in range: Range<Int>? = nil
    ) throws(Failure) -> JSONValue {
        // A result carries the error, because `withUnsafeBytes` of an array does not support typed
        // errors.
        let result = bytes.withUnsafeBytes { all in
            Result { () throws(Failure) in
                try parse(UnsafeRawBufferPointer(rebasing: all[range ?? 0..<all.count]))
            }
        }
        return try result.get()
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> JSONValue {
        var parser = JSONParser(bytes)
        parser.skipSpace()
        let value = try parser.value()
        parser.skipSpace()
        guard parser.position == bytes.count else {
            throw parser.failure("unexpected text after the value")
        }
        return value
    }

    func failure(_ message: String) -> Failure {
        Failure(message: message, offset: position)
    }

    var current: UInt8? { position < text.count ? text[position] : nil }

    mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        return true
    }

    mutating func value() throws(Failure) -> JSONValue {
        guard let byte = current else { throw failure("the text ends too early") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { parser throws(Failure) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(Failure) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw failure("expected a value")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(Failure) -> JSONValue
    ) throws(Failure) -> JSONValue {
        guard depth < Self.deepest else { throw failure("nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        position += 1
        skipSpace()
        return try body(&self)
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(Failure) -> JSONValue {
        let matches = word.withUTF8Buffer { letters in
            text.count - position >= letters.count
                && letters.indices.allSatisfy { letters[$0] == text[position + $0] }
        }
        guard matches else { throw failure("an unknown word; expected true, false or null") }
        position += word.utf8CodeUnitCount
        return value
    }

    private mutating func object() throws(Failure) -> JSONValue {
        var members: [JSONMember] = []
        // Small objects are compared one by one, because a set would cost more.
        var names: Set<UTF8Key> = []
        if take(UInt8(ascii: "}")) { return .members(members) }
        while true {
            guard current == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
            let name = try string()
            if members.count == 16 { names = Set(members.map { UTF8Key($0.name) }) }
            let repeated =
                members.count < 16
                ? members.contains { $0.name.hasSameUTF8(as: name) }
                : !names.insert(UTF8Key(name)).inserted
            guard !repeated else {
                throw failure("duplicate key \"\(printable(name))\"")
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure("expected a colon after the name") }
            skipSpace()
            members.append(JSONMember(name: name, value: try value()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .members(members) }
            guard take(UInt8(ascii: ",")) else { throw failure("expected a comma or }") }
            skipSpace()
        }
    }

    private mutating func array() throws(Failure) -> JSONValue {
        var elements: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { throw failure("expected a comma or ]") }
            skipSpace()
        }
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            position += 1
        }
        return position - start
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let leadingZero = current == UInt8(ascii: "0")
        let digits = skipDigits()
        guard digits > 0, !(leadingZero && digits > 1) else { throw failure("not a number") }
        var whole = true
        if take(UInt8(ascii: ".")) {
            whole = false
            guard skipDigits() > 0 else { throw failure("expected digits after the decimal point") }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            whole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard skipDigits() > 0 else { throw failure("expected digits in the exponent") }
        }
        if whole, let integer = integer(start..<position) { return .integer(integer) }
        let literal = String(decoding: text[start..<position], as: UTF8.self)
        guard let number = Double(literal), number.isFinite else {
            throw failure("a number out of range")
        }
        return .number(number)
    }

    /// The number of a range of digits; `nil` if it does not fit 64 bits.
    private func integer(_ range: Range<Int>) -> Int? {
        let negative = text[range.lowerBound] == UInt8(ascii: "-")
        var number = 0
        for byte in text[range].dropFirst(negative ? 1 : 0) {
            let digit = Int(byte - UInt8(ascii: "0"))
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let (next, overflows) =
                negative
                ? shifted.subtractingReportingOverflow(digit)
                : shifted.addingReportingOverflow(digit)
            guard !overflow, !overflows else { return nil }
            number = next
        }
        return number
    }

    mutating func string() throws(Failure) -> String {
        position += 1
        // Most strings have no escapes and are copied unchanged.
        var end = position
        while end < text.count, text[end] >= 0x20, text[end] != UInt8(ascii: "\""),
            text[end] != UInt8(ascii: "\\")
        {
            end += 1
        }
        let plain = UnsafeRawBufferPointer(rebasing: text[position..<end])
        position = end
        if take(UInt8(ascii: "\"")) {
            return try text(plain)
        }
        var bytes = Array(plain)
        while true {
            guard let byte = current else { throw failure("an unterminated string") }
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(bytes)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: try escape())
            case 0..<0x20: throw failure("a control character in a string")
            default: bytes.append(byte)
            }
        }
    }

    /// The text of a string's bytes.
    private func text(_ bytes: some Collection<UInt8>) throws(Failure) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw failure("a string with invalid UTF-8")
        }
        guard CombiningMarks.maxRun(in: text) <= CombiningMarks.maxInStream else {
            throw failure(
                "a string with more than \(CombiningMarks.maxInStream) combining marks in a row")
        }
        return text
    }

    private mutating func escape() throws(Failure) -> [UInt8] {
        guard let byte = current else { throw failure("an unterminated string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var code = try fourHexDigits()
            if 0xD800..<0xDC00 ~= code {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
                    throw failure("an unpaired surrogate")
                }
                let low = try fourHexDigits()
                guard 0xDC00..<0xE000 ~= low else { throw failure("an unpaired surrogate") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw failure("an unpaired surrogate") }
            return Array(String(Character(scalar)).utf8)
        default: throw failure("an invalid escape sequence")
        }
    }

    private mutating func fourHexDigits() throws(Failure) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw failure("expected four hexadecimal digits after \\u") }
            code = code << 4 + UInt32(digit)
            position += 1
        }
        return code
    }
}
