import Foundation

import OutboundHTTP
import GRDB
import Testing

@testable import CalendarSync

/// CalDAV tests with Debian's Radicale, in which each test has its own user.
@Suite(.enabled(if: ScriptServer.hasRadicale, "needs the Debian package radicale"))
struct RadicaleTests {
    private let server: ScriptServer
    private let house: CalendarHouse
    private let user = ScriptServer.nextUser()
    private var credentials: OutboundCredentials {
        OutboundCredentials(username: user, password: "secret")
    }

    init() throws {
        server = try ScriptServer.radicale()
        house = try CalendarHouse()
    }

    private func url(_ path: String = "/") throws -> OutboundURL {
        try OutboundURL("http://127.0.0.1:\(server.port)\(path)")
    }

    /// Another device of the same member.
    private func device(_ credentials: OutboundCredentials? = nil) -> CalDAVClient {
        CalDAVClient(
            client: OutboundClient(operatorHosts: ["127.0.0.1"]), hosts: ["127.0.0.1"],
            credentials: credentials ?? self.credentials)
    }

    private func connect() async throws -> MemberCalendar {
        let json = String(decoding: try JSONEncoder().encode(credentials), as: UTF8.self)
        let added = try await house.store.add(
            NewCalendar(
                kind: .caldav, name: "Home", address: try url("/\(user)/home/").description,
                hosts: ["127.0.0.1"], isWritable: true, credentials: json),
            household: 1, member: 1, now: house.now)
        let target = try await house.store.update(added.id, of: 1, isTarget: true)
        return try #require(target)
    }

    private func entry(
        _ uid: String = "activity-1@modern-family", title: String = "Zoo", hour: Int64 = 30,
        sequence: Int = 0
    ) -> CalendarEntry {
        let start = house.now + hour * 3600
        return CalendarEntry(
            uid: uid, title: title, start: start, end: start + 3600, changed: house.now,
            sequence: sequence)
    }

    @Test(arguments: ["/", "/USER/", "/no/such/path/"])
    func calendarsAreFoundFromAnyAddressOfTheServer(form: String) async throws {
        let path = form.replacing("USER", with: user)
        let found = try await device().calendars(from: try url(path))
        #expect(Set(found.map(\.name)) == ["Home & garden", "School"])
        #expect(!found.map(\.isWritable).contains(false))
    }

    @Test func addressOfOneCalendarFindsOnlyIt() async throws {
        let found = try await device().calendars(from: try url("/\(user)/school/"))
        #expect(found.map(\.name) == ["School"])
    }

