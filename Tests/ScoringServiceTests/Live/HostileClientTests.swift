import FaceImaging
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ScoringService

/// Clients that mean no good, or do not know better: an answer by name, never a crash, and the next
/// client is served.
struct HostileClientTests {
    private let jpeg = ["Content-Type": "image/jpeg"]

    private func expectHealthy(_ live: LiveService) throws {
        #expect(try live.client().request("GET", "/healthz").status == 200)
    }

    @Test("bodies that are no picture are named by what is wrong with them")
    func badPictures() throws {
        let fixtures = "\(ModelsFolder.path)/../Tests/FaceImagingTests/Fixtures/"
        let file = { (name: String) in
            try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixtures + name)))
        }
        let picture = try LiveService.picture("collins.jpg")
        let cases: [([UInt8], Int, String)] = [
            (Array("GIF89a and so on".utf8), 415, "unsupported_format"),
            (Array("no picture at all".utf8), 415, "unsupported_format"),
            (Array(picture.prefix(picture.count / 2)), 422, "truncated"),
            (try file("declared-50000x50000.png"), 422, "too_many_pixels"),
            (try file("progressive-190-scans.jpg"), 422, "too_many_scans"),
        ]
        try LiveService.with { live in
            let client = try live.client()
            for (body, status, code) in cases {
                let answer = try client.request(
                    "POST", "/v1/score", headers: jpeg, body: body)
                #expect(answer.status == status)
                #expect(answer.code == code)
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(try answer.json()["type"]?.text == "urn:facialfun:problem:\(code)")
                #expect(try answer.json()["status"]?.number == Double(status))
            }
            let empty = try client.request(
                "POST", "/v1/score", headers: jpeg.merging(["Content-Length": "0"]) { $1 })
            #expect(empty.code == "empty")
        }
    }

    @Test("wrong media types, methods, paths and parameters are named")
    func wrongRequests() throws {
        try LiveService.with { live in
            let text = try live.client().request(
                "POST", "/v1/score", headers: ["Content-Type": "text/plain"], body: [1])
            #expect(text.status == 415)
            #expect(text.headers["accept"] == "image/jpeg, image/png")
            let none = try live.client().request("POST", "/v1/score", body: [1])
            #expect(none.code == "unsupported_media_type")
            let client = try live.client()
            let method = try client.request("GET", "/v1/score")
            #expect(method.status == 405)
            #expect(method.headers["allow"] == "POST")
            for path in [
                "/", "/v1/score/", "/v1/../healthz", "//healthz", "/v1/%73core", "/HEALTHZ",
            ] {
                #expect(try client.request("GET", path).code == "not_found")
            }
            #expect(try client.request("GET", "/healthz?x=1").code == "invalid_query")
            let typed = ["Content-Type": "image/JPEG; charset=x"]
            let upper = try live.client().request(
                "POST", "/v1/score", headers: typed, body: Array("x".utf8))
            #expect(upper.code == "unsupported_format")
        }
    }

    @Test("a body over 2,000 KB is refused: from its length at once, without one while it is read")
    func tooLarge() throws {
        try LiveService.with { live in
            let announced = try live.client()
            announced.send(
                """
                POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                Content-Length: 2000001\r\n\r\n
                """)
            let first = try announced.readAnswer()
            #expect(first.status == 413)
            #expect(first.code == "too_many_bytes")

            let chunked = try live.client()
            chunked.send(
                """
                POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                Transfer-Encoding: chunked\r\n\r\n
                """)
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
            try expectHealthy(live)
            // Nothing of it stays in memory.
            #expect(
                try live.client().request("GET", "/metrics").text
                    .contains("facialfun_body_bytes 0\n"))
        }
    }

    @Test("all bodies together have a limit, too; what is over it is refused, then served")
    func bodyBudget() throws {
        try LiveService.with({ $0.bodyBudget = 1500 }) { live in
            let head = { (count: Int) in
                """
                POST /test/slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                Content-Length: \(count)\r\n\r\n
                """
            }
            do {
                let first = try live.client()
                first.send(head(1000))
                #expect(
                    LiveService.eventually {
                        (try? live.client().request("GET", "/metrics").text
                            .contains("facialfun_body_bytes 1000\n")) ?? false  // asked again
                    })
                let second = try live.client()
                second.send(head(1000))
                let answer = try second.readAnswer()
                #expect(answer.status == 503)
                #expect(answer.code == "overloaded")
            }
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_body_bytes 0\n")) ?? false  // asked again
                })
        }
    }

    @Test("answers that nobody takes count, too: over the limit they are refused, then made again")
    func answerBudget() throws {
        try LiveService.with({ $0.bodyBudget = 1_200_000 }) { live in
            let ask = "GET /test/large HTTP/1.1\r\nHost: localhost\r\n\r\n"
            do {
                // Each answer has 500,000 bytes, of which the socket takes less than half.
                let deaf = try (0..<2).map { _ in try live.client() }
                for client in deaf { client.send(ask) }
                #expect(
                    LiveService.eventually {
                        (try? live.client().request("GET", "/metrics").text
                            .contains("facialfun_body_bytes 1000000\n")) ?? false  // asked again
                    })
                let refused = try live.client().request("GET", "/test/large")
                #expect(refused.status == 503)
                #expect(refused.code == "overloaded")
                try expectHealthy(live)
                withExtendedLifetime(deaf) {}
            }
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_body_bytes 0\n")) ?? false  // asked again
                })
            #expect(try live.client().request("GET", "/test/large").status == 200)
        }
    }

    @Test("`Expect: 100-continue` is answered before the body, or by the refusal of it")
    func expectation() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            client.send(
                """
                POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                Content-Length: \(picture.count)\r\nExpect: 100-continue\r\n\r\n
                """)
            #expect(try client.readHead().status == 100)
            client.send(picture)
            #expect(try client.readAnswer().status == 200)

            let refused = try live.client()
            refused.send(
                """
                POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                Content-Length: 3000000\r\nExpect: 100-continue\r\n\r\n
                """)
            #expect(try refused.readAnswer().status == 413)
            let odd = try live.client().request(
                "GET", "/healthz", headers: ["Expect": "miracles"])
            #expect(odd.status == 417)
        }
    }

    @Test("requests sent ahead are answered in order, each with its own answer")
    func pipelining() throws {
        let names = ["hopper.jpg", "collins.jpg"]
        let pictures = try names.map { try LiveService.picture($0) }
        try LiveService.with { live in
            let client = try live.client()
            var bytes: [UInt8] = []
            for index in 0..<6 {
                let body = pictures[index % 2]
                bytes += Array(
                    """
                    POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                    Content-Length: \(body.count)\r\n\r\n
                    """.utf8)
                bytes += body
                bytes += Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            }
            client.send(bytes)
            var faces: [JSONDocument?] = []
            for _ in 0..<6 {
                faces.append(try client.readAnswer().json()["faces"])
                #expect(try client.readAnswer().json()["status"]?.text == "ok")
            }
            #expect(faces[0] != faces[1])
            #expect(Set(faces).count == 2)
            #expect(faces[0] == faces[2] && faces[1] == faces[5])
        }
    }

    @Test("who sends many requests ahead and reads nothing is served no further, and then dropped")
    func readsNothing() throws {
        try LiveService.with({ $0.writeMilliseconds = 200 }) { live in
            let client = try live.client()
            let request = "GET /test/large HTTP/1.1\r\nHost: localhost\r\n\r\n"
            client.send(String(repeating: request, count: 400))
            // 400 answers would be 200 MB; only what the socket's buffers hold is made.
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_connections 1\n")) ?? false  // asked again
                })
            let text = try live.client().request("GET", "/metrics").text
            let line = text.split(separator: "\n").first {
                $0.hasPrefix("facialfun_requests_total{route=\"/test/large\"")
            }
            let count = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
            #expect(count < 50)
        }
    }

    @Test("a half-closed connection still gets its answer")
    func halfClosed() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            client.send(
                """
                POST /v1/score HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r
                Content-Length: \(picture.count)\r\n\r\n
                """)
            client.send(picture)
            client.closeOutput()
            #expect(try client.readAnswer().status == 200)
            #expect(client.readToEnd().isEmpty)
            let half = try live.client()
            half.send("POST /v1/score HTTP/1.1\r\nContent-Length: 10\r\n\r\n12")
            half.closeOutput()
            _ = half.readToEnd()
            try expectHealthy(live)
        }
    }

    @Test("connections that are reset in the middle leave nothing behind")
    func resets() throws {
        try LiveService.with { live in
            for start in ["", "GET /heal", "POST /v1/score HTTP/1.1\r\nHost: localhost\r\n"] {
                for _ in 0..<20 {
                    let client = try RawClient(port: live.port)
                    client.send(start)
                    client.reset()
                }
            }
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", "/metrics").text
                        .contains("facialfun_connections 1\n")) ?? false  // asked again
                })
        }
    }

    @Test("a head that never ends, byte by byte or all at once, is cut off")
    func heads() throws {
        try LiveService.with({ $0.headMilliseconds = 300 }) { live in
            let slow = try live.client()
            slow.send("GET /healthz HTTP/1.1\r\n")
            for _ in 0..<20 {
                slow.send("X: y\r\n")
                usleep(50_000)
            }
            #expect(slow.readToEnd().isEmpty)

            let huge = try live.client()
            huge.send(
                "GET /healthz HTTP/1.1\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n")
            #expect(try huge.readAnswer().status == 431)
            let many = try live.client()
            many.send(
                "GET /healthz HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100) + "\r\n")
            #expect(try many.readAnswer().code == "headers_too_large")
            try expectHealthy(live)
        }
    }

    @Test(
        "bytes that are no HTTP get one answer and the door",
        arguments: [
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}", "nonsense\r\n\r\n", "GET /\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nA B: c\r\n\r\n",
            "POST /v1/score HTTP/1.1\r\nContent-Length: x\r\n\r\n",
            "POST /v1/score HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "POST /v1/score HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET v1/emotions HTTP/1.1\r\n\r\n",
            "CONNECT example.org:443 HTTP/1.1\r\n\r\n", "* * *", "\0\0\0\0\r\n\r\n",
        ])
    func noHTTP(bytes: String) throws {
        try LiveService.with({ $0.headMilliseconds = 300 }) { live in
            let client = try live.client()
            client.send(bytes)
            let end = client.readToEnd()
            if !end.isEmpty {
                let text = String(decoding: end, as: UTF8.self)
                let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                #expect(text.hasPrefix("HTTP/1.1 "))
                #expect((status ?? 0) >= 400)
            }
            try expectHealthy(live)
        }
    }

    @Test("more connections than are served are told so, and the others are served on")
    func tooManyConnections() throws {
        try LiveService.with({ $0.maxConnections = 10 }) { live in
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

    /// How many descriptors this process may open, raised as far as the system lets it.
    private static let descriptors: Int = {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        getrlimit(resource, &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }()

    @Test(
        "4,000 connections at a time are held, and each is answered",
        .enabled(
            if: descriptors > 9000,
            "this system allows a process too few descriptors: raise ulimit -n to 10,000"))
    func manyConnections() throws {
        // However long this machine takes to open them, the first must not be idle for too long.
        try LiveService.with({ $0.idleMilliseconds = 600_000 }) { live in
            let clients = try (0..<4000).map { _ in try live.client() }
            for client in clients {
                client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            }
            var answered = 0
            for client in clients where try client.readAnswer().status == 200 { answered += 1 }
            #expect(answered == 4000)
            // All of them are still open, and a further client is served.
            let text = try live.client().request("GET", "/metrics").text
            #expect(text.contains("facialfun_connections 4001\n"))
        }
    }

    @Test("no path leads out of the routes, whatever is written in it")
    func paths() throws {
        try LiveService.with { live in
            for path in [
                "/v1/attempts/../score", "/v1/attempts/..%2f..%2fhealthz", "/v1/attempts/%00",
                "/v1/attempts/a/frames/../../../healthz", "/v1//score", "/v1/score;x=1",
                "/./healthz", "/v1/attempts//events", "/v1\\score", "/v1/score%20", "/%2fhealthz",
                "/v1/attempts/" + String(repeating: "a", count: 10_000), "/\u{e9}",
                "/.well-known/security.txt", "/static/../../etc/passwd",
            ] {
                for method in ["GET", "DELETE"] {
                    let answer = try live.client().request(method, path)
                    #expect([400, 404, 405].contains(answer.status), "\(path) \(answer.status)")
                    #expect(!answer.text.contains("root:"))
                }
            }
            for target in ["http://evil.example/healthz", "https://evil.example:1/healthz"] {
                // The absolute form is HTTP; what counts on a Unix socket is the path alone.
                let client = try live.client()
                client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try client.readAnswer().status == 200)
            }
            for target in ["ftp://x/healthz", "healthz", "*"] {
                #expect(try live.client().request("GET", target).status >= 400)
            }
        }
    }

    @Test("nobody sees another's attempt or baseline, and their names cannot be guessed")
    func names() throws {
        let order = Array(#"{"target":"fear","level":2}"#.utf8)
        try LiveService.with { live in
            let client = try live.client()
            var names: Set<String> = []
            for _ in 0..<50 {
                let name = try client.request(
                    "POST", "/v1/attempts", headers: ["Content-Type": "application/json"],
                    body: order
                ).json()["id"]?.text
                names.insert(try #require(name))
            }
            #expect(names.count == 50)
            for name in names { #expect(name.count == 32) }
            let first = try #require(names.first)
            for other in [String(first.dropLast()), first.uppercased() + "0", first + "%00", "*"] {
                #expect(
                    try client.request("GET", "/v1/attempts/" + other).code == "unknown_attempt")
            }
            // There is no list of them.
            #expect(try client.request("GET", "/v1/attempts").status == 405)
            #expect(try client.request("GET", "/v1/baselines").status == 405)
        }
    }

    @Test("on TCP a web page is kept out by Host and Origin; one that was named gets in")
    func browsers() throws {
        try LiveService.with({ $0.allowedOrigins = ["http://localhost:8080"] }) { live in
            let rebound = try RawClient(port: live.port).request(
                "GET", "/healthz", headers: ["Host": "evil.example"])
            #expect(rebound.status == 403)
            #expect(rebound.code == "forbidden_host")
            let page = try RawClient(port: live.port).request(
                "GET", "/healthz", headers: ["Origin": "http://evil.example"])
            #expect(page.code == "forbidden_origin")
            #expect(page.headers["access-control-allow-origin"] == nil)
            let friend = ["Origin": "http://localhost:8080"]
            let named = try RawClient(port: live.port).request(
                "GET", "/healthz", headers: friend)
            #expect(named.headers["access-control-allow-origin"] == "http://localhost:8080")
            let preflight = try RawClient(port: live.port).request(
                "OPTIONS", "/v1/score", headers: friend)
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-methods"] == "POST, OPTIONS")
            let old = try RawClient(port: live.port)
            old.send("GET /healthz HTTP/1.0\r\n\r\n")
            #expect(try old.readAnswer().code == "forbidden_host")
        }
    }
}
