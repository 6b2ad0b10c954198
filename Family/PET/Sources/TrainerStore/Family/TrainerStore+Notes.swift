public import Foundation
import GRDB
public import TrainerRules

/// What a therapist or a parent wrote down beside a day.
public struct Note: Hashable, Codable, Identifiable, Sendable {
    /// The longest text, in characters.
    public static let mostCharacters = 2000
    /// How many notes a family may have, of all its children together.
    public static let mostOfFamily = 2000
    /// How many bytes of UTF-8 a family's notes may have together.
    public static let mostBytesOfFamily = 1_000_000

    /// The note's number; never used again after the note is gone.
    public var id: Int64
    /// The day that it is about.
    public var day: Day
    /// The text, with line breaks.
    public var text: String
    /// When it was written first.
    public var createdAt: Date
    /// When it was changed last.
    public var changedAt: Date
}

/// Which of a child's notes a page shows.
public struct NotePage: Hashable, Sendable {
    /// How many notes stand on a page.
    public static let size = 50

    /// The page's number, 1 for the latest notes.
    public let number: Int

    /// Makes a page of a number from 1.
    public init(_ number: Int = 1) {
        self.number = max(1, min(number, 1 + Note.mostOfFamily / Self.size))
    }
}

extension TrainerStore {
    /// The notes about a child, the latest day first.
    public func notes(player: PlayerID) async throws(StoreError) -> [Note] {
        try await read { db in try Self.fetchNotes(player, db) }
    }

    /// The notes about a child, a page of them: the latest day first.
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

    /// Holds a family's notes to their number and their length.
    ///
    /// - Throws: ``StoreError`` with `tooManyNotes`.
    private static func holdNotesToQuota(_ account: AccountID, _ db: Database) throws {
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
                "A family has at most \(Note.mostOfFamily) notes of \(Note.mostBytesOfFamily) bytes "
                    + "together. Delete some first.")
        }
    }

    /// Writes a note beside a day.
    ///
    /// - Parameters:
    ///   - text: 1 to ``Note/mostCharacters`` characters.
    ///   - day: what it is about.
    ///   - player: the child.
    ///   - account: whose child it is.
    ///   - actor: who writes.
    /// - Returns: the note.
    /// - Throws: ``StoreError`` with `notFound` where the account has no such child, `invalid` for a
    ///   text that is none, `tooManyNotes` where the family's notes fill their quota.
    public func addNote(
        _ text: String, on day: Day, player: PlayerID, account: AccountID, by actor: AuditActor
    ) async throws(StoreError) -> Note {
        try Self.refuse(text)
        let now = now
        return try await write { db in
            try Self.require(player, of: account, db)
            try db.execute(
                sql: """
                    INSERT INTO note (player, day, text, created_at, changed_at)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    player.rawValue, day.number, text, now.milliseconds, now.milliseconds,
                ])
            let id = db.lastInsertedRowID
            try Self.holdNotesToQuota(account, db)
            try Self.note(AuditEntry(now, actor, .changed, .note, of: player), account, db)
            return Note(id: id, day: day, text: text, createdAt: now, changedAt: now)
        }
    }

    /// Writes a note anew; the parameters are those of adding one.
    ///
    /// - Throws: ``StoreError`` with `notFound` where the child has no such note, `invalid` for a text
    ///   that is none, `tooManyNotes` where the text would fill more than the family's quota.
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
            // A note may always become shorter.
            if text.utf8.count > former ?? 0 { try Self.holdNotesToQuota(account, db) }
            try Self.note(AuditEntry(now, actor, .changed, .note, of: player), account, db)
        }
    }

    /// Deletes a note, and overwrites where it stood.
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
        try await forgetWrites()
    }

    private static var noNote: StoreError {
        StoreError(.notFound, "There is no such note; it may be deleted already.")
    }

    private static func refuse(_ text: String) throws(StoreError) {
        try refuseZeros([text])
        guard (1...Note.mostCharacters).contains(text.count) else {
            throw StoreError(
                .invalid, "A note has 1 to \(Note.mostCharacters) characters.")
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
            changedAt: Date(milliseconds: row["changed_at"]))
    }
}
