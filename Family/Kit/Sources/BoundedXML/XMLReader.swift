import FamilyText

/// Reads XML 1.0 in UTF-8 within limits.
///
/// Rejects document types. Knows only the five predefined entities and never loads external ones.
package struct XMLReader {
    private let bytes: [UInt8]
    private let limits: XMLLimits
    private var position = 0
    private var nodes = 0

    /// Reads a document and returns its root.
    package static func read(
        _ bytes: [UInt8], limits: XMLLimits = XMLLimits()
    ) throws(XMLProblem) -> XMLNode {
        guard bytes.count <= limits.bytes else {
            throw XMLProblem(
                description: "the document is larger than \(limits.bytes) bytes", offset: 0)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw XMLProblem(description: "the document is not UTF-8", offset: 0)
        }
        var reader = XMLReader(bytes: bytes, limits: limits)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        try reader.skipBetweenElements()
        let root = try reader.element(depth: 1, scope: ["xml": xmlNamespace])
        try reader.skipBetweenElements()
        guard reader.position == bytes.count else {
            throw reader.problem("text after the last element")
        }
        return root
    }

    private static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    private init(bytes: [UInt8], limits: XMLLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    private func problem(_ description: String) -> XMLProblem {
        XMLProblem(description: description, offset: position)
    }

    // MARK: - Elements

    private mutating func element(
        depth: Int, scope outer: [String: String]
    ) throws(XMLProblem) -> XMLNode {
        guard depth <= limits.depth else {
            throw problem("more than \(limits.depth) elements within each other")
        }
        nodes += 1
        guard nodes <= limits.nodes else { throw problem("more than \(limits.nodes) elements") }
        try expect("<")
        let tag = try name()
        let attributes = try attributes()
        var scope = outer
        for (key, value) in attributes {
            if key == "xmlns" { scope[""] = value }
            if key.hasPrefix("xmlns:") { scope[String(key.dropFirst(6))] = value }
        }
        let (namespace, local) = try resolved(tag, scope)
        var node = XMLNode(namespace: namespace, name: local)
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            node.attributes[key] = value
        }
        if consume("/>") { return node }
        try expect(">")
        try content(of: &node, depth: depth, scope: scope)
        guard try name() == tag else { throw problem("an element is closed by another name") }
        skipSpace()
        try expect(">")
        return node
    }

    /// Reads up to and including `</`.
    private mutating func content(
        of node: inout XMLNode, depth: Int, scope: [String: String]
    ) throws(XMLProblem) {
        var text: [UInt8] = []
        while true {
            guard position < bytes.count else { throw problem("the document ends too early") }
            if bytes[position] == UInt8(ascii: "<"), consume("</") { break }
            if consume("<!--") {
                try skip(past: "-->")
            } else if consume("<![CDATA[") {
                let start = position
                try skip(past: "]]>")
                text += bytes[start..<(position - 3)]
            } else if consume("<?") {
                try skip(past: "?>")
            } else if bytes[position] == UInt8(ascii: "<") {
                node.children.append(try element(depth: depth + 1, scope: scope))
            } else if bytes[position] == UInt8(ascii: "&") {
                text += try reference()
            } else {
                let end =
                    bytes[position...].firstIndex {
                        $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&")
                    }
                    ?? bytes.count
                text += bytes[position..<end]
                position = end
            }
        }
        // Character references can spell combining marks, too.
        if CombiningMarks.isLimitExceeded(in: text, escaping: .none) {
            text = CombiningMarks.shortened(text, escaping: .none)
        }
        node.text = String(decoding: text, as: UTF8.self)
    }

    private mutating func attributes() throws(XMLProblem) -> [(String, String)] {
        var attributes: [(String, String)] = []
        while true {
            let hadSpace = skipSpace()
            guard position < bytes.count else { throw problem("the document ends too early") }
            if bytes[position] == UInt8(ascii: ">") || bytes[position] == UInt8(ascii: "/") {
                return attributes
            }
            guard hadSpace else { throw problem("expected a space before an attribute") }
            guard attributes.count < limits.attributes else {
                throw problem("more than \(limits.attributes) attributes")
            }
            let key = try name()
            skipSpace()
            try expect("=")
            skipSpace()
            let value = try quoted()
            guard !attributes.contains(where: { $0.0 == key }) else {
                throw problem("duplicate attribute")
            }
            attributes.append((key, value))
        }
    }

    private mutating func quoted() throws(XMLProblem) -> String {
        guard position < bytes.count else { throw problem("the document ends too early") }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw problem("expected a quotation mark")
        }
        position += 1
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            guard bytes[position] != UInt8(ascii: "<") else { throw problem("< in an attribute") }
            if bytes[position] == UInt8(ascii: "&") {
                text += try reference()
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        guard position < bytes.count else { throw problem("the document ends too early") }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    private func resolved(
        _ tag: String, _ scope: [String: String]
    ) throws(XMLProblem) -> (namespace: String, name: String) {
        guard let colon = tag.firstIndex(of: ":") else { return (scope[""] ?? "", tag) }
        guard let namespace = scope[String(tag[..<colon])] else {
            throw problem("unknown namespace prefix")
        }
        return (namespace, String(tag[tag.index(after: colon)...]))
    }

    // MARK: - Tokens

    /// Reads one of the five predefined entities or a character reference.
    private mutating func reference() throws(XMLProblem) -> [UInt8] {
        let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw problem("an entity without its end") }
        let entity = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        let text: String
        switch entity {
        case "lt": text = "<"
        case "gt": text = ">"
        case "amp": text = "&"
        case "quot": text = "\""
        case "apos": text = "'"
        default:
            let value =
                entity.hasPrefix("#x")
                ? UInt32(entity.dropFirst(2), radix: 16)
                : entity.hasPrefix("#") ? UInt32(entity.dropFirst()) : nil
            guard let value, value >= 0x20 || [9, 10, 13].contains(value),
                let scalar = Unicode.Scalar(value)
            else { throw problem("an entity that XML does not define") }
            text = String(Character(scalar))
        }
        position = end + 1
        return Array(text.utf8)
    }

    private mutating func name() throws(XMLProblem) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard position > start, position - start <= 200 else { throw problem("expected a name") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default:
            byte == UInt8(ascii: ":") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }

    private mutating func skipBetweenElements() throws(XMLProblem) {
        while true {
            skipSpace()
            if consume("<?") {
                try skip(past: "?>")
            } else if consume("<!--") {
                try skip(past: "-->")
            } else if consume("<!") {
                throw problem("a document type, which is not accepted")
            } else {
                return
            }
        }
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, [9, 10, 13, 32].contains(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func skip(past mark: StaticString) throws(XMLProblem) {
        while position < bytes.count {
            if consume(mark) { return }
            position += 1
        }
        throw problem("the document ends too early")
    }

    private mutating func expect(_ mark: StaticString) throws(XMLProblem) {
        guard consume(mark) else { throw problem("expected \(mark)") }
    }

    private mutating func consume(_ mark: StaticString) -> Bool {
        guard mark.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else { return false }
        position += mark.utf8CodeUnitCount
        return true
    }
}
