import Synchronization
import Testing

@testable import FacialFunWire

/// The calls of a client, with a server that sends given responses.
struct ScoringClientTests {
    private func error(_ answer: String, _ call: (ScoringClient) async throws -> Void) async throws
        -> ScoringClientError
    {
        let server = try CannedServer(answer)
        let client = ScoringClient(endpoint: server.endpoint, deadlineMilliseconds: 20_000)
        defer { withExtendedLifetime(server) {} }
        return try await #require(throws: ScoringClientError.self) { try await call(client) }
    }

    @Test("a rejection has the service's status, code and detail")
    func refusal() async throws {
        let body = #"{"status": 503, "code": "overloaded", "detail": "Try again."}"#
        let error = try await error(
            "HTTP/1.1 503 No\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body
        ) { _ = try await $0.score([1, 2, 3]) }
        #expect(error.code == .refused)
        #expect(error.problem?.status == 503 && error.problem?.code == "overloaded")
        #expect(error.problem?.detail == "Try again.")
    }

    @Test("a response of another version is reported as such")
    func version() async throws {
        let error = try await error(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
        ) { _ = try await $0.model() }
        #expect(error.code == .badAnswer)
    }

    @Test("an event stream that breaks off reports the reason to its reader")
    func brokenStream() async throws {
        let error = try await error(
            "HTTP/1.1 200 OK\r\n\r\n10\r\nevent: status\nda\r\n"
        ) { for try await _ in $0.events(ofAttempt: "a") {} }
        #expect(error.code == .noAnswer)
    }

    @Test("events arrive in order until the stream ends, and those of later versions are skipped")
    func events() async throws {
        let text = "event: new\ndata: {}\n\n: heartbeat\n\nevent: shutdown\ndata: {}\n\n"
        let server = try CannedServer(
            "HTTP/1.1 200 OK\r\n\r\n\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n0\r\n\r\n")
        let client = ScoringClient(endpoint: server.endpoint, deadlineMilliseconds: 20_000)
        var updates: [AttemptUpdate] = []
        for try await update in client.events(ofAttempt: "a b") { updates.append(update) }
        #expect(updates == [.shutdown])
        #expect(server.request.withLock { $0.hasPrefix("GET /v1/attempts/a%20b/events HTTP") })
    }
}
