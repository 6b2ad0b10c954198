import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

struct ExampleAppTests {
    @Test func everyRouteDeclaresItsAccess() throws {
        let house = try ExampleHouse()
        let (router, routes) = house.site.router(logger: house.logger)
        let access = Dictionary(
            uniqueKeysWithValues: routes.map { ("\($0.method) \($0.path)", $0) })
        #expect(access["GET /example/about"]?.access == .open)
        #expect(access["GET /example/today"]?.access == .device)
        #expect(access["POST /example/wishes"]?.access == .member)
        #expect(access["GET /example/wishes/{id}"]?.access == .member)
        #expect(access["GET /example/all"]?.access == .parent)
        #expect(access["GET /healthz"]?.app == "kit")
        // The other routes reject methods that an address does not offer.
        let offered = Set(router.routes.map(\.path.description))
        #expect(offered == Set(routes.map(\.path)))
    }

    @Test(
        arguments: [
            ("about", [:], 200), ("today", [:], 401), ("today", [.device: "1"], 200),
            ("today", [.member: "11"], 200), ("wishes/1", [:], 401),
            ("wishes/1", [.device: "1"], 401),
            ("wishes/1", [.member: "11"], 404), ("all", [:], 401), ("all", [.member: "11"], 403),
            ("all", [.member: "11", .parent: "1"], 200), ("nowhere", [.member: "11"], 404),
            ("about", [.member: "11", .off: "1"], 200),
            ("today", [.member: "11", .off: "1"], 303), ("today", [.device: "1"], 200),
            ("wishes/1", [.member: "11", .off: "1"], 303),
            ("all", [.member: "11", .off: "1", .parent: "1"], 200),
        ] as [(String, HTTPFields, Int)])
    func accessIsEnforced(path: String, headers: HTTPFields, status: Int) async throws {
        let house = try ExampleHouse()
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            try await client.execute(uri: "/example/\(path)", method: .get, headers: headers) {
                #expect(Int($0.status.code) == status)
            }
        }
    }

    private func wish(_ words: String, by member: String, _ client: any TestClientProtocol)
        async throws -> Int
    {
        struct Made: Decodable {
            let id: Int
        }
        return try await client.execute(
            uri: "/example/wishes", method: .post,
            headers: [.member: member, .contentType: "application/json"],
            body: ByteBuffer(string: #"{"words": "\#(words)"}"#)
        ) { response in
            #expect(response.status == .created)
            return try JSONDecoder().decode(
                Made.self, from: Data(response.body.readableBytesView)
            ).id
        }
    }

    @Test func wishIsVisibleOnlyToItsMember() async throws {
        let house = try ExampleHouse()
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            let id = try await wish("A dog", by: "11", client)
            try await client.execute(
                uri: "/example/wishes/\(id)", method: .get, headers: [.member: "11"]
            ) { #expect(String(buffer: $0.body) == #"{"words":"A dog"}"#) }
            try await client.execute(
                uri: "/example/wishes/\(id)", method: .get, headers: [.member: "21"]
            ) { #expect($0.status == .notFound) }
        }
    }

    @Test func recordsAreCountedExportedAndDeletedByMember() async throws {
        let house = try ExampleHouse()
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            _ = try await wish("A dog", by: "11", client)
            _ = try await wish("A cat", by: "12", client)
        }
        let apps: [any FamilyApp] = [house.app]
        #expect(try await house.app.records[0].count(of: 11) == 1)
        let data = try #require(try await apps.export(of: [11, 12]))
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"example":{"wishes":{"11":["A dog"],"12":["A cat"]}}}"#)
        try await apps.deleteRecords(of: [11])
        #expect(try await house.app.records[0].count(of: 11) == 0)
        #expect(try await house.app.records[0].count(of: 12) == 1)
    }

    @Test func maintenanceDeletesWishesOlderThanAYear() async throws {
        let house = try ExampleHouse()
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            _ = try await wish("A dog", by: "11", client)
        }
        house.clock.advance(by: 364 * 86_400)
        try await house.app.maintain()
        #expect(try await house.app.records[0].count(of: 11) == 1)
        house.clock.advance(by: 2 * 86_400)
        try await house.app.maintain()
        #expect(try await house.app.records[0].count(of: 11) == 0)
    }

    @Test(arguments: [
        ("/example/about", "geolocation=(self)"), ("/healthz", "geolocation=()"),
    ])
    func policyOfAnAppExtendsOnlyItsOwnPages(path: String, permission: String) async throws {
        let house = try ExampleHouse()
        try await buildApplication(house.site, logger: house.logger).test(.router) { client in
            try await client.execute(uri: path, method: .get) {
                #expect($0.headers[.permissionsPolicy]?.contains(permission) == true)
            }
        }
    }

    @Test(arguments: [
        ([1, 3], "expected migration 2"), ([2], "expected migration 1"),
        ([1, 1], "expected migration 2"),
    ])
    func migrationsOutOfOrderAreRejected(numbers: [Int], words: String) {
        let migrations = numbers.map {
            AppMigration(app: "example", number: $0, name: "step", sql: "SELECT 1")
        }
        let error = #expect(throws: MigrationError.self) {
            try MemoryDatabase(migrations: migrations)
        }
        #expect(error?.description.contains(words) == true)
    }
}
