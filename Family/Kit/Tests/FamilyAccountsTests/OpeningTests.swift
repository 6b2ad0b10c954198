import FamilyStore
import Foundation
import GRDB
import Testing

@testable import FamilyAccounts

@Suite struct OpeningTests {
    let folder: URL
    let clock = TestClock()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "family-open-\(UUID().uuidString)/data")
    }

    private var file: URL { folder.appending(path: SQLiteStore.fileName) }

    private func open(
        _ change: (inout SQLiteStore.Options) -> Void = { _ in }
    ) throws(StoreError) -> HouseholdStore {
        try HouseholdStore(folder: folder, options: TestStore.options(clock, change))
    }

    private func mode(_ place: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
    }

    /// Expects an error that names the file, and an unchanged file.
    private func expectRefusal(_ code: StoreError.Code) throws {
        let before = try Data(contentsOf: file)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == code)
        #expect(error?.message.contains(file.path) == true)
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func folderAndFilesAreAccessibleOnlyToTheirOwner() async throws {
        let store = try open()
        _ = try await store.createAccount(.sample("ada"))
        #expect(try mode(folder) == 0o700)
        for suffix in ["", "-wal", "-shm"] {
            #expect(try mode(URL(filePath: file.path + suffix)) == 0o600, "\(suffix)")
        }
        #expect(try await store.database.check().isEmpty)
        try store.database.close()
    }

    @Test func commitsWaitForTheDisk() async throws {
        let store = try open()
        let settings = try await store.database.pool.writeWithoutTransaction { db in
            try ["journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout"]
                .map { try String.fetchOne(db, sql: "PRAGMA \($0)") }
        }
        #expect(settings == ["wal", "2", "1", "1", "5000"])
        try store.database.close()
    }

    @Test func writtenDataIsAvailableAtTheNextOpening() async throws {
        let first = try open()
        let account = try await first.createAccount(.sample("ada"))
        try first.database.close()
        let second = try open()
        #expect(try await second.account(account.id) == account)
        try second.database.close()
        try second.database.close()
        let read = await #expect(throws: StoreError.self) { try await second.account(account.id) }
        #expect(read?.code == .closed)
        let written = await #expect(throws: StoreError.self) {
            try await second.createAccount(.sample("bob"))
        }
        #expect(written?.code == .closed)
    }

    @Test func simultaneousOpeningsOfANewFolderAllSucceed() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask { try open().database.close() }
            }
            try await group.waitForAll()
        }
    }

    @Test func databaseOfANewerVersionIsRejectedByName() throws {
        let store = try open()
        try store.database.pool.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99 telepathy')")
        }
        try store.database.close()
        try expectRefusal(.newer)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.message.contains("99 telepathy") == true)
    }

    @Test func databaseOfAnotherProgramIsRejected() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let other = try DatabaseQueue(path: file.path)
        try other.write { db in try db.execute(sql: "CREATE TABLE recipe (name TEXT)") }
        try other.close()
        try expectRefusal(.foreign)
    }

    @Test(arguments: ["This is a text.", String(repeating: "x", count: 100_000)])
    func fileThatIsNotADatabaseIsRejected(content: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        try expectRefusal(.damaged)
    }

    @Test func damagedDatabaseIsReportedByTheCheck() async throws {
        let store = try open()
        let schema = try await store.database.pool.read { db in
            try UInt64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        }
        for number in 0..<200 { _ = try await store.createAccount(.sample("child\(number)")) }
        try store.database.close()
        let handle = try FileHandle(forUpdating: file)
        let size = try handle.seekToEnd()
        for page in stride(from: schema + 1, to: size / 4096, by: 2) {
            try handle.seek(toOffset: page * 4096)
            try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        }
        try handle.close()
        // The schema is readable, so the database opens and the first query reports the damage.
        let damaged = try open()
        do {
            let findings = try await damaged.database.check()
            #expect(!findings.isEmpty)
            #expect(findings.allSatisfy { $0.sentence.contains("damaged") })
        } catch {
            #expect(error.code == .damaged)
        }
        var codes: Set<StoreError.Code> = []
        for number in 0..<200 {
            do { _ = try await damaged.credentials(login: "child\(number)") } catch {
                codes.insert(error.code)
            }
        }
        #expect(codes == [.damaged])
    }

    @Test func truncatedDatabaseIsRejected() async throws {
        let store = try open()
        for number in 0..<50 { _ = try await store.createAccount(.sample("child\(number)")) }
        try store.database.close()
        let handle = try FileHandle(forUpdating: file)
        try handle.truncate(atOffset: 8192)
        try handle.close()
        do {
            let cut = try open()
            let findings = try await cut.database.check()
            #expect(!findings.isEmpty)
        } catch {
            #expect(error.code == .damaged)
        }
    }

    @Test func databaseLockedByAnotherProcessIsReported() async throws {
        let store = try open { $0.busyTimeout = 0.2 }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: file.path, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN EXCLUSIVE")
        }
        let error = await #expect(throws: StoreError.self) {
            try await store.createAccount(.sample("ada"))
        }
        #expect(error?.code == .locked)
        // Readers can work during a write of another process, and writes succeed after it has
        // ended.
        #expect(try await store.credentials(login: "ada") == nil)
        try await other.writeWithoutTransaction { db in try db.execute(sql: "ROLLBACK") }
        _ = try await store.createAccount(.sample("ada"))
        try store.database.close()
    }

    @Test func folderInPlaceOfTheFileCannotBeOpened() throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains(file.path) == true)
    }

    @Test func fileInPlaceOfTheFolderCannotBeOpened() throws {
        let parent = folder.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder)
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .cannotOpen)
    }

    @Test func fullDiskLosesNothingAndTheStoreResumesWithFreeSpace() async throws {
        let empty = try open()
        let pages = try await empty.database.pool.read { db in
            try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        }
        try empty.database.close()
        let store = try open { $0.maximumPages = pages + 25 }
        var made: [Account] = []
        let error = await #expect(throws: StoreError.self) {
            for number in 0..<5000 {
                made.append(try await store.createAccount(.sample("c\(number)")))
            }
        }
        #expect(error?.code == .full)
        #expect(made.count > 150)
        for account in made { #expect(try await store.account(account.id) == account) }
        // Deleting data makes room.
        for account in made.prefix(100) { try await store.deleteAccount(account.id) }
        _ = try await store.createAccount(.sample("late"))
        #expect(try await store.database.check().isEmpty)
        try store.database.close()
    }

    @Test func checkReportsFilesReadableByOthers() async throws {
        let store = try open()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        let findings = try await store.database.check()
        #expect(findings.map(\.sentence).contains { $0.contains("chmod go=") })
        try store.database.close()
    }

    @Test func existingFolderKeepsItsMode() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try open().database.close()
        #expect(try mode(folder) == 0o755)
        #expect(try mode(file) == 0o600)
    }

    @Test func callThatTakesTooLongIsCanceled() async throws {
        let store = try open { $0.transactionTimeout = 0.2 }
        let began = ContinuousClock.now
        let error = await #expect(throws: StoreError.self) {
            try await store.read { db in
                _ = try Int.fetchOne(
                    db,
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                        SELECT count(*) FROM n
                        """)
            }
        }
        #expect(error?.code == .timedOut)
        #expect(ContinuousClock.now - began < .seconds(30))
        _ = try await store.createAccount(.sample("ada"))
        try store.database.close()
    }
}
