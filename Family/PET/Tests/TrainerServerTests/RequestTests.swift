import Foundation
import HTTPTypes
import Testing
import TrainerRules

@testable import FamilyWeb
@testable import TrainerServer

struct RequestTests {
    // MARK: - Names of the server

    @Test(arguments: [
        ("localhost", "localhost"), ("localhost:8610", "localhost"), ("LocalHost:1", "localhost"),
        ("127.0.0.1:8610", "127.0.0.1"), ("[::1]", "[::1]"), ("[::1]:8610", "[::1]"),
        ("::1", "::1"), ("localhost:", "localhost:"), ("localhost:80x", "localhost:80x"),
        ("localhost:80:80", "localhost:80:80"), ("localhost:٣", "localhost:٣"), ("", ""),
        (":80", ""), ("localhost@evil.example:80", "localhost@evil.example"),
    ])
    func `A host name ends before the port, and an invalid port is rejected`(
        authority: String, name: String
    ) {
        #expect(HostMiddleware.name(of: authority) == name)
    }

    // MARK: - Where a request comes from

    private func request(_ fields: [HTTPField.Name: String], host: String? = "localhost:8610")
        -> HTTPRequest
    {
        var head = HTTPRequest(
            method: .post, scheme: "http", authority: host, path: "/api/rounds")
        for (name, value) in fields { head.headerFields[name] = value }
        return head
    }

    @Test(arguments: [
        ("same-origin", true), ("same-site", false), ("cross-site", false), ("none", false),
        ("", false), ("Same-Origin", false),
    ])
    func `The Sec-Fetch-Site header alone decides if present`(site: String, isSame: Bool) {
        for origin in ["http://localhost:8610", "https://evil.example", "null"] {
            let head = request([.secFetchSite: site, .origin: origin])
            #expect(SameOriginMiddleware.isSameOrigin(head) == isSame)
        }
    }

    @Test(arguments: [
        ("http://localhost:8610", true), ("https://localhost:8610", true),
        ("http://localhost", false), ("http://localhost:8611", false), ("null", false),
        ("", false), ("https://evil.example", false), ("http://localhost:8610.evil.example", false),
        ("localhost:8610", false), ("http://evil.example#localhost:8610", false),
    ])
    func `Without Sec-Fetch-Site the origin must equal the host exactly`(
        origin: String, isSame: Bool
    ) {
        #expect(SameOriginMiddleware.isSameOrigin(request([.origin: origin])) == isSame)
    }

    @Test
    func `Without both headers a client is not a browser; an origin without a host is rejected`() {
        #expect(SameOriginMiddleware.isSameOrigin(request([:])))
        #expect(!SameOriginMiddleware.isSameOrigin(request([.origin: "http://"], host: nil)))
    }

    // MARK: - Events

    private static let id = "6f1de5a0-58b5-4c6a-9f5e-0d3a5b8f7c11"

    private func wire(_ changes: [String: Any?] = [:]) throws -> WireEvent {
        var members: [String: Any] = [
            "id": Self.id, "question": "l1-anger-01", "presentation": 2, "kind": "answer",
            "answer": "anger", "elapsedMilliseconds": 1200,
        ]
        for (name, value) in changes { members[name] = value }
        return try JSONDecoder().decode(
            WireEvent.self, from: JSONSerialization.data(withJSONObject: members))
    }

    @Test func `An event is decoded as sent`() throws {
        let event = try wire().event()
        #expect(event.id.uuidString.lowercased() == Self.id)
        #expect(event.question == "l1-anger-01" && event.presentation == 2)
        #expect(event.action == .answer("anger") && event.elapsedMilliseconds == 1200)
        #expect(try wire(["kind": "skip"]).event().action == .skip)
        #expect(try wire(["kind": "tip", "answer": nil]).event().action == .tip)
        #expect(try wire(["kind": "replay"]).event().action == .replay)
    }

    @Test(arguments: [
        ("id", "7"), ("id", ""), ("question", ""), ("question", String(repeating: "x", count: 101)),
        ("answer", ""), ("answer", String(repeating: "x", count: 101)), ("kind", "win"),
        ("kind", "Skip"), ("kind", ""),
    ])
    func `An invalid member is reported by name`(member: String, value: String) throws {
        let event = try wire([member: value])
        let error = try #require(throws: WireError.self) { try event.event() }
        #expect(error.status == .badRequest && error.code == "malformed")
        #expect(error.message.contains("'\(member)'"))
        #expect(value.isEmpty || !error.message.contains("'\(value)'"))
    }

    @Test(arguments: [-1, 1_000_001, Int.max, Int.min])
    func `A showing number out of range is rejected`(presentation: Int) throws {
        let event = try wire(["presentation": presentation])
        #expect(throws: WireError.self) { try event.event() }
    }

    @Test func `An answer event without an answer is rejected`() throws {
        let event = try wire(["answer": nil])
        #expect(throws: WireError.self) { try event.event() }
    }

    @Test(arguments: [(-5, 0), (0, 0), (3_600_000, 3_600_000), (3_600_001, 3_600_000)])
    func `An implausibly long answer time is clamped`(sent: Int, taken: Int) throws {
        let event = try wire(["elapsedMilliseconds": sent]).event()
        #expect(event.elapsedMilliseconds == taken)
    }

    @Test func `The minimum and maximum integer times are clamped`() throws {
        #expect(try wire(["elapsedMilliseconds": Int.max]).event().elapsedMilliseconds == 3_600_000)
        #expect(try wire(["elapsedMilliseconds": Int.min]).event().elapsedMilliseconds == 0)
    }
}
