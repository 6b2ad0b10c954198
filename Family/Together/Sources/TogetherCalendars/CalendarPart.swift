import CalendarSync
package import FamilyStore
package import FamilyWeb
package import Foundation
import GRDB
import Logging
package import OutboundHTTP
import Synchronization
package import TogetherServer

/// Members' calendars: subscriptions, CalDAV, private feeds, free and busy times.
package struct CalendarPart: TogetherPart, CalendarSource {
    package static var migrations: [AppMigration] { CalendarSchema.migrations }

    let services: TogetherServices
    let store: CalendarStore
    let synchronizer: CalendarSynchronizer
    private let timer = CalendarTimer()

    /// Makes the part; `client` decides which hosts may be contacted.
    ///
    /// - Throws: ``CalendarProblem`` if the key file cannot be used.
    package init(services: TogetherServices, keyFile: URL, client: OutboundClient) throws {
        self.services = services
        store = CalendarStore(database: services.database, key: try CalendarKey(file: keyFile))
        synchronizer = CalendarSynchronizer(
            store: store, client: client,
            zone: { member, household in
                do {
                    return try await services.database.read { db in
                        try Preferences.zone(of: member, household, db).identifier
                    }
                } catch {
                    services.logger.error(
                        "cannot read a time zone", metadata: ["what": "\(error)"])
                    return "UTC"
                }
            },
            mayContact: { household, hosts in
                do {
                    return try await services.database.read { db in
                        let allowed = try Preferences.hosts(.calendars, household, db)
                        return try Preferences.isOn(.calendars, household, db)
                            && (allowed.isEmpty || hosts.isSubset(of: allowed))
                    }
                } catch {
                    services.logger.error(
                        "cannot read a connection", metadata: ["what": "\(error)"])
                    return false
                }
            },
            report: { news, db in try Self.report(news, services, db) }, now: services.now,
            logger: services.logger)
    }

    package var records: [any MemberRecords] { [CalendarRecords(store: store)] }

    package func addRoutes(to routes: AppRoutes) {
        CalendarRoutes(part: self).add(to: routes)
    }

    // MARK: - Life

    package func start() async throws {
        try await store.sealStoredText()
        try await reconcile()
        timer.start { await synchronizer.startDue() }
    }

    package func stop() async {
        timer.stop()
        await synchronizer.stop()
    }

    /// Updates the written events, since their window moves every day.
    package func maintain() async throws { try await reconcile() }

    private func reconcile() async throws {
        for (member, household) in try await store.writers() {
            await eventsChanged(of: [member], household: household)
        }
    }

    package func remove(member: Int64, of household: Int64) async throws {
        try await store.deleteAll(of: member)
    }

    package func removeAll(of household: Int64) async throws {
        try await store.deleteAll(ofHousehold: household)
    }

    package func findings() async throws -> [String] {
        let family = services.family
        return try await store.findings(at: services.seconds)
            + services.database.read { db in try family.findings(of: Self.references, db) }
    }

    private static let references = [
        MemberReference("calendars", sql: "SELECT id, household, member FROM together_calendar"),
        MemberReference(
            "feeds", sql: "SELECT member AS id, household, member FROM together_calendar_feed"),
    ]

    /// Faults of the stored calendars and of the key file, for `doctor`.
    ///
    /// A missing key file is not created.
    package static func findings(
        in database: any FamilyDatabase, family: FamilyDirectory, keyFile: URL, at moment: Int64
    ) async throws -> [String] {
        let places = try await database.read { db in
            try Self.unlistedHosts(db) + family.findings(of: Self.references, db)
        }
        guard FileManager.default.fileExists(atPath: keyFile.path) else {
            let (calendars, feeds) = try await database.read { db in
                (
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM together_calendar") ?? 0,
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM together_calendar_feed") ?? 0
                )
            }
            guard calendars + feeds > 0 else { return places }
            return [
                "\(keyFile.path) is missing, the key of \(calendars) calendars and \(feeds) feeds. "
                    + "Restore it from where you kept a copy; else the members remove their calendars and "
                    + "add them again, and feeds get new addresses."
            ] + places
        }
        let key: CalendarKey
        do { key = try CalendarKey(file: keyFile) } catch { return [error.message] + places }
        return try await CalendarStore(database: database, key: key).findings(at: moment) + places
    }

    /// Calendars on hosts that their family no longer allows, which are not read.
    private static func unlistedHosts(_ db: Database) throws -> [String] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT together_calendar.id, member, host.value AS host
                FROM together_calendar, json_each(together_calendar.hosts) AS host
                    JOIN together_connection AS connection
                        ON connection.household = together_calendar.household
                WHERE connection.id = 'calendars' AND is_on
                    AND json_array_length(connection.hosts) > 0
                    AND host.value NOT IN (SELECT value FROM json_each(connection.hosts))
                ORDER BY together_calendar.id
                """
        ).map { row in
            "The calendar \(row["id"] as String) is not read: the family does not allow "
                + "\(row["host"] as String). A parent can add the host in Settings, or member "
                + "\(row["member"] as Int64) removes the calendar."
        }
    }

    // MARK: - CalendarSource

    package func busy(
        _ members: [Int64], of household: Int64, in window: Range<Int64>
    ) async -> [MemberBusy] {
        do {
            return try await store.busy(members, of: household, in: window).map {
                MemberBusy(member: $0.member, spans: $0.spans, problem: $0.problem)
            }
        } catch {
            services.logger.error("cannot read busy times", metadata: ["what": "\(error)"])
            return members.map {
                MemberBusy(member: $0, spans: [], problem: "the server could not read it")
            }
        }
    }

    package func eventsChanged(of members: [Int64], household: Int64) async {
        for member in members {
            do {
                try await synchronizer.want(of: member) { [services] db in
                    try Self.entries(of: member, household: household, services, db)
                }
            } catch {
                services.logger.error(
                    "cannot update a member's calendar; it is retried within the hour",
                    metadata: ["what": "\(error)"])
            }
        }
    }

    /// Activities, bookings and tasks from yesterday to 400 days from now.
    func entries(of member: Int64, household: Int64) async throws -> [CalendarEntry] {
        try await services.database.read { [services] db in
            try Self.entries(of: member, household: household, services, db)
        }
    }

    private static func entries(
        of member: Int64, household: Int64, _ services: TogetherServices, _ db: Database
    ) throws -> [CalendarEntry] {
        let now = services.seconds
        return try services.agenda.events(
            of: member, household: household, in: (now - 86_400)..<(now + 400 * 86_400), db
        ).map(CalendarEntry.init)
    }

    private static func report(
        _ news: CalendarNews, _ services: TogetherServices, _ db: Database
    ) throws {
        switch news {
        case .changed(_, let household):
            // The free times of other members depend on it.
            try services.events.changed(.calendars, of: household, db)
        case .unreadable(_, let name, let member, let household, let reason):
            try services.notices.add(
                .calendarUnreadable, to: [member], of: household, path: "/together/settings",
                facts: ["calendar": name, "problem": reason], db)
        case .returned(_, let name, let member, let household):
            try services.notices.add(
                .calendarReturned, to: [member], of: household, path: "/together/settings",
                facts: ["calendar": name], db)
        }
    }
}

extension CalendarEntry {
    init(_ event: AgendaEvent) {
        var title = event.name
        var details = event.details
        if event.kind == .task {
            title = event.isDone ? "✓ \(event.name)" : "☐ \(event.name)"
        }
        if let experience = event.experienceTitle {
            details += (details.isEmpty ? "" : "\n") + "Prep: \(experience)"
        }
        self.init(
            uid: event.uid, title: title, details: details, location: event.location,
            start: event.start, end: event.end, changed: event.changed, sequence: event.sequence,
            isBusy: event.kind != .task)
    }
}

/// Periodically starts reading the calendars that are due.
private final class CalendarTimer: Sendable {
    private let running = Mutex<Task<Void, Never>?>(nil)

    func start(_ work: @escaping @Sendable () async -> Void) {
        running.withLock { task in
            task =
                task
                ?? Task {
                    while !Task.isCancelled {
                        await work()
                        try? await Task.sleep(for: .seconds(20))  // Ends early when canceled.
                    }
                }
        }
    }

    func stop() {
        running.withLock { task in
            task?.cancel()
            task = nil
        }
    }
}
