import Foundation
import Glibc
import Testing
import TestSupport

@testable import FacialFunServer

/// A client that sends arbitrary bytes and reads the response.
///
/// Every read and write fails after a minute, and a failed read fails its test. A connection that
/// stays open is thus not mistaken for a closed one.
final class RawClient: Sendable {
    /// A parsed response.
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        /// The body as JSON.
        func json() throws -> JSONDocument { try JSONDocument(parsing: Data(body)) }
        /// The code of a problem.
        var code: String? { (try? json())?["code"]?.text }  // nil without a problem
        /// The body as text.
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The reason for a missing response.
    enum Failure: Error {
        case cannotConnect(Int32)
        case closed
        case noHTTP(String)
    }

    /// Not inherited by programs that other tests start, which would keep it open.
    private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    private let descriptor: Int32

    /// Connects to a Unix domain socket.
    init(path: String) throws {
        descriptor = socket(AF_UNIX, Self.type, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try connect($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Connects to a port of 127.0.0.1.
    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Self.type, 0)
        let connected = LoopbackAddress(host: .version4, port: port).withSocketAddress {
            address, size in Result { try connect(address, size) }
        }
        try connected.get()
    }

    deinit { close(descriptor) }

    private func connect(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) throws {
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        guard Glibc.connect(descriptor, address, length) == 0 else {
            throw Failure.cannotConnect(errno)
        }
    }

    /// Sends bytes; returns whether all of them were sent.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends text.
    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// Closes the sending side only.
    func closeOutput() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset (TCP).
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads up to `count` bytes; empty if the service has closed.
    func read(atMost count: Int = 65_536) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = recv(descriptor, buffer.baseAddress, count, 0)
            if result < 0, errno == EAGAIN { Issue.record("nothing came for a minute") }
            filled = max(0, result)
        }
    }

    /// Reads until the service closes.
    func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = read()
            if part.isEmpty { return all }
            all += part
        }
    }

    /// Reads a line without its line break; nil at the end of the stream.
    func readLine() -> String? {
        var line: [UInt8] = []
        while true {
            let byte = read(atMost: 1)
            guard let byte = byte.first else { return line.isEmpty ? nil : text(line) }
            if byte == UInt8(ascii: "\n") { return text(line) }
            line.append(byte)
        }
    }

    private func text(_ line: [UInt8]) -> String {
        String(
            decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }

    /// Reads the status and header fields of the next response.
    func readHead() throws -> (status: Int, headers: [String: String]) {
        guard let first = readLine() else { throw Failure.closed }
        let parts = first.split(separator: " ", maxSplits: 2)
        guard first.hasPrefix("HTTP/1.1 "), parts.count >= 2, let status = Int(parts[1]) else {
            throw Failure.noHTTP(first)
        }
        var headers: [String: String] = [:]
        while let line = readLine(), !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw Failure.noHTTP(line) }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        return (status, headers)
    }

    /// Reads the next response.
    func readAnswer(toHEAD isHEAD: Bool = false) throws -> Answer {
        let (status, headers) = try readHead()
        var body: [UInt8] = []
        let length = isHEAD ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        while body.count < length {
            let part = read(atMost: length - body.count)
            guard !part.isEmpty else { throw Failure.closed }
            body += part
        }
        return Answer(status: status, headers: headers, body: body)
    }

    /// Sends a request and reads its response, which must match the OpenAPI description.
    func request(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Answer {
        var text = "\(method) \(target) HTTP/1.1\r\n"
        var fields = ["Host": "localhost"]
        if !body.isEmpty { fields["Content-Length"] = "\(body.count)" }
        fields.merge(headers) { $1 }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            text += "\(name): \(value)\r\n"
        }
        send(Array((text + "\r\n").utf8) + body)
        let answer = try readAnswer(toHEAD: method == "HEAD")
        for fault in try Contract().faults(of: answer, to: method, target) {
            Issue.record("\(method) \(target): \(fault)", sourceLocation: sourceLocation)
        }
        return answer
    }
}
