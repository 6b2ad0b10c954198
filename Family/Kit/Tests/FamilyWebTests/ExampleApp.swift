import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// The smallest app that uses every feature of the kit; the example in `Family/README.md`.
struct ExampleApp: FamilyApp {
    let id = "example"
    let database: any FamilyDatabase
    let clock: @Sendable () -> Date

    static let migrations = [
        AppMigration(
            app: "example", number: 1, name: "wishes",
            sql: """
                CREATE TABLE example_wish (
                    id INTEGER PRIMARY KEY,
                    member INTEGER NOT NULL,
                    words TEXT NOT NULL,
                    at INTEGER NOT NULL
                ) STRICT;
                """)
    ]

    var resources: AppResources {
        AppResources(
            card: .init(title: "Wishes", summary: "Write down a wish.", path: "/example/about"),
            policy: .init(permissions: ["geolocation"]))
    }

    var records: [any MemberRecords] { [Wishes(database: database)] }

    func addRoutes(to routes: AppRoutes) {
        routes.open.get("about") { _, _ in "Write down a wish." }
        routes.device.get("today") { _, _ in "A good day for a wish." }
        let wishes = routes.member.group("wishes")
        wishes.post("", use: add)
        wishes.get("{id}", use: show)
        routes.parent.get("all", use: all)
    }

    /// Deletes wishes older than a year.
    func maintain() async throws {
        let limit = Int64(clock().timeIntervalSince1970) - 365 * 86_400
        try await database.write { db in
            try db.execute(sql: "DELETE FROM example_wish WHERE at < ?", arguments: [limit])
        }
    }

    private struct CreateWishRequest: Decodable {
        let words: String
    }

    private func add(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let wish = try await WireJSON.read(
            CreateWishRequest.self, from: request, context: context)
        guard let member = context.identity?.member else { throw WireError.signedOut }
        let now = Int64(clock().timeIntervalSince1970)
        let id = try await database.write { db in
            try db.execute(
                sql: "INSERT INTO example_wish (member, words, at) VALUES (?, ?, ?)",
                arguments: [member, wish.words, now])
            return db.lastInsertedRowID
        }
        return try WireJSON.response(["id": id], status: .created)
    }

    private func show(_ request: Request, _ context: FamilyContext) async throws -> Response {
        guard let member = context.identity?.member,
            let id = context.parameters.get("id", as: Int64.self)
        else { throw WireError.notFound }
        let words = try await database.read { db in
            try String.fetchOne(
                db, sql: "SELECT words FROM example_wish WHERE id = ? AND member = ?",
                arguments: [id, member])
        }
        guard let words else { throw WireError.notFound }
        return try WireJSON.response(["words": words])
    }

    private func all(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let count = try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM example_wish") ?? 0
        }
        return try WireJSON.response(["count": count])
    }
}

/// The wishes of a member.
private struct Wishes: MemberRecords {
    let name = "wishes"
    let database: any FamilyDatabase

    func count(of member: Int64) async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM example_wish WHERE member = ?",
                arguments: [member]) ?? 0
        }
    }

    func export(of member: Int64) async throws -> Data {
        let words = try await database.read { db in
            try String.fetchAll(
                db, sql: "SELECT words FROM example_wish WHERE member = ? ORDER BY id",
                arguments: [member])
        }
        return try JSONEncoder().encode(words)
    }

    func delete(of member: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM example_wish WHERE member = ?", arguments: [member])
        }
    }
}
