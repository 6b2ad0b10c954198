import Crypto
import Foundation
import GRDB
import NIOCore
import OutboundHTTP
import Synchronization
import Testing

@testable import CalendarSync

@Suite struct CalendarSynchronizerTests {
    private let house: CalendarHouse
    private let server: ScriptServer

    init() throws {
        house = try CalendarHouse()
        server = try ScriptServer.hostile()
    }

    private func address(_ path: String) -> String {
        "http://calendar.test:\(server.port)\(path)"
    }

    @Test(arguments: [
        ("/circle", "too_many_redirects"), ("/bomb", "too_large"), ("/endless", "too_large"),
        ("/announces-100-MB", "too_large"), ("/to-loopback", "other_host"),
        ("/html", "not_a_calendar"), ("/nowhere", "missing"), ("/breaks-off", "connection_failed"),
    ])
    func faultySubscriptionIsReportedAndRetried(path: String, code: String) async throws {
        let calendar = try await house.subscribe(address(path))
        await house.synchronizer().refresh(calendar)
        let current = try await house.current(calendar)
        #expect(current.problem?.code == code)
        #expect(current.state == .unreadable)
        let reason = try #require(try await house.busy().problem)
        #expect(!reason.contains("calendar.test"))
        #expect(try await due(current) > house.now)
    }

    private func due(_ calendar: MemberCalendar) async throws -> Int64 {
        try await house.read { db in
            try Int64.fetchOne(
                db, sql: "SELECT due FROM together_calendar WHERE id = ?", arguments: [calendar.id])
                ?? 0
        }
    }

    @Test func hostThatIsNotAllowedIsRejected() async throws {
        let calendar = try await house.subscribe("https://calendar.test:\(server.port)/ok.ics")
        await house.synchronizer(hosts: []).refresh(calendar)
        #expect(try await house.current(calendar).problem?.code == "host_refused")
    }