    @Test func wrongPasswordIsReported() async throws {
        let other = device(OutboundCredentials(username: user, password: "wrong"))
        for path in ["/", "/\(user)/home/"] {
            await #expect {
                try await other.calendars(from: try url(path))
            } throws: { ($0 as? CalendarProblem)?.code == .signInFailed }
        }
    }

    @Test func eventsOfOtherDevicesAreReadAndUpdated() async throws {
        let (calendar, synchronizer) = (try await connect(), house.synchronizer())
        let home = try url("/\(user)/home/")
        let tag = try await device().put(
            oneEvent(), at: "/\(user)/home/a.ics", of: home, if: .isNew)
        await synchronizer.refresh(calendar)
        #expect(try await house.current(calendar).problem == nil)
        #expect(try await house.busy().spans == [1_780_387_200..<1_780_390_800])

        try await device().put(
            oneEvent(start: "20260602T100000Z", end: "20260602T103000Z"), at: "/\(user)/home/a.ics",
            of: home, if: .matches(try #require(tag)))
        try await device().put(
            oneEvent("b", start: "20260603T100000Z", end: "20260603T103000Z"),
            at: "/\(user)/home/b.ics", of: home, if: .isNew)
        await synchronizer.refresh(try await house.current(calendar))
        #expect(
            try await house.busy().spans == [
                1_780_394_400..<1_780_396_200, 1_780_480_800..<1_780_482_600,
            ])

        let current = try #require(try await device().object("/\(user)/home/a.ics", of: home))
        try await device().delete("/\(user)/home/a.ics", of: home, tag: current.tag)
        await synchronizer.refresh(try await house.current(calendar))
        #expect(try await house.busy().spans == [1_780_480_800..<1_780_482_600])
    }

    @Test func unknownSyncTokenLeadsToACompleteListing() async throws {
        let (calendar, synchronizer) = (try await connect(), house.synchronizer())
        let home = try url("/\(user)/home/")
        try await device().put(oneEvent(), at: "/\(user)/home/a.ics", of: home, if: .isNew)
        await synchronizer.refresh(calendar)
        let current = try #require(try await device().object("/\(user)/home/a.ics", of: home))
        try await device().delete("/\(user)/home/a.ics", of: home, tag: current.tag)
        try await house.write { db in
            try db.execute(
                sql: """
                    UPDATE together_calendar
                    SET sync_token = 'http://radicale.org/ns/sync/\(String(repeating: "0", count: 64))'
                    """)
        }
        await synchronizer.refresh(try await house.current(calendar))
        #expect(try await house.current(calendar).problem == nil)
        #expect(try await house.busy().spans.isEmpty)
    }

    @Test func serverWithoutSyncTokenIsComparedByETags() async throws {
        let home = try url("/\(user)/home/")
        let window = house.now..<(house.now + 400 * 86_400)
        for name in ["a", "b"] {
            try await device().put(
                oneEvent(name), at: "/\(user)/home/\(name).ics", of: home, if: .isNew)
        }
        let first = try await device().changes(of: home, since: CopyState(), window: window)
        #expect(first.isComplete)
        #expect(
            first.changed.map(\.path).sorted() == ["/\(user)/home/a.ics", "/\(user)/home/b.ics"])
        let tags = Dictionary(uniqueKeysWithValues: first.changed.map { ($0.path, $0.tag) })
        try await device().delete(
            "/\(user)/home/a.ics", of: home, tag: try #require(tags["/\(user)/home/a.ics"]))
        let copy = CopyState(collectionTag: "another", syncToken: nil, tags: tags)
        let second = try await device().changes(of: home, since: copy, window: window)
        #expect(second.removed == ["/\(user)/home/a.ics"])
        #expect(second.changed.isEmpty)
        let same = CopyState(collectionTag: second.collectionTag, tags: tags)
        let third = try await device().changes(of: home, since: same, window: window)
        #expect(third.removed.isEmpty && !third.isComplete)
    }

    @Test func activitiesAreWrittenChangedAndDeleted() async throws {
        let (calendar, synchronizer) = (try await connect(), house.synchronizer())
        let home = try url("/\(user)/home/")
        let path = "/\(user)/home/activity-1modern-family.ics"
        try await synchronizer.want(of: 1) { _ in [entry()] }
        await synchronizer.finish()
        #expect(try await house.current(calendar).problem == nil)
        let written = try #require(try await device().object(path, of: home))
        #expect(written.data.contains("SUMMARY:Zoo"))
        #expect(!written.data.contains("METHOD"))
        // This event is left out, because the activity itself is known.
        #expect(try await house.busy().spans.isEmpty)

        try await synchronizer.want(of: 1) { _ in [entry(title: "Zoo and ice cream", sequence: 1)] }
        await synchronizer.finish()
        #expect(
            try await device().object(path, of: home)?.data.contains("Zoo and ice cream") == true)
        try await synchronizer.want(of: 1) { _ in [] }
        await synchronizer.finish()
        #expect(try await device().object(path, of: home) == nil)
        let left = try await house.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM together_calendar_write")
        }
        #expect(left == 0)
    }

    @Test func eventChangedMeanwhileIsReplacedAndKeepsItsAlarm() async throws {
        let (calendar, synchronizer) = (try await connect(), house.synchronizer())
        let home = try url("/\(user)/home/")
        let path = "/\(user)/home/activity-1modern-family.ics"
        try await synchronizer.want(of: 1) { _ in [entry()] }
        await synchronizer.finish()
        let written = try #require(try await device().object(path, of: home))
        // The phone adds a reminder, so our tag is outdated (412).
        let alarm =
            "BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:Go\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\n"
        try await device().put(
            oneEvent("activity-1@modern-family", title: "Mine", extra: alarm), at: path, of: home,
            if: .matches(written.tag))
        try await synchronizer.want(of: 1) { _ in [entry(title: "Museum", sequence: 1)] }
        await synchronizer.finish()
        #expect(try await house.current(calendar).problem == nil)
        let merged = try #require(try await device().object(path, of: home))
        #expect(merged.data.contains("SUMMARY:Museum"))
        #expect(merged.data.contains("TRIGGER:-PT15M"))
        // Deleted on the phone, then changed here: the event is written again.
        try await device().delete(path, of: home, tag: merged.tag)
        try await synchronizer.want(of: 1) { _ in [entry(title: "Pool", sequence: 2)] }
        await synchronizer.finish()
        #expect(try await device().object(path, of: home)?.data.contains("Pool") == true)
        // Changed on the phone, then canceled here: the event is deleted.
        let current = try #require(try await device().object(path, of: home))
        try await device().put(
            oneEvent("activity-1@modern-family", title: "Mine"), at: path, of: home,
            if: .matches(current.tag))
        try await synchronizer.want(of: 1) { _ in [] }
        await synchronizer.finish()
        #expect(try await device().object(path, of: home) == nil)
    }

    @Test func writeRepeatedAfterACrashMakesNoSecondEvent() async throws {
        let (_, synchronizer) = (try await connect(), house.synchronizer())
        let home = try url("/\(user)/home/")
        try await synchronizer.want(of: 1) { _ in [entry()] }
        await synchronizer.finish()
        // Simulates a server that was killed after writing the event and before storing that.
        try await house.write { db in
            try db.execute(sql: "UPDATE together_calendar_write SET tag = NULL, is_pending = 1")
        }
        let ids = try await house.store.calendars(of: 1).map(\.id)
        try await synchronizer.makeDue(ids)
        await synchronizer.finish()
        let window = house.now..<(house.now + 400 * 86_400)
        let all = try await device().changes(of: home, since: CopyState(), window: window)
        #expect(all.changed.count == 1)
        let pending = try await house.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM together_calendar_write WHERE is_pending")
        }
        #expect(pending == 0)
    }

    @Test func writePreconditionsAreEnforced() async throws {
        let home = try url("/\(user)/home/")
        try await device().put(oneEvent(), at: "/\(user)/home/a.ics", of: home, if: .isNew)
        do {
            try await device().put(oneEvent(), at: "/\(user)/home/a.ics", of: home, if: .isNew)
            Issue.record("a second event at the same path")
        } catch { #expect(error.code == .changedMeanwhile) }
        do {
            try await device().put(
                oneEvent(), at: "/\(user)/home/a.ics", of: home, if: .matches("\"old\""))
            Issue.record("an old tag was accepted")
        } catch { #expect(error.code == .changedMeanwhile) }
    }

    /// Radicale rejects an event that is not an iCalendar file.
    @Test func rejectedEventDoesNotBlockOtherWritesAndReads() async throws {
        let (calendar, synchronizer) = (try await connect(), house.synchronizer())
        let home = try url("/\(user)/home/")
        try await device().put(oneEvent(), at: "/\(user)/home/a.ics", of: home, if: .isNew)
        let (id, now) = (calendar.id, house.now)
        try await house.write { db in
            try db.execute(
                sql: """
                    INSERT INTO together_calendar_write (calendar, uid, data, ends, is_pending)
                    VALUES (?, 'refused', 'nonsense', ?, 1)
                    """, arguments: [id, now + 60])
            try db.execute(
                sql: """
                    INSERT INTO together_calendar_write (calendar, uid, data, ends, is_pending)
                    VALUES (?, 'good', ?, ?, 1)
                    """,
                arguments: [id, oneEvent("good@modern-family"), now + 90_000])
        }
        await synchronizer.refresh(calendar)
        #expect(try await house.current(calendar).problem == nil)
        #expect(try await house.busy().spans == [1_780_387_200..<1_780_390_800])
        #expect(try await device().object("/\(user)/home/good.ics", of: home) != nil)
        for (failures, wait) in [(Int64(1), Int64(300)), (2, 600)] {
            let row = try await house.read { db in
                try Row.fetchOne(
                    db,
                    sql: """
                        SELECT failures, retry FROM together_calendar_write
                        WHERE is_pending AND uid = 'refused'
                        """
                ).map { [$0["failures"], $0["retry"]] as [Int64] }
            }
            #expect(row == [failures, house.now + wait])
            house.advance(by: wait)
            await synchronizer.refresh(try await house.current(calendar))
        }
    }

    @Test func pendingEventsAreWrittenWhenTheServerReturns() async throws {
        let calendar = try await connect()
        // A port without a server.
        try await house.move(to: "http://127.0.0.1:9/x/home/")
        let synchronizer = house.synchronizer()
        try await synchronizer.want(of: 1) { _ in [entry()] }
        await synchronizer.finish()
        #expect(try await house.current(calendar).state == .unreadable)
        let address = try url("/\(user)/home/")
        try await house.move(to: address.description)
        house.advance(by: 301)
        await synchronizer.startDue()
        await synchronizer.finish()
        #expect(try await house.current(calendar).state == .fresh)
        let written = try await device().object(
            "/\(user)/home/activity-1modern-family.ics", of: address)
        #expect(written != nil)
    }
}
