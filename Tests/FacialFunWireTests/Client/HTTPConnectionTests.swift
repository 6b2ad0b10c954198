@testable import FacialFunWire
import Synchronization
import Testing

/// A request and its response, from a server that sends a given text a few bytes at a time.
struct HTTPConnectionTests {
    private func connection(
        _ answer: String?, milliseconds: Int = 20_000
    ) throws -> (HTTPConnection, CannedServer) {
        let server = try CannedServer(answer)
        let connection = try HTTPConnection(to: server.endpoint, milliseconds: milliseconds)
        try connection.send("GET", "/x", headers: [("Deadline-Ms", "5")], body: [])
        return (connection, server)
    }

    @Test("a body ends at its length, and the request has its headers")
    func length() throws {
        let (connection, server) = try connection(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Other:  a: b\r\n\r\nhello, and more")
        let head = try connection.readHead()
        #expect(head.status == 200)
        #expect(head.headers == ["content-length": "5", "x-other": "a: b"])
        #expect(try connection.readBody(of: head) == Array("hello".utf8))
        let request = server.request.withLock { $0 }
        #expect(request.hasPrefix("GET /x HTTP/1.1\r\nHost: localhost\r\n"))
        #expect(request.contains("\r\nDeadline-Ms: 5\r\n") && !request.contains("Content-Length"))
    }

    @Test("a body without a length ends with the connection")
    func untilTheEnd() throws {
        let (connection, server) = try connection("HTTP/1.1 200 OK\r\n\r\nall that comes")
        defer { withExtendedLifetime(server) {} }
        #expect(try connection.readBody(of: connection.readHead()) == Array("all that comes".utf8))
    }

    @Test("the lines of a chunked body do not depend on its chunk boundaries")
    func chunks() throws {
        let (connection, server) = try connection(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nab\n\r\n5;x=y\r\nc\nd\ne\r\n1\r\n\n\r\n0\r\n\r\n")
        defer { withExtendedLifetime(server) {} }
        _ = try connection.readHead()
        var lines: [String] = []
        while let line = try connection.readBodyLine() { lines.append(line) }
        #expect(lines == ["ab", "c", "d", "e"])
    }

    @Test(
        "a response that is not HTTP is reported as such",
        arguments: [
            "SSH-2.0-OpenSSH\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        ])
    func notHTTP(answer: String) throws {
        let (connection, server) = try connection(answer)
        defer { withExtendedLifetime(server) {} }
        let error = #expect(throws: ScoringClientError.self) { try connection.readHead() }
        #expect(error?.code == .badAnswer)
    }

    @Test("negative lengths and chunks of impossible lengths are rejected")
    func lengths() throws {
        for (answer, reads) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", false),
            ("HTTP/1.1 200 OK\r\n\r\nxyz\r\n", true), ("HTTP/1.1 200 OK\r\n\r\n-3\r\n", true),
            ("HTTP/1.1 200 OK\r\n\r\n7fffffff\r\n", true),
        ] {
            let (connection, server) = try connection(answer)
            let head = try connection.readHead()
            let error = #expect(throws: ScoringClientError.self, "\(answer)") {
                if reads {
                    _ = try connection.readChunk()
                } else {
                    _ = try connection.readBody(of: head)
                }
            }
            #expect(error?.code == .badAnswer)
            withExtendedLifetime(server) {}
        }
    }

    @Test("a connection that ends too early is an error")
    func early() throws {
        for answer in ["", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"] {
            let (connection, server) = try connection(answer)
            let error = #expect(throws: ScoringClientError.self, "\(answer)") {
                _ = try connection.readBody(of: try connection.readHead())
            }
            #expect(error?.code == .noAnswer)
            withExtendedLifetime(server) {}
        }
    }

    @Test("a silent service is abandoned after the timeout")
    func silence() throws {
        let (connection, server) = try connection(nil, milliseconds: 50)
        defer { withExtendedLifetime(server) {} }
        let error = #expect(throws: ScoringClientError.self) { try connection.readHead() }
        #expect(error?.code == .noAnswer)
        #expect(error?.message == "The service did not respond in time.")
    }
}
