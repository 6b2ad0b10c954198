import NIOCore
import NIOHTTP1
import Testing

@testable import FacialFunServer

/// Pipelined requests, and bodies that arrive very slowly.
struct SentAheadTests {
    private static let routes = [
        Route(.GET, "/quick") { _ in .answer(.empty(.ok)) },
        Route(.POST, "/work", body: .picture(Route.pictureTypes)) { _ in
            .work { _ in .empty(.ok) }
        },
    ]
    private static let quick = "GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private func count(_ answers: String) -> Int {
        answers.split(separator: "HTTP/1.1 200 ").count
    }

    @Test("one pipelined request of a connection is answered, then others take their turn")
    func turns() async throws {
        let connection = try await TestConnection(Self.routes)
        try await connection.send(String(repeating: Self.quick, count: 50))
        #expect(count(try await connection.answered()) == 1)
        await connection.advance(milliseconds: 1)
        let next = count(try await connection.answered())
        #expect((1...20).contains(next))
        for _ in 0..<50 { await connection.advance(milliseconds: 1) }
        #expect(count(try await connection.answered()) == 49 - next)
        // A client that waits for each response before its next request is not delayed.
        try await connection.send(Self.quick)
        #expect(count(try await connection.answered()) == 1)
        try await connection.close()
    }

    @Test("pipelined heads in pieces, with bodies or after empty lines, are all parsed")
    func pieces() async throws {
        let connection = try await TestConnection(Self.routes)
        let bytes =
            "\r\n" + Self.quick + Self.quick
            + "GET /quick HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n\r\n\r\nx"
            + "GET /quick HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\n\r\n\r\r\n0\r\n\r\n" + Self.quick
        for size in [1, 2, 3, 7, 1000] {
            var rest = Substring(bytes)
            var answers = ""
            while !rest.isEmpty {
                var part = ""
                for _ in 0..<size where !rest.isEmpty {
                    part.unicodeScalars.append(rest.unicodeScalars.removeFirst())
                }
                try await connection.send(part)
                await connection.advance(milliseconds: 1)
                answers += try await connection.answered()
            }
            for _ in 0..<10 { await connection.advance(milliseconds: 1) }
            answers += try await connection.answered()
            #expect(count(answers) == 5, "in pieces of \(size): \(answers)")
        }
        try await connection.close()
    }

    @Test(
        "a partial head that was pipelined has the usual time limit",
        arguments: [
            SentAheadTests.quick,
            "GET /quick HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ])
    func partialHead(first: String) async throws {
        let connection = try await TestConnection(Self.routes)
        try await connection.send(first + "GET /quick HT")
        #expect(count(try await connection.answered()) == 1)
        await connection.advance(milliseconds: 4900)
        #expect(connection.isOpen)
        await connection.advance(milliseconds: 200)
        #expect(!connection.isOpen)
        try await connection.close()
    }

    @Test("pipelined requests are answered before the end of input counts")
    func halfClosed() async throws {
        let connection = try await TestConnection(Self.routes)
        try await connection.send(Self.quick + Self.quick + Self.quick)
        await connection.closeInput()
        for _ in 0..<5 { await connection.advance(milliseconds: 1) }
        #expect(count(try await connection.answered()) == 3)
        #expect(!connection.isOpen)
        try await connection.close()
    }

    @Test("a body that hardly arrives is abandoned after a second, regardless of its deadline")
    func bodyBelowMinimumRate() async throws {
        let connection = try await TestConnection(Self.routes)
        try await connection.send(
            PictureRequest.head("/work", length: 2_000_000, "Deadline-Ms: 60000\r\n"))
        await connection.advance(milliseconds: 999)
        #expect(try await connection.answered() == "")
        await connection.advance(milliseconds: 1)
        #expect(try await connection.answered().hasPrefix("HTTP/1.1 408 "))
        try await connection.close()
    }

    @Test("a slow body at the minimum rate is read to its end")
    func bodyAtMinimumRate() async throws {
        let connection = try await TestConnection(Self.routes)
        try await connection.send(
            PictureRequest.head("/work", length: 400_000, "Deadline-Ms: 60000\r\n"))
        for _ in 0..<10 {
            try await connection.send(String(repeating: "x", count: 40_000))
            await connection.advance(milliseconds: 1000)
        }
        #expect(
            TestConnection.eventually { connection.core.queue.load == WorkQueue.Load() })
        #expect(try await connection.answered().hasPrefix("HTTP/1.1 200 "))
        try await connection.close()
    }

    @Test(
        "unsupported codings are rejected, and chunked HTTP/1.0 closes its connection",
        arguments: [
            ("1.1", "gzip, chunked", 501), ("1.1", "chunked, chunked", 400),
            ("1.0", "chunked", 200), ("1.1", "chunked", 200),
        ])
    func codings(version: String, coding: String, status: Int) async throws {
        let connection = try await TestConnection(Self.routes)
        try await connection.send(
            "GET /quick HTTP/\(version)\r\nHost: localhost\r\nConnection: keep-alive\r\n"
                + "Transfer-Encoding: \(coding)\r\n\r\n0\r\n\r\n")
        let answer = try await connection.answered()
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        let ends = version == "1.0" || status != 200
        #expect(answer.contains("onnection: close") == ends)
        try await connection.close()
    }
}
