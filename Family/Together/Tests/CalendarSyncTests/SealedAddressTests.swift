import Crypto
import FamilyStore
import Foundation
import GRDB
import Synchronization
import Testing

@testable import CalendarSync

/// A secret address: anyone who knows it can read the calendar.
@Suite struct SealedAddressTests {
    private static let address = "https://calendar.example/private-7f3c9a21/basic.ics"

    /// A database in a file, as the family server opens it.
    private struct FileDatabase: FamilyDatabase {
        let file: URL
        let pool: DatabasePool

        init(_ file: URL, migrations: [AppMigration]) throws {
            self.file = file
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            pool = try DatabasePool(path: file.path, configuration: configuration)
            try DatabaseMigrator().followed(by: migrations).migrate(pool)
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value { try await pool.read(body) }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value { try await pool.write(body) }

        func truncateWriteAheadLog() async throws { try await pool.truncateWriteAheadLog() }

        /// Whether the file or its write-ahead log contains text.
        func contains(_ text: String) throws -> Bool {
            try ["", "-wal"].contains { suffix in
                try Data(contentsOf: URL(filePath: file.path + suffix))
                    .range(of: Data(text.utf8)) != nil
            }
        }
    }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sealed-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "pet.sqlite"))
    }

    @Test func databaseFileDoesNotContainTheAddress() async throws {
        try await withFile { file in
            let database = try FileDatabase(file, migrations: CalendarSchema.migrations)
            let store = CalendarStore(
                database: database, key: CalendarKey(SymmetricKey(size: .bits256)))
            let new = NewCalendar(
                kind: .subscription, name: "Work", address: Self.address,
                hosts: ["calendar.example"])
            let added = try await store.add(new, household: 1, member: 1, now: 0)
            #expect(added.address == Self.address)
            #expect(try database.contains("calendar.example"))
            #expect(try !database.contains("private-7f3c9a21"))
            // The same address is the same calendar for one member, and another calendar for
            // another member.
            #expect(try await store.add(new, household: 1, member: 1, now: 0).id == added.id)
            #expect(try await store.add(new, household: 1, member: 2, now: 0).id != added.id)
            #expect(try await store.calendars(of: 1).map(\.address) == [Self.address])
        }
    }

    @Test func addressesOfAnEarlierVersionAreSealedAndOverwritten() async throws {
        try await withFile { file in
            let earlier = try FileDatabase(
                file, migrations: Array(CalendarSchema.migrations.prefix(2)))
            try await earlier.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO together_calendar
                            (id, household, member, kind, name, address, hosts, is_writable, due)
                        VALUES ('c', 1, 1, 'ical', 'Work', ?, '["calendar.example"]', 0, 0);
                        """, arguments: [Self.address])
                try db.execute(
                    sql: "INSERT INTO together_calendar_object VALUES ('c', '', 'tag', 'data')")
            }
            try earlier.pool.close()
            let database = try FileDatabase(file, migrations: CalendarSchema.migrations)
            let store = CalendarStore(
                database: database, key: CalendarKey(SymmetricKey(size: .bits256)))
            #expect(try await store.calendars(of: 1).map(\.address) == [Self.address])
            try await store.sealStoredText()
            #expect(try await store.calendars(of: 1).map(\.address) == [Self.address])
            #expect(try !database.contains("private-7f3c9a21"))
            // The events stay, and the address still finds the calendar.
            let count = try await database.read { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM together_calendar_object")
            }
            #expect(count == 1)
            let again = NewCalendar(
                kind: .subscription, name: "Work", address: Self.address,
                hosts: ["calendar.example"])
            #expect(try await store.add(again, household: 1, member: 1, now: 0).id == "c")
        }
    }

    /// A path contains the name of the account on the server.
    @Test func pathsOfAnEarlierVersionAreSealedAndOverwritten() async throws {
        try await withFile { file in
            let path = "/dav/ada-7f3c9a21/home/1.ics"
            let earlier = try FileDatabase(
                file, migrations: Array(CalendarSchema.migrations.prefix(3)))
            try await earlier.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO together_calendar
                            (id, household, member, kind, name, digest, hosts, is_writable, due)
                        VALUES ('c', 1, 1, 'caldav', 'Work', ?, '["calendar.example"]', 1, 0);
                        """, arguments: [Self.address])
                try db.execute(
                    sql: "INSERT INTO together_calendar_object VALUES ('c', ?, 'tag', 'data')",
                    arguments: [path])
            }
            try earlier.pool.close()
            let database = try FileDatabase(file, migrations: CalendarSchema.migrations)
            let key = CalendarKey(SymmetricKey(size: .bits256))
            let store = CalendarStore(database: database, key: key)
            let calendar = try #require(try await store.calendars(of: 1).first)
            let objects = store.objects(of: "c")
            // The path is readable before and after it is encrypted.
            for isSealed in [false, true] {
                if isSealed { try await store.sealStoredText() }
                let state = try await database.read { db in try objects.state(of: calendar, db) }
                #expect(state.tags == [path: "tag"])
            }
            #expect(try !database.contains("ada-7f3c9a21"))
            try await store.sealStoredText()
            // The same path is the same event.
            try await database.write { db in
                try objects.store(CalendarObject(path: path, tag: "new", data: "more"), db)
                try objects.store(CalendarObject(path: path + "2", tag: "2", data: "other"), db)
            }
            let state = try await database.read { db in try objects.state(of: calendar, db) }
            #expect(state.tags == [path: "new", path + "2": "2"])
            #expect(
                try await database.read { db in try objects.data(except: [path], db) } == ["other"])
            try await database.write { db in try objects.remove(path, db) }
            let left = try await database.read { db in try objects.state(of: calendar, db) }
            #expect(left.tags == [path + "2": "2"])
            #expect(try !database.contains("ada-7f3c9a21"))
        }
    }

    @Test func pathsOfALostKeyAreFetchedAgain() async throws {
        let house = try CalendarHouse()
        let calendar = try await house.subscribe(Self.address)
        let object = CalendarObject(path: "/dav/ada/1.ics", tag: "1", data: "data")
        try await house.write { [store = house.store] db in
            try store.objects(of: calendar.id).store(object, db)
        }
        let other = CalendarStore(database: house, key: CalendarKey(SymmetricKey(size: .bits256)))
        let state = try await house.read { db in
            try other.objects(of: calendar.id).state(of: calendar, db)
        }
        #expect(state.tags.isEmpty)
    }

    @Test func calendarWithALostKeyIsReportedWithARemedy() async throws {
        let house = try CalendarHouse()
        let calendar = try await house.subscribe(Self.address)
        let other = CalendarStore(
            database: house, key: CalendarKey(SymmetricKey(size: .bits256)))
        #expect(try await other.calendar(calendar.id, of: 1)?.address == nil)
        let findings = try await other.findings(at: house.now)
        #expect(findings.count == 1)
        #expect(findings.first?.contains("add it again") == true)
        #expect(try await house.store.findings(at: house.now).isEmpty)
    }

    @Test func requestedEventsAreReadInTheStoringTransaction() async throws {
        let house = try CalendarHouse()
        try await house.write { db in
            try db.execute(sql: "CREATE TABLE state (number INTEGER)")
            try db.execute(sql: "INSERT INTO state VALUES (0)")
        }
        let calendar = try await house.store.add(
            NewCalendar(
                kind: .caldav, name: "Home", address: "https://dav.example/home/",
                hosts: ["dav.example"], isWritable: true, credentials: nil),
            household: 1, member: 1, now: house.now)
        _ = try await house.store.update(calendar.id, of: 1, isTarget: true)
        house.isOn.withLock { $0 = false }
        let (synchronizer, now) = (house.synchronizer(), house.now)
        // Each change notifies the calendar in its own task, in any order.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                try await house.write { db in
                    try db.execute(sql: "UPDATE state SET number = number + 1")
                }
                group.addTask {
                    try await synchronizer.want(of: 1) { db in
                        // Only the writer's connection may do this.
                        try db.execute(sql: "UPDATE state SET number = number")
                        let number = try Int.fetchOne(db, sql: "SELECT number FROM state") ?? -1
                        return [
                            CalendarEntry(
                                uid: "activity-1@modern-family", title: "State \(number)",
                                details: "", location: "", start: now + 60, end: now + 120,
                                changed: now, sequence: number, isBusy: true)
                        ]
                    }
                }
            }
            try await group.waitForAll()
        }
        await synchronizer.finish()
        let data = try await house.read { db in
            try String.fetchOne(db, sql: "SELECT data FROM together_calendar_write")
        }
        #expect(data?.contains("State 100") == true)
    }
}
