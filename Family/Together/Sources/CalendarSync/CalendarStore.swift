internal import Calendars
import Crypto
package import FamilyStore
import Foundation
import GRDB

/// A calendar to connect.
package struct NewCalendar: Sendable {
    package var kind: MemberCalendar.Kind
    package var name: String
    package var address: String
    package var hosts: Set<String>
    package var isWritable: Bool
    /// User name and password as JSON, in plain text.
    package var credentials: String?

    package init(
        kind: MemberCalendar.Kind, name: String, address: String, hosts: Set<String>,
        isWritable: Bool = false, credentials: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.address = address
        self.hosts = hosts
        self.isWritable = isWritable
        self.credentials = credentials
    }
}

/// A member's busy times.
package struct CalendarBusy: Sendable, Equatable {
    package let member: Int64
    package var spans: [Range<Int64>]
    /// The reason why one of the member's calendars cannot be read now, without its name and host.
    ///
    /// Its last known times are used.
    package var problem: String?

    /// Joins overlapping times.
    package static func merged(_ spans: [Range<Int64>]) -> [Range<Int64>] {
        BusyTimes(spans).spans
    }
}

/// Members' calendars in the database; addresses and passwords are encrypted.
package struct CalendarStore: Sendable {
    package let database: any FamilyDatabase
    let key: CalendarKey

    /// Maximum number of calendars per member.
    package static let maximumCalendars = 20

    package init(database: any FamilyDatabase, key: CalendarKey) {
        self.database = database
        self.key = key
    }

    // MARK: - Calendars

    /// Connects a calendar, which becomes due immediately.
    ///
    /// An address that the member already has gets the new credentials.
    ///
    /// - Throws: ``CalendarProblem`` with `too_many_calendars`.
    package func add(
        _ calendar: NewCalendar, household: Int64, member: Int64, now: Int64
    ) async throws -> MemberCalendar {
        let id = UUID().uuidString.lowercased()
        let hosts = String(
            decoding: try JSONEncoder().encode(calendar.hosts.sorted()), as: UTF8.self)
        return try await database.write { db in
            let known = try String.fetchOne(
                db, sql: "SELECT id FROM together_calendar WHERE member = ? AND digest = ?",
                arguments: [member, key.digest(calendar.address)])
            let count =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM together_calendar WHERE member = ?",
                    arguments: [member]) ?? 0
            guard known != nil || count < Self.maximumCalendars else {
                throw CalendarProblem(
                    .tooManyCalendars,
                    "You have \(count) calendars; remove one that you no longer need.")
            }
            let id = known ?? id
            let sealed = try calendar.credentials.map { try key.seal($0, for: Self.purpose(id)) }
            try db.execute(
                sql: """
                    INSERT INTO together_calendar
                        (id, household, member, kind, name, digest, address, hosts,
                            credentials, is_writable, due)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, hosts = excluded.hosts,
                        credentials = excluded.credentials, is_writable = excluded.is_writable,
                        due = excluded.due, failures = 0
                    """,
                arguments: [
                    id, household, member, calendar.kind.rawValue, calendar.name,
                    key.digest(calendar.address),
                    try key.seal(calendar.address, for: Self.addressPurpose(id)), hosts, sealed,
                    calendar.isWritable, now,
                ])
            guard let added = try self.calendar(id, member: member, db) else {
                throw DatabaseError(message: "the calendar was not stored")
            }
            return added
        }
    }

    static func purpose(_ id: String) -> String { "calendar \(id)" }
    static func addressPurpose(_ id: String) -> String { "address \(id)" }

    /// The stored events of a calendar.
    func objects(of id: String) -> CalendarObjects { CalendarObjects(calendar: id, key: key) }

    /// Encrypts the addresses and paths that an earlier version stored in plain text.
    ///
    /// The plain text is overwritten in the file and does not remain in the write-ahead log.
    package func sealStoredText() async throws {
        let isChanged = try await database.write { db in
            let hasSealedPaths = try CalendarObjects.sealPaths(key, db)
            return try sealAddresses(db) || hasSealedPaths
        }
        if isChanged { try await database.truncateWriteAheadLog() }
    }

    private func sealAddresses(_ db: Database) throws -> Bool {
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, digest FROM together_calendar WHERE address IS NULL")
        for row in rows {
            let (id, address): (String, String) = (row["id"], row["digest"])
            try db.execute(
                sql: "UPDATE together_calendar SET digest = ?, address = ? WHERE id = ?",
                arguments: [
                    key.digest(address), try key.seal(address, for: Self.addressPurpose(id)), id,
                ])
        }
        return !rows.isEmpty
    }

    package func calendars(of member: Int64) async throws -> [MemberCalendar] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM together_calendar WHERE member = ? ORDER BY name, id",
                arguments: [member]
            ).map { try MemberCalendar($0, key: key) }
        }
    }

    /// A calendar of a member; nil if it is unknown or belongs to another member.
    package func calendar(_ id: String, of member: Int64) async throws -> MemberCalendar? {
        try await database.read { db in try self.calendar(id, member: member, db) }
    }

    private func calendar(
        _ id: String, member: Int64, _ db: Database
    ) throws -> MemberCalendar? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM together_calendar WHERE id = ? AND member = ?",
            arguments: [id, member]
        ).map { try MemberCalendar($0, key: key) }
    }

    /// Renames a calendar, hides parts of it, or makes it the target for events.
    ///
    /// - Returns: The calendar; nil if the member has no such calendar.
    package func update(
        _ id: String, of member: Int64, name: String? = nil, hidden: [HiddenPart]? = nil,
        isTarget: Bool? = nil
    ) async throws -> MemberCalendar? {
        let parts = try hidden.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        return try await database.write { db in
            guard let known = try self.calendar(id, member: member, db) else { return nil }
            if isTarget == true {
                try db.execute(
                    sql: "UPDATE together_calendar SET is_target = 0 WHERE member = ?",
                    arguments: [member])
            }
            try db.execute(
                sql: """
                    UPDATE together_calendar SET name = ?, hidden = coalesce(?, hidden), is_target = ?
                    WHERE id = ?
                    """,
                arguments: [
                    name ?? known.name, parts, (isTarget ?? known.isTarget) && known.isWritable, id,
                ])
            return try self.calendar(id, member: member, db)
        }
    }

    /// Removes a calendar with its credentials and all data read from it.
    ///
    /// - Returns: Whether the calendar existed.
    package func delete(_ id: String, of member: Int64) async throws -> Bool {
        try await database.erase { db in
            try db.execute(
                sql: "DELETE FROM together_calendar WHERE id = ? AND member = ?",
                arguments: [id, member])
            return db.changesCount == 1
        }
    }

    /// Members with a target calendar, with their households.
    package func writers() async throws -> [(member: Int64, household: Int64)] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT member, household FROM together_calendar WHERE is_target"
            ).map { ($0["member"], $0["household"]) }
        }
    }

    /// Removes all calendars and the feed of a member.
    package func deleteAll(of member: Int64) async throws {
        try await database.erase { db in
            for table in ["together_calendar", "together_calendar_feed"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE member = ?", arguments: [member])
            }
        }
    }

    /// Removes all calendars and feeds of a household.
    package func deleteAll(ofHousehold household: Int64) async throws {
        try await database.erase { db in
            for table in ["together_calendar", "together_calendar_feed"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE household = ?", arguments: [household])
            }
        }
    }

    // MARK: - Busy times

    /// Busy times of members, without titles.
    ///
    /// Hidden parts count as free.
    package func busy(
        _ members: [Int64], of household: Int64, in window: Range<Int64>
    ) async throws -> [CalendarBusy] {
        try await database.read { db in
            try members.map { member in
                let calendars = try Row.fetchAll(
                    db,
                    sql: "SELECT * FROM together_calendar WHERE household = ? AND member = ?",
                    arguments: [household, member]
                ).map { try MemberCalendar($0, key: key) }
                var spans: [Range<Int64>] = []
                for calendar in calendars {
                    let rows = try Row.fetchAll(
                        db,
                        sql: """
                            SELECT start, "end" FROM together_calendar_busy
                            WHERE calendar = ? AND start < ? AND "end" > ?
                            """, arguments: [calendar.id, window.upperBound, window.lowerBound])
                    spans += rows.map { ($0["start"] as Int64)..<($0["end"] as Int64) }
                        .map { $0.clamped(to: window) }
                }
                return CalendarBusy(
                    member: member, spans: BusyTimes(spans).spans,
                    problem: calendars.compactMap(\.problem).first.map {
                        (CalendarProblem.Code(rawValue: $0.code) ?? .serverFailed).reason
                    })
            }
        }
    }

    /// Reads the busy times of stored events.
    ///
    /// Skips this server's own events, because the server knows their current state.
    static func busy(
        _ objects: [String], hidden: [HiddenPart], zone: String, window: Range<Int64>
    ) throws(CalendarError) -> [Range<Int64>] {
        var titles: [String] = []
        var spans: [Range<Int64>] = []
        for part in hidden {
            switch part {
            case .title(let title): titles.append(title.lowercased())
            case .span(let from, let to): if from < to { spans.append(from..<to) }
            }
        }
        var budget = CalendarBudget()
        var found: [Range<Int64>] = []
        for object in objects {
            let file = try CalendarFile(Array(object.utf8), zone: zone)
            found += try file.busy(in: window, within: &budget) { event in
                let title = event.summary.lowercased()
                return !titles.contains { title.contains($0) }
                    && !event.uid.hasSuffix(CalendarEntry.uidSuffix)
            }
        }
        let busy = BusyTimes(found)
        guard !spans.isEmpty else { return busy.spans }
        // The busy times outside the hidden spans.
        return BusyTimes(spans).free(in: window).flatMap { gap in
            busy.spans.filter { $0.overlaps(gap) }.map { $0.clamped(to: gap) }
        }.filter { !$0.isEmpty }
    }

    /// Replaces the stored busy times of a calendar.
    static func replaceBusy(_ spans: [Range<Int64>], of id: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM together_calendar_busy WHERE calendar = ?", arguments: [id])
        let insert = try db.makeStatement(
            sql: "INSERT INTO together_calendar_busy VALUES (?, ?, ?)")
        for span in spans {
            try insert.execute(arguments: [id, span.lowerBound, span.upperBound])
        }
    }

    // MARK: - Feeds

    /// The secret part of a feed's address, created by the first call.
    package func feedToken(of member: Int64, household: Int64) async throws -> String {
        try await feedToken(of: member, household: household, isNew: false)
    }

    /// Replaces the address of a member's feed; the old one stops working.
    package func renewFeed(of member: Int64, household: Int64) async throws -> String {
        try await feedToken(of: member, household: household, isNew: true)
    }

    private func feedToken(
        of member: Int64, household: Int64, isNew: Bool
    ) async throws -> String {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        let token = bytes.base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        let purpose = "feed \(member)"
        return try await database.write { db in
            let known = try Data.fetchOne(
                db, sql: "SELECT token FROM together_calendar_feed WHERE member = ?",
                arguments: [member])
            // A feed encrypted with another key also gets a new address.
            if !isNew, let known, let token = try? key.open(known, for: purpose) { return token }
            try db.execute(
                sql: """
                    INSERT INTO together_calendar_feed (member, household, digest, token)
                    VALUES (?, ?, ?, ?)
                    ON CONFLICT (member) DO UPDATE SET digest = excluded.digest,
                        token = excluded.token
                    """,
                arguments: [
                    member, household, Self.digest(token), try key.seal(token, for: purpose),
                ])
            return token
        }
    }

    /// The member whose feed has this secret.
    package func feedOwner(_ token: String) async throws -> (member: Int64, household: Int64)? {
        guard token.utf8.count == 43 else { return nil }
        return try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT member, household FROM together_calendar_feed WHERE digest = ?",
                arguments: [Self.digest(token)]
            ).map { ($0["member"], $0["household"]) }
        }
    }

    private static func digest(_ token: String) -> Data {
        Data(SHA256.hash(data: Data(token.utf8)))
    }
}
