package import FamilyStore
import Foundation
package import GRDB

/// The values of a new child.
public struct NewPlayer: Hashable, Sendable {
    /// The name that the game uses; a nickname is enough.
    public var name: String
    /// The year of birth.
    public var birthYear: Int
    /// `female`, `male` or `other`; nil for "rather not say".
    public var gender: String?

    /// Makes the values of a new child.
    public init(name: String, birthYear: Int, gender: String? = nil) {
        self.name = name
        self.birthYear = birthYear
        self.gender = gender
    }
}

extension AccountStore {
    /// Adds a child to a family.
    ///
    /// A practice's sessions without a client switch to its first one.
    ///
    /// - Returns: The child.
    /// - Throws: ``StoreError`` with `notFound` for an unknown account, `invalid` for a text that
    ///   contains NUL, `tooManyChildren` at ``HouseholdKind/mostPlayers``.
    package func addPlayer(
        _ new: NewPlayer, to account: AccountID, by actor: AuditActor
    ) async throws(StoreError) -> Player {
        let now = database.now
        try Self.refuseZeros([new.name, new.gender])
        let day = database.dayNumber(of: now)
        return try await database.write { db in
            let owner = try Self.requireAccount(account, db)
            guard owner.players.count < owner.kind.mostPlayers else {
                throw Self.tooManyPlayers(owner.kind)
            }
            let id = try Self.insert(new, into: account, now, db)
            if owner.players.isEmpty {
                try Self.switchSessions(of: account, to: id, day: day, now, db)
            }
            try Self.note(
                AuditEntry(now, actor, .changed, .children, of: id), account, db)
            guard let player = try Self.requireAccount(account, db).player(id) else {
                throw StoreError(.unexpected, "The new child is missing after it was stored.")
            }
            return player
        }
    }

    static func insert(
        _ new: NewPlayer, into account: AccountID, _ now: Date, _ db: Database
    ) throws -> PlayerID {
        try db.execute(
            sql: """
                INSERT INTO member (household, role, name, birth_year, gender, created_at)
                VALUES (?, 'child', ?, ?, ?, ?)
                """,
            arguments: [
                account.rawValue, new.name, new.birthYear, new.gender, now.milliseconds,
            ])
        return PlayerID(rawValue: db.lastInsertedRowID)
    }

    /// Switches all sessions of a household to a child.
    private static func switchSessions(
        of account: AccountID, to child: PlayerID, day: Int, _ now: Date, _ db: Database
    ) throws {
        try db.execute(
            sql: "UPDATE session SET member = ? WHERE household = ?",
            arguments: [child.rawValue, account.rawValue])
        let digests = try Data.fetchAll(
            db, sql: "SELECT digest FROM session WHERE household = ?", arguments: [account.rawValue]
        )
        for digest in digests.compactMap({ SessionDigest($0) }) {
            try sessionDidBegin(digest, of: child, day: day, at: now, db)
        }
    }

    /// Turns a household into a family or a practice.
    ///
    /// - Throws: ``StoreError`` with `notFound`, `tooManyChildren` if the household has more
    ///   children than the kind allows, or `noChild` if a family would have none.
    package func setKind(
        _ kind: HouseholdKind, of account: AccountID, by actor: AuditActor
    ) async throws(StoreError) {
        let now = database.now
        try await database.write { db in
            let owner = try Self.requireAccount(account, db)
            guard owner.kind != kind else { return }
            guard owner.players.count <= kind.mostPlayers else { throw Self.tooManyPlayers(kind) }
            guard kind == .practice || !owner.players.isEmpty else {
                throw StoreError(.noChild, "A family needs at least one child.")
            }
            try db.execute(
                sql: "UPDATE household SET kind = ? WHERE id = ?",
                arguments: [kind.rawValue, account.rawValue])
            // Parents gave consent to a practice, and only families can share; a change of kind
            // ends both.
            try db.execute(
                sql: """
                    DELETE FROM consent WHERE practice = ?1
                        OR child IN (SELECT id FROM member WHERE household = ?1)
                    """, arguments: [account.rawValue])
            try Self.note(AuditEntry(now, actor, .changed, .account, of: nil), account, db)
        }
    }

