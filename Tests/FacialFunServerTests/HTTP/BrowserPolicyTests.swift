import NIOHTTP1
import Testing

@testable import FacialFunServer

struct BrowserPolicyTests {
    private let policy = BrowserPolicy(allowedOrigins: ["http://localhost:8080"])

    private func code(_ headers: HTTPHeaders, _ kind: ListeningSocket.Kind) -> String? {
        do throws(Problem) {
            _ = try policy.check(headers, on: kind)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "on TCP the host must be the loopback address",
        arguments: [
            ("127.0.0.1:8600", nil), ("127.0.0.1", nil), ("LOCALHOST:1", nil), ("[::1]:8600", nil),
            ("game.example:8600", "forbidden_host"), ("127.0.0.1.example:80", "forbidden_host"),
            ("localhost:", "forbidden_host"), ("localhost:80x", "forbidden_host"),
            ("", "forbidden_host"),
        ] as [(String, String?)])
    func host(host: String, expected: String?) {
        #expect(code(["Host": host], .tcp) == expected)
        #expect(code(["Host": host], .unix) == nil)
    }

    @Test("two hosts, or none, are rejected on TCP")
    func hosts() {
        #expect(code([:], .tcp) == "forbidden_host")
        let two: HTTPHeaders = ["Host": "localhost", "host": "localhost"]
        #expect(code(two, .tcp) == "forbidden_host")
    }

    @Test(
        "embedding in pages of other sites is rejected on both kinds of socket",
        arguments: [
            (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"], true),
            (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"], true),
            (["Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"], true),
            (["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "iframe"], true),
            (["Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "embed"], true),
            (["Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "document"], true),
            (["Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "empty"], false),
            (["Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "image"], false),
        ])
    func embedding(fields: [String: String], isRefused: Bool) {
        for kind in [ListeningSocket.Kind.unix, .tcp] {
            var headers: HTTPHeaders = ["Host": "localhost"]
            for (name, value) in fields { headers.add(name: name, value: value) }
            #expect(code(headers, kind) == (isRefused ? "forbidden_embedding" : nil))
        }
    }

    @Test("a page of an allowed origin may fetch from another site, but not navigate")
    func namedOrigin() {
        var headers: HTTPHeaders = [
            "Host": "localhost", "Origin": "http://localhost:8080", "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Dest": "empty",
        ]
        #expect(code(headers, .tcp) == nil)
        headers.add(name: "Sec-Fetch-Mode", value: "navigate")
        #expect(code(headers, .tcp) == "forbidden_embedding")
    }

    @Test("a web page may call only from an allowed origin, on any socket")
    func origin() throws {
        for kind in [ListeningSocket.Kind.unix, .tcp] {
            let named: HTTPHeaders = ["Host": "localhost", "Origin": "http://localhost:8080"]
            #expect(code(named, kind) == nil)
            #expect(
                try policy.check(named, on: kind).contains { $0.value == "http://localhost:8080" })
            for origin in ["null", "http://localhost:8081", "https://localhost:8080", ""] {
                let headers: HTTPHeaders = ["Host": "localhost", "Origin": origin]
                #expect(code(headers, kind) == "forbidden_origin")
            }
        }
    }
}
