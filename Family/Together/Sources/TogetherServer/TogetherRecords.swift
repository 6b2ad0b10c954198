import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import TogetherRules

/// A member's rows in a table, as JSON objects of its columns.
private func rows(
    _ sql: String, _ member: Int64, _ services: TogetherServices
) async throws -> [[String: String?]] {
    try await services.database.read { db in
        try Row.fetchAll(db, sql: sql, arguments: [member]).map { row in
            Dictionary(
                row.map { column, value in
                    let text: String? =
                        switch value.storage {
                        case .null, .blob: nil
                        case .int64(let number): "\(number)"
                        case .double(let number): "\(number)"
                        case .string(let text): text
                        }
                    return (column, text)
                }, uniquingKeysWith: { $1 })
        }
    }
}

/// Notifications and mails of a member.
struct NotificationRecords: MemberRecords {
    let name = "notifications"
    let app: TogetherApp

    func count(of member: Int64) async throws -> Int {
        try await app.services.database.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM together_notification WHERE member = ?1)
                        + (SELECT count(*) FROM together_mail WHERE member = ?1)
                    """, arguments: [member]) ?? 0
        }
    }

    func export(of member: Int64) async throws -> Data {
        let notifications = try await rows(
            "SELECT id, kind, path, facts, created, is_read FROM together_notification WHERE member = ?",
            member, app.services)
        let mails = try await rows(
            "SELECT id, recipient, subject, state, created FROM together_mail WHERE member = ?",
            member, app.services)
        return Data(try Stored.json(["notifications": notifications, "mails": mails]).utf8)
    }

    func delete(of member: Int64) async throws {
        try await app.services.database.erase { db in
            try db.execute(
                sql: "DELETE FROM together_notification WHERE member = ?", arguments: [member])
            try db.execute(sql: "DELETE FROM together_mail WHERE member = ?", arguments: [member])
        }
    }
}

/// Activities that a member hosts or is invited to, including votes and tasks.
struct ActivityRecords: MemberRecords {
    let name = "activities"
    let app: TogetherApp

    private static let of = """
        FROM together_activity WHERE host = ?1
            OR EXISTS (SELECT 1 FROM together_invitee WHERE activity = id AND member = ?1)
        """

    func count(of member: Int64) async throws -> Int {
        try await app.services.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) " + Self.of, arguments: [member]) ?? 0
        }
    }

    func export(of member: Int64) async throws -> Data {
        let activities = try await app.services.database.read { db in
            try Row.fetchAll(db, sql: "SELECT * " + Self.of, arguments: [member])
                .map { ActivityResponse(try ActivityRecord($0), for: member) }
        }
        return Data(try Stored.json(activities).utf8)
    }

    /// Removes the member from activities, which continue with the others.
    func delete(of member: Int64) async throws {
        try await app.services.removeFromActivities(member)
    }
}

/// Bookings and requests of a member.
struct BookingRecords: MemberRecords {
    let name = "bookings"
    let app: TogetherApp

    func count(of member: Int64) async throws -> Int {
        try await app.services.database.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM together_booking WHERE member = ?1)
                        + (SELECT count(*) FROM together_request WHERE requester = ?1)
                    """, arguments: [member]) ?? 0
        }
    }

    func export(of member: Int64) async throws -> Data {
        let bookings = try await rows(
            """
            SELECT together_booking.id, name, starts, ends, priority, reason
            FROM together_booking JOIN together_resource ON together_resource.id = resource
            WHERE member = ?
            """, member, app.services)
        let requests = try await rows(
            """
            SELECT together_request.id, name, starts, ends, priority, reason, state
            FROM together_request JOIN together_resource ON together_resource.id = resource
            WHERE requester = ?
            """, member, app.services)
        return Data(try Stored.json(["bookings": bookings, "requests": requests]).utf8)
    }

    func delete(of member: Int64) async throws {
        try await app.services.removeBookings(of: member)
    }
}

/// Time zone, mail setting and acknowledgments of a member.
struct TogetherSettingsRecords: MemberRecords {
    let name = "settings"
    let app: TogetherApp

    func count(of member: Int64) async throws -> Int {
        try await app.services.database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM together_member WHERE member = ?",
                arguments: [member])
                ?? 0
        }
    }

    func export(of member: Int64) async throws -> Data {
        Data(
            try Stored.json(
                try await rows(
                    "SELECT zone, gets_mail FROM together_member WHERE member = ?", member,
                    app.services)
            ).utf8)
    }

    func delete(of member: Int64) async throws {
        for part in app.parts {
            if let household = try await app.services.lastHousehold(of: member) {
                try await part.remove(member: member, of: household)
            }
        }
        try await app.services.database.erase { db in
            try db.execute(sql: "DELETE FROM together_member WHERE member = ?", arguments: [member])
            try db.execute(
                sql: "DELETE FROM together_acknowledgement WHERE member = ?", arguments: [member])
        }
    }
}
