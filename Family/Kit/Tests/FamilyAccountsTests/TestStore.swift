import FamilyStore
import Foundation
import GRDB
import Testing

@testable import FamilyAccounts

/// The household tables in a separate database, with an app that records its calls.
final class HouseholdStore: AccountStore {
    let database: SQLiteStore

    init(folder: URL, options: SQLiteStore.Options) throws(StoreError) {
        var options = options
        options.migrations = [
            AppMigration(
                app: "test", number: 1, name: "calls",
                sql: "CREATE TABLE test_call (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
        ]
        database = try SQLiteStore(
            folder: folder, schema: HouseholdTables.schema, options: options)
    }

    static func sessionDidBegin(
        _ session: SessionDigest, of player: PlayerID, day: Int, at now: Date, _ db: Database
    ) throws {
        try record("begin \(player.rawValue) on \(day)", db)
    }

    static func sessionWasUsed(
        _ session: SessionDigest, milliseconds: Int64, at now: Date, _ db: Database
    ) throws {
        try record("use \(milliseconds)", db)
    }

    static func accountDidChange(_ id: AccountID, _ db: Database) throws {
        try record("change \(id.rawValue)", db)
    }

    private static func record(_ text: String, _ db: Database) throws {
        try db.execute(sql: "INSERT INTO test_call (text) VALUES (?)", arguments: [text])
    }

    /// The recorded calls, the oldest first.
    func calls() async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT text FROM test_call ORDER BY id")
        }
    }
}

/// A store in its own folder, which is deleted with it.
final class TestStore: Sendable {
    let folder: URL
    let clock = TestClock()
    let options: SQLiteStore.Options
    let store: HouseholdStore

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "family-accounts-\(UUID().uuidString)")
        options = Self.options(clock)
        store = try HouseholdStore(folder: folder, options: options)
    }

    static func options(
        _ clock: TestClock, _ change: (inout SQLiteStore.Options) -> Void = { _ in }
    ) -> SQLiteStore.Options {
        var options = SQLiteStore.Options()
        options.now = { clock.now }
        options.offsetFromUTC = { _ in 0 }
        change(&options)
        return options
    }

    deinit {
        try? store.database.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Creates an account with a name.
    func account(_ name: String = "ada") async throws -> Account {
        try await store.createAccount(.sample(name))
    }
}

extension NewAccount {
    static func sample(_ name: String) -> NewAccount {
        NewAccount(
            username: name, email: "\(name)@example.org", passwordHash: "$scrypt$of-\(name)",
            child: NewPlayer(name: "Name of \(name)", birthYear: 2017, gender: "female"),
            termsVersion: "1",
            agreesToStatistics: true)
    }
}

extension SessionDigest {
    /// A digest whose bytes all have this value.
    static func sample(_ byte: UInt8) throws -> SessionDigest {
        try #require(SessionDigest(Array(repeating: byte, count: 32)))
    }
}
