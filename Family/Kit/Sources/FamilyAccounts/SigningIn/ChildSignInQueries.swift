package import FamilyStore
public import Foundation
package import GRDB

/// The ways in which a child signs in without typing.
public struct ChildSignIn: Hashable, Codable, Sendable {
    /// The child.
    public let child: PlayerID
    /// When a parent chose the child's pictures; nil if the child has none.
    public let picturesSince: Date?
    /// When a parent made the child's card; nil if the child has none.
    public let cardSince: Date?
}

extension AccountStore {
    /// Maximum number of children of a household who sign in with pictures: as many as a login page
    /// can show.
    package static var mostPictureLogins: Int { 12 }

    /// The children of a household who sign in without typing, in order of creation.
    package func childSignIns(of household: AccountID) async throws(StoreError) -> [ChildSignIn] {
        try await database.read { db in try Self.fetchChildSignIns(household, db) }
    }

    package static func fetchChildSignIns(
        _ household: AccountID, _ db: Database
    ) throws -> [ChildSignIn] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT member.id, picture_login.created_at AS pictures,
                    login_card.created_at AS card
                FROM member LEFT JOIN picture_login ON picture_login.child = member.id
                    LEFT JOIN login_card ON login_card.child = member.id
                WHERE household = ? AND role = 'child'
                    AND (picture_login.child IS NOT NULL OR login_card.child IS NOT NULL)
                ORDER BY member.id
                """, arguments: [household.rawValue]
        ).map { row in
            ChildSignIn(
                child: PlayerID(rawValue: row["id"]),
                picturesSince: (row["pictures"] as Int64?).map(Date.init(milliseconds:)),
                cardSince: (row["card"] as Int64?).map(Date.init(milliseconds:)))
        }
    }

    // MARK: - Pictures

    /// Sets or removes the pictures of a child and resets their lockout; ends the sessions that
    /// began without typing.
    ///
    /// - Parameters:
    ///   - hash: The hash of the pictures; nil to remove them.
    ///   - child: The child.
    ///   - household: The child's household.
    /// - Throws: ``StoreError`` with `notFound` if the household has no such child, `invalid` if
    ///   ``mostPictureLogins`` other children have pictures.
    package func setPictures(
        _ hash: String?, of child: PlayerID, in household: AccountID
    ) async throws(StoreError) {
        let now = database.now
        try await database.erase { db in
            try Self.require(child, of: household, db)
            try db.execute(
                sql: "DELETE FROM picture_login WHERE child = ?", arguments: [child.rawValue])
            if let hash {
                let others = try Self.fetchChildSignIns(household, db)
                    .filter { $0.picturesSince != nil }
                guard others.count < Self.mostPictureLogins else {
                    throw StoreError(
                        .invalid,
                        "At most \(Self.mostPictureLogins) children of a household can sign in "
                            + "with pictures.")
                }
                try db.execute(
                    sql: "INSERT INTO picture_login (child, hash, created_at) VALUES (?, ?, ?)",
                    arguments: [child.rawValue, hash, now.milliseconds])
            }
            try Self.endChildSessions(of: child, db)
            try Self.note(AuditEntry(now, .parent, .changed, .account, of: child), household, db)
        }
    }

    /// The stored state of a child's pictures.
    package func pictureCredentials(
        _ child: PlayerID
    ) async throws(StoreError) -> PINCredentials {
        let now = database.now
        return try await database.read { db in
            PINCredentials(
                hash: try String.fetchOne(
                    db, sql: "SELECT hash FROM picture_login WHERE child = ?",
                    arguments: [child.rawValue]),
                deniedUntil: try TryCounter.pictures.deniedUntil(child.rawValue, now, db))
        }
    }

    /// Counts compared pictures in one transaction, like a PIN.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the child has no pictures any more.
    package func countPictures(
        _ child: PlayerID, isRight: Bool
    ) async throws(StoreError) -> PINCount {
        let now = database.now
        return try await database.write { db in
            let counted = try TryCounter.pictures.count(
                child.rawValue, isRight: isRight, now, db)
            guard let counted else {
                throw StoreError(.notFound, "This child does not sign in with pictures.")
            }
            return counted
        }
    }

    /// The household of a login; nil if there is no such login.
    package func household(of login: LoginID) async throws(StoreError) -> AccountID? {
        try await database.read { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT household FROM login JOIN member ON member.id = login.member
                    WHERE login.id = ?
                    """, arguments: [login.rawValue]
            ).map(AccountID.init(rawValue:))
        }
    }

    // MARK: - Cards

    /// Makes or revokes the card of a child; a former card no longer works, and the sessions that
    /// began without typing end.
    ///
    /// - Parameters:
    ///   - digest: The digest of the card's token; nil to revoke it.
    ///   - child: The child.
    ///   - household: The child's household.
    /// - Throws: ``StoreError`` with `notFound` if the household has no such child.
    package func setCard(
        _ digest: SessionDigest?, of child: PlayerID, in household: AccountID
    ) async throws(StoreError) {
        let now = database.now
        try await database.erase { db in
            try Self.require(child, of: household, db)
            try db.execute(
                sql: "DELETE FROM login_card WHERE child = ?", arguments: [child.rawValue])
            if let digest {
                try db.execute(
                    sql: "INSERT INTO login_card VALUES (?, ?, ?)",
                    arguments: [child.rawValue, digest.bytes, now.milliseconds])
            }
            try Self.endChildSessions(of: child, db)
            try Self.note(AuditEntry(now, .parent, .changed, .account, of: child), household, db)
        }
    }

    /// The child of a card; nil if the card was revoked or replaced.
    package func child(
        ofCard digest: SessionDigest
    ) async throws(StoreError) -> (household: AccountID, child: PlayerID)? {
        try await database.read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT household, child FROM login_card JOIN member ON member.id = child
                    WHERE digest = ?
                    """, arguments: [digest.bytes]
            ).map { (AccountID(rawValue: $0["household"]), PlayerID(rawValue: $0["child"])) }
        }
    }

    private static func endChildSessions(of child: PlayerID, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM session WHERE member = ? AND is_child", arguments: [child.rawValue])
    }
}
