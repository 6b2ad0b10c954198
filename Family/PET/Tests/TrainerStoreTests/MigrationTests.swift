import FamilyAccounts
import FamilyStore
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

/// Migrations of the committed databases of every schema version.
@Suite(.serialized) struct MigrationTests {
    let folder = FileManager.default.temporaryDirectory.appending(
        path: "pet-migration-\(UUID().uuidString)")

    /// The current tables that contain a former table's content, for tables that were renamed or
    /// split.
    private static let moved = [
        "account": """
        (SELECT household.*, username, username_key, email, email_key, password_hash,
            last_login_at, login_failures, denied_until
        FROM household JOIN member ON member.household = household.id AND role = 'parent'
            JOIN login ON login.member = member.id)
        """,
        "player": "(SELECT *, household AS account FROM member WHERE role = 'child')",
        "session": """
        (SELECT session.*, household AS account, member AS player, sitting
        FROM session JOIN session_sitting ON session = digest)
        """,
    ]

    private func open(_ version: SchemaFixtures.Version) throws -> TrainerStore {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = folder.appending(path: TrainerStore.fileName)
        try FileManager.default.copyItem(at: SchemaFixtures.file(version), to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: file.path)
        return try TrainerStore(folder: folder)
    }

    @Test func everyVersionHasAFixture() throws {
        if ProcessInfo.processInfo.environment["PET_WRITE_FIXTURES"] == "1" {
            for version in SchemaFixtures.versions
            where !FileManager.default.fileExists(atPath: SchemaFixtures.file(version).path) {
                try SchemaFixtures.write(version)
            }
        }
        for version in SchemaFixtures.versions {
            let queue = try DatabaseQueue(path: SchemaFixtures.file(version).path)
            try queue.read { db in
                #expect(try Schema.migrator.completedMigrations(db).last == version.migration)
                for (table, rows) in try SchemaFixtures.content(db) {
                    #expect(!rows.isEmpty, "\(table) of \(version.migration) is empty")
                }
            }
            try queue.close()
        }
    }

    @Test(arguments: SchemaFixtures.versions)
    func migrationKeepsEveryRow(version: SchemaFixtures.Version) async throws {
        let old = try DatabaseQueue(path: SchemaFixtures.file(version).path)
        let before = try await old.read { db in try SchemaFixtures.content(db) }
        try old.close()
        let store = try open(version)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await store.pool.read { db in
            for (table, rows) in before {
                let columns = try #require(rows.first).keys.sorted()
                    .map { "\"\($0)\"" }.joined(separator: ", ")
                let after = try SchemaFixtures.rows(
                    db, sql: "SELECT \(columns) FROM \(Self.moved[table] ?? table)")
                let new = Set(after).subtracting(rows)
                #expect(Set(rows).isSubset(of: after), "\(table) lost rows")
                #expect(rows.count + new.count == after.count, "\(table) has duplicate rows")
                #expect(new.isEmpty || Self.filled.contains(table), "\(table) has new rows")
            }
        }
        #expect(try await store.check().isEmpty)
        try store.close()
    }

    /// Tables to which later migrations add rows.
    private static let filled: Set<String> = ["sticker", "agreement"]

    @Test(arguments: SchemaFixtures.versions)
    func migratedDatabaseWorks(version: SchemaFixtures.Version) async throws {
        let store = try open(version)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ada = try #require(try await store.credentials(login: "ADA@example.org"))
        #expect(ada.passwordHash == "$scrypt$ada")
        #expect(ada.account.id == AccountID(rawValue: 1))
        #expect(ada.account.players.map(\.name) == ["Kim", "Robin Ö."])
        let export = try await store.export(ada.account.id)
        #expect(export.players.flatMap(\.rounds).map(\.answers.count) == [3, 1])
        #expect(export.players[0].settings.volume == 50)
        // Numbers of deleted accounts and players are never reused.
        let new = try await store.createAccount(.sample("new"))
        #expect(new.id == AccountID(rawValue: 5))
        #expect(try #require(new.players.first).id.rawValue >= 8)
        try store.close()
    }

