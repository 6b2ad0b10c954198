import NIOCore
import NIOHTTP1
import Testing

@testable import FacialFunServer

/// Requests rejected under load, by their head alone and at little cost.
struct RefusalTests {
    private static let routes = [
        Route(.POST, "/work", body: .picture(Route.pictureTypes)) { _ in
            .work { _ in .empty(.ok) }
        },
        Route(.POST, "/azure", body: .picture(Route.pictureTypes), errorStyle: .azure) { _ in
            .work { _ in .empty(.ok) }
        },
        Route(.GET, "/quick") { _ in .answer(.empty(.ok)) },
    ]

    /// A connection whose only worker stays busy during the test, with an estimated cost of each
    /// request in milliseconds.
    ///
    /// A new request would take twice as long at first, plus a fifth for safety.
    private func with(
        cost: Int64 = 100, _ body: (TestConnection) async throws -> Void
    ) async throws {
        let connection = try await TestConnection(Self.routes)
        connection.core.queue.learn(.milliseconds(cost))
        let busy = Job(deadline: .distantFuture, client: 1) { TestConnection.work(until: $0) }
        #expect(connection.core.queue.submit(busy) == .accepted)
        #expect(TestConnection.eventually { connection.core.queue.load.running == 1 })
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(connection))
        } catch {
            result = .failure(error)
        }
        busy.abandon()
        try await connection.close()
        try result.get()
    }

    private func head(_ path: String = "/work", length: Int, _ fields: String = "") -> String {
        PictureRequest.head(path, length: length, fields)
    }

    @Test("the head suffices for a rejection; the body is drained, and the connection stays open")
    func rejectionAfterTheHead() async throws {
        try await with { connection in
            try await connection.send(head(length: 50_000, "Deadline-Ms: 150\r\n"))
            let refusal = try await connection.answered()
            #expect(refusal.hasPrefix("HTTP/1.1 503 "))
            #expect(refusal.contains("\r\nRetry-After: 1\r\n"))
            #expect(refusal.contains("\"overloaded\""))
            #expect(!refusal.lowercased().contains("connection:"))
            for _ in 0..<5 { try await connection.send(String(repeating: "x", count: 10_000)) }
            #expect(try await connection.answered() == "")
            try await connection.send("GET /quick HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("pipelined requests after a rejected one are answered")
    func pipelined() async throws {
        try await with { connection in
            try await connection.send(
                head(length: 3, "Deadline-Ms: 150\r\n") + "abcGET /quick HTTP/1.1\r\n"
                    + "Host: localhost\r\n\r\n" + head(length: 1, "Deadline-Ms: 150\r\n"))
            var answers = ""
            // Pipelined requests take turns.
            for _ in 0..<3 {
                answers += try await connection.answered()
                await connection.advance(milliseconds: 1)
            }
            await connection.advance(milliseconds: 100)
            answers += try await connection.answered()
            let statuses = answers.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
            #expect(statuses == ["503", "200", "503"])
        }
    }

    @Test(
        "work that would end within the reserve before the deadline is rejected",
        arguments: [(200, true), (250, true), (270, false), (1000, false)])
    func reserve(deadline: Int, isRefused: Bool) async throws {
        try await with { connection in
            try await connection.send(head(length: 1, "Deadline-Ms: \(deadline)\r\n"))
            let answer = try await connection.answered()
            #expect(answer.hasPrefix("HTTP/1.1 503 ") == isRefused)
            #expect(answer.isEmpty != isRefused)
        }
    }

    @Test(
        "a client that retries too soon is rejected after half its wait, at most 100 ms",
        arguments: [(40, 15), (150, 65), (220, 100), (250, 100)])
    func earlyRetryIsRejected(deadline: Int, pause: Int64) async throws {
        try await with(cost: 250) { connection in
            let request = head(length: 3, "Deadline-Ms: \(deadline)\r\n") + "abc"
            for pauses in [0, pause, pause] {
                try await connection.send(request)
                if pauses > 0 {
                    await connection.advance(milliseconds: pauses - 1)
                    #expect(try await connection.answered() == "")
                    await connection.advance(milliseconds: 1)
                }
                #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            }
            // After the client has waited for the required time, its request is answered at once.
            await connection.advance(milliseconds: 1000)
            try await connection.send(request)
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test("a client that retries too early is served at once if there is room")
    func earlyRetryWithCapacity() async throws {
        try await with { connection in
            try await connection.send(head(length: 1, "Deadline-Ms: 150\r\n") + "x")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            try await connection.send(head(length: 1, "Deadline-Ms: 1000\r\n") + "x")
            #expect(connection.core.queue.load == WorkQueue.Load(waiting: 1, running: 1))
        }
    }

    @Test("a delayed rejection does not wait for the body, and is sent to half-closed connections")
    func delayedRejection() async throws {
        try await with { connection in
            let head = head(length: 9, "Deadline-Ms: 150\r\n")
            try await connection.send(head + "123456789")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            try await connection.send(head + "1234")
            await connection.advance(milliseconds: 65)
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            try await connection.send("56789" + head + "123456789")
            await connection.closeInput()
            #expect(try await connection.answered() == "")
            await connection.advance(milliseconds: 65)
            let last = try await connection.answered()
            #expect(last.hasPrefix("HTTP/1.1 503 "))
            #expect(last.contains("\r\nconnection: close\r\n"))
        }
    }

    @Test("requests without work are answered under any load")
    func requestsWithoutWork() async throws {
        try await with { connection in
            try await connection.send(
                "GET /quick HTTP/1.1\r\nHost: localhost\r\nDeadline-Ms: 10\r\n\r\n")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("clients of the retired services are rejected in the format of those services")
    func azure() async throws {
        try await with { connection in
            try await connection.send(head("/azure", length: 1, "Deadline-Ms: 150\r\n"))
            let refusal = try await connection.answered()
            #expect(refusal.hasPrefix("HTTP/1.1 503 "))
            #expect(refusal.contains("\"RateLimitExceeded\""))
            #expect(!refusal.contains("\"overloaded\""))
        }
    }

    @Test(
        "a rejection closes the connection if a long body or one without a length may follow",
        arguments: [
            (300_000, ""), (50_000, "Expect: 100-continue\r\n"), (50_000, "Connection: close\r\n"),
        ])
    func rejectionClosesTheConnection(length: Int, fields: String) async throws {
        try await with { connection in
            try await connection.send(head(length: length, "Deadline-Ms: 150\r\n" + fields))
            let refusal = try await connection.answered()
            #expect(refusal.hasPrefix("HTTP/1.1 503 "))
            #expect(refusal.contains("\r\nconnection: close\r\n"))
        }
    }

    @Test("a body of unknown length is not drained")
    func chunked() async throws {
        try await with { connection in
            try await connection.send(
                PictureRequest.head(
                    "/work", length: nil,
                    "Deadline-Ms: 150\r\nTransfer-Encoding: chunked\r\n"))
            #expect(try await connection.answered().contains("\r\nconnection: close\r\n"))
        }
    }

    @Test("a client that does not send the body after its rejection is dropped after a second")
    func bodyNeverArrives() async throws {
        try await with { connection in
            try await connection.send(head(length: 9, "Deadline-Ms: 150\r\n") + "12345678")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            await connection.advance(milliseconds: 999)
            #expect(connection.isOpen)
            await connection.advance(milliseconds: 1)
            #expect(!connection.isOpen)
        }
    }

    @Test("an idle connection is not dropped because of an earlier rejection")
    func idle() async throws {
        try await with { connection in
            try await connection.send(head(length: 1, "Deadline-Ms: 150\r\n") + "x")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            await connection.advance(milliseconds: 5000)
            #expect(connection.isOpen)
        }
    }
}
