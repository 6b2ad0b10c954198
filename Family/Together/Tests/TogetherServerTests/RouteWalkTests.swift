import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TogetherServer

@Suite struct RouteWalkTests {
    /// The app's routes, without files and pages.
    private static func routes(_ house: TogetherHouse) -> [AppRoute] {
        house.site.router(logger: TogetherHouse.logger).routes.filter {
            $0.app == "together" && $0.path.hasPrefix("/together/api/")
        }
    }

    /// The address of a route with identifiers from `values`.
    private static func address(_ route: AppRoute, _ values: [String: String]) -> String {
        values.reduce(route.path) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    }

    private static func send(
        _ ask: Caller, _ route: AppRoute, _ path: String, _ fields: HTTPFields
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        guard let method = HTTPRequest.Method(rawValue: route.method) else {
            return (.badRequest, "")
        }
        var fields = fields
        let hasBody = method != .get && method != .delete
        if hasBody { fields[.contentType] = "application/json" }
        return try await ask.client.execute(
            uri: path, method: method, headers: fields,
            body: hasBody ? ByteBuffer(string: "{}") : nil
        ) { ($0.status, String(buffer: $0.body)) }
    }

    @Test func everyRouteNeedsASignInAndParentsRoutesNeedThePIN() async throws {
        try await TogetherHouse().test { ask in
            let routes = Self.routes(ask.house)
            #expect(routes.count > 50)
            for route in routes {
                #expect(route.access == .member || route.access == .parent, "\(route.path)")
                let path = Self.address(
                    route, ["id": UUID().uuidString, "number": "1", "task": "0"])
                let anonymous = try await Self.send(ask, route, path, [:])
                #expect(anonymous.status == .unauthorized, "\(route.method) \(path)")
                if route.access == .parent {
                    let member = try await Self.send(ask, route, path, [.login: "11"])
                    #expect(member.text.contains("parent_needed"), "\(route.method) \(path)")
                }
            }
        }
    }

    @Test func noRouteExposesDataOfAnotherFamily() async throws {
        try await TogetherHouse().test { ask in
            let activity = try await ask.invited()
            let car = try #require(
                try await ask.ok(.post, "resources", #"{"name": "Car"}"#).id.text)
            let type = try #require(
                try await ask.ok(.post, "types", #"{"name": "Swim", "tasks": []}"#).id.text)
            let booking = try await ask.ok(
                .post, "resources/\(car)/bookings", as: 12,
                """
                {"start": "\(ask.moment(60))", "end": "\(ask.moment(120))", "priority": "low",
                 "reason": "Secret"}
                """)
            let number = try #require(booking.id.number)
            let before = try await Self.rows(ask)
            let stranger: HTTPFields = [.login: "21", .inUse: "25", .pin: "1"]
            for route in Self.routes(ask.house) where route.path.contains("{") {
                for id in [activity, car, type] {
                    let path = Self.address(
                        route, ["id": id, "number": "\(number)", "task": "0"])
                    let answer = try await Self.send(ask, route, path, stranger)
                    #expect(answer.status.kind == .clientError, "\(route.method) \(path)")
                    #expect(!answer.text.contains("Secret") && !answer.text.contains("Zoo"))
                }
            }
            #expect(try await Self.rows(ask) == before)
        }
    }

    /// All stored rows of household 1.
    private static func rows(_ ask: Caller) async throws -> [String] {
        try await ask.house.database.read { db in
            try ["together_activity", "together_resource", "together_booking", "together_type"]
                .flatMap { table in
                    try Row.fetchAll(
                        db, sql: "SELECT * FROM \(table) WHERE household = 1 ORDER BY id"
                    )
                    .map { "\(Array($0.databaseValues))" }
                }
        }
    }
}
