/// The line numbers of the values of a JSON text: JSONDecoder reports a path, people look for a
/// line.
///
/// Expects text that a JSON parser has accepted; for other text the result is partial.
struct TextPlaces {
    /// One key or index of the path to a value.
    enum Step: Hashable {
        case name(String)
        case index(Int)
    }

    /// The line on which each value begins, from 1.
    private(set) var lines: [[Step]: Int] = [:]
    /// The duplicate keys of objects, with the path of the second one.
    private(set) var duplicates: [[Step]] = []

    /// The line of the first syntax error, if it can be found; nil if there is none.
    private(set) var brokenLine: Int?

    private let text: [UInt8]
    private var position = 0
    private var line = 1
    private static let deepest = 32

    /// Scans a text.
    ///
    /// - Complexity: linear in the length of the text, for moderate nesting.
    init(_ text: [UInt8]) {
        self.text = text
        if !walk([]) || next() != nil { brokenLine = line }
    }

    /// The line of a value, or of the nearest one around it.
    func line(of steps: [Step]) -> Int {
        var steps = steps
        while true {
            if let line = lines[steps] { return line }
            guard steps.popLast() != nil else { return 1 }
        }
    }

    /// Skips a value; false if the syntax is not understood.
    private mutating func walk(_ steps: [Step]) -> Bool {
        guard steps.count <= Self.deepest, let first = next() else { return false }
        lines[steps] = line
        switch first {
        case UInt8(ascii: "{"): return walkObject(steps)
        case UInt8(ascii: "["): return walkArray(steps)
        case UInt8(ascii: "\""): return string() != nil
        default:
            let start = position
            while position < text.count, !Self.ends(text[position]) { position += 1 }
            return position > start
        }
    }

    private mutating func walkObject(_ steps: [Step]) -> Bool {
        position += 1
        var names: Set<String> = []
        if next() == UInt8(ascii: "}") { return pass() }
        while next() == UInt8(ascii: "\""), let name = string() {
            let inner = steps + [.name(name)]
            if !names.insert(name).inserted { duplicates.append(inner) }
            guard next() == UInt8(ascii: ":"), pass(), walk(inner) else { return false }
            switch next() {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "}"): return pass()
            default: return false
            }
        }
        return false
    }

    private mutating func walkArray(_ steps: [Step]) -> Bool {
        position += 1
        if next() == UInt8(ascii: "]") { return pass() }
        var index = 0
        while walk(steps + [.index(index)]) {
            index += 1
            switch next() {
            case UInt8(ascii: ","): position += 1
            case UInt8(ascii: "]"): return pass()
            default: return false
            }
        }
        return false
    }

    /// The next byte that is not white space, without consuming it.
    private mutating func next() -> UInt8? {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            default: return text[position]
            }
        }
        return nil
    }

    private mutating func pass() -> Bool {
        position += 1
        return true
    }

    /// A string with its escapes unprocessed; the names in content files have no escapes.
    private mutating func string() -> String? {
        position += 1
        let start = position
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\\"): position += 2
            case UInt8(ascii: "\""):
                defer { position += 1 }
                return String(decoding: text[start..<position], as: UTF8.self)
            default: position += 1
            }
        }
        return nil
    }

    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: " "),
            UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
            true
        default: false
        }
    }
}