    private static func tooManyPlayers(_ kind: HouseholdKind) -> StoreError {
        StoreError(
            .tooManyChildren, "A \(kind.rawValue) has at most \(kind.mostPlayers) children.")
    }

    /// Changes a child's name, year of birth and gender.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child, `invalid` for a
    ///   text that contains NUL.
    package func changePlayer(
        _ id: PlayerID, of account: AccountID, to new: NewPlayer, by actor: AuditActor
    ) async throws(StoreError) {
        let now = database.now
        try Self.refuseZeros([new.name, new.gender])
        try await database.write { db in
            try Self.require(id, of: account, db)
            try db.execute(
                sql: "UPDATE member SET name = ?, birth_year = ?, gender = ? WHERE id = ?",
                arguments: [new.name, new.birthYear, new.gender, id.rawValue])
            try Self.note(AuditEntry(now, actor, .changed, .children, of: id), account, db)
        }
    }

    /// Sets the picture that represents a child.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    package func setBadge(_ badge: PlayerBadge, of player: PlayerID) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE member SET badge = ?, colour = ? WHERE id = ?",
                arguments: [badge.drawing.rawValue, badge.colour.rawValue, player.rawValue])
            guard db.changesCount > 0 else {
                throw StoreError(.notFound, "There is no such child.")
            }
        }
    }

    /// Deletes a child with all its data.
    ///
    /// Ends the sessions with the child's profile, except one, which switches to another child, or,
    /// after a practice's last client, to the login's member.
    ///
    /// - Parameters:
    ///   - id: The child.
    ///   - account: The account.
    ///   - digest: The session to keep; nil for none.
    ///   - actor: The person who deletes the child.
    ///   - records: The number of the child's records, for the audit log.
    ///   - db: The database, in a transaction.
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child, `invalid` if it is
    ///   a family's only one.
    package func removeChild(
        _ id: PlayerID, of account: AccountID, keeping digest: SessionDigest?,
        by actor: AuditActor, records: Int, _ db: Database
    ) throws {
        let now = database.now
        try Self.require(id, of: account, db)
        let owner = try Self.requireAccount(account, db)
        let next = owner.players.first { $0.id != id }?.id
        guard next != nil || owner.kind == .practice else {
            throw StoreError(.invalid, "A family needs at least one child.")
        }
        if let digest {
            let plays = try Int64.fetchOne(
                db, sql: "SELECT member FROM session WHERE digest = ?", arguments: [digest.bytes])
            if plays == id.rawValue {
                // The session of a child who signed in ends with the child.
                try db.execute(
                    sql: """
                        UPDATE session SET member =
                            ifnull(?, (SELECT member FROM login WHERE login.id = session.login))
                        WHERE digest = ? AND NOT is_child
                        """, arguments: [next?.rawValue, digest.bytes])
                if db.changesCount > 0, let next {
                    try Self.sessionDidBegin(
                        digest, of: next, day: database.dayNumber(of: now), at: now, db)
                }
            }
        }
        try db.execute(sql: "DELETE FROM member WHERE id = ?", arguments: [id.rawValue])
        try Self.note(
            AuditEntry(now, actor, .deleted, .children, of: id, count: records), account, db)
    }

    /// Throws unless a child belongs to the account.
    package static func require(_ id: PlayerID, of account: AccountID, _ db: Database) throws {
        let isOwn = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM member WHERE id = ? AND household = ? AND role = 'child')
                """,
            arguments: [id.rawValue, account.rawValue])
        guard isOwn == true else {
            throw StoreError(.notFound, "This account has no such child.")
        }
    }
}
