import NIOCore
import NIOHTTP1
import Testing

@testable import FacialFunServer

/// What is refused because there is too much to do: by its head alone, at little cost.
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

    /// A connection whose one worker is busy for as long as the test runs, where work is known to
    /// take 100 ms: what comes now would be done in 200 ms, and a fifth is added for safety.
    private func with(_ body: (TestConnection) async throws -> Void) async throws {
        let connection = try await TestConnection(Self.routes)
        connection.core.queue.learn(.milliseconds(100))
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

    @Test("the head suffices for a refusal; the body is drained, and the connection goes on")
    func byHead() async throws {
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

    @Test("requests that were sent ahead of a refusal are answered after it")
    func pipelined() async throws {
        try await with { connection in
            try await connection.send(
                head(length: 3, "Deadline-Ms: 150\r\n") + "abcGET /quick HTTP/1.1\r\n"
                    + "Host: localhost\r\n\r\n" + head(length: 1, "Deadline-Ms: 150\r\n"))
            var answers = ""
            // What was sent ahead has its turns.
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
        "what would end within the reserve before the deadline is refused, too",
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
        "who comes back too soon is refused after half of its time, 100 ms at most",
        arguments: [(40, 15), (150, 65), (220, 100), (250, 100)])
    func tooSoon(deadline: Int, pause: Int64) async throws {
        try await with { connection in
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
            // Once it has stayed away for as long as it was told to, it is told at once.
            await connection.advance(milliseconds: 1000)
            try await connection.send(request)
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test("who comes back too soon is taken at once where there is room")
    func room() async throws {
        try await with { connection in
            try await connection.send(head(length: 1, "Deadline-Ms: 150\r\n") + "x")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            try await connection.send(head(length: 1, "Deadline-Ms: 1000\r\n") + "x")
            #expect(connection.core.queue.load == WorkQueue.Load(waiting: 1, running: 1))
        }
    }

    @Test("a refusal that is held back waits for no body, and is told to who has half closed")
    func heldBack() async throws {
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

    @Test("what asks for no work is answered, however much there is to do")
    func noWork() async throws {
        try await with { connection in
            try await connection.send(
                "GET /quick HTTP/1.1\r\nHost: localhost\r\nDeadline-Ms: 10\r\n\r\n")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("the retired services' clients are refused in their own form")
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
        "after a refusal the connection ends where a long body, or none, may follow",
        arguments: [
            (300_000, ""), (50_000, "Expect: 100-continue\r\n"), (50_000, "Connection: close\r\n"),
        ])
    func lastOne(length: Int, fields: String) async throws {
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

    @Test("who does not send the body after its refusal is waited for a second, and then dropped")
    func noBody() async throws {
        try await with { connection in
            try await connection.send(head(length: 9, "Deadline-Ms: 150\r\n") + "12345678")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            await connection.advance(milliseconds: 999)
            #expect(connection.isOpen)
            await connection.advance(milliseconds: 1)
            #expect(!connection.isOpen)
        }
    }

    @Test("an idle connection is not dropped for a refusal that it has got")
    func idle() async throws {
        try await with { connection in
            try await connection.send(head(length: 1, "Deadline-Ms: 150\r\n") + "x")
            #expect(try await connection.answered().hasPrefix("HTTP/1.1 503 "))
            await connection.advance(milliseconds: 5000)
            #expect(connection.isOpen)
        }
    }
}
