import Glibc
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// Limits of memory and counts: requests beyond them are rejected, all others are served.
struct LimitTests {
    private let jpeg = ["Content-Type": "image/jpeg"]

    /// Maximum number of open descriptors of this process, raised as far as possible.
    private static let descriptors: Int = {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(resource, &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }()

    @Test("a body over 2,000 KB is rejected: by its length at once, otherwise while reading")
    func tooLarge() throws {
        try LiveService.with { live in
            let announced = try live.client()
            announced.send(PictureRequest.head(length: 2_000_001))
            let first = try announced.readAnswer()
            #expect(first.status == 413)
            #expect(first.code == "too_many_bytes")

            let chunked = try live.client()
            chunked.send(
                PictureRequest.head(length: nil, "Transfer-Encoding: chunked\r\n"))
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 1, count: 65_536) + [13, 10]
            for _ in 0..<31 where !chunked.send(chunk) { break }
            let second = try chunked.readAnswer()
            #expect(second.status == 413)
            #expect(second.headers["connection"] == "close")

            let endless = ["Content-Length": "99999999999999999999999"]
            #expect(
                try live.client().request(
                    "POST", "/v1/score", headers: jpeg.merging(endless) { $1 }
                ).status >= 400)
            try live.expectHealthy()
            // Nothing of the body stays in memory.
            #expect(
                try live.client().request("GET", "/metrics").text
                    .contains("facialfun_body_bytes 0\n"))
        }
    }

    @Test("a body beyond the limit of all bodies is rejected, and accepted later")
    func bodyBudget() throws {
        try LiveService.with({ $0.bodyBudget = 1500 }) { live in
            let head = { (count: Int) in PictureRequest.head("/test/slow", length: count) }
            do {
                let first = try live.client()
                first.send(head(1000) + String(repeating: "x", count: 1000))
                #expect(
                    LiveService.eventually {
                        (try? live.client().request("GET", "/metrics").text
                            .contains("facialfun_body_bytes 1000\n")) ?? false  // retried
                    })
                let second = try live.client()
                second.send(head(1000) + String(repeating: "x", count: 1000))
                let answer = try second.readAnswer()
                #expect(answer.status == 503)
                #expect(answer.code == "overloaded")
            }
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_body_bytes 0\n")) ?? false  // retried
                })
        }
    }

    @Test("bytes that are announced but not sent do not affect other clients")
    func announcedBytes() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let silent = try (0..<40).map { _ in try live.client() }
            for client in silent {
                client.send(
                    PictureRequest.head(
                        "/test/slow", length: 2_000_000, "Deadline-Ms: 60000\r\n"))
            }
            let polite = try live.client()
            for _ in 0..<3 {
                let answer = try polite.request(
                    "POST", "/v1/score", headers: jpeg, body: picture)
                #expect(answer.status == 200)
            }
            for client in silent {
                #expect(try client.readAnswer().code == "request_timeout")
            }
        }
    }

    @Test("when memory is short, a slow upload is dropped in favor of a faster client")
    func slowUploadsWithLittleMemory() throws {
        try LiveService.with({
            $0.bodyBudget = 100_000
            $0.bodyGraceMilliseconds = 60_000
        }) { live in
            let slow = try (0..<2).map { _ in try live.client() }
            for client in slow {
                client.send(PictureRequest.head("/test/work", length: 50_000))
                client.send([UInt8](repeating: 1, count: 49_000))
            }
            // Waits until the service holds the bytes of both; a query without a response is
            // repeated.
            let held = LiveService.eventually {
                let text = (try? live.client().request("GET", "/metrics").text) ?? ""
                let bytes = text.firstMatch(of: #/facialfun_body_bytes (\d+)/#).flatMap {
                    Int($0.1)
                }
                return (bytes ?? 0) >= 98_000
            }
            #expect(held)
            usleep(300_000)
            let polite = try live.client().request(
                "POST", "/test/work", headers: jpeg, body: [UInt8](repeating: 1, count: 40_000))
            #expect(polite.status == 200)
            #expect(try slow[0].readAnswer().code == "request_timeout")
            slow[1].send([UInt8](repeating: 1, count: 1_000))
            #expect(try slow[1].readAnswer().status == 200)
        }
    }

    @Test("when memory is short, large work is dropped before its start in favor of small work")
    func waitingLargeWork() throws {
        try LiveService.with({
            $0.bodyBudget = 100_000
            $0.workers = 1
        }) { live in
            let busy = try live.client()
            busy.send(PictureRequest.head("/test/slow", length: 1, "Deadline-Ms: 2000\r\n") + "1")
            #expect(LiveService.eventually { live.probe.begun.load(ordering: .relaxed) == 1 })
            let large = try live.client()
            large.send(PictureRequest.head("/test/slow", length: 90_000))
            large.send([UInt8](repeating: 1, count: 90_000))
            // On a slow machine the busy work may have ended by now. Then the large one has started
            // and keeps its memory.
            let small = try live.client().request(
                "POST", "/test/work", headers: jpeg, body: [UInt8](repeating: 1, count: 20_000))
            let isBegun = live.probe.begun.load(ordering: .relaxed) == 2
            #expect(small.status == (isBegun ? 503 : 200))
        }
    }

    @Test(
        "unread answers count: above the limit they are rejected or dropped for new ones")
    func answerBudget() throws {
        try LiveService.with({ $0.bodyBudget = 1_200_000 }) { live in
            let ask = "GET /test/large HTTP/1.1\r\nHost: localhost\r\n\r\n"
            do {
                // Each response has 500,000 bytes, of which the socket takes less than half.
                let deaf = try (0..<2).map { _ in try live.client() }
                for client in deaf { client.send(ask) }
                #expect(
                    LiveService.eventually {
                        (try? live.client().request("GET", "/metrics").text
                            .contains("facialfun_body_bytes 1000000\n")) ?? false  // retried
                    })
                let third = try live.client().request("GET", "/test/large")
                // The first client is dropped after it has waited for a moment.
                #expect(third.status == 200 || third.code == "overloaded")
                try live.expectHealthy()
                withExtendedLifetime(deaf) {}
            }
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_body_bytes 0\n")) ?? false  // retried
                })
            #expect(try live.client().request("GET", "/test/large").status == 200)
        }
    }

    @Test("a client that pipelines many requests and reads nothing is paused, then dropped")
    func clientThatReadsNothing() throws {
        try LiveService.with({ $0.writeMilliseconds = 200 }) { live in
            let client = try live.client()
            let request = "GET /test/large HTTP/1.1\r\nHost: localhost\r\n\r\n"
            client.send(String(repeating: request, count: 400))
            // 400 responses would be 200 MB; only as many are made as fit into the socket's
            // buffers.
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_connections 1\n")) ?? false  // retried
                })
            let text = try live.client().request("GET", "/metrics").text
            let line = text.split(separator: "\n").first {
                $0.hasPrefix("facialfun_requests_total{route=\"/test/large\"")
            }
            let count = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
            #expect(count < 50)
        }
    }

    @Test("connections beyond the limit get an error, and the others are served")
    func tooManyConnections() throws {
        try LiveService.with({
            ($0.maxConnections, $0.idleGraceMilliseconds) = (10, 600_000)
        }) { live in
            let clients = try (0..<10).map { _ in try live.client() }
            for client in clients {
                #expect(try client.request("GET", "/healthz").status == 200)
            }
            let refused = try live.client().request("GET", "/healthz")
            #expect(refused.status == 503)
            #expect(refused.code == "too_many_connections")
            #expect(try clients[3].request("GET", "/healthz").status == 200)
        }
    }

    @Test("a process gets only its share of the connections; others are still served")
    func connectionsOfOneProcess() throws {
        try LiveService.with({
            ($0.maxConnections, $0.maxConnectionsOfPeer) = (10, 4)
            $0.idleGraceMilliseconds = 600_000
        }) { live in
            let clients = try (0..<4).map { _ in try live.client() }
            for client in clients {
                #expect(try client.request("GET", "/healthz").status == 200)
            }
            let refused = try live.client().request("GET", "/healthz")
            #expect(refused.status == 503)
            #expect(refused.code == "too_many_connections")
            #expect(try clients[3].request("GET", "/healthz").status == 200)
            // The kernel does not report the process of a TCP peer: all connections of an address
            // count together.
            let others = try (0..<4).map { _ in try RawClient(port: live.port) }
            for client in others {
                #expect(try client.request("GET", "/healthz").status == 200)
            }
            let other = try RawClient(port: live.port).request("GET", "/healthz")
            #expect(other.code == "too_many_connections")
            withExtendedLifetime(others) {}
        }
    }

    @Test("a new connection replaces the one that was idle longest, but never an active one")
    func idleConnections() throws {
        try LiveService.with({
            ($0.maxConnections, $0.maxConnectionsOfPeer) = (10, 4)
            $0.idleGraceMilliseconds = 0
        }) { live in
            let busy = try live.client()
            busy.send(PictureRequest.head("/test/slow", length: 1, "Deadline-Ms: 60000\r\n") + "1")
            #expect(LiveService.eventually { live.probe.begun.load(ordering: .relaxed) == 1 })
            let others = try (0..<3).map { _ in try RawClient(port: live.port) }
            for client in others {
                #expect(try client.request("GET", "/healthz").status == 200)
            }
            let idle = try (0..<3).map { _ in try live.client() }
            for client in [idle[1], idle[0], idle[2]] {
                #expect(try client.request("GET", "/healthz").status == 200)
            }
            // One connection more than this process may have, ten times.
            let further = try (0..<10).map { _ in
                let client = try live.client()
                #expect(try client.request("GET", "/healthz").status == 200)
                return client
            }
            for client in idle { #expect(client.readToEnd().isEmpty) }
            // TCP connections belong to another peer, and the last ones of this process have room.
            #expect(try others[0].request("GET", "/healthz").status == 200)
            #expect(try further[9].request("GET", "/healthz").status == 200)
            let text = try further[9].request("GET", "/metrics").text
            #expect(text.contains("facialfun_connections 7\n"), "\(text)")
            #expect(live.probe.stopped.load(ordering: .relaxed) == 0)
            withExtendedLifetime(busy) {}
        }
    }

    @Test("a process that has used up its attempts does not affect other processes")
    func attemptsOfOneProcess() throws {
        let order = Array(#"{"target":"fear","level":1}"#.utf8)
        let json = ["Content-Type": "application/json"]
        try LiveService.with { live in
            let client = try live.client()
            for _ in 0..<AttemptStore.capacityOfHolder {
                #expect(
                    try client.request("POST", "/v1/attempts", headers: json, body: order).status
                        == 201)
            }
            // The same applies to another connection of the process.
            let refused = try live.client().request(
                "POST", "/v1/attempts", headers: json, body: order)
            #expect(refused.status == 503)
            #expect(refused.code == "too_many_attempts")
            #expect(refused.headers["retry-after"] == "10")
            let other = try RawClient(port: live.port).request(
                "POST", "/v1/attempts", headers: json, body: order)
            #expect(other.status == 201)
        }
    }

    @Test("a process with the maximum number of baselines gets no more; other processes do")
    func baselinesOfOneProcess() throws {
        let picture = try LiveService.picture("rendered-neutral.jpg")
        let patient = jpeg.merging(["Deadline-Ms": "60000"]) { $1 }
        try LiveService.with { live in
            let client = try live.client()
            var first = ""
            for number in 0..<SharedBaselineStore.capacityOfHolder {
                let made = try client.request(
                    "POST", "/v1/baselines", headers: patient, body: picture)
                try #require(made.status == 201, "\(number): \(made.text)")
                if number == 0 { first = try #require(made.headers["location"]) }
            }
            // The same applies to another connection of the process.
            let again = try live.client()
            let refused = try again.request(
                "POST", "/v1/baselines", headers: patient, body: picture)
            #expect(refused.status == 503)
            #expect(refused.code == "too_many_baselines")
            #expect(refused.headers["retry-after"] == "60")
            // No existing baseline was replaced, and each accepts further pictures.
            let more = try again.request(
                "POST", "\(first)/pictures", headers: patient, body: picture)
            #expect(more.status == 200)
            let other = try RawClient(port: live.port).request(
                "POST", "/v1/baselines", headers: patient, body: picture)
            #expect(other.status == 201)
            #expect(try again.request("DELETE", first).status == 204)
            #expect(
                try again.request("POST", "/v1/baselines", headers: patient, body: picture).status
                    == 201)
        }
    }

    @Test("a process gets only its share of the bytes; others are still served")
    func bytesOfOneProcess() throws {
        try LiveService.with({ ($0.bodyBudget, $0.bodyBudgetOfPeer) = (3000, 1500) }) { live in
            let head = { (count: Int) in PictureRequest.head("/test/slow", length: count) }
            let first = try live.client()
            first.send(head(1400))
            first.send([UInt8](repeating: 1, count: 1300))
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_body_bytes 1300\n")) ?? false  // retried
                })
            let second = try live.client()
            second.send(head(1000))
            second.send([UInt8](repeating: 1, count: 1000))
            #expect(try second.readAnswer().code == "overloaded")
            let other = try RawClient(port: live.port)
            other.send(PictureRequest.head(length: 1000))
            other.send([UInt8](repeating: 1, count: 1000))
            // The body was read, and it is not a picture.
            #expect(try other.readAnswer().code == "unsupported_format")
            withExtendedLifetime(first) {}
        }
    }

    @Test(
        "4,000 simultaneous connections are accepted, and each is answered",
        .enabled(
            if: descriptors > 9000,
            "this system allows a process too few descriptors: raise ulimit -n to 10,000"))
    func manyConnections() throws {
        // Opening them may take long on this machine, so the first needs a long idle limit.
        try LiveService.with({ $0.idleMilliseconds = 600_000 }) { live in
            let clients = try (0..<4000).map { _ in try live.client() }
            for client in clients {
                client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            }
            var answered = 0
            for client in clients where try client.readAnswer().status == 200 { answered += 1 }
            #expect(answered == 4000)
            // All of the connections are still open, and a further client is served.
            let text = try live.client().request("GET", "/metrics").text
            #expect(text.contains("facialfun_connections 4001\n"))
        }
    }
}
