import Foundation
import Glibc
import NIOCore
import TestSupport
import Testing

@testable import FacialFunServer

/// Text that takes quadratic time to compare as characters: unordered combining marks.
struct CombiningMarksTests {
    /// One character with the given number of bytes.
    private static func marks(_ bytes: Int) -> String {
        "a" + String(repeating: "\u{301}", count: bytes / 4)
            + String(repeating: "\u{327}", count: bytes / 4)
    }

    /// Requests to create an attempt with 60 KB of them in every possible place.
    private static let bodies = {
        let text = marks(60_000)
        return [
            "as the target": #"{"target":"\#(text)","level":1}"#,
            "as the baseline": #"{"target":"fear","level":1,"baseline":"\#(text)"}"#,
            "as the level": #"{"target":"fear","level":"\#(text)"}"#,
            "as a key": #"{"\#(text)":1}"#,
            "as two keys": #"{"\#(marks(30_000))":1,"\#(marks(29_000))\u0327\u0328":2}"#,
            "below an unknown key": #"{"target":"fear","x":{"\#(text)":[]}}"#,
            "as all of it": text,
            "behind the end": #"{"target":"fear","level":1}"# + text,
            "escaped": #"{"target":"a"#
                + String(repeating: #"\u0301"#, count: 5000)
                + String(repeating: #"\u0327"#, count: 5000) + #"","level":1}"#,
        ]
    }()

    /// Maximum CPU time of the event loop for one request.
    private static let maxCost = Duration.milliseconds(50)

    /// CPU time of the event loop, which does not depend on other load.
    private static func processorTime(of live: LiveService) throws -> Duration {
        try live.service.loop.eventLoop.submit {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }.wait()
    }

    /// Cost of a request for the event loop, on which all others wait.
    private static func cost(in live: LiveService, _ body: () throws -> Void) throws -> Duration {
        let start = try processorTime(of: live)
        try body()
        return try processorTime(of: live) - start
    }

    @Test(
        "60 KB of marks in a request block the event loop for less than 50 ms",
        arguments: bodies.keys.sorted())
    func order(place: String) throws {
        let body = Array((Self.bodies[place] ?? "").utf8)
        #expect((50_000...65_536).contains(body.count), "\(body.count)")
        try LiveService.with { live in
            let (hostile, polite) = (try live.client(), try live.client())
            let head =
                "POST /v1/attempts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.count)\r\n\r\n"
            let cost = try Self.cost(in: live) {
                hostile.send(Array(head.utf8) + body)
                #expect(try polite.request("GET", "/healthz").status == 200)
                let refusal = try hostile.readAnswer()
                #expect([400, 404].contains(refusal.status), "\(place): \(refusal.status)")
                // The response has at most an excerpt of it.
                #expect(refusal.body.count < 1000)
            }
            #expect(cost < Self.maxCost, "\(place): \(cost)")
        }
    }

    @Test(
        "15 KB of marks in a header field block the event loop for less than 50 ms",
        arguments: [
            "X", "Host", "Origin", "Accept", "Authorization", "Connection", "Content-Type",
            "Content-Encoding", "Deadline-Ms", "Expect", "Sec-Fetch-Site", "Sec-Fetch-Mode",
            "Sec-Fetch-Dest", "Transfer-Encoding", "Upgrade", "Content-Length",
        ])
    func headers(name: String) throws {
        let text = Self.marks(14_000)
        try LiveService.with { live in
            for value in [text, "chunked, " + text, "127.0.0.1" + text, "close;" + text] {
                // Uses TCP, where the headers of web pages are checked, too.
                let client = try RawClient(port: live.port)
                let host = name == "Host" ? "" : "Host: localhost\r\n"
                let request =
                    "POST /v1/score?movements=true HTTP/1.1\r\n\(host)\(name): \(value)\r\n"
                    + (name == "Content-Length" || name == "Transfer-Encoding"
                        ? "\r\n" : "Content-Length: 0\r\n\r\n")
                let cost = try Self.cost(in: live) {
                    client.send(request)
                    let status = try client.readAnswer().status
                    #expect((400..<500).contains(status) || status == 501, "\(name): \(status)")
                }
                #expect(cost < Self.maxCost, "\(name): \(cost)")
            }
        }
    }

    @Test("combining marks in a request target are rejected, raw and percent-encoded")
    func targets() throws {
        let raw = Self.marks(8_000)
        let encoded = raw.utf8.prefix(4_500).map { String(format: "%%%02X", $0) }.joined()
        try LiveService.with { live in
            for (target, code) in [
                ("/" + raw, "malformed_request"), ("/v1/attempts/" + raw, "malformed_request"),
                ("/v2/match?target=" + encoded, "invalid_query"),
                ("/v2/match?" + encoded + "=1", "invalid_query"),
                ("/v1/attempts/" + encoded, "unknown_attempt"),
            ] {
                let client = try live.client()
                let method = code == "invalid_query" ? "POST" : "GET"
                let cost = try Self.cost(in: live) {
                    client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    let answer = try client.readAnswer()
                    #expect(answer.code == code)
                }
                #expect(cost < Self.maxCost, "\(code): \(cost)")
            }
        }
    }
}
