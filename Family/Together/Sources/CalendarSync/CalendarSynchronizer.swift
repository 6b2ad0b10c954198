internal import Calendars
internal import FamilyStore
package import Foundation
package import GRDB
package import Logging
package import OutboundHTTP

/// A change that concerns a member or an activity's host.
package enum CalendarNews: Sendable, Hashable {
    /// Busy times may have changed.
    case changed(member: Int64, household: Int64)
    /// A calendar has become unreadable.
    ///
    /// Reported only once until the calendar can be read again.
    case unreadable(calendar: String, name: String, member: Int64, household: Int64, reason: String)
    case returned(calendar: String, name: String, member: Int64, household: Int64)
}

/// Reads members' calendars when they are due, and writes pending events into them.
///
/// Retries failures at increasing intervals. A slow server delays only its own calendar.
package actor CalendarSynchronizer {
    private let store: CalendarStore
    private let client: OutboundClient
    private let zone: @Sendable (Int64, Int64) async -> String
    private let mayContact: @Sendable (Int64, Set<String>) async -> Bool
    private let report: @Sendable (CalendarNews, Database) throws -> Void
    private let announce: @Sendable (CalendarNews) async -> Void
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let timeLimit: Duration
    private var running: [String: (household: Int64, task: Task<Void, Never>)] = [:]
    /// Times at which members requested a calendar to be read.
    private var asked: [String: Int64] = [:]
    /// Times of searches for calendars, by household.
    private var searches: [Int64: [Int64]] = [:]

    /// Maximum number of calendars read at the same time, each of another household.
    private static let maximumRunning = 4
    /// Minimum number of seconds between two member requests to read a calendar.
    static let pause: Int64 = 60
    /// Maximum number of searches of a household in ten minutes.
    static let maximumSearches = 20
    /// Seconds between two reads of a calendar without problems.
    static let interval: Int64 = 15 * 60
    /// Seconds until the whole window is listed again, because time has moved on.
    static let listingInterval: Int64 = 7 * 86_400
    /// Consecutive failures after which a member is notified.
    static let failuresBeforeNotice = 3

    /// Makes a synchronizer.
    ///
    /// `zone` names the IANA zone of floating times by member and household. `mayContact` returns
    /// whether a household allows contacting calendars on these hosts. `report` is called in the
    /// transaction that stores a change, to add notifications, and `announce` after it. Reading a
    /// calendar is aborted after `timeLimit`.
    package init(
        store: CalendarStore, client: OutboundClient,
        zone: @escaping @Sendable (Int64, Int64) async -> String,
        mayContact: @escaping @Sendable (Int64, Set<String>) async -> Bool = { _, _ in true },
        report: @escaping @Sendable (CalendarNews, Database) throws -> Void = { _, _ in },
        announce: @escaping @Sendable (CalendarNews) async -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }, timeLimit: Duration = .seconds(120),
        logger: Logger
    ) {
        self.store = store
        self.client = client
        self.zone = zone
        self.mayContact = mayContact
        self.report = report
        self.announce = announce
        self.now = now
        self.timeLimit = timeLimit
        self.logger = logger
    }

    private var seconds: Int64 { Int64(now().timeIntervalSince1970) }

    /// The synchronized window: from yesterday to 400 days from now.
    private var window: Range<Int64> { (seconds - 86_400)..<(seconds + 400 * 86_400) }

    // MARK: - Schedule

    /// Starts reading the calendars that are due.
    package func startDue() async {
        let moment = seconds
        let room = Self.maximumRunning - running.count
        guard room > 0 else { return }
        let households = running.values.map(\.household)
        let key = store.key
        do {
            let due = try await store.database.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT *, min(due) FROM together_calendar WHERE due <= ?
                            AND household NOT IN (SELECT value FROM json_each(?))
                        GROUP BY household ORDER BY due, id LIMIT ?
                        """, arguments: [moment, "\(households)", room]
                ).map { try MemberCalendar($0, key: key) }
            }
            for calendar in due
            where running.count < Self.maximumRunning
                && !running.values.contains(where: { $0.household == calendar.household })
            {
                start(calendar)
            }
        } catch {
            logger.error("cannot list due calendars", metadata: ["what": "\(error)"])
        }
    }

    private func start(_ calendar: MemberCalendar) {
        running[calendar.id] = (
            calendar.household, Task { await self.perform(calendar) }
        )
    }

    private func perform(_ calendar: MemberCalendar) async {
        let limit = timeLimit
        let isInTime = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.synchronize(calendar)
                return true
            }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch { return true }
                return false
            }
            let isInTime = await group.next() ?? true
            group.cancelAll()
            return isInTime
        }
        if !isInTime, !Task.isCancelled {
            await note(
                CalendarProblem(
                    .timedOut, "The calendar's server is too slow; it is retried later."),
                of: calendar)
        }
        running[calendar.id] = nil
        if !Task.isCancelled { await startDue() }
    }

    /// Reads one calendar now and waits for it.
    package func refresh(_ calendar: MemberCalendar) async {
        if running[calendar.id] == nil { start(calendar) }
        await running[calendar.id]?.task.value
    }

    /// Calendars that are being read.
    var reading: Set<String> { Set(running.keys) }

    /// Waits until no calendar is being read.
    package func finish() async {
        while let first = running.values.first { await first.task.value }
    }

    /// Stops reading.
    ///
    /// Interrupted calendars are due at the next start.
    package func stop() async {
        for item in running.values { item.task.cancel() }
        await finish()
    }

    // MARK: - One calendar

    /// The new content of a calendar.
    private struct Reading {
        var objects: [CalendarObject] = []
        var removed: [String] = []
        var version: String?
        var syncToken: String?
        var isListed = false
        var isUnchanged = false
    }

    private func synchronize(_ calendar: MemberCalendar) async {
        guard await mayContact(calendar.household, calendar.hosts) else {
            await postpone(calendar)
            return
        }
        do throws(CalendarProblem) {
            let credentials = try credentials(of: calendar)
            if calendar.isTarget, let credentials {
                await writePending(to: calendar, credentials: credentials)
            }
            let reading =
                switch calendar.kind {
                case .subscription: try await subscription(calendar)
                case .caldav: try await changes(of: calendar, credentials: credentials)
                }
            let member = await zone(calendar.member, calendar.household)
            try await save(reading, of: calendar, zone: member)
        } catch {
            if !Task.isCancelled { await note(error, of: calendar) }
        }
    }

    /// Writes pending events.
    ///
    /// If that fails, they stay pending and the calendar is still read.
    private func writePending(
        to calendar: MemberCalendar, credentials: OutboundCredentials
    ) async {
        do throws(CalendarProblem) {
            try await CalendarWriting(store: store, client: client, logger: logger)
                .writePending(to: calendar, credentials: credentials, at: seconds)
        } catch {
            logger.info(
                "cannot write into a calendar", metadata: ["code": "\(error.code.rawValue)"])
        }
    }

    private func credentials(
        of calendar: MemberCalendar
    ) throws(CalendarProblem) -> OutboundCredentials? {
        guard let sealed = calendar.credentials else { return nil }
        let text = try store.key.open(sealed, for: CalendarStore.purpose(calendar.id))
        do {
            return try JSONDecoder().decode(OutboundCredentials.self, from: Data(text.utf8))
        } catch {
            throw CalendarProblem(
                .credentialsUnreadable, "The stored password is damaged. Enter it again.")
        }
    }

    private func address(of calendar: MemberCalendar) throws(CalendarProblem) -> OutboundURL {
        try calendar.url()
    }

    private func subscription(
        _ calendar: MemberCalendar
    ) async throws(CalendarProblem) -> Reading {
        var request = OutboundRequest(url: try address(of: calendar))
        request.hosts = calendar.hosts
        request.headers = [("Accept", "text/calendar")]
        if let version = calendar.version { request.headers.append(("If-None-Match", version)) }
        let response: OutboundResponse
        do { response = try await client.send(request) } catch { throw CalendarProblem(error) }
        if response.status == 304 {
            return Reading(version: calendar.version, isListed: true, isUnchanged: true)
        }
        guard response.status == 200 else {
            throw CalendarProblem(status: response.status, host: request.url.host)
        }
        let tag = response.header("ETag")
        let file = CalendarObject(
            path: "", tag: tag ?? "", data: String(decoding: response.body, as: UTF8.self))
        return Reading(objects: [file], version: tag, isListed: true)
    }

    private func changes(
        of calendar: MemberCalendar, credentials: OutboundCredentials?
    ) async throws(CalendarProblem) -> Reading {
        guard let credentials else {
            throw CalendarProblem(.signInFailed, "Enter the user name and the password.")
        }
        let copy: CopyState
        do {
            let objects = store.objects(of: calendar.id)
            copy = try await store.database.read { db in try objects.state(of: calendar, db) }
        } catch { throw Self.databaseFailed(error) }
        let changes = try await CalDAVClient(
            client: client, hosts: calendar.hosts, credentials: credentials
        ).changes(
            of: try address(of: calendar),
            since: copy,
            window: window,
            isComplete: calendar.listed < seconds - Self.listingInterval)
        return Reading(
            objects: changes.changed, removed: changes.removed, version: changes.collectionTag,
            syncToken: changes.syncToken, isListed: changes.isComplete,
            isUnchanged: changes.changed.isEmpty && changes.removed.isEmpty)
    }

    private static func databaseFailed(_ error: any Error) -> CalendarProblem {
        CalendarProblem(.serverFailed, "The calendar could not be stored: \(error)")
    }

    // MARK: - Results

    private func save(
        _ reading: Reading, of calendar: MemberCalendar, zone: String
    ) async throws(CalendarProblem) {
        // Checked before storing: an unreadable file must not replace a readable one.
        let objects: [String]
        do {
            let changed = reading.objects.map(\.path) + reading.removed
            let stored = store.objects(of: calendar.id)
            objects =
                try await store.database.read { db in
                    try stored.data(except: changed, db)
                } + reading.objects.map(\.data)
        } catch { throw Self.databaseFailed(error) }
        // If reading this calendar crashes the process, the next process must not begin with the
        // same calendar.
        await postpone(calendar)
        let spans: [Range<Int64>]
        do {
            spans = try CalendarStore.busy(
                objects, hidden: calendar.hidden, zone: zone, window: window)
        } catch { throw CalendarProblem(error) }
        let (moment, report, stored) = (seconds, report, store.objects(of: calendar.id))
        let news: [CalendarNews]
        do {
            news = try await store.database.write { db in
                try Self.store(
                    reading, of: calendar, in: stored, spans: spans, at: moment, report, db)
            }
        } catch { throw Self.databaseFailed(error) }
        for item in news { await announce(item) }
    }

    private static func store(
        _ reading: Reading, of calendar: MemberCalendar, in objects: CalendarObjects,
        spans: [Range<Int64>], at moment: Int64,
        _ report: (CalendarNews, Database) throws -> Void, _ db: Database
    ) throws -> [CalendarNews] {
        try db.execute(
            sql: """
                UPDATE together_calendar SET version = ?, sync_token = ?,
                    listed = CASE WHEN ? THEN ? ELSE listed END, checked = ?,
                    due = CASE WHEN hidden = ? THEN ? ELSE ? END, failures = 0,
                    problem_code = NULL, problem = NULL
                WHERE id = ?
                """,
            arguments: [
                reading.version, reading.syncToken, reading.isListed, moment, moment,
                calendar.hiddenText, moment + interval, moment, calendar.id,
            ])
        // The member removed the calendar meanwhile.
        guard db.changesCount == 1 else { return [] }
        for path in reading.removed { try objects.remove(path, db) }
        for object in reading.objects { try objects.store(object, db) }
        try CalendarStore.replaceBusy(spans, of: calendar.id, db)
        var news: [CalendarNews] = []
        if calendar.failures >= failuresBeforeNotice {
            news.append(
                .returned(
                    calendar: calendar.id, name: calendar.name, member: calendar.member,
                    household: calendar.household))
        }
        if !reading.isUnchanged || calendar.problem != nil || calendar.checked == nil {
            news.append(.changed(member: calendar.member, household: calendar.household))
        }
        for item in news { try report(item, db) }
        return news
    }

    /// Stores a problem and the time of the next attempt: after 5 minutes, then after twice as long
    /// each time, up to a day.
    ///
    /// Problems that need a person's action are retried after at least an hour.
    private func note(_ problem: CalendarProblem, of calendar: MemberCalendar) async {
        logger.info(
            "cannot read a calendar", metadata: ["code": "\(problem.code.rawValue)"])
        let failures = calendar.failures + 1
        let needsPerson = [
            .signInFailed, .badAddress, .hostRefused, .otherHost, .insecure, .certificate,
            .credentialsUnreadable,
        ].contains(problem.code)
        let doubled: Int64 = 300 << Int64(min(failures - 1, 10))
        let wait = min(max(doubled, needsPerson ? 3600 : 0), 86_400)
        var news: [CalendarNews] = []
        if calendar.problem == nil {
            news.append(.changed(member: calendar.member, household: calendar.household))
        }
        if failures == Self.failuresBeforeNotice {
            news.append(
                .unreadable(
                    calendar: calendar.id, name: calendar.name, member: calendar.member,
                    household: calendar.household, reason: problem.message))
        }
        let (moment, report, items) = (seconds, report, news)
        do {
            try await store.database.write { db in
                try db.execute(
                    sql: """
                        UPDATE together_calendar SET failures = ?, problem_code = ?, problem = ?,
                            due = ?
                        WHERE id = ?
                        """,
                    arguments: [
                        failures, problem.code.rawValue, problem.message, moment + wait,
                        calendar.id,
                    ])
                if db.changesCount == 1 { for item in items { try report(item, db) } }
            }
            for item in items { await announce(item) }
        } catch {
            logger.error("cannot store a calendar's problem", metadata: ["what": "\(error)"])
        }
    }

    private func postpone(_ calendar: MemberCalendar) async {
        let due = seconds + Self.interval
        do {
            try await store.database.write { db in
                try db.execute(
                    sql: "UPDATE together_calendar SET due = ? WHERE id = ?",
                    arguments: [due, calendar.id])
            }
        } catch {
            logger.error("cannot postpone a calendar", metadata: ["what": "\(error)"])
        }
    }

    // MARK: - Changes by members

    /// Recomputes the busy times of the stored events, for example after a part was hidden.
    ///
    /// Contacts no server.
    package func expand(_ calendar: MemberCalendar) async throws {
        let zone = await zone(calendar.member, calendar.household)
        let window = window
        let (checked, objects) = try await store.database.read { db in
            (
                try Self.checked(calendar.id, db),
                try String.fetchAll(
                    db, sql: "SELECT data FROM together_calendar_object WHERE calendar = ?",
                    arguments: [calendar.id])
            )
        }
        let spans = try CalendarStore.busy(
            objects, hidden: calendar.hidden, zone: zone, window: window)
        let isCurrent = try await store.database.write { db in
            guard try Self.checked(calendar.id, db) == checked else { return false }
            try CalendarStore.replaceBusy(spans, of: calendar.id, db)
            return true
        }
        // The calendar was read meanwhile, possibly with the old hidden parts.
        if !isCurrent { try await makeDue([calendar.id]) }
        await announce(.changed(member: calendar.member, household: calendar.household))
    }

    private static func checked(_ id: String, _ db: Database) throws -> Int64? {
        try Row.fetchOne(
            db, sql: "SELECT checked FROM together_calendar WHERE id = ?", arguments: [id]
        )?["checked"]
    }

    /// Sets the future events of the member's target calendar.
    ///
    /// If they cannot be written now, they are written later.
    ///
    /// `entries` reads them in the transaction that stores them, so the later of two concurrent
    /// changes wins.
    package func want(
        of member: Int64, _ entries: @escaping @Sendable (Database) throws -> [CalendarEntry]
    ) async throws {
        let moment = seconds
        let calendar = try await store.database.write { db in
            try CalendarWriting.want(entries, of: member, at: moment, db)
        }
        if let calendar { try await makeDue([calendar]) }
    }

    /// Makes calendars due now, for example after their hidden parts changed or new events were
    /// added.
    package func makeDue(_ ids: [String]) async throws {
        let moment = seconds
        try await store.database.write { db in
            for id in ids {
                try db.execute(
                    sql: "UPDATE together_calendar SET due = ? WHERE id = ?",
                    arguments: [moment, id])
            }
        }
        await startDue()
    }

    /// Makes a calendar due now at its member's request, at most once a minute.
    ///
    /// - Returns: Whether it is due.
    @discardableResult
    package func requestUpdate(_ calendar: MemberCalendar) async throws -> Bool {
        let moment = seconds
        asked = asked.filter { $0.value > moment - Self.pause }
        guard asked[calendar.id] == nil else { return false }
        asked[calendar.id] = moment
        try await makeDue([calendar.id])
        return true
    }

    /// Whether a household may search for calendars now.
    ///
    /// Counts the search.
    package func maySearch(_ household: Int64) -> Bool {
        let moment = seconds
        searches = searches.mapValues { $0.filter { $0 > moment - 600 } }
            .filter { !$0.value.isEmpty }
        guard searches[household, default: []].count < Self.maximumSearches else { return false }
        searches[household, default: []].append(moment)
        return true
    }

    /// Throws if an address may not be contacted.
    package func check(_ address: String) async throws(CalendarProblem) {
        do {
            try await client.check(try OutboundURL(address))
        } catch {
            throw CalendarProblem(error)
        }
    }

    /// Finds the calendars at an address before connecting them.
    package func find(
        at text: String, credentials: OutboundCredentials
    ) async throws(CalendarProblem) -> [FoundCalendar] {
        let url: OutboundURL
        do { url = try OutboundURL(text) } catch { throw CalendarProblem(error) }
        return try await CalDAVClient(
            client: client, hosts: [url.host], credentials: credentials
        ).calendars(from: url)
    }
}
