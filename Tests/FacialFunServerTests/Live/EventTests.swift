import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

struct EventTests {
    @Test("events arrive as they are sent, and the stream ends with the last")
    func stream() throws {
        try LiveService.with { live in
            let client = try live.client()
            client.send("GET /test/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let head = try client.readHead()
            #expect(head.headers["content-type"] == "text/event-stream")
            #expect(head.headers["content-length"] == nil)
            let sink = try #require(live.probe.firstSink())
            sink.send(ServiceEvent(name: "verdict", data: "{\"a\":1}"))
            sink.send(ServiceEvent(name: "done", data: "{}", isLast: true))
            sink.send(ServiceEvent(name: "late", data: "{}"))
            let text = String(decoding: client.readToEnd(), as: UTF8.self)
            #expect(text.contains("event: verdict\ndata: {\"a\":1}\n\n"))
            #expect(text.contains("event: done\ndata: {}\n\n"))
            #expect(!text.contains("late"))
            #expect(live.probe.cancelled.load(ordering: .relaxed) == 1)
        }
    }

    @Test("a quiet stream has heartbeats; HEAD gets the headers of a stream only")
    func heartbeats() throws {
        try LiveService.with({ $0.heartbeatMilliseconds = 20 }) { live in
            let client = try live.client()
            client.send("GET /test/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try client.readHead()
            var signs = 0
            while signs < 3, let line = client.readLine() {
                if line == ": quiet" { signs += 1 }
            }
            #expect(signs == 3)
            let head = try live.client().request("HEAD", "/test/events")
            #expect(head.status == 200)
            #expect(head.headers["content-type"] == "text/event-stream")
            #expect(live.probe.sinks.withLock { $0.count } == 1)
        }
    }

    @Test("disconnecting cancels the client's subscription")
    func gone() throws {
        try LiveService.with { live in
            do {
                let client = try live.client()
                client.send("GET /test/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try client.readHead()
            }
            #expect(LiveService.eventually { live.probe.cancelled.load(ordering: .relaxed) == 1 })
        }
    }

    @Test("a slow reader misses outdated events, but never the last")
    func slowReader() throws {
        try LiveService.with { live in
            let client = try live.client()
            client.send("GET /test/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try client.readHead()
            let sink = try #require(live.probe.firstSink())
            let padding = String(repeating: "x", count: 10_000)
            for number in 0..<500 {
                sink.send(
                    ServiceEvent(
                        name: "progress", data: "\(number) \(padding)", isReplaceable: true))
            }
            sink.send(ServiceEvent(name: "done", data: "{}", isLast: true))
            let text = String(decoding: client.readToEnd(), as: UTF8.self)
            #expect(text.contains("event: done"))
            #expect(text.split(separator: "event: progress").count < 500)
        }
    }
}
