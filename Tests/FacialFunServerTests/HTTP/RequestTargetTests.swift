import Testing

@testable import FacialFunServer

struct RequestTargetTests {
    @Test("path and query are separated, and the query is decoded")
    func parts() throws {
        let target = try RequestTarget("/v2/match?target=fear&level=2&x=a%20b+c%C3%A9&y")
        #expect(target.path == "/v2/match")
        #expect(try target.parameters().map(\.name) == ["target", "level", "x", "y"])
        #expect(try target.parameters().map(\.value) == ["fear", "2", "a b cé", ""])
    }

    @Test("an absolute target is reduced to its path")
    func absolute() throws {
        #expect(try RequestTarget("http://localhost/v1/score").path == "/v1/score")
        #expect(try RequestTarget("http://localhost").path == "/")
        #expect(try RequestTarget("http://localhost?a=1").path == "/")
        #expect(try RequestTarget("http://a.example:80/x").authority == "a.example:80")
        #expect(try RequestTarget("/x").authority == nil)
    }

    @Test("the path is neither decoded nor resolved, so no encoding reaches another route")
    func tricks() throws {
        for path in ["/v1/../v1/score", "//v1/score", "/v1/%73core", "/v1/score/", "/v1/score%00"] {
            #expect(try RequestTarget(path).path == path)
        }
    }

    @Test(
        "a malformed query is rejected",
        arguments: [
            "/?a=%", "/?a=%4", "/?a=%zz", "/?%FF=1", "/?a=%C3",
            "/?a=a" + String(repeating: "%CC%81", count: 9),
            "/?b=1&a" + String(repeating: "%CC%81", count: 9) + "=1",
        ])
    func brokenQuery(target: String) throws {
        let parsed = try RequestTarget(target)
        let problem = try #require(throws: Problem.self) { try parsed.parameters() }
        #expect(problem.code == "invalid_query")
    }

    @Test(
        "a target of another form is rejected",
        arguments: ["", "v1/score", "ftp://x/", "example:80", "/\u{E9}", "/a b", "/a\u{301}"])
    func brokenTarget(target: String) throws {
        let problem = try #require(throws: Problem.self) { try RequestTarget(target) }
        #expect(problem.code == "malformed_request")
    }
}
