import FacialFun
import Foundation
import Glibc
import NIOCore
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// Malicious or defective clients: they get a specific error, nothing crashes, and the next client
/// is served.
struct HostileClientTests {
    private let jpeg = ["Content-Type": "image/jpeg"]

    @Test("bodies that are not pictures are rejected with their fault")
    func badPictures() throws {
        let fixtures = "\(ModelsFolder.path)/../Tests/FacialFunTests/Imaging/Fixtures/"
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
            // The product of the sides overflows 64 bits.
            (
                Array(try file("declared-50000x50000.png").prefix(16))
                    + [UInt8](repeating: 0xFF, count: 17), 422, "corrupt"
            ),
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

    @Test("a client that disconnects before its rejection is written leaves nothing in memory")
    func disconnectBeforeTheRejection() throws {
        /// `@unchecked Sendable`: accessed on the event loop only.
        final class Kept: @unchecked Sendable { weak var connection: Connection? }
        try LiveService.with { live in
            let (loop, kept) = (live.service.loop, Kept())
            let eventLoop = loop.eventLoop
            func isSoon(_ condition: @escaping @Sendable () -> Bool) throws -> Bool {
                // The wait is shorter than the limits after which connections are closed in any
                // case.
                for _ in 0..<400 {
                    if try eventLoop.submit(condition).wait() { return true }
                    usleep(10_000)
                }
                return false
            }
            var client: RawClient? = try live.client()
            let isThere = try isSoon {
                kept.connection = loop.value.connections.values.first
                return kept.connection != nil
            }
            #expect(isThere)
            // The client has disconnected before the loop continues.
            let isGone = Atomic<Bool>(false)
            let held = eventLoop.submit {
                for _ in 0..<10_000 where !isGone.load(ordering: .acquiring) { usleep(1000) }
            }
            #expect(client?.send("no HTTP at all\r\n\r\n") == true)
            client = nil
            isGone.store(true, ordering: .releasing)
            try held.wait()
            let isForgotten = try isSoon { kept.connection == nil }
            #expect(isForgotten)
        }
    }

    @Test("wrong media types, methods, paths and parameters are named")
    func wrongRequests() throws {
        try LiveService.with { live in
            let text = try live.client().request(
                "POST", "/v1/score", headers: ["Content-Type": "text/plain"], body: [1])
            #expect(text.status == 415)
            #expect(
                text.headers["accept"] == "application/octet-stream, image/jpeg, image/png")
            let packed = try live.client().request(
                "POST", "/v1/score",
                headers: ["Content-Type": "image/png", "Content-Encoding": "gzip"], body: [1])
            #expect(packed.status == 415 && packed.code == "unsupported_media_type")
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

    @Test(
        "bytes that are not HTTP get one answer, and the connection is closed",
        arguments: [
            "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}", "nonsense\r\n\r\n", "GET /\r\n\r\n",
            "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nA B: c\r\n\r\n",
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
            let text = String(decoding: client.readToEnd(), as: UTF8.self)
            let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            #expect(text.hasPrefix("HTTP/1.1 "), "\(text)")
            #expect((status ?? 0) >= 400)
            // One head and one body: a single response.
            #expect(text.split(separator: "\r\n\r\n").count == 2, "\(text)")
            try live.expectHealthy()
        }
    }

    @Test("every error on a path of a retired service has the format of that service")
    func azureProblems() throws {
        try LiveService.with { live in
            for (request, status) in [
                ("POST /face/v1.0/detect?a=%FF HTTP/1.1\r\nHost: localhost\r\n", 400),
                ("POST /emotion/v1.0/recognize?%FF HTTP/1.1\r\nHost: localhost\r\n", 400),
                ("GET /face/v1.0/detect HTTP/1.1\r\nHost: localhost\r\n", 405),
                ("POST /face/v1.0/detect HTTP/1.1\r\n", 400),
                (
                    "POST /face/v1.0/detect HTTP/1.1\r\nHost: localhost\r\n"
                        + "Origin: http://evil.example\r\n", 403
                ),
                (
                    "POST /face/v1.0/detect HTTP/1.1\r\nHost: localhost\r\n"
                        + "Transfer-Encoding: gzip, chunked\r\n", 501
                ),
            ] {
                let client = try live.client()
                client.send(request + "\r\n")
                let answer = try client.readAnswer()
                #expect(answer.status == status, "\(request)")
                #expect(answer.headers["content-type"] == "application/json", "\(request)")
                #expect(try answer.json()["error"]?["message"]?.text?.isEmpty == false)
            }
        }
    }

    @Test(
        "other transfer codings are rejected for every method, and the connection is closed",
        arguments: ["OPTIONS", "GET", "POST", "DELETE"],
        ["gzip, chunked", "gzip", "chunked, chunked"])
    func transferCodings(method: String, coding: String) throws {
        try LiveService.with { live in
            let client = try live.client()
            client.send(
                "\(method) /v1/score HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: \(coding)\r\n"
                    + "\r\n0\r\n\r\n")
            let answer = try client.readAnswer()
            #expect(answer.status == 501 || answer.status == 400, "\(answer.status)")
            #expect(answer.headers["connection"] == "close")
            _ = client.readToEnd()
        }
    }

    @Test("no path escapes the routes, regardless of its encoding")
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
                // The absolute form is meant for proxies. The service is not a proxy, so it rejects
                // other hosts.
                for client in [try live.client(), try RawClient(port: live.port)] {
                    client.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    #expect(try client.readAnswer().code == "forbidden_host")
                }
            }
            for own in [try live.client(), try RawClient(port: live.port)] {
                own.send("GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(try own.readAnswer().status == 200)
            }
            for target in ["ftp://x/healthz", "healthz", "*"] {
                #expect(try live.client().request("GET", target).status >= 400)
            }
        }
    }

    @Test(
        "HTTP/1.1 without exactly one valid Host is rejected on both sockets, and the next is served",
        arguments: ["", "Host: a\r\nHost: a\r\n", "Host: a b\r\n", "Host: localhost:x\r\n"])
    func hosts(fields: String) throws {
        try LiveService.with { live in
            for client in [try live.client(), try RawClient(port: live.port)] {
                client.send("GET /healthz HTTP/1.1\r\n\(fields)\r\n")
                let answer = try client.readAnswer()
                #expect(answer.status == 400)
                #expect(answer.code == "invalid_host")
                #expect(answer.headers["content-type"] == "application/problem+json")
                #expect(try client.request("GET", "/healthz").status == 200)
            }
            // HTTP/1.0 has no Host; on TCP the request could still come from a web page.
            let old = try live.client()
            old.send("GET /healthz HTTP/1.0\r\n\r\n")
            #expect(try old.readAnswer().status == 200)
        }
    }

    @Test("other clients' attempts and baselines are inaccessible, and their names unguessable")
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
            // They cannot be listed.
            #expect(try client.request("GET", "/v1/attempts").status == 405)
            #expect(try client.request("GET", "/v1/baselines").status == 405)
        }
    }

    @Test("on TCP web pages are rejected by Host and Origin, except from an allowed origin")
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
            for answer in [named, page] {
                #expect(answer.headers["x-frame-options"] == "DENY")
                #expect(
                    answer.headers["content-security-policy"]?.contains("frame-ancestors 'none'")
                        == true)
            }
            let framed = try RawClient(port: live.port).request(
                "GET", "/healthz",
                headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "iframe"])
            #expect(framed.status == 403)
            #expect(framed.code == "forbidden_embedding")
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
