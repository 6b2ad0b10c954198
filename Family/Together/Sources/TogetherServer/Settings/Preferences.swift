package import Foundation
package import GRDB

/// Optional connections to other servers, which a family can switch on.
package enum Connection: String, CaseIterable, Codable, Sendable {
    case calendars, mail, media

    /// A sentence about the data that the connection transmits.
    var transmits: String {
        switch self {
        case .calendars:
            "Each member's calendar address, username and password go to the calendar's own host. "
                + "Activities, bookings and tasks go to calendars that a member chose as target."
        case .mail:
            "Email addresses, names, and the text of notifications and invitations go to the mail "
                + "server of this machine."
        case .media:
            "Addresses of songs, videos and pictures go to their hosts, which see this machine's "
                + "network address. No host is contacted before somebody adds or taps an item."
        }
    }
}

/// Settings of families and members in the database.
package enum Preferences {
    /// Whether a family switched a connection on.
    package static func isOn(
        _ connection: Connection, _ household: Int64, _ db: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT is_on FROM together_connection WHERE household = ? AND id = ?",
            arguments: [household, connection.rawValue]) ?? false
    }

    /// The hosts that a family allows a connection to contact, in lower case.
    package static func hosts(
        _ connection: Connection, _ household: Int64, _ db: Database
    ) throws -> [String] {
        let json = try String.fetchOne(
            db, sql: "SELECT hosts FROM together_connection WHERE household = ? AND id = ?",
            arguments: [household, connection.rawValue])
        return try json.map { try Stored.read([String].self, $0) } ?? []
    }

    static func set(
        _ connection: Connection, isOn: Bool, hosts: [String], _ household: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO together_connection VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET is_on = excluded.is_on, hosts = excluded.hosts
                """,
            arguments: [household, connection.rawValue, isOn, try Stored.json(hosts)])
    }

    /// The time zone of a member; if there is none, that of the family, otherwise the server's.
    package static func zone(
        of member: Int64, _ household: Int64, _ db: Database
    ) throws -> TimeZone {
        let name = try String.fetchOne(
            db,
            sql: """
                SELECT coalesce(
                    (SELECT zone FROM together_member WHERE member = ?),
                    (SELECT zone FROM together_family WHERE household = ?))
                """, arguments: [member, household])
        return name.flatMap { TimeZone(identifier: $0) } ?? .current
    }

    static func ownZone(of member: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT zone FROM together_member WHERE member = ?", arguments: [member])
    }

    static func setZone(_ zone: String, of household: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO together_family (household, zone) VALUES (?, ?)
                ON CONFLICT DO UPDATE SET zone = excluded.zone
                """, arguments: [household, zone])
    }

    static func setOwnZone(
        _ zone: String?, of member: Int64, _ household: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO together_member (member, household, zone) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET zone = excluded.zone
                """, arguments: [member, household, zone])
    }

    /// Whether a member also gets notifications by mail.
    static func getsMail(_ member: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT gets_mail FROM together_member WHERE member = ?", arguments: [member])
            ?? false
    }

    static func setGetsMail(
        _ isOn: Bool, of member: Int64, _ household: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO together_member (member, household, gets_mail) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET gets_mail = excluded.gets_mail
                """, arguments: [member, household, isOn])
    }

    static func version(of household: Int64, _ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT version FROM together_family WHERE household = ?",
            arguments: [household]) ?? 0
    }
}
