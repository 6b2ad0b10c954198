import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import TogetherRules

/// A resource that the family shares.
struct SharedResource: Sendable {
    let id: String
    let household: Int64
    let name: String
    let description: String
    let isAvailable: Bool

    init(_ row: Row) {
        id = row["id"]
        household = row["household"]
        name = row["name"]
        description = row["description"]
        isAvailable = row["is_available"]
    }

    /// - Throws: `not_found` for resources that are unknown or of another household.
    static func fetch(_ id: String, of household: Int64, _ db: Database) throws -> SharedResource {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM together_resource WHERE id = ? AND household = ?",
                arguments: [id, household])
        else { throw WireError.notFound }
        return SharedResource(row)
    }

    var path: String { "/together/resources/\(id)" }
}

/// The ledger of one resource inside a transaction.
///
/// It is loaded from the tables, and changes are written back.
struct StoredLedger {
    let resource: SharedResource
    var ledger: BookingLedger
    private let before: BookingLedger

    /// Seconds after its end for which a booking is still loaded.
    private static let past: Int64 = 86_400

    init(_ resource: SharedResource, now: Int64, _ db: Database) throws {
        self.resource = resource
        let bookings = try Row.fetchAll(
            db, sql: "SELECT * FROM together_booking WHERE resource = ? AND ends > ? ORDER BY id",
            arguments: [resource.id, now - Self.past]
        ).map(Booking.init)
        let requests = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM together_request WHERE resource = ? AND (state = 'open' OR changed > ?)
                ORDER BY id
                """, arguments: [resource.id, now - 30 * Self.past]
        ).map(OverrideRequest.init)
        let last =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT max(seq) FROM sqlite_sequence
                    WHERE name IN ('together_booking', 'together_request')
                    """) ?? 0
        ledger = BookingLedger(bookings: bookings, requests: requests, nextID: last + 1)
        before = ledger
    }

    /// Writes the changes, and sets the deadline for the next answer.
    func save(now: Int64, _ db: Database) throws {
        let (old, new) = (
            Dictionary(before.bookings.map { ($0.id, $0) }, uniquingKeysWith: { $1 }),
            Dictionary(ledger.bookings.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        )
        // Bookings are removed first, because another one may get their time.
        for id in old.keys where new[id] == nil {
            try db.execute(sql: "DELETE FROM together_booking WHERE id = ?", arguments: [id])
        }
        for booking in ledger.bookings where old[booking.id] != booking {
            try db.execute(
                sql: """
                    INSERT INTO together_booking (
                        id, resource, household, member, starts, ends, priority, reason, changed)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET starts = excluded.starts, ends = excluded.ends,
                        priority = excluded.priority, reason = excluded.reason,
                        changed = excluded.changed, sequence = sequence + 1
                    """,
                arguments: [
                    booking.id, resource.id, resource.household, Int64(booking.member) ?? 0,
                    booking.span.lowerBound, booking.span.upperBound, booking.priority.rawValue,
                    booking.reason, now,
                ])
        }
        let known = Dictionary(before.requests.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        for request in ledger.requests where known[request.id] != request {
            try db.execute(
                sql: """
                    INSERT INTO together_request (
                        id, resource, household, booking, requester, holder, held_from, held_to,
                        starts, ends, priority, reason, deadline, state, changed)
                    VALUES (?1, ?2, ?3, ?4, ?5,
                        coalesce((SELECT member FROM together_booking WHERE id = ?4), 0),
                        ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
                    ON CONFLICT (id) DO UPDATE SET state = excluded.state, changed = excluded.changed
                    """,
                arguments: [
                    request.id, resource.id, resource.household, request.booking,
                    Int64(request.requester) ?? 0, request.originalSpan.lowerBound,
                    request.originalSpan.upperBound, request.span.lowerBound,
                    request.span.upperBound,
                    request.priority.rawValue, request.reason, request.deadline,
                    request.state.rawValue, now,
                ])
        }
        let kept = Set(ledger.requests.map(\.id))
        for id in known.keys where !kept.contains(id) {
            try db.execute(sql: "DELETE FROM together_request WHERE id = ?", arguments: [id])
        }
        try Deadlines.set(
            .request, resource.id, of: resource.household, at: nextExpiry, db)
    }

    /// The next moment at which an open request expires.
    private var nextExpiry: Int64? {
        ledger.requests.filter { $0.state == .open }
            .map { min($0.deadline, $0.originalSpan.upperBound, $0.span.upperBound) }.min()
    }

    /// Requests that the step closed.
    var closed: [OverrideRequest] {
        let open = Set(before.requests.filter { $0.state == .open }.map(\.id))
        return ledger.requests.filter { open.contains($0.id) && $0.state != .open }
    }

    func earlier(_ id: Int) -> Booking? { before.bookings.first { $0.id == id } }

    /// Members whose bookings the step changed.
    var changedHolders: Set<Int64> {
        let (old, new) = (before.bookings, ledger.bookings)
        let changed =
            old.filter { !new.contains($0) } + new.filter { !old.contains($0) }
        return Set(changed.compactMap { Int64($0.member) })
    }
}

extension Booking {
    init(_ row: Row) {
        self.init(
            id: row["id"], member: "\(row["member"] as Int64)",
            span: (row["starts"] as Int64)..<(row["ends"] as Int64),
            priority: BookingPriority(rawValue: row["priority"]) ?? .medium, reason: row["reason"])
    }
}

extension OverrideRequest {
    init(_ row: Row) {
        self.init(
            id: row["id"], requester: "\(row["requester"] as Int64)", booking: row["booking"],
            originalSpan: (row["held_from"] as Int64)..<(row["held_to"] as Int64),
            span: (row["starts"] as Int64)..<(row["ends"] as Int64),
            priority: BookingPriority(rawValue: row["priority"]) ?? .medium, reason: row["reason"],
            deadline: row["deadline"], state: State(rawValue: row["state"]) ?? .expired)
    }
}

extension TogetherServices {
    /// Changes the bookings of a resource in one transaction, and reports the requests that it
    /// closes.
    func changeBookings<Value: Sendable>(
        of resource: String, household: Int64,
        _ body: @escaping @Sendable (inout StoredLedger, Database) throws -> Value
    ) async throws -> Value {
        let now = seconds
        return try await database.write { db in
            try changeBookings(of: resource, household: household, now: now, db, body)
        }
    }

    /// Changes the bookings of a resource inside a transaction.
    func changeBookings<Value>(
        of resource: String, household: Int64, now: Int64, _ db: Database,
        _ body: (inout StoredLedger, Database) throws -> Value
    ) throws -> Value {
        var stored = try StoredLedger(
            try SharedResource.fetch(resource, of: household, db), now: now, db)
        stored.ledger.expireRequests(now: now)
        let value: Value
        do {
            value = try body(&stored, db)
        } catch BookingError.taken(let holder) {
            let name = try name(of: Int64(holder.member) ?? 0, household, db)
            throw WireError(
                .conflict, "taken",
                "\(name) has already booked this time. Ask for it, or choose another time.",
                fields: ["booking": "\(holder.id)"])
        }
        try stored.save(now: now, db)
        for request in stored.closed {
            let facts = try facts(of: request, stored, db)
            switch request.state {
            case .unanswered:
                try notices.add(
                    .overrideUnanswered, to: [Int64(request.requester) ?? 0], of: household,
                    path: "/together/requests/\(request.id)", facts: facts, db)
            case .expired:
                try notices.add(
                    .overrideExpired, to: [Int64(request.requester) ?? 0], of: household,
                    path: "/together/requests/\(request.id)", facts: facts, db)
            case .open, .approved, .denied, .withdrawn: break
            }
        }
        try events.changed(.resources, of: household, db)
        agenda.changed(for: stored.changedHolders, of: household, db)
        return value
    }

    /// Facts of a request for notifications: `member` is the requester, `holder` the other side.
    func facts(
        of request: OverrideRequest, _ stored: StoredLedger, _ db: Database
    ) throws -> [String: String] {
        let household = stored.resource.household
        let held = stored.earlier(request.booking)
        let holder = try name(of: Int64(held?.member ?? "") ?? 0, household, db)
        return [
            "resource": stored.resource.name, "request": "\(request.id)", "member": holder,
            "requester": try name(of: Int64(request.requester) ?? 0, household, db),
            "start": Moment.text(request.span.lowerBound),
            "end": Moment.text(request.span.upperBound),
            "priority": request.priority.word, "reason": String(request.reason.prefix(500)),
            "heldStart": Moment.text(request.originalSpan.lowerBound),
            "heldEnd": Moment.text(request.originalSpan.upperBound),
            "heldPriority": held?.priority.word ?? "–",
            "heldReason": String((held?.reason ?? "–").prefix(500)),
            "deadline": Moment.text(request.deadline),
        ]
    }

    /// Closes requests of a resource that were not answered in time.
    func expireRequests(
        of resource: String, household: Int64, now: Int64, _ db: Database
    ) throws {
        let exists = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM together_resource WHERE id = ?)",
            arguments: [resource])
        guard exists == true else { return }
        try changeBookings(of: resource, household: household, now: now, db) { _, _ in }
    }
}

