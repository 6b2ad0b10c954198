import FamilyAccounts
import Foundation
import GRDB
import Testing

@testable import TrainerStore

/// Compares the kit's household tables with those that the migrations create.
@Suite struct HouseholdTablesTests {
    /// The SQL statements of a database's objects by name, without comments, quotes and line
    /// breaks.
    private static func objects(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT name, sql FROM sqlite_schema
                WHERE type IN ('table', 'index') AND sql IS NOT NULL
                    AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """)
        var objects: [String: String] = [:]
        for row in rows {
            let name: String = row["name"]
            let statement: String = row["sql"]
            let lines: [Substring] = statement.split(separator: "\n").map { line in
                line.firstRange(of: "--").map { line[..<$0.lowerBound] } ?? line
            }
            let words = lines.joined(separator: " ").replacing("\"", with: "").split(separator: " ")
            objects[name] = words.joined(separator: " ")
        }
        return objects
    }

    @Test func kitTablesEqualThoseOfTheMigrations() async throws {
        let kit = try DatabaseQueue()
        let wanted = try await kit.write { db in
            try db.execute(sql: HouseholdTables.sql)
            return try Self.objects(db)
        }
        let test = try TestStore()
        let found = try await test.store.pool.read { db in try Self.objects(db) }
        #expect(wanted.count == 23)
        for (name, statement) in wanted { #expect(found[name] == statement) }
    }
}