    @Test func retryDelaysGrowAndOneNoticeIsSent() async throws {
        let calendar = try await house.subscribe(address("/nowhere"))
        let synchronizer = house.synchronizer()
        var waits: [Int64] = []
        for _ in 0..<12 {
            await synchronizer.startDue()
            await synchronizer.finish()
            let wait = try await due(calendar) - house.now
            waits.append(wait)
            house.advance(by: wait)
        }
        #expect(
            waits == [
                300, 600, 1200, 2400, 4800, 9600, 19_200, 38_400, 76_800, 86_400, 86_400, 86_400,
            ])
        let unreadable = house.news.filter {
            if case .unreadable = $0 { true } else { false }
        }
        #expect(unreadable.count == 1)
        // The calendar is reachable again.
        try await house.move(to: address("/ok.ics"))
        await synchronizer.startDue()
        await synchronizer.finish()
        #expect(try await house.current(calendar).state == .fresh)
        #expect(house.news.contains { if case .returned = $0 { true } else { false } })
    }

    @Test func lastKnownTimesStayWhenACalendarCannotBeRead() async throws {
        let calendar = try await house.subscribe(address("/events.ics"))
        let synchronizer = house.synchronizer()
        await synchronizer.refresh(calendar)
        #expect(try await house.busy().spans == [1_780_387_200..<1_780_390_800])
        try await house.move(to: address("/html"))
        await synchronizer.refresh(try await house.current(calendar))
        let busy = try await house.busy()
        #expect(busy.spans == [1_780_387_200..<1_780_390_800])
        #expect(busy.problem != nil)
    }

    @Test func unchangedSubscriptionIsNotSentAgain() async throws {
        let calendar = try await house.subscribe(address("/events.ics"))
        let synchronizer = house.synchronizer()
        await synchronizer.refresh(calendar)
        let changes = house.news.count
        await synchronizer.refresh(try await house.current(calendar))
        #expect(try await house.current(calendar).problem == nil)
        #expect(house.news.count == changes)
        #expect(try await house.busy().spans.count == 1)
    }

    @Test func noServerIsContactedWhileTheConnectionIsOff() async throws {
        house.isOn.withLock { $0 = false }
        let calendar = try await house.subscribe(address("/events.ics"))
        await house.synchronizer().startDue()
        await house.synchronizer().refresh(calendar)
        #expect(try await house.current(calendar).state == .waiting)
        #expect(try await house.busy().spans.isEmpty)
    }

    @Test func hostThatTheFamilyRemovedIsNotContacted() async throws {
        let calendar = try await house.subscribe(address("/events.ics"))
        let synchronizer = house.synchronizer()
        house.refused.withLock { $0 = ["calendar.test"] }
        await synchronizer.refresh(calendar)
        #expect(try await house.current(calendar).state == .waiting)
        #expect(try await due(calendar) > house.now)
        house.refused.withLock { $0 = [] }
        await synchronizer.refresh(calendar)
        #expect(try await house.current(calendar).state == .fresh)
    }

    private func changes(
        _ path: String, sizes: [String: Int] = [:]
    ) async throws -> CalendarChanges {
        let client = OutboundClient(
            operatorHosts: ["calendar.test"],
            resolve: { _, port in try SocketAddress(ipAddress: "127.0.0.1", port: port) })
        return try await CalDAVClient(
            client: client, hosts: ["calendar.test"],
            credentials: OutboundCredentials(username: "ada", password: "secret")
        ).changes(
            of: try OutboundURL(address(path)),
            since: CopyState(tags: sizes.mapValues { _ in "1" }, sizes: sizes),
            window: 0..<1_900_000_000)
    }

    @Test func versionIsNotStoredWhileTheServerOmitsAnEvent() async throws {
        let changes = try await changes("/dav-omits/")
        #expect(changes.changed.map(\.path) == ["/dav-omits/a.ics"])
        #expect(changes.collectionTag == nil && changes.syncToken == nil)
        // All other events are already stored.
        let known = try await self.changes("/dav-omits/", sizes: ["/dav-omits/b.ics": 1])
        #expect(known.collectionTag == "1" && known.syncToken == "t")
    }

    @Test(arguments: [("/dav-large/", 1), ("/dav-omits/", CalDAVClient.maximumBytes)])
    func sizeOfACalendarIsLimited(path: String, known: Int) async throws {
        await #expect {
            try await changes(path, sizes: ["\(path)b.ics": known])
        } throws: { ($0 as? CalendarProblem)?.code == .tooLarge }
    }

    @Test func hiddenPartsAreNoLongerBusy() async throws {
        let calendar = try await house.subscribe(address("/events.ics"))
        let synchronizer = house.synchronizer()
        await synchronizer.refresh(calendar)
        for part in [
            HiddenPart.title("DENT"), .span(from: 1_780_387_200, to: 1_780_390_800),
        ] {
            let changed = try await house.store.update(calendar.id, of: 1, hidden: [part])
            try await synchronizer.expand(try #require(changed))
            #expect(try await house.busy().spans.isEmpty)
        }
        let half = try await house.store.update(
            calendar.id, of: 1, hidden: [.span(from: 0, to: 1_780_389_000)])
        try await synchronizer.expand(try #require(half))
        #expect(try await house.busy().spans == [1_780_389_000..<1_780_390_800])
    }

    @Test func readingStopsAtTheTimeLimit() async throws {
        let calendar = try await house.subscribe(address("/silent"))
        await house.synchronizer(timeLimit: .milliseconds(200)).refresh(calendar)
        #expect(try await house.current(calendar).problem?.code == "timed_out")
        #expect(try await due(calendar) == house.now + 300)
    }

    /// Six slow calendars of one family must leave three of the four slots to other families.
    @Test func slowFamilyOccupiesOneSlot() async throws {
        for index in 0..<6 { _ = try await house.subscribe(address("/silent?\(index)")) }
        house.advance(by: 1)
        let other = try await house.subscribe(address("/silent?6"), member: 2, household: 2)
        let synchronizer = house.synchronizer()
        await synchronizer.startDue()
        let reading = await synchronizer.reading
        #expect(reading.count == 2)
        #expect(reading.contains(other.id))
        await synchronizer.stop()
    }

    @Test func readsAndSearchesAreRateLimited() async throws {
        house.isOn.withLock { $0 = false }
        let calendar = try await house.subscribe(address("/events.ics"))
        let synchronizer = house.synchronizer()
        #expect(try await synchronizer.requestUpdate(calendar))
        #expect(try await synchronizer.requestUpdate(calendar) == false)
        house.advance(by: CalendarSynchronizer.pause)
        #expect(try await synchronizer.requestUpdate(calendar))
        for _ in 0..<CalendarSynchronizer.maximumSearches {
            #expect(await synchronizer.maySearch(1))
        }
        #expect(await !synchronizer.maySearch(1))
        #expect(await synchronizer.maySearch(2))
        house.advance(by: 600)
        #expect(await synchronizer.maySearch(1))
        await synchronizer.finish()
    }

    @Test func slowCalendarsDoNotDelayOthers() async throws {
        for index in 0..<3 { _ = try await house.subscribe(address("/silent?\(index)")) }
        let quick = try await house.subscribe(address("/events.ics"))
        let synchronizer = house.synchronizer()
        await synchronizer.startDue()
        await synchronizer.refresh(quick)
        #expect(try await house.current(quick).state == .fresh)
        await synchronizer.stop()
        // Interrupted, not failed: due again at the next start.
        let waiting = try await house.store.calendars(of: 1).filter { $0.state == .waiting }
        #expect(waiting.count == 3)
    }
}

@Suite struct CalendarStoreTests {
    private let house: CalendarHouse

    init() throws { house = try CalendarHouse() }

    private func add(
        _ address: String, member: Int64 = 1, credentials: String? = nil
    ) async throws -> MemberCalendar {
        try await house.store.add(
            NewCalendar(
                kind: .caldav, name: "Home", address: address, hosts: ["example.org"],
                isWritable: true, credentials: credentials),
            household: 1, member: member, now: house.now)
    }

    @Test func passwordsAreEncryptedAndErasedWithTheCalendar() async throws {
        let calendar = try await add("https://example.org/a/", credentials: "open sesame")
        let stored = try await house.read { db in
            try Data.fetchOne(db, sql: "SELECT credentials FROM together_calendar")
        }
        let sealed = try #require(stored)
        #expect(sealed.range(of: Data("sesame".utf8)) == nil)
        #expect(try house.key.open(sealed, for: "calendar \(calendar.id)") == "open sesame")
        #expect(try await house.store.delete(calendar.id, of: 2) == false)
        #expect(try await house.store.delete(calendar.id, of: 1))
        #expect(try await house.store.calendars(of: 1).isEmpty)
    }

    @Test func calendarsOfOtherMembersAreInvisible() async throws {
        let calendar = try await add("https://example.org/a/")
        #expect(try await house.store.calendar(calendar.id, of: 2) == nil)
        #expect(try await house.store.update(calendar.id, of: 2, name: "Mine") == nil)
        #expect(try await house.store.busy([1], of: 2, in: 0..<1).first?.spans == [])
    }

    @Test func memberHasAtMostOneTargetCalendar() async throws {
        let first = try await add("https://example.org/a/")
        let second = try await add("https://example.org/b/")
        _ = try await house.store.update(first.id, of: 1, isTarget: true)
        _ = try await house.store.update(second.id, of: 1, isTarget: true)
        #expect(try await house.store.calendars(of: 1).filter(\.isTarget).map(\.id) == [second.id])
    }

    @Test func numberOfCalendarsIsLimitedAndAddressesAreUnique() async throws {
        for index in 0..<CalendarStore.maximumCalendars {
            _ = try await add("https://example.org/\(index)/")
        }
        let again = try await add("https://example.org/0/", credentials: "new")
        #expect(again.credentials != nil)
        await #expect(throws: CalendarProblem.self) { try await add("https://example.org/x/") }
        _ = try await add("https://example.org/x/", member: 2)
    }

    @Test func feedAddressCanBeRenewed() async throws {
        let store = house.store
        let first = try await store.feedToken(of: 1, household: 7)
        #expect(first.utf8.count == 43)
        #expect(try await store.feedToken(of: 1, household: 7) == first)
        #expect(try await store.feedToken(of: 2, household: 7) != first)
        #expect(try await store.feedOwner(first)?.member == 1)
        let second = try await store.renewFeed(of: 1, household: 7)
        #expect(try await store.feedOwner(first) == nil)
        #expect(try await store.feedOwner(second)?.household == 7)
        let dump = try await house.read { db in
            try Data.fetchAll(db, sql: "SELECT digest || token FROM together_calendar_feed")
        }
        #expect(dump.allSatisfy { $0.range(of: Data(second.utf8)) == nil })
        try await store.deleteAll(of: 1)
        #expect(try await store.feedOwner(second) == nil)
    }

    @Test func feedAddressIsReplacedAfterAKeyChange() async throws {
        let first = try await house.store.feedToken(of: 1, household: 1)
        let other = CalendarStore(
            database: house, key: CalendarKey(.init(size: .bits256)))
        #expect(try await other.feedToken(of: 1, household: 1) != first)
    }
}

@Suite struct CalendarEntryTests {
    private let entry = CalendarEntry(
        uid: "activity-1@modern-family", title: "Zoo; \"otters\"\r\nBEGIN:VEVENT",
        start: 1_780_387_200, end: 1_780_390_800, changed: 1_780_272_000, sequence: 3)

    @Test func feedContainsAllEntriesAndNoInjection() {
        var task = entry
        task.uid = "task-1@modern-family"
        task.isBusy = false
        let text = CalendarEntry.feed([entry, task], name: "Ada")
        let lines = text.split(separator: "\r\n")
        #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 2)
        #expect(lines.contains("METHOD:PUBLISH"))
        #expect(lines.contains(#"SUMMARY:Zoo\; "otters"\nBEGIN:VEVENT"#))
        #expect(lines.filter { $0 == "TRANSP:TRANSPARENT" }.count == 1)
    }

    @Test func invitationNamesOrganizerAndAttendees() {
        let request = entry.invitation(
            isCancelled: false, from: ("Ada", "ada@example.org"),
            to: [("Ben\"\r\nX: y", "ben@example.org\r\nEvil: 1")])
        #expect(request.contains("METHOD:REQUEST\r\n"))
        #expect(request.contains("ORGANIZER;CN=\"Ada\":mailto:ada@example.org\r\n"))
        #expect(!request.contains("\r\nEvil"))
        #expect(!request.contains("\r\nX: y"))
        let cancel = entry.invitation(
            isCancelled: true, from: ("Ada", "ada@example.org"), to: [("Ben", "ben@example.org")])
        #expect(cancel.contains("METHOD:CANCEL\r\n"))
        #expect(cancel.contains("STATUS:CANCELLED\r\n"))
        #expect(cancel.contains("SEQUENCE:3\r\n"))
    }
}
