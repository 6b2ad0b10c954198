package import FamilyStore
package import FamilyWeb
package import Foundation
package import Logging

/// Modern Family: activities with polls, shared resources, playlists, calendars.
package struct TogetherApp: FamilyApp {
    /// Settings of the app.
    package struct Configuration: Sendable {
        /// The folder of pages and modules.
        package var web: URL
        /// The folder with the catalog of notifications.
        package var content: URL
        /// The `sendmail` interface of this machine.
        package var mail: Outbox.Configuration
        /// The lifetime of an event stream, after which the browser reconnects.
        package var streamLifetime: Duration = .seconds(600)
        /// The interval between two keep-alive comments in an idle stream.
        package var streamPulse: Duration = .seconds(10)
        package var now: @Sendable () -> Date = { Date() }

        package init(web: URL, content: URL, mail: Outbox.Configuration) {
            self.web = web
            self.content = content
            self.mail = mail
        }
    }

    package let id = "together"
    package let services: TogetherServices
    let configuration: Configuration
    let parts: [any TogetherPart]
    private let clock: DeadlineClock

    /// The app's own migrations; the parts add theirs.
    package static var migrations: [AppMigration] { TogetherSchema.migrations }

    /// Makes the app with the parts that `parts` returns, such as calendars and playlists.
    ///
    /// Throws if the catalog of notifications cannot be read.
    package init(
        configuration: Configuration, database: any FamilyDatabase, family: FamilyDirectory,
        logger: Logger, parts: (TogetherServices) throws -> [any TogetherPart] = { _ in [] }
    ) throws {
        self.configuration = configuration
        let now = configuration.now
        let events = EventHub()
        let outbox = Outbox(
            configuration: configuration.mail, database: database, now: now, logger: logger)
        let catalog = try NoticeCatalog(
            configuration.content.appending(path: "notices/en.json"))
        services = TogetherServices(
            database: database, family: family, events: events,
            notices: Notices(
                family: family, catalog: catalog, events: events, outbox: outbox, now: now),
            outbox: outbox, agenda: Agenda(), now: now, logger: logger)
        self.parts = try parts(services)
        let notices = services.notices
        outbox.onFailure { household, recipient, problem, db in
            let parents = try family.members(db, household).filter { $0.role == .parent }
            try notices.add(
                .mailFailed, to: parents.map(\.id), of: household, path: "/together/settings",
                facts: ["recipient": recipient, "problem": problem], db)
        }
        clock = DeadlineClock(services: services)
        services.agenda.calendars = self.parts.lazy.compactMap { $0 as? any CalendarSource }.first
    }

    package var resources: AppResources {
        AppResources(
            card: .init(
                title: "Modern Family", summary: "Plan together, share things and playlists.",
                path: "/together/", picture: "/together/web/icon.svg", isForAdults: true))
    }

    package var records: [any MemberRecords] {
        [
            NotificationRecords(app: self), ActivityRecords(app: self), BookingRecords(app: self),
            TogetherSettingsRecords(app: self),
        ] + parts.flatMap(\.records)
    }

    package func addRoutes(to routes: AppRoutes) {
        TogetherPages(folder: configuration.web).add(to: routes)
        OverviewRoutes(services: services).add(to: routes.member)
        NotificationRoutes(
            services: services, lifetime: configuration.streamLifetime,
            pulse: configuration.streamPulse
        ).add(to: routes.member)
        ActivityRoutes(services: services).add(to: routes.member)
        ActivityTypeRoutes(services: services).add(to: routes.member)
        ResourceRoutes(services: services).add(to: routes.member)
        ConnectionRoutes(services: services).add(to: routes)
        for part in parts { part.addRoutes(to: routes) }
    }

    /// Removes remaining data of deleted members after an interruption or error.
    ///
    /// If it fails, the next call continues.
    private func reconcile() async throws {
        var stored: [Int64: Set<Int64>] = [:]
        for part in parts {
            stored.merge(try await part.storedMembers()) { $0.union($1) }
        }
        for (household, members) in try await services.removedMembers(stored) {
            for member in members {
                do {
                    for part in parts { try await part.remove(member: member, of: household) }
                    try await [self as any FamilyApp].deleteRecords(of: [member])
                } catch {
                    services.logger.error(
                        "cannot remove a member's remaining data; it is retried within the hour",
                        metadata: ["what": "\(error)"])
                }
            }
        }
    }

    /// Starts deadlines and mail, after settling the deliveries of an earlier run.
    package func start() async throws {
        try await reconcile()
        try services.outbox.start()
        clock.start()
        for part in parts { try await part.start() }
    }

    /// Ends the event streams, which would otherwise delay the shutdown.
    package func endStreams() { services.events.end() }

    package func stop() async {
        endStreams()
        clock.stop()
        await services.outbox.stop()
        for part in parts { await part.stop() }
    }

    package func maintain() async throws {
        try await reconcile()
        try await services.processDeadlines()
        let services = services
        var households: Set<Int64> = []
        for part in parts { households.formUnion(try await part.storedMembers().keys) }
        let known = households
        let gone = try await services.database.erase { db in
            try services.notices.removeOld(db)
            try services.outbox.removeOld(db)
            return try services.gone(known, db)
        }
        for household in gone {
            for part in parts { try await part.removeAll(of: household) }
            try await services.removeAll(of: household)
        }
        for part in parts { try await part.maintain() }
    }

    /// Faults of the stored data, one sentence each.
    package func findings() async throws -> [String] {
        var findings = try await Self.findings(
            in: services.database, family: services.family, at: services.seconds)
        for part in parts { findings += try await part.findings() }
        return findings
    }
}
