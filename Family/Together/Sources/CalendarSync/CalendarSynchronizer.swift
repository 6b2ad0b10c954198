internal import Calendars
internal import FamilyStore
package import Foundation
package import GRDB
package import Logging
package import OutboundHTTP

/// A change that a member or the host of an activity should learn of.
package enum CalendarNews: Sendable, Hashable {
    /// Busy times may have changed.
    case changed(member: Int64, household: Int64)
    /// A calendar cannot be read any more; sent once until it can be read again.
    case unreadable(calendar: String, name: String, member: Int64, household: Int64, reason: String)
    case returned(calendar: String, name: String, member: Int64, household: Int64)
}

/// Reads members' calendars when they are due and writes pending events into them.
///
/// Failures are retried later and later; nothing waits for a slow server but its own calendar.
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
    /// Times at which members asked for a calendar to be read.
    private var asked: [String: Int64] = [:]
    /// Times of searches for calendars, by household.
    private var searches: [Int64: [Int64]] = [:]

    /// Calendars that are read at once, each of another household.
    private static let maximumRunning = 4
    /// Seconds between two times that a member may have a calendar read.
    static let pause: Int64 = 60
    /// Searches of a household in ten minutes.
    static let maximumSearches = 20
    /// Seconds between two looks at a calendar without problems.
    static let interval: Int64 = 15 * 60
    /// Seconds after which the whole window is listed again, because it has moved on.
    static let listingInterval: Int64 = 7 * 86_400
    /// Consecutive failures after which a calendar counts as unreadable in notices.
    static let failuresBeforeNotice = 3

    /// Makes a synchronizer.
    ///
    /// `zone` names the IANA zone of floating times by member and household. `mayContact` says
    /// whether a household lets the server contact calendars on these hosts. `report` is called in the transaction that stores a
    /// change, for notices, and `announce` after it. Reading one calendar ends after `timeLimit`.
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

    /// Times that are read: from yesterday to 400 days from now.
    private var window: Range<Int64> { (seconds - 86_400)..<(seconds + 400 * 86_400) }

    // MARK: - Schedule

    /// Starts to read the calendars that are due.
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
                    .timedOut, "The calendar's server is too slow; it is tried again later."),
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

    /// Stops reading; calendars that were being read are due at the next start.
    package func stop() async {
        for item in running.values { item.task.cancel() }
        await finish()
    }

    // MARK: - One calendar

    /// The calendar's content as it shall be stored.
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

    /// The calendar is read even if nothing can be written; the events stay pending.
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
            copy = try await store.database.read { db in
                var copy = CopyState(
                    collectionTag: calendar.version, syncToken: calendar.syncToken)
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT path, tag, length(CAST(data AS BLOB)) AS size FROM together_calendar_object
                        WHERE calendar = ?
                        """, arguments: [calendar.id])
                while let row = try rows.next() {
                    let path: String = row["path"]
                    copy.tags[path] = row["tag"]
                    copy.sizes[path] = row["size"]
                }
                return copy
            }
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
        // Checked before anything is stored: an unreadable file does not replace a readable one.
        let objects: [String]
        do {
            let changed = Set(reading.objects.map(\.path) + reading.removed)
            objects =
                try await store.database.read { db in
                    try Row.fetchAll(
                        db,
                        sql: "SELECT path, data FROM together_calendar_object WHERE calendar = ?",
                        arguments: [calendar.id]
                    ).filter { !changed.contains($0["path"]) }.map { $0["data"] as String }
                } + reading.objects.map(\.data)
        } catch { throw Self.databaseFailed(error) }
        // A calendar that were to end this process is not the first thing that the next one reads.
        await postpone(calendar)
        let spans: [Range<Int64>]
        do {
            spans = try CalendarStore.busy(
                objects, hidden: calendar.hidden, zone: zone, window: window)
        } catch { throw CalendarProblem(error) }
        let (moment, report) = (seconds, report)
        let news: [CalendarNews]
        do {
            news = try await store.database.write { db in
                try Self.store(reading, of: calendar, spans: spans, at: moment, report, db)
            }
        } catch { throw Self.databaseFailed(error) }
        for item in news { await announce(item) }
    }

    private static func store(
        _ reading: Reading, of calendar: MemberCalendar, spans: [Range<Int64>], at moment: Int64,
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
        // Removed by the member in the meantime.
        guard db.changesCount == 1 else { return [] }
        for path in reading.removed {
            try db.execute(
                sql: "DELETE FROM together_calendar_object WHERE calendar = ? AND path = ?",
                arguments: [calendar.id, path])
        }
        for object in reading.objects {
            try db.execute(
                sql: """
                    INSERT INTO together_calendar_object VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET tag = excluded.tag, data = excluded.data
                    """, arguments: [calendar.id, object.path, object.tag, object.data])
        }
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

    /// Notes a problem and when to try again: after 5 minutes, then twice as long each time, a day at
    /// most; refusals that only a person can resolve after an hour at least.
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
            logger.error("cannot note a calendar's problem", metadata: ["what": "\(error)"])
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

    /// Reads the busy times of the stored events again, such as after a part was hidden; contacts no server.
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
        // Read in the meantime, perhaps with the former hidden parts.
        if !isCurrent { try await makeDue([calendar.id]) }
        await announce(.changed(member: calendar.member, household: calendar.household))
    }

    private static func checked(_ id: String, _ db: Database) throws -> Int64? {
        try Row.fetchOne(
            db, sql: "SELECT checked FROM together_calendar WHERE id = ?", arguments: [id]
        )?["checked"]
    }

    /// Writes these and no other future events into the member's target calendar, later if it must be.
    ///
    /// `entries` reads them in the transaction that stores them: of two changes at the same time, the
    /// later state is the one that stays.
    package func want(
        of member: Int64, _ entries: @escaping @Sendable (Database) throws -> [CalendarEntry]
    ) async throws {
        let moment = seconds
        let calendar = try await store.database.write { db in
            try CalendarWriting.want(entries, of: member, at: moment, db)
        }
        if let calendar { try await makeDue([calendar]) }
    }

    /// Makes calendars due now, such as after their hidden parts changed or with new events to write.
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

    /// Makes a calendar due now because its member asks for it, once a minute at most.
    ///
    /// - Returns: Whether it is due.
    @discardableResult
    package func readSoon(_ calendar: MemberCalendar) async throws -> Bool {
        let moment = seconds
        asked = asked.filter { $0.value > moment - Self.pause }
        guard asked[calendar.id] == nil else { return false }
        asked[calendar.id] = moment
        try await makeDue([calendar.id])
        return true
    }

    /// Whether a household may search for calendars now; counts the search.
    package func maySearch(_ household: Int64) -> Bool {
        let moment = seconds
        searches = searches.mapValues { $0.filter { $0 > moment - 600 } }
            .filter { !$0.value.isEmpty }
        guard searches[household, default: []].count < Self.maximumSearches else { return false }
        searches[household, default: []].append(moment)
        return true
    }

    /// Refuses an address that may not be contacted.
    package func check(_ address: String) async throws(CalendarProblem) {
        do {
            try await client.check(try OutboundURL(address))
        } catch {
            throw CalendarProblem(error)
        }
    }

    /// Finds the calendars at an address before they are connected.
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
