import FamilyAccounts
import Foundation
import GRDB
import Synchronization
import Testing
import TrainerRules

@testable import FamilyStore
@testable import TrainerStore

@Suite struct BackupTests {
    let test: TestStore
    let place: URL

    init() throws {
        test = try TestStore()
        place = test.folder.appending(path: "copy.sqlite")
    }

    @Test func backupDuringPlayIsAConsistentSnapshot() async throws {
        let player = try await test.player()
        let isOver = Mutex(false)
        async let played = { [test] in
            var count = 0
            while !isOver.withLock({ $0 }) {
                var round = try await test.store.beginRound(.sample(), player: player)
                while let event = round.right() {
                    round = try await test.store.apply(event, round: round.id, player: player)
                        .round
                    count += 1
                }
            }
            return count
        }()
        for number in 0..<5 {
            let copy = test.folder.appending(path: "copy-\(number).sqlite")
            try await test.store.backup(to: copy)
            let mode = try FileManager.default.attributesOfItem(atPath: copy.path)
            #expect(mode[.posixPermissions] as? Int == 0o600)
            let folder = test.folder.appending(path: "restored-\(number)")
            try TrainerStore.restore(from: copy, folder: folder)
            let restored = try TrainerStore(folder: folder)
            #expect(try await restored.check().isEmpty)
            try restored.close()
        }
        isOver.withLock { $0 = true }
        #expect(try await played > 0)
    }

    @Test func restoredBackupReplacesTheDatabaseAndKeepsTheOldOne() async throws {
        let ada = try await test.account("ada")
        try await test.store.backup(to: place)
        _ = try await test.account("bob")
        try test.store.close()
        let former = try TrainerStore.restore(
            from: place, folder: test.folder, options: TestStore.options(test.clock))
        let restored = try TrainerStore(folder: test.folder)
        #expect(try await restored.account(ada.id) == ada)
        #expect(try await restored.credentials(login: "bob") == nil)
        try restored.close()
        let kept = try DatabaseQueue(path: try #require(former).path)
        #expect(
            try await kept.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM household")
            } == 2)
    }

    @Test func practiceWithoutClientsIsBackedUpAndRestored() async throws {
        let practice = try await test.store.createAccount(.clientless("doc"))
        _ = try await test.store.createSession(.sample(1), account: practice.id, player: nil)
        try await test.store.backup(to: place)
        _ = try await test.store.addPlayer(
            NewPlayer(name: "Kim", birthYear: 2018), to: practice.id, by: .parent)
        try test.store.close()
        try TrainerStore.restore(
            from: place, folder: test.folder, options: TestStore.options(test.clock))
        let restored = try TrainerStore(
            folder: test.folder, options: TestStore.options(test.clock))
        #expect(try await restored.check().isEmpty)
        #expect(try await restored.account(practice.id) == practice)
        // A restored practice begins with its first client, too.
        _ = try await restored.createSession(.sample(2), account: practice.id, player: nil)
        let kim = try await restored.addPlayer(
            NewPlayer(name: "Kim", birthYear: 2018), to: practice.id, by: .parent)
        let session = try await restored.session(.sample(2))
        #expect(session?.hasChild == true && session?.player == kim.id)
        try restored.close()
    }

    @Test func databaseInUseIsNotReplaced() async throws {
        let ada = try await test.account("ada")
        try await test.store.backup(to: place)
        let error = #expect(throws: StoreError.self) {
            try TrainerStore.restore(from: place, folder: test.folder)
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("facialfun-family serve") == true)
        #expect(try await test.store.account(ada.id) == ada)
        _ = try await test.account("bob")
    }

    @Test(arguments: ["damaged", "cut", "empty", "text", "foreign", "newer", "missing"])
    func unusableBackupIsRejectedWithoutAnyChange(kind: String) async throws {
        for number in 0..<100 { _ = try await test.account("child\(number)") }
        try await test.store.backup(to: place)
        try test.store.close()
        try spoil(kind)
        let before = try Data(contentsOf: test.store.file)
        let error = #expect(throws: StoreError.self) {
            try TrainerStore.restore(from: place, folder: test.folder)
        }
        let wanted: StoreError.Code =
            switch kind {
            case "foreign": .foreign
            case "newer": .newer
            case "missing": .cannotOpen
            default: .damaged
            }
        #expect(error?.code == wanted)
        #expect(error?.message.contains(place.path) == true)
        #expect(try Data(contentsOf: test.store.file) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: test.folder.path)
        #expect(!names.contains { $0.contains("part") || $0.contains("before") })
    }

    private func spoil(_ kind: String) throws {
        switch kind {
        case "damaged", "cut":
            let handle = try FileHandle(forUpdating: place)
            if kind == "cut" {
                try handle.truncate(atOffset: 20_000)
            } else {
                let size = try handle.seekToEnd()
                for page in stride(from: UInt64(3), to: size / 4096, by: 2) {
                    try handle.seek(toOffset: page * 4096)
                    try handle.write(contentsOf: Data(repeating: 0x5A, count: 4096))
                }
            }
            try handle.close()
        case "empty": try Data().write(to: place)
        case "text": try Data("No database.".utf8).write(to: place)
        case "missing": try FileManager.default.removeItem(at: place)
        case "foreign":
            try FileManager.default.removeItem(at: place)
            let other = try DatabaseQueue(path: place.path)
            try other.write { db in try db.execute(sql: "CREATE TABLE recipe (name TEXT)") }
        default:
            let copy = try DatabaseQueue(path: place.path)
            try copy.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 telepathy')")
            }
        }
    }

    @Test func damagedDatabaseIsReplacedByItsBackup() async throws {
        let ada = try await test.account("ada")
        try await test.store.backup(to: place)
        try test.store.close()
        try Data("Nothing of a database is left.".utf8).write(to: test.store.file)
        #expect(throws: StoreError.self) { try TrainerStore(folder: test.folder) }
        try TrainerStore.restore(from: place, folder: test.folder)
        let restored = try TrainerStore(folder: test.folder)
        #expect(try await restored.account(ada.id) == ada)
        try restored.close()
    }

    @Test func backupToAMissingFolderFailsWithThePath() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await test.store.backup(to: URL(filePath: "/nowhere/at/all.sqlite"))
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("/nowhere/at/all.sqlite") == true)
    }

    @Test func backupReplacesAnOlderOne() async throws {
        try await test.store.backup(to: place)
        let ada = try await test.account("ada")
        try await test.store.backup(to: place)
        let folder = test.folder.appending(path: "restored")
        #expect(try TrainerStore.restore(from: place, folder: folder) == nil)
        let restored = try TrainerStore(folder: folder)
        #expect(try await restored.account(ada.id) == ada)
        try restored.close()
    }
}

