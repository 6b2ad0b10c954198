import NIOHTTP1
import Testing

@testable import FacialFunServer

struct RouteTableTests {
    private let table = RouteTable(routes: [
        Route(.GET, "/a") { _ in .answer(.empty(.ok)) },
        Route(.POST, "/a/{id}/b") { _ in .answer(.empty(.ok)) },
        Route(.DELETE, "/a/{id}") { _ in .answer(.empty(.ok)) },
    ])

    @Test("variable parts of a path are passed on unchanged")
    func parameters() throws {
        let match = try table.resource(at: "/a/x%2F..y/b").match(.POST)
        #expect(match.parameters == ["id": "x%2F..y"])
        #expect(match.route.template == "/a/{id}/b")
    }

    @Test("HEAD uses the route of GET")
    func head() throws {
        #expect(try table.resource(at: "/a").match(.HEAD).route.template == "/a")
    }

    @Test(
        "paths that are almost right have no route",
        arguments: ["", "/", "/A", "/a/", "//a", "/a//b", "/a/x/b/", "/a/x/y", "/b"])
    func notFound(path: String) throws {
        let problem = try #require(throws: Problem.self) {
            try table.resource(at: path).match(.GET)
        }
        #expect(problem.code == "not_found")
        #expect(problem.detail.contains("/v1/schemas/openapi.json"))
    }

    @Test("a wrong method gets the list of allowed ones")
    func wrongMethod() throws {
        let problem = try #require(throws: Problem.self) {
            try table.resource(at: "/a").match(.PUT)
        }
        #expect(problem.status == .methodNotAllowed)
        #expect(problem.headers.map(\.value) == ["GET, HEAD"])
    }
}
