public import FamilyAccounts
public import FamilyStore
public import Foundation
import GRDB
public import TrainerRules

/// A note of a therapist or parent about a day.
public struct Note: Hashable, Codable, Identifiable, Sendable {
    /// Maximum number of characters.
    public static let mostCharacters = 2000
    /// Maximum number of notes of a family, over all children.
    public static let mostOfFamily = 2000
    /// Maximum total length of a family's notes, in bytes of UTF-8.
    public static let mostBytesOfFamily = 1_000_000

    /// The note's number; never reused.
    public var id: Int64
    /// The day that the note is about.
    public var day: Day
    /// The text, with line breaks.
    public var text: String
    /// The time it was written.
    public var createdAt: Date
    /// The time of its latest change.
    public var changedAt: Date
    /// The number of the goal that it is about; nil for none.
    public var goal: Int64?
}

/// The notes of a child on one page.
public struct NotePage: Hashable, Sendable {
    /// Number of notes on a page.
    public static let size = 50

    /// The page's number; page 1 has the latest notes.
    public let number: Int

    /// Makes a page of a number from 1.
    public init(_ number: Int = 1) {
        self.number = max(1, min(number, 1 + Note.mostOfFamily / Self.size))
    }
}

extension TrainerStore {
    /// All notes about a child, the latest day first.
    public func notes(player: PlayerID) async throws(StoreError) -> [Note] {
        try await read { db in try Self.fetchNotes(player, db) }
    }

    /// One page of the notes about a child, the latest day first.
    static func fetchNotes(
        _ player: PlayerID, page: NotePage, _ db: Database
    ) throws -> [Note] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM note WHERE player = ? ORDER BY day DESC, id DESC LIMIT ? OFFSET ?
                """,
            arguments: [player.rawValue, NotePage.size, (page.number - 1) * NotePage.size]
        ).map(note)
    }

    /// Checks the limits on the number and length of a family's notes.
    ///
    /// - Throws: ``StoreError`` with `tooManyNotes`.
    private static func checkNoteQuota(_ account: AccountID, _ db: Database) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*) AS count, coalesce(sum(length(CAST(text AS BLOB))), 0) AS bytes
                FROM note WHERE player IN (SELECT id FROM member WHERE household = ?)
                """, arguments: [account.rawValue])
        guard let row, row["count"] <= Note.mostOfFamily, row["bytes"] <= Note.mostBytesOfFamily
        else {
            throw StoreError(
                .tooManyNotes,
                "A family can have at most \(Note.mostOfFamily) notes of "
                    + "\(Note.mostBytesOfFamily) bytes "
                    + "together. Delete some first.")
        }
    }

    /// Adds a note about a day.
    ///
    /// - Parameters:
    ///   - text: 1 to ``Note/mostCharacters`` characters.
    ///   - day: The day.
    ///   - goal: The goal of the child that it is about; nil for none.
    ///   - player: The child.
    ///   - account: The child's account.
    ///   - actor: The author.
    /// - Returns: The note.
    /// - Throws: ``StoreError`` with `notFound` if the account has no such child, `invalid` for an
    ///   invalid text, `tooManyNotes` if the family's quota is exceeded.
    public func addNote(
        _ text: String, on day: Day, goal: Int64? = nil, player: PlayerID, account: AccountID,
        by actor: AuditActor
    ) async throws(StoreError) -> Note {
        try Self.refuse(text)
        let now = now
        return try await write { db in
            try Self.require(player, of: account, db)
            if let goal { try Self.requireGoal(goal, of: player, db) }
            try db.execute(
                sql: """
                    INSERT INTO note (player, day, text, created_at, changed_at, goal)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    player.rawValue, day.number, text, now.milliseconds, now.milliseconds, goal,
                ])
            let id = db.lastInsertedRowID
            try Self.checkNoteQuota(account, db)
            try Self.note(AuditEntry(now, actor, .changed, .note, of: player), account, db)
            return Note(id: id, day: day, text: text, createdAt: now, changedAt: now, goal: goal)
        }
    }

    /// Replaces a note's text.
    ///
    /// The parameters are those of `addNote`.
    ///
    /// - Throws: ``StoreError`` with `notFound` if the child has no such note, `invalid` for an
    ///   invalid text, `tooManyNotes` if the text would exceed the family's quota.
    public func changeNote(
        _ id: Int64, to text: String, on day: Day, player: PlayerID, account: AccountID,
        by actor: AuditActor
    ) async throws(StoreError) {
        try Self.refuse(text)
        let now = now
        try await write { db in
            try Self.require(player, of: account, db)
            let former = try Int.fetchOne(
                db,
                sql: "SELECT length(CAST(text AS BLOB)) FROM note WHERE id = ? AND player = ?",
                arguments: [id, player.rawValue])
            try db.execute(
                sql: """
                    UPDATE note SET text = ?, day = ?, changed_at = ? WHERE id = ? AND player = ?
                    """,
                arguments: [text, day.number, now.milliseconds, id, player.rawValue])
            guard db.changesCount > 0 else { throw Self.noNote }
            // A note may always be shortened, even if the quota is exceeded.
            if text.utf8.count > former ?? 0 { try Self.checkNoteQuota(account, db) }
            try Self.note(AuditEntry(now, actor, .changed, .note, of: player), account, db)
        }
    }

    /// Deletes a note, and overwrites its data on disk.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    public func deleteNote(
        _ id: Int64, player: PlayerID, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) {
        let now = now
        try await write { db in
            try Self.require(player, of: account, db)
            try db.execute(
                sql: "DELETE FROM note WHERE id = ? AND player = ?",
                arguments: [id, player.rawValue])
            guard db.changesCount > 0 else { throw Self.noNote }
            try Self.note(
                AuditEntry(now, actor, .deleted, .note, of: player, count: 1), account, db)
        }
        await truncateAfterCommit()
    }

    private static var noNote: StoreError {
        StoreError(.notFound, "There is no such note; it may have been deleted.")
    }

    private static func refuse(_ text: String) throws(StoreError) {
        try refuseZeros([text])
        guard (1...Note.mostCharacters).contains(text.count) else {
            throw StoreError(
                .invalid, "A note must have 1 to \(Note.mostCharacters) characters.")
        }
    }

    static func fetchNotes(_ player: PlayerID, _ db: Database) throws -> [Note] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM note WHERE player = ? ORDER BY day DESC, id DESC",
            arguments: [player.rawValue]
        ).map(note)
    }

    private static func note(_ row: Row) -> Note {
        Note(
            id: row["id"], day: Day(row["day"]), text: row["text"],
            createdAt: Date(milliseconds: row["created_at"]),
            changedAt: Date(milliseconds: row["changed_at"]), goal: row["goal"])
    }
}
