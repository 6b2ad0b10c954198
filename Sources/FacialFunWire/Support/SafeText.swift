/// Makes untrusted text safe to print: no control characters for the terminal, on one line.
package enum SafeText {
    /// Text of bytes that should be UTF-8.
    ///
    /// Invalid bytes become `\xNN`, control and invisible formatting characters `\u{NNNN}`
    /// (newline, tab and carriage return `\n`, `\t`, `\r`), and backslashes are doubled, which
    /// keeps the result unambiguous.
    package static func escaped(_ bytes: [UInt8]) -> String {
        var result = ""
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var index = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                index += encoded.count
                append(Unicode.UTF8.decode(encoded), to: &result)
            case .error(let length):
                for byte in bytes[index..<(index + length)] {
                    result += "\\x" + hexadecimal(UInt32(byte), digits: 2)
                }
                index += length
            case .emptyInput:
                return result
            }
        }
    }

    /// The text without control characters for the terminal.
    package static func escaped(_ text: String) -> String { escaped(Array(text.utf8)) }

    /// Our own message, which may quote untrusted names: control characters become blanks.
    package static func oneLine(_ message: String) -> String {
        message.unicodeScalars.map { isUnsafe($0) ? " " : String($0) }.joined()
    }

    /// Whether a character can affect the display of its surroundings.
    ///
    /// These are controls, invisible formatting (such as the marks for the writing direction) and
    /// line separators, but not the joiners that scripts and emoji need.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        if scalar.value == 0x200C || scalar.value == 0x200D { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    /// An upper-case hexadecimal number with leading zeros.
    package static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        switch scalar {
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where isUnsafe(scalar):
            result += "\\u{" + hexadecimal(scalar.value, digits: 4) + "}"
        default: result.unicodeScalars.append(scalar)
        }
    }
}
