import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFunServer

/// The page at `/demo`, and its access to the service.
struct DemoTests {
    /// The header fields that a browser sends for a page that a user opens.
    private let opened = [
        "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
    ]

    @Test("without --demo there is no page, and pages of the same origin cannot call")
    func demoIsOffByDefault() throws {
        try LiveService.with { live in
            let client = try RawClient(port: live.port)
            #expect(try client.request("GET", "/demo").status == 404)
            let call = try RawClient(port: live.port).request(
                "POST", "/v1/score",
                headers: [
                    "Host": "127.0.0.1:\(live.port)", "Origin": "http://127.0.0.1:\(live.port)",
                    "Content-Type": "image/jpeg",
                ], body: LiveService.picture())
            #expect(call.status == 403)
            #expect(call.code == "forbidden_origin")
        }
    }

    @Test("the page and its parts have their types and load nothing from elsewhere")
    func page() throws {
        try LiveService.with({ $0.hasDemo = true }) { live in
            for (path, type, destination) in [
                ("/demo", "text/html", "document"), ("/demo/demo.css", "text/css", "style"),
                ("/demo/demo.js", "text/javascript", "script"),
            ] {
                var fields = opened
                fields["Sec-Fetch-Dest"] = destination
                let answer = try RawClient(port: live.port).request(
                    "GET", path, headers: fields)
                #expect(answer.status == 200, "\(path)")
                #expect(answer.headers["content-type"] == "\(type); charset=utf-8")
                let policy = try #require(answer.headers["content-security-policy"])
                #expect(policy.hasPrefix("default-src 'none'; ") && !policy.contains("http"))
                #expect(policy.hasSuffix("; frame-ancestors 'none'"))
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(!text.contains("http://") || path == "/demo/demo.js")
                #expect(!text.contains("https://"))
            }
            let other = try RawClient(port: live.port).request(
                "GET", "/healthz", headers: opened)
            #expect(other.code == "forbidden_embedding", "only the page itself is opened")
        }
    }

    @Test("the page can call the service; other origins, sites and frames cannot")
    func origins() throws {
        try LiveService.with({ $0.hasDemo = true }) { live in
            // A rejection closes its connection.
            func client() throws -> RawClient { try RawClient(port: live.port) }
            let host = "127.0.0.1:\(live.port)"
            func score(from origin: String) throws -> RawClient.Answer {
                try client().request(
                    "POST", "/v1/score",
                    headers: [
                        "Host": host, "Origin": origin, "Sec-Fetch-Site": "same-origin",
                        "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty",
                        "Content-Type": "image/jpeg",
                    ], body: LiveService.picture())
            }
            let own = try score(from: "http://\(host)")
            #expect(own.status == 200)
            #expect(try own.json()["faces"]?.elements.count == 1)
            #expect(own.headers["access-control-allow-origin"] == nil)
            for origin in [
                "http://127.0.0.1:1", "http://localhost:\(live.port)", "https://\(host)", "null",
            ] {
                #expect(try score(from: origin).code == "forbidden_origin", "\(origin)")
            }
            var embedded = opened
            embedded["Sec-Fetch-Dest"] = "iframe"
            #expect(
                try client().request("GET", "/demo", headers: embedded).code
                    == "forbidden_embedding")
            var linked = opened
            linked["Sec-Fetch-Site"] = "cross-site"
            #expect(
                try client().request("GET", "/demo", headers: linked).code == "forbidden_embedding")
        }
    }
}
