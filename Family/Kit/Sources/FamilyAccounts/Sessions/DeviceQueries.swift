package import FamilyStore
import Foundation
package import GRDB

extension AccountStore {
    /// Maximum number of approved devices of a household.
    static var mostDevices: Int { 20 }
    /// Minimum interval between two updates of a device's last use, in seconds.
    static var deviceTouchInterval: Double { 24 * 60 * 60 }

    /// Approves a device: it stays signed in with a parent's login.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household has no parent with that login,
    ///   `invalid` for an empty name, a text that contains NUL, or if there are ``mostDevices``
    ///   already.
    package func approveDevice(
        _ name: String, login: LoginID, of household: AccountID, digest: SessionDigest
    ) async throws(StoreError) {
        let now = database.now
        try Self.refuseZeros([name])
        guard !name.isEmpty else { throw StoreError(.invalid, "A device needs a name.") }
        try await database.write { db in
            let parents = try Self.fetchMembers(household, db).filter { $0.role == .parent }
            guard parents.contains(where: { $0.login?.id == login }) else { throw Self.noMember }
            guard try Self.fetchDevices(household, db).count < Self.mostDevices else {
                throw StoreError(
                    .invalid, "A household has at most \(Self.mostDevices) approved devices.")
            }
            try db.execute(
                sql: """
                    INSERT INTO device_grant (login, digest, name, created_at, last_seen_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    login.rawValue, digest.bytes, name, now.milliseconds, now.milliseconds,
                ])
            try Self.note(AuditEntry(now, .parent, .changed, .account, of: nil), household, db)
        }
    }

    /// The approved devices of a household, the newest first.
    package func devices(of household: AccountID) async throws(StoreError) -> [DeviceGrant] {
        try await database.read { db in try Self.fetchDevices(household, db) }
    }

    /// The grant for a device's token; nil if there is none.
    package func device(_ digest: SessionDigest) async throws(StoreError) -> DeviceGrant? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: Self.devices + " WHERE device_grant.digest = ?", arguments: [digest.bytes]
            ).map(Self.device)
        }
    }

    /// The number and household of the grant for a device's token; nil if there is none.
    package func grant(
        _ digest: SessionDigest
    ) async throws(StoreError) -> (number: Int64, household: AccountID)? {
        try await database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT device_grant.id, household
                    FROM device_grant JOIN login ON login.id = device_grant.login
                        JOIN member ON member.id = login.member
                    WHERE device_grant.digest = ?
                    """, arguments: [digest.bytes]
            ).map { ($0["id"], AccountID(rawValue: $0["household"])) }
        }
    }

    /// Revokes the approval of a device and ends its sessions.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household has no such device.
    package func revokeDevice(_ id: Int64, of household: AccountID) async throws(StoreError) {
        let now = database.now
        try await database.write { db in
            guard try Self.fetchDevices(household, db).contains(where: { $0.id == id }) else {
                throw StoreError(.notFound, "The household has no such device.")
            }
            try db.execute(sql: "DELETE FROM device_grant WHERE id = ?", arguments: [id])
            try Self.note(AuditEntry(now, .parent, .changed, .account, of: nil), household, db)
        }
    }

    /// Revokes the approval of a device by its token; does nothing if there is none.
    package func forgetDevice(_ digest: SessionDigest) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "DELETE FROM device_grant WHERE digest = ?", arguments: [digest.bytes])
        }
    }

    /// Begins a session for an approved device, as the household's first child if it has one.
    ///
    /// - Returns: The session; nil if the device is not approved.
    package func createSession(
        _ digest: SessionDigest, device: SessionDigest
    ) async throws(StoreError) -> Session? {
        let now = database.now
        let day = database.dayNumber(of: now)
        return try await database.write { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT device_grant.id, login, household, last_seen_at
                        FROM device_grant JOIN login ON login.id = device_grant.login
                            JOIN member ON member.id = login.member
                        WHERE device_grant.digest = ?
                        """, arguments: [device.bytes])
            else { return nil }
            let login = LoginID(rawValue: row["login"])
            let household = AccountID(rawValue: row["household"])
            let account = try Self.requireAccount(household, login: login, db)
            let seen = Date(milliseconds: row["last_seen_at"])
            if now.timeIntervalSince(seen) >= Self.deviceTouchInterval {
                try db.execute(
                    sql: "UPDATE device_grant SET last_seen_at = ? WHERE id = ?",
                    arguments: [now.milliseconds, row["id"] as Int64])
                // Use of an approved device counts as use of the household.
                try db.execute(
                    sql: "UPDATE login SET last_login_at = ? WHERE id = ?",
                    arguments: [now.milliseconds, login.rawValue])
            }
            return try Self.beginSession(
                digest, account, player: account.players.first?.id, device: row["id"], day: day,
                now, db)
        }
    }

    private static var devices: String {
        """
        SELECT device_grant.id, device_grant.name, device_grant.created_at, last_seen_at,
            member.name AS approved_by
        FROM device_grant JOIN login ON login.id = device_grant.login
            JOIN member ON member.id = login.member
        """
    }

    package static func fetchDevices(_ household: AccountID, _ db: Database) throws -> [DeviceGrant]
    {
        try Row.fetchAll(
            db, sql: devices + " WHERE member.household = ? ORDER BY device_grant.id DESC",
            arguments: [household.rawValue]
        ).map(device)
    }

    private static func device(_ row: Row) -> DeviceGrant {
        DeviceGrant(
            id: row["id"], name: row["name"], approvedBy: row["approved_by"],
            createdAt: Date(milliseconds: row["created_at"]),
            lastSeenAt: Date(milliseconds: row["last_seen_at"]))
    }
}
