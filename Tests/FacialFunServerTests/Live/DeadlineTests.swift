import NIOCore
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// Requests that run out of time, or cannot be finished in time.
///
/// The load script measures the precision of deadlines; these tests only check that they are
/// enforced.
struct DeadlineTests {
    private let jpeg = ["Content-Type": "image/jpeg"]

    private func slow(_ milliseconds: Int) -> [String: String] {
        jpeg.merging(["Deadline-Ms": "\(milliseconds)"]) { $1 }
    }

    @Test("work that runs out of time gets 504 and is canceled, and the connection stays open")
    func exceeded() throws {
        try LiveService.with { live in
            let client = try live.client()
            let start = NIODeadline.now()
            let answer = try client.request(
                "POST", "/test/slow", headers: slow(150), body: [1])
            let duration = NIODeadline.now() - start
            #expect(answer.status == 504)
            #expect(answer.code == "deadline_exceeded")
            // The deadline minus its reserve, with a tolerance for the difference of the clocks.
            #expect(duration >= .milliseconds(129))
            #expect(LiveService.eventually { live.probe.stopped.load(ordering: .relaxed) == 1 })
            #expect(try client.request("GET", "/healthz").status == 200)
        }
    }

    @Test("without a header the service's default deadline applies")
    func standard() throws {
        try LiveService.with({ $0.deadlineMilliseconds = 100 }) { live in
            let answer = try live.client().request("POST", "/test/slow", headers: jpeg, body: [1])
            #expect(answer.code == "deadline_exceeded")
        }
    }

    @Test("an invalid deadline is rejected", arguments: ["0", "-1", "1.5", "60001", "soon", ""])
    func invalid(value: String) throws {
        try LiveService.with { live in
            let answer = try live.client().request(
                "GET", "/healthz", headers: ["Deadline-Ms": value])
            #expect(answer.code == "invalid_deadline")
        }
    }

    @Test("disconnecting cancels the client's work")
    func gone() throws {
        try LiveService.with { live in
            do {
                let client = try live.client()
                client.send(PictureRequest.head("/test/slow", length: 1) + "1")
                #expect(LiveService.eventually { live.probe.begun.load(ordering: .relaxed) == 1 })
            }
            // The connection is closed by now, 20 seconds before the deadline.
            #expect(LiveService.eventually { live.probe.stopped.load(ordering: .relaxed) == 1 })
        }
    }

    @Test("a client that sends its body too slowly gets an error at its deadline")
    func slowBodyTimesOut() throws {
        try LiveService.with { live in
            let client = try live.client()
            client.send(PictureRequest.head(length: 1000, "Deadline-Ms: 150\r\n") + "abc")
            let answer = try client.readAnswer()
            #expect(answer.status == 408)
            #expect(answer.code == "request_timeout")
            #expect(answer.headers["connection"] == "close")
            #expect(client.readToEnd().isEmpty)
        }
    }

    @Test("a stalled client delays no other, at any point of a request")
    func stalled() throws {
        try LiveService.with { live in
            var stalled: [RawClient] = []
            for start in [
                "", "POST /v1/sc", "POST /v1/score HTTP/1.1\r\nContent-Le",
                PictureRequest.head(length: 99) + "x",
            ] {
                for _ in 0..<20 {
                    let client = try live.client()
                    client.send(start)
                    stalled.append(client)
                }
            }
            let picture = try LiveService.picture("collins.jpg")
            let answer = try live.client().request(
                "POST", "/v1/score", headers: jpeg, body: picture)
            #expect(answer.status == 200)
            withExtendedLifetime(stalled) {}
        }
    }

    @Test("a stop finishes running work, rejects new requests and ends event streams")
    func shutdown() throws {
        let live = try LiveService()
        let events = try live.client()
        events.send("GET /test/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try events.readHead().status == 200)
        let working = try live.client()
        working.send(PictureRequest.head("/test/work", length: 1) + "1")
        let idle = try live.client()
        #expect(try idle.request("GET", "/healthz").status == 200)
        try live.stop()
        #expect(try working.readAnswer().status == 200)
        #expect(working.readToEnd().isEmpty)
        #expect(idle.readToEnd().isEmpty)
        #expect(String(decoding: events.readToEnd(), as: UTF8.self).contains("event: shutdown"))
        #expect(live.probe.cancelled.load(ordering: .relaxed) == 1)
        #expect(throws: RawClient.Failure.self) { try live.client() }
    }

    @Test("a stop does not wait for endless work")
    func shutdownInTime() throws {
        let live = try LiveService()
        let client = try live.client()
        client.send(PictureRequest.head("/test/slow", length: 1) + "1")
        #expect(LiveService.eventually { live.probe.begun.load(ordering: .relaxed) == 1 })
        try live.stop(within: 100)
        #expect(live.probe.stopped.load(ordering: .relaxed) == 1)
        #expect(client.readToEnd().isEmpty)
    }
}