extension BookingPriority {
    var word: String {
        switch self {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }

    /// - Throws: `bad_priority` (422).
    init(word: String) throws(WireError) {
        switch word {
        case "low": self = .low
        case "medium": self = .medium
        case "high": self = .high
        default:
            throw WireError(
                .unprocessableContent, "bad_priority", "The priority must be high, medium or low.",
                fields: ["priority": "bad_priority"])
        }
    }
}

extension WireError {
    /// The response to a rejected step of a booking.
    init(_ error: BookingError) {
        switch error {
        case .endsBeforeItStarts:
            self.init(
                .unprocessableContent, "ends_before_it_starts", "The end must be after the start.")
        case .inThePast:
            self.init(
                .unprocessableContent, "in_the_past", "The start has passed. Choose a later one.")
        case .missingReason:
            self.init(
                .unprocessableContent, "missing_reason", "Enter a reason.",
                fields: ["reason": "missing_reason"])
        case .taken(let holder):
            self.init(
                .conflict, "taken", "This time is already booked. Choose another.",
                fields: ["booking": "\(holder.id)"])
        case .unknownBooking: self = .notFound
        case .notTheHolder:
            self.init(
                .forbidden, "not_the_holder", "Only the member who booked can do this. Ask them.")
        case .notOverlapping:
            self.init(.conflict, "not_overlapping", "This time is free. Book it.")
        case .ownBooking:
            self.init(.conflict, "own_booking", "This is your own booking. Move it.")
        case .requestClosed(let state):
            self.init(
                .conflict, "request_closed", "This request is already closed.",
                fields: ["state": state.rawValue])
        }
    }
}
