/// Serialization; objects keep the order of their members.
///
/// Numbers are written as in Swift's descriptions: the shortest text that is parsed to the same
/// bits. Two texts are therefore equal only if the bits are.
extension JSONValue {
    /// The text on one line.
    package var compactText: String {
        var text = ""
        write(to: &text, indentation: nil)
        return text
    }

    /// The text on several lines, members and elements indented by two spaces per level.
    ///
    /// - Parameter level: The level of the value itself; its first line is not indented.
    /// - Returns: The text, without a final line break.
    package func indentedText(level: Int = 0) -> String {
        var text = ""
        write(to: &text, indentation: level)
        return text
    }

    private func write(to text: inout String, indentation: Int?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += "\(value)"
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .float(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.write(value, to: &text)
        case .array(let elements):
            Self.write(elements, in: ("[", "]"), to: &text, indentation) { element, text, inner in
                element.write(to: &text, indentation: inner)
            }
        case .members(let members):
            Self.write(members, in: ("{", "}"), to: &text, indentation) { member, text, inner in
                Self.write(member.name, to: &text)
                text += indentation == nil ? ":" : ": "
                member.value.write(to: &text, indentation: inner)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part], in brackets: (String, String), to text: inout String, _ indentation: Int?,
        part writePart: (Part, inout String, Int?) -> Void
    ) {
        let inner = indentation.map { $0 + 1 }
        func newLine(_ level: Int?) -> String {
            level.map { "\n" + String(repeating: "  ", count: $0) } ?? ""
        }
        text += brackets.0
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            text += newLine(inner)
            writePart(part, &text, inner)
        }
        if !parts.isEmpty { text += newLine(indentation) }
        text += brackets.1
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where SafeText.isUnsafe(scalar):
                // Escapes control characters of terminals, too; parsers get the same string.
                for unit in String(scalar).utf16 {
                    text += "\\u" + SafeText.hexadecimal(UInt32(unit), digits: 4)
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
