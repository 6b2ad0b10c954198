import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// Overload, seen by clients over real sockets.
struct OverloadTests {
    private static let jpeg = ["Content-Type": "image/jpeg"]
    private static let hurried = jpeg.merging(["Deadline-Ms": "40"]) { $1 }

    /// A service that estimates its work at 50 ms and whose only worker is busy.
    private func withBusyService(_ body: (LiveService) throws -> Void) throws {
        try LiveService.with({ $0.workers = 1 }) { live in
            let first = try live.client()
            for _ in 0..<30 {
                let answer = try first.request(
                    "POST", "/test/work", headers: Self.jpeg, body: [1])
                #expect(answer.status == 200)
            }
            let busy = try live.client()
            busy.send(PictureRequest.head("/test/slow", length: 1) + "1")
            #expect(LiveService.eventually { live.probe.begun.load(ordering: .relaxed) == 1 })
            try body(live)
        }
    }

    @Test("requests that cannot finish in time are rejected at once with Retry-After")
    func refused() throws {
        try withBusyService { live in
            let refused = try live.client().request(
                "POST", "/test/work", headers: Self.hurried, body: [1])
            #expect(refused.status == 503)
            #expect(refused.code == "overloaded")
            #expect(refused.headers["retry-after"] == "1")
            #expect(try live.client().request("GET", "/healthz").status == 200)
        }
    }

    @Test("a client that retries constantly, against Retry-After, keeps its connection")
    func hammering() throws {
        try withBusyService { live in
            let client = try live.client()
            let picture = try LiveService.picture("collins.jpg")
            for _ in 0..<50 {
                let answer = try client.request(
                    "POST", "/test/work", headers: Self.hurried, body: picture)
                #expect(answer.code == "overloaded")
                #expect(answer.headers["connection"] == nil)
            }
            let text = try client.request("GET", "/metrics").text
            // The one byte of the work in progress.
            #expect(text.contains("facialfun_body_bytes 1\n"))
            #expect(text.contains("facialfun_queue_depth 0\n"))
        }
    }

    @Test(
        "a client that sends its whole body before reading gets the rejection, not a reset",
        arguments: [1, 60_000, 300_000, 1_900_000], [false, true])
    func rejectionAfterTheWholeBody(length: Int, isTCP: Bool) throws {
        try withBusyService { live in
            let client = isTCP ? try RawClient(port: live.port) : try live.client()
            let head = PictureRequest.head(
                "/test/work", length: length, "Deadline-Ms: 40\r\n")
            #expect(client.send(Array(head.utf8) + [UInt8](repeating: 1, count: length)))
            let answer = try client.readAnswer()
            #expect(answer.status == 503)
            #expect(answer.code == "overloaded")
        }
    }

    @Test("a client that keeps sending long after its rejection is cut off")
    func endless() throws {
        try withBusyService { live in
            let client = try live.client()
            client.send(
                PictureRequest.head(
                    "/test/work", length: nil,
                    "Deadline-Ms: 40\r\nTransfer-Encoding: chunked\r\n"))
            #expect(try client.readAnswer().code == "overloaded")
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 1, count: 65_536) + [13, 10]
            var taken = 0
            while taken < 1000, client.send(chunk) { taken += 1 }
            #expect(taken < 1000)
            #expect(try live.client().request("GET", "/healthz").status == 200)
        }
    }
}
