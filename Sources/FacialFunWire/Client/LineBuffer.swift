/// Splits a text that arrives in parts into lines.
///
/// - Complexity: Each byte is examined once and moved at most once, regardless of line length and
///   number of parts.
struct LineBuffer {
    /// Received bytes, some of them delivered.
    private(set) var bytes: [UInt8] = []
    /// Start of the next line.
    private(set) var start = 0
    /// There is no further line end before this position.
    private(set) var searched = 0

    /// Appends the next part.
    mutating func append(_ part: [UInt8]) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += part
    }

    /// Returns the next line without its line break; nil if none is complete.
    mutating func next() -> String? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        defer { (start, searched) = (end + 1, end + 1) }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }
}
