import Crypto
import FamilyStore
import Foundation
import GRDB
import Synchronization
import Testing

@testable import CalendarSync

/// Addresses of calendars are secrets: who knows one reads the calendar.
@Suite struct SealedAddressTests {
    private static let address = "https://calendar.example/private-7f3c9a21/basic.ics"

    /// A database in a file, as the family server opens it.
    private struct FileDatabase: FamilyDatabase {
        let file: URL
        let queue: DatabaseQueue

        init(_ file: URL, migrations: [AppMigration]) throws {
            self.file = file
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try DatabaseMigrator().followed(by: migrations).migrate(queue)
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value { try await queue.read(body) }

        func write<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws -> Value { try await queue.write(body) }

        /// Whether any page of the file contains text.
        func contains(_ text: String) throws -> Bool {
            try Data(contentsOf: file).range(of: Data(text.utf8)) != nil
        }
    }

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file)
    }

    @Test func fileOfTheDatabaseDoesNotContainTheAddress() async throws {
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
            // The same address is the same calendar, and another member's is another one.
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
            try earlier.queue.close()
            let database = try FileDatabase(file, migrations: CalendarSchema.migrations)
            let store = CalendarStore(
                database: database, key: CalendarKey(SymmetricKey(size: .bits256)))
            #expect(try await store.calendars(of: 1).map(\.address) == [Self.address])
            try await store.sealAddresses()
            #expect(try await store.calendars(of: 1).map(\.address) == [Self.address])
            #expect(try !database.contains("private-7f3c9a21"))
            // Its events are kept, and it is found again by its address.
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

    @Test func calendarOfALostKeyIsNamedWithItsRemedy() async throws {
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

    @Test func wantedEventsAreReadInTheTransactionThatStoresThem() async throws {
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
        // Every change tells the calendar by a task of its own, in no order.
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
