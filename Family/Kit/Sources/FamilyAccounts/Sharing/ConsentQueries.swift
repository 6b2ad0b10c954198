package import FamilyStore
package import Foundation
package import GRDB

extension AccountStore {
    /// Gives consent with a code that one practice can use within ``Consent/codeLifetime``.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household is a practice or has no such child,
    ///   `tooManyConsents` after ``Consent/mostOfChild``.
    package func offerConsent(
        for child: PlayerID, of household: AccountID, digest: SessionDigest
    ) async throws(StoreError) {
        let now = database.now
        try await database.write { db in
            guard case let family = try Self.requireAccount(household, db), family.kind == .family
            else { throw StoreError(.notFound, "Only families share a child's results.") }
            try Self.require(child, of: household, db)
            try db.execute(
                sql: "DELETE FROM consent WHERE expires_at <= ?", arguments: [now.milliseconds])
            let count = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM consent WHERE child = ?",
                arguments: [child.rawValue])
            guard count ?? 0 < Consent.mostOfChild else {
                throw StoreError(
                    .tooManyConsents,
                    "A child's results can be shared at most \(Consent.mostOfChild) times.")
            }
            try db.execute(
                sql: """
                    INSERT INTO consent (child, digest, created_at, expires_at) VALUES (?, ?, ?, ?)
                    """,
                arguments: [
                    child.rawValue, digest.bytes, now.milliseconds,
                    now.addingTimeInterval(Consent.codeLifetime).milliseconds,
                ])
            try Self.note(
                AuditEntry(now, .parent, .changed, .consent, of: child), household, db)
        }
    }

    /// Uses a code: from now on the practice may see the child's results.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the code is unknown, used, withdrawn or expired,
    ///   or if the household is a family; `tooManyConsents` after ``Consent/mostOfPractice``.
    package func useConsent(
        _ digest: SessionDigest, by practice: AccountID
    ) async throws(StoreError) {
        let now = database.now
        try await database.erase { db in
            guard case let owner = try Self.requireAccount(practice, db), owner.kind == .practice,
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT consent.id, child, household FROM consent
                        JOIN member ON member.id = consent.child
                        WHERE digest = ? AND expires_at > ?
                        """, arguments: [digest.bytes, now.milliseconds])
            else { throw Self.noConsent }
            let id: Int64 = row["id"]
            let child = PlayerID(rawValue: row["child"])
            let shared = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM consent WHERE practice = ?",
                arguments: [practice.rawValue])
            guard shared ?? 0 < Consent.mostOfPractice else {
                throw StoreError(
                    .tooManyConsents,
                    "At most \(Consent.mostOfPractice) children can be shared with a practice.")
            }
            // If the practice already has a consent, the new code replaces it.
            try db.execute(
                sql: "DELETE FROM consent WHERE child = ? AND practice = ?",
                arguments: [child.rawValue, practice.rawValue])
            try db.execute(
                sql: """
                    UPDATE consent SET practice = ?, digest = NULL, expires_at = NULL WHERE id = ?
                    """, arguments: [practice.rawValue, id])
            try Self.note(
                AuditEntry(now, .practice, .changed, .consent, of: child),
                AccountID(rawValue: row["household"]), db)
            try Self.note(
                AuditEntry(now, .parent, .changed, .consent, of: nil), practice, db)
        }
    }

    /// The consents and open codes of a household's children, the oldest first.
    package func consents(of household: AccountID) async throws(StoreError) -> [Consent] {
        let now = database.now
        return try await database.read { db in try Self.fetchConsents(of: household, now, db) }
    }

    /// The consents given to a practice, in order of the children's names.
    package func sharedChildren(with practice: AccountID) async throws(StoreError) -> [Consent] {
        try await database.read { db in try Self.fetchShared(with: practice, db) }
    }

    /// Withdraws a consent or an open code; the practice loses access immediately.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the household gave no such consent.
    package func withdrawConsent(
        _ id: Int64, of household: AccountID
    ) async throws(StoreError) {
        let now = database.now
        try await database.erase { db in
            guard
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT child, practice FROM consent JOIN member ON member.id = child
                        WHERE consent.id = ? AND household = ?
                        """, arguments: [id, household.rawValue])
            else { throw Self.noConsent }
            try db.execute(sql: "DELETE FROM consent WHERE id = ?", arguments: [id])
            try Self.note(
                AuditEntry(
                    now, .parent, .deleted, .consent, of: PlayerID(rawValue: row["child"]),
                    count: 1), household, db)
        }
    }

    /// Ends a practice's own access to a child.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the practice has no such consent.
    package func endConsent(_ id: Int64, by practice: AccountID) async throws(StoreError) {
        let now = database.now
        try await database.erase { db in
            let (child, household) = try Self.requireConsent(id, of: practice, db)
            try db.execute(sql: "DELETE FROM consent WHERE id = ?", arguments: [id])
            try Self.note(
                AuditEntry(now, .practice, .deleted, .consent, of: child, count: 1), household, db)
        }
    }

    /// The child that a practice may see through a consent, and the child's household.
    ///
    /// Every access of a practice to a shared child calls this in the transaction that reads the
    /// data.
    ///
    /// - Throws: ``StoreError`` with `notFound` if there is no such consent now.
    package static func requireConsent(
        _ id: Int64, of practice: AccountID, _ db: Database
    ) throws -> (child: PlayerID, household: AccountID) {
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT child, member.household FROM consent
                    JOIN member ON member.id = consent.child
                    JOIN household ON household.id = consent.practice
                    WHERE consent.id = ? AND practice = ? AND household.kind = 'practice'
                    """, arguments: [id, practice.rawValue])
        else { throw noConsent }
        return (PlayerID(rawValue: row["child"]), AccountID(rawValue: row["household"]))
    }

    package static func fetchConsents(
        of household: AccountID, _ now: Date, _ db: Database
    ) throws -> [Consent] {
        try Row.fetchAll(
            db,
            sql: consents + """
                 WHERE member.household = ? AND (expires_at IS NULL OR expires_at > ?)
                ORDER BY consent.id
                """, arguments: [household.rawValue, now.milliseconds]
        ).map(consent)
    }

    package static func fetchShared(
        with practice: AccountID, _ db: Database
    ) throws -> [Consent] {
        try Row.fetchAll(
            db, sql: consents + " WHERE practice = ? ORDER BY lower(member.name), consent.id",
            arguments: [practice.rawValue]
        ).map(consent)
    }

    private static var noConsent: StoreError {
        StoreError(.notFound, "There is no such consent: it may have been withdrawn.")
    }

    private static var consents: String {
        """
        SELECT consent.*, member.name, (
            SELECT username FROM login WHERE id = (\(Login.first("consent.practice")))
        ) AS practice_name
        FROM consent JOIN member ON member.id = consent.child
        """
    }

    private static func consent(_ row: Row) -> Consent {
        Consent(
            id: row["id"], child: PlayerID(rawValue: row["child"]), name: row["name"],
            practice: row["practice_name"], createdAt: Date(milliseconds: row["created_at"]),
            expiresAt: (row["expires_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}

extension StoreError.Code {
    /// A child or a practice has the maximum number of consents.
    package static let tooManyConsents = StoreError.Code(rawValue: "too_many_consents")
}