    @Test(arguments: SchemaFixtures.versions)
    func accountBecomesAHouseholdWithAParent(version: SchemaFixtures.Version) async throws {
        guard version.number < 10 else { return }
        let store = try open(version)
        defer { try? FileManager.default.removeItem(at: folder) }
        let members = try await store.members(of: AccountID(rawValue: 1))
        #expect(members.map(\.role) == [.parent, .child, .child])
        #expect(members.map(\.name) == ["Ada", "Kim", "Robin Ö."])
        #expect(members.map(\.id.rawValue) == [8, 1, 2])
        let login = try #require(members[0].login)
        #expect(login.username == "Ada" && login.email == "Ada@example.org")
        #expect(login.lastLoginAt == Date(milliseconds: 1_716_000_000_000))
        #expect(members.dropFirst().allSatisfy { $0.login == nil })
        // References follow the renamed tables: deleting an account deletes everything that belongs
        // to it.
        try await store.deleteAccount(AccountID(rawValue: 1))
        try await store.deleteAccount(AccountID(rawValue: 3))
        try await store.pool.read { db in
            let left = try SchemaFixtures.content(db).filter { !$0.value.isEmpty }
            #expect(
                Set(left.keys).isSubset(of: [
                    "portal_state", "portal_cell", "portal_edition", "portal_stale", "question",
                ]))
            #expect(left["question"]?.allSatisfy { $0["owner"] == .null } ?? true)
        }
        try store.close()
    }

    // MARK: - Version 7

    private func sticker(_ tallies: [SittingTally]) throws -> Int? {
        let queue = try DatabaseQueue()
        try Schema.migrator.migrate(queue, upTo: "5 portal")
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO account (
                        id, username, username_key, email, email_key, password_hash,
                        terms_version, terms_agreed_at, agrees_to_statistics, created_at)
                    VALUES (1, '', '', '', '', '', '', 0, 0, 0);
                    INSERT INTO player (id, account, name, birth_year, created_at)
                    VALUES (1, 1, '', 2017, 0);
                    """)
            for tally in tallies {
                try db.execute(
                    sql: "INSERT INTO skill_sitting VALUES (1, '2', 'fear', ?, ?, ?, ?)",
                    arguments: [tally.sitting, tally.day.number, tally.asked, tally.firstRight])
            }
        }
        try Schema.migrator.migrate(queue, upTo: "7 stickers, the end of a sitting")
        return try queue.read { db in try Int.fetchOne(db, sql: "SELECT day FROM sticker") }
    }

    /// A copy of version 7's rule; the current rule may differ.
    private func firstMastered(_ tallies: [SittingTally]) -> Int? {
        var asked = 0
        var right = 0
        var blocks = 0
        let ordered = tallies.sorted { ($0.day, $0.sitting) < ($1.day, $1.sitting) }
        for tally in ordered where tally.asked > 0 {
            asked += tally.asked
            right += tally.firstRight
            guard asked >= 5 else { continue }
            blocks = right * 100 >= asked * 90 ? blocks + 1 : 0
            if blocks == 3 { return tally.day.number }
            asked = 0
            right = 0
        }
        return nil
    }

    @Test func skillsMasteredBeforeStickersExistedGetASticker() throws {
        var generator = SeededGenerator(seed: 7)
        var mastered = 0
        for _ in 0..<150 {
            let tallies = (0..<Int.random(in: 0...12, using: &generator)).map { number in
                let asked = Int.random(in: 0...8, using: &generator)
                let misses = Int.random(in: 0...6, using: &generator) == 0 ? 1 : 0
                return SittingTally(
                    day: Day(Int.random(in: 100...110, using: &generator)), sitting: number,
                    asked: asked, firstRight: max(0, asked - misses))
            }
            let expected = firstMastered(tallies)
            if expected != nil { mastered += 1 }
            #expect(try sticker(tallies) == expected)
        }
        #expect((20...130).contains(mastered))
    }
}