/// The checks of a backup before it replaces a database.
@Suite struct RestoreCheckTests {
    let test: TestStore
    let place: URL

    init() async throws {
        test = try TestStore()
        place = test.folder.appending(path: "copy.sqlite")
        _ = try await test.account("ada")
        try await test.store.backup(to: place)
        try test.store.close()
    }

    /// The error of a restoration; nil if it succeeded.
    private func restore(needsChecksum: Bool = true) -> StoreError? {
        do {
            try TrainerStore.restore(
                from: place, folder: test.folder.appending(path: "restored-\(UUID())"),
                needsChecksum: needsChecksum)
            return nil
        } catch {
            return error
        }
    }

    /// Changes the database in the backup and removes its checksum, as an attacker can.
    private func change(_ sql: String) throws {
        let bytes = try Data(contentsOf: place)
        try bytes.dropLast(BackupChecksum.length).write(to: place)
        let copy = try DatabaseQueue(path: place.path)
        try copy.writeWithoutTransaction { db in try db.execute(sql: sql) }
        try copy.close()
    }

    @Test func backupIsADatabaseOfItsOwnTypeWithAChecksum() async throws {
        #expect(restore() == nil)
        let copy = try DatabaseQueue(path: place.path)
        #expect(
            try await copy.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
                == ["ok"])
    }

    /// The order of a database's tables does not matter.
    @Test func backupFromBeforeHouseholdsIsRestored() async throws {
        let old = test.folder.appending(path: "old")
        try FileManager.default.createDirectory(at: old, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: old.appending(path: TrainerStore.fileName).path)
        try Schema.migrator.migrate(queue, upTo: "9 agreements")
        try #require(
            Schema.database.migrator(
                of: Schema.steps.dropLast().map(\.identifier) + ["home/1 enabled apps"])
        ).migrate(queue)
        try await queue.write { db in
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        }
        try queue.close()
        let store = try TrainerStore(folder: old)
        _ = try await store.createAccount(.sample("old"))
        try await store.backup(to: place.appendingPathExtension("old"))
        try store.close()
        let folder = test.folder.appending(path: "restored")
        try TrainerStore.restore(from: place.appendingPathExtension("old"), folder: folder)
        let restored = try TrainerStore(folder: folder)
        #expect(try await restored.credentials(login: "old") != nil)
        try restored.close()
    }

    @Test func oneChangedByteIsDetected() throws {
        let original = try Data(contentsOf: place)
        let name = try #require(original.firstRange(of: Data("ada@example.org".utf8)))
        var changed = original
        changed[name.lowerBound] = UInt8(ascii: "b")
        try changed.write(to: place)
        let error = try #require(restore())
        #expect(error.code == .damaged && error.message.contains("checksum"))
        #expect(restore(needsChecksum: false)?.code == .damaged)
        for length in [1, 40, BackupChecksum.length] {
            try original.dropLast(length).write(to: place)
            #expect(restore()?.code == .damaged)
        }
        try (original + Data([0])).write(to: place)
        #expect(restore()?.code == .damaged)
    }

    @Test func olderDatabaseIsAcceptedOnRequest() throws {
        try change("PRAGMA user_version = 0")
        let error = try #require(restore())
        #expect(error.code == .damaged && error.message.contains("--without-checksum"))
        #expect(restore(needsChecksum: false) == nil)
    }

    /// All rows of all tables.
    private func content(of file: URL) throws -> [String: [Row]] {
        let queue = try DatabaseQueue(path: file.path)
        return try queue.read { db in
            let names = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
            return try Dictionary(
                uniqueKeysWithValues: names.map {
                    ($0, try Row.fetchAll(db, sql: "SELECT * FROM \($0.quotedDatabaseIdentifier)"))
                })
        }
    }

    /// Without a checksum, only SQLite's own checks and those of the rows remain.
    @Test(arguments: ["zeros", "noise", "copy", "cut"])
    func damagedPageWithoutChecksumIsRefusedOrContainsNoData(kind: String) async throws {
        let folder = test.folder.appending(path: "large")
        let store = try TrainerStore(folder: folder)
        for number in 0..<60 {
            let account = try await store.createAccount(.sample("child\(number)"))
            let player = try #require(account.players.first).id
            _ = try await store.beginRound(.sample(), player: player)
        }
        try await store.backup(to: place)
        try store.close()
        let whole = try Data(contentsOf: place).dropLast(BackupChecksum.length)
        try whole.write(to: place)
        let original = try content(of: place)
        let (size, count) = (4096, whole.count / 4096)
        try #require(count > 40)
        var generator = SystemRandomNumberGenerator()
        var (refused, damaged) = (0, 0)
        let pages = stride(from: 0, to: count, by: max(1, count / 20))
        for page in pages {
            var changed = Data(whole)
            let range = (page * size)..<((page + 1) * size)
            switch kind {
            case "zeros": changed.replaceSubrange(range, with: Data(count: size))
            case "noise":
                changed.replaceSubrange(
                    range,
                    with: (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) })
            case "copy":
                let other = (page + 7) % count
                changed.replaceSubrange(range, with: whole[(other * size)..<((other + 1) * size)])
            default: changed = changed.prefix(page * size)
            }
            // An empty page replaced by another empty one is not damaged.
            guard changed != Data(whole) else { continue }
            damaged += 1
            try changed.write(to: place)
            let target = test.folder.appending(path: "restored-\(kind)-\(page)")
            let restored = target.appending(path: TrainerStore.fileName)
            var problem: StoreError?
            do throws(StoreError) {
                try TrainerStore.restore(from: place, folder: target, needsChecksum: false)
            } catch { problem = error }
            if let problem {
                refused += 1
                #expect([.damaged, .foreign].contains(problem.code), "page \(page): \(problem)")
                #expect(!FileManager.default.fileExists(atPath: restored.path))
            } else {
                // Accepted: no table uses the page.
                #expect(try content(of: restored) == original, "page \(page)")
            }
        }
        // Many tables are empty, and their pages do not matter.
        #expect(damaged >= 10 && refused * 10 > damaged * 6)
    }

    @Test(arguments: [
        ("DROP TABLE note", "note"),
        ("CREATE TABLE recipe (name TEXT)", "recipe"),
        (
            "CREATE TRIGGER spy AFTER INSERT ON household BEGIN DELETE FROM member; END",
            "trigger \"spy\""
        ),
        ("CREATE VIEW everybody AS SELECT * FROM household", "view \"everybody\""),
        ("CREATE INDEX slow ON login (username || 'x')", "index \"slow\""),
        ("ALTER TABLE note ADD COLUMN more TEXT", "note"),
        ("DELETE FROM grdb_migrations WHERE identifier LIKE '2 %'", "list of migrations"),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM member; INSERT INTO note "
                + "(player, day, text, created_at, changed_at) VALUES (77, 1, 'x', 1, 1)", "member"
        ),
    ])
    func unknownTablesAndInvalidRowsAreRejected(sql: String, named: String) throws {
        try change(sql)
        let error = try #require(restore(needsChecksum: false))
        #expect(error.code == .damaged)
        #expect(error.message.contains(named), "\(error.message)")
    }

    @Test func nonRegularFileIsRejectedWithoutWaiting() throws {
        try FileManager.default.removeItem(at: place)
        #expect(mkfifo(place.path, 0o600) == 0)
        for other in [place, URL(filePath: "/dev/zero"), test.folder] {
            let error = #expect(throws: StoreError.self) {
                try TrainerStore.restore(
                    from: other, folder: test.folder.appending(path: "restored"))
            }
            #expect(error?.code == .cannotOpen)
            #expect(error?.message.contains("regular file") == true)
        }
    }
}
