package import FamilyStore
import Foundation
package import GRDB

extension AccountStore {
    /// Records that the owner of an account agrees to a version of the terms (A15).
    ///
    /// Does nothing if that version was the last one accepted, so a repeated request adds nothing.
    ///
    /// - Returns: The updated account.
    /// - Throws: ``StoreError`` with `notFound`; `invalid` for a version that contains NUL.
    @discardableResult
    package func agree(
        toTerms version: String, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) -> Account {
        let now = database.now
        try Self.refuseZeros([version])
        return try await database.write { db in
            let before = try Self.requireAccount(account, db)
            guard before.termsVersion != version else { return before }
            try db.execute(
                sql: "UPDATE household SET terms_version = ?, terms_agreed_at = ? WHERE id = ?",
                arguments: [version, now.milliseconds, account.rawValue])
            try Self.note(Agreement(.terms, version: version, at: now), account, db)
            try Self.note(AuditEntry(now, actor, .changed, .account, of: nil), account, db)
            return try Self.requireAccount(account, db)
        }
    }

    /// The agreements and withdrawals of an account's owner, the oldest first.
    package func agreements(of account: AccountID) async throws(StoreError) -> [Agreement] {
        try await database.read { db in try Self.fetchAgreements(account, db) }
    }

    package static func fetchAgreements(_ account: AccountID, _ db: Database) throws -> [Agreement]
    {
        try Row.fetchAll(
            db, sql: "SELECT * FROM agreement WHERE account = ? ORDER BY id",
            arguments: [account.rawValue]
        ).map { row in
            guard let subject = Agreement.Subject(rawValue: row["subject"]) else {
                throw StoreError(
                    .damaged,
                    "The subject of an agreement is unknown. Run `facialfun-family doctor`.")
            }
            return Agreement(
                subject, isGiven: row["given"], version: row["version"],
                at: Date(milliseconds: row["at"]))
        }
    }

    package static func note(_ agreement: Agreement, _ account: AccountID, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO agreement (account, subject, version, given, at)
                VALUES (?, ?, ?, ?, ?)
                """,
            arguments: [
                account.rawValue, agreement.subject.rawValue, agreement.version,
                agreement.isGiven, agreement.at.milliseconds,
            ])
    }
}
