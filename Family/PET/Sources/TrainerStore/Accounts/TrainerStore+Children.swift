import Foundation
import GRDB
import TrainerRules

/// A child that is to be one of the family.
public struct NewPlayer: Hashable, Sendable {
    /// The name by which the game speaks of the child; a nickname is enough.
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

extension TrainerStore {
    /// How many children an account may have.
    public static let mostPlayers = 12

    /// Makes a child one of the family.
    ///
    /// - Returns: the child.
    /// - Throws: ``StoreError`` with `notFound` for an account that there is not, `invalid` for a text
    ///   with a zero in it, `tooManyChildren` where there are ``mostPlayers`` already.
    public func addPlayer(
        _ new: NewPlayer, to account: AccountID, by actor: AuditActor
    ) async throws(StoreError) -> Player {
        let now = now
        try Self.refuseZeros([new.name, new.gender])
        return try await write { db in
            guard try Self.requireAccount(account, db).players.count < Self.mostPlayers else {
                throw StoreError(
                    .tooManyChildren, "An account has at most \(Self.mostPlayers) children.")
            }
            try db.execute(
                sql: """
                    INSERT INTO member (household, role, name, birth_year, gender, created_at)
                    VALUES (?, 'child', ?, ?, ?, ?)
                    """,
                arguments: [
                    account.rawValue, new.name, new.birthYear, new.gender, now.milliseconds,
                ])
            let id = PlayerID(rawValue: db.lastInsertedRowID)
            try Self.note(
                AuditEntry(now, actor, .changed, .children, of: id), account, db)
            guard let player = try Self.requireAccount(account, db).player(id) else {
                throw StoreError(.unexpected, "The child that was written is not there.")
            }
            return player
        }
    }

    /// Gives a child another name, year of birth and gender.
    ///
    /// - Throws: ``StoreError`` with `notFound` where the account has no such child, `invalid` for a
    ///   text with a zero in it.
    public func changePlayer(
        _ id: PlayerID, of account: AccountID, to new: NewPlayer, by actor: AuditActor
    ) async throws(StoreError) {
        let now = now
        try Self.refuseZeros([new.name, new.gender])
        try await write { db in
            try Self.require(id, of: account, db)
            try db.execute(
                sql: "UPDATE member SET name = ?, birth_year = ?, gender = ? WHERE id = ?",
                arguments: [new.name, new.birthYear, new.gender, id.rawValue])
            try Self.note(AuditEntry(now, actor, .changed, .children, of: id), account, db)
        }
    }

    /// Shows a child by what it chose.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    public func setBadge(_ badge: PlayerBadge, of player: PlayerID) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE member SET badge = ?, colour = ? WHERE id = ?",
                arguments: [badge.drawing.rawValue, badge.colour.rawValue, player.rawValue])
            guard db.changesCount > 0 else {
                throw StoreError(.notFound, "There is no such player.")
            }
        }
    }

    /// Deletes a child with all that is kept of it, and overwrites where it stood.
    ///
    /// Whoever plays as the child elsewhere is signed out; the session that asks goes on with another
    /// child.
    ///
    /// - Parameters:
    ///   - id: the child.
    ///   - account: the account.
    ///   - digest: the session that goes on; nil for none.
    ///   - actor: who asks.
    /// - Returns: what went.
    /// - Throws: ``StoreError`` with `notFound` where the account has no such child, `invalid` where it
    ///   is the only one.
    public func removePlayer(
        _ id: PlayerID, of account: AccountID, keeping digest: SessionDigest?, by actor: AuditActor
    ) async throws(StoreError) -> KeptCounts {
        let now = now
        let day = day(of: now).number
        let went = try await write { db in
            try Self.require(id, of: account, db)
            let others = try Self.requireAccount(account, db).players.filter { $0.id != id }
            guard let next = others.first else {
                throw StoreError(.invalid, "An account has at least one child.")
            }
            let counts = try Self.counts(of: [id], on: nil, db)
            if let digest {
                let plays = try Int64.fetchOne(
                    db, sql: "SELECT member FROM session WHERE digest = ?",
                    arguments: [digest.bytes])
                if plays == id.rawValue {
                    try db.execute(
                        sql: "UPDATE session SET member = ? WHERE digest = ?",
                        arguments: [next.id.rawValue, digest.bytes])
                    try Self.beginSitting(of: next.id, session: digest, day: day, now, db)
                }
            }
            try db.execute(sql: "DELETE FROM member WHERE id = ?", arguments: [id.rawValue])
            try Self.note(
                AuditEntry(now, actor, .deleted, .children, of: id, count: counts.records),
                account, db)
            return counts
        }
        try await forgetWrites()
        return went
    }

    /// Holds a child to be one of the account's.
    static func require(_ id: PlayerID, of account: AccountID, _ db: Database) throws {
        let isOwn = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM member WHERE id = ? AND household = ? AND role = 'child')
                """,
            arguments: [id.rawValue, account.rawValue])
        guard isOwn == true else {
            throw StoreError(.notFound, "The account has no such player.")
        }
    }
}
