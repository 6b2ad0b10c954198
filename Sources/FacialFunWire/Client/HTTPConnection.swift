import Glibc

/// A connection for a single request.
///
/// Its calls block, so use it on a separate thread.
final class HTTPConnection {
    /// The head of a response.
    struct Head {
        let status: Int
        /// Names in lower case.
        let headers: [UTF8Key: String]
    }

    /// Underlying socket; another thread may interrupt it.
    let socket: ConnectedSocket
    private var descriptor: Int32 { socket.descriptor }
    private var buffer: [UInt8] = []
    private var start = 0
    /// Received but undelivered bytes of a chunked body.
    private var lines = LineBuffer()
    /// Maximum size of a chunk of this service.
    private static let maxChunk = 1 << 20

    /// Connects.
    init(to endpoint: ServiceEndpoint, milliseconds: Int) throws(ScoringClientError) {
        socket = try endpoint.connected(milliseconds: milliseconds)
    }

    /// Sends a request.
    func send(
        _ method: String, _ target: String, headers: [(String, String)], body: [UInt8]
    ) throws(ScoringClientError) {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        if !body.isEmpty || method == "POST" { text += "Content-Length: \(body.count)\r\n" }
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        // If the service rejects a request early, it stops reading; its response is still read.
        _ = write(Array((text + "\r\n").utf8)) && write(body)
    }

    private func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads the head of the response.
    func readHead() throws(ScoringClientError) -> Head {
        let first = try readLine()
        let parts = first.splitUTF8(separator: " ")
        guard first.hasUTF8Prefix("HTTP/1.1 "), parts.count >= 2, let status = Int(parts[1]) else {
            throw ScoringClientError(.badAnswer, "The response is not HTTP: \(first.excerpt())")
        }
        var headers: [UTF8Key: String] = [:]
        while true {
            let line = try readLine()
            if line.isEmpty { return Head(status: status, headers: headers) }
            guard let colon = line.firstUTF8Index(of: ":") else {
                throw ScoringClientError(
                    .badAnswer, "The response has an invalid header: \(line.excerpt())")
            }
            headers[UTF8Key(line[..<colon].lowercasedASCII)] = String(
                Substring(line[colon...].utf8.dropFirst().drop { $0 == 0x20 }))
        }
    }

    /// Reads the rest of the response.
    func readBody(of head: Head) throws(ScoringClientError) -> [UInt8] {
        guard let length = head.headers["content-length"].flatMap({ Int($0) }) else {
            return try readRest()
        }
        guard length >= 0 else {
            throw ScoringClientError(.badAnswer, "The response has an invalid length of \(length).")
        }
        while buffer.count - start < length { try fill() }
        defer { start += length }
        return Array(buffer[start..<(start + length)])
    }

    /// Reads the next line of a chunked text body, without its line break; nil after the last one.
    func readBodyLine() throws(ScoringClientError) -> String? {
        while true {
            if let line = lines.next() { return line }
            guard let chunk = try readChunk() else { return nil }
            lines.append(chunk)
        }
    }

    /// Reads a chunk of a chunked body; nil after the last one.
    func readChunk() throws(ScoringClientError) -> [UInt8]? {
        let line = try readLine()
        guard let length = Int(line.splitUTF8(separator: ";").first ?? "", radix: 16),
            (0...Self.maxChunk).contains(length)
        else {
            throw ScoringClientError(
                .badAnswer, "The response has an invalid chunk: \(line.excerpt())")
        }
        while buffer.count - start < length + 2 { try fill() }
        let chunk = Array(buffer[start..<(start + length)])
        start += length + 2
        if start > 65_536 {
            buffer.removeFirst(start)
            start = 0
        }
        return length == 0 ? nil : chunk
    }

    private func readLine() throws(ScoringClientError) -> String {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                var line = buffer[start..<end]
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                start = end + 1
                return String(decoding: line, as: UTF8.self)
            }
            searched = buffer.count
            try fill()
        }
    }

    private func readRest() throws(ScoringClientError) -> [UInt8] {
        while try receive() {}
        defer { start = buffer.count }
        return Array(buffer[start...])
    }

    private func fill() throws(ScoringClientError) {
        guard try receive() else {
            throw ScoringClientError(.noAnswer, "The service closed the connection too early.")
        }
    }

    /// Reads available bytes; false at the end.
    private func receive() throws(ScoringClientError) -> Bool {
        let part = 65_536
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: part))
        let count = buffer[old...].withUnsafeMutableBytes {
            recv(descriptor, $0.baseAddress, part, 0)
        }
        let number = errno
        buffer.removeLast(part - max(0, count))
        if count < 0 {
            if number == EINTR { return true }
            throw ScoringClientError(
                .noAnswer,
                number == EAGAIN
                    ? "The service did not respond in time."
                    : "The connection to the service was lost: \(Errno(number)).", cause: number)
        }
        return count > 0
    }
}
