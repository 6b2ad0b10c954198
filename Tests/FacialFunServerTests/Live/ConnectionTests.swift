import FacialFun
import Foundation
import Glibc
import Testing
import TestSupport

@testable import FacialFunServer

/// Requests on one connection, and its end.
struct ConnectionTests {
    private let jpeg = ["Content-Type": "image/jpeg"]

    @Test("`Expect: 100-continue` is answered before the body, or with the rejection")
    func expectation() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            client.send(PictureRequest.head(length: picture.count, "Expect: 100-continue\r\n"))
            #expect(try client.readHead().status == 100)
            client.send(picture)
            #expect(try client.readAnswer().status == 200)

            let refused = try live.client()
            refused.send(PictureRequest.head(length: 3_000_000, "Expect: 100-continue\r\n"))
            #expect(try refused.readAnswer().status == 413)
            let odd = try live.client().request(
                "GET", "/healthz", headers: ["Expect": "miracles"])
            #expect(odd.status == 417)
        }
    }

    @Test("pipelined requests are answered in order, each with its own response")
    func pipelining() throws {
        let names = ["hopper.jpg", "collins.jpg"]
        let pictures = try names.map { try LiveService.picture($0) }
        try LiveService.with { live in
            let client = try live.client()
            var bytes: [UInt8] = []
            for index in 0..<6 {
                let body = pictures[index % 2]
                bytes += Array(PictureRequest.head(length: body.count).utf8)
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

    @Test("an upgrade request gets an HTTP/1.1 response, and the connection closes")
    func otherProtocols() throws {
        let picture = try LiveService.picture("collins.jpg")
        let offer = ["Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c"]
        try LiveService.with { live in
            for (method, target, body) in [("GET", "/healthz", []), ("POST", "/v1/score", picture)]
            {
                let client = try live.client()
                let headers = offer.merging(body.isEmpty ? [:] : ["Content-Type": "image/jpeg"]) {
                    $1
                }
                let answer = try client.request(method, target, headers: headers, body: body)
                #expect(answer.status == 200)
                #expect(answer.headers["connection"] == "close")
                #expect(client.readToEnd().isEmpty)
            }
            let tunnel = try live.client()
            tunnel.send("CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n")
            let answer = try tunnel.readAnswer()
            #expect(answer.status == 400)
            #expect(answer.code == "malformed_request")
            #expect(tunnel.readToEnd().isEmpty)
        }
    }

    @Test("an HTTP/1.0 client gets no interim response, and streams without chunks")
    func http10Client() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            client.send(
                "POST /v1/score HTTP/1.0\r\nExpect: 100-continue\r\nContent-Type: image/jpeg\r\n"
                    + "Content-Length: \(picture.count)\r\n\r\n")
            client.send(picture)
            #expect(try client.readAnswer().status == 200)

            #expect(client.readToEnd().isEmpty)

            let stream = try live.client()
            stream.send("GET /test/events HTTP/1.0\r\n\r\n")
            let first = try #require(stream.readLine())
            #expect(first.hasSuffix(" 200 OK"))
            var fields: [String] = []
            while let line = stream.readLine(), !line.isEmpty { fields.append(line.lowercased()) }
            #expect(!fields.contains { $0.hasPrefix("transfer-encoding") })
            let sink = try #require(live.probe.firstSink())
            sink.send(ServiceEvent(name: "done", data: "{}", isLast: true))
            #expect(
                String(decoding: stream.readToEnd(), as: UTF8.self) == "event: done\ndata: {}\n\n")
        }
    }

    @Test("a half-closed connection still gets its response")
    func halfClosed() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            client.send(PictureRequest.head(length: picture.count))
            client.send(picture)
            client.closeOutput()
            #expect(try client.readAnswer().status == 200)
            #expect(client.readToEnd().isEmpty)
            let half = try live.client()
            half.send(PictureRequest.head(length: 10) + "12")
            half.closeOutput()
            _ = half.readToEnd()
            try live.expectHealthy()
        }
    }

    @Test("connections that are reset during a request leak nothing")
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
                        .contains("facialfun_connections 1\n")) ?? false  // retried
                })
        }
    }

    @Test("a connection that sends an endless head is closed")
    func heads() throws {
        try LiveService.with({ $0.headMilliseconds = 300 }) { live in
            let slow = try live.client()
            slow.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
            for _ in 0..<20 {
                slow.send("X: y\r\n")
                usleep(50_000)
            }
            #expect(slow.readToEnd().isEmpty)
        }
        try LiveService.with { live in
            let huge = try live.client()
            huge.send(
                "GET /healthz HTTP/1.1\r\nX: \(String(repeating: "x", count: 20_000))\r\n\r\n")
            #expect(try huge.readAnswer().status == 431)
            let many = try live.client()
            many.send(
                "GET /healthz HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 100) + "\r\n")
            #expect(try many.readAnswer().code == "headers_too_large")
            try live.expectHealthy()
        }
    }
}
