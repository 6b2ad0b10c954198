public import Foundation
import GRDB
public import TrainerRules

/// What a therapist or a parent wrote down beside a day.
public struct Note: Hashable, Codable, Identifiable, Sendable {
    /// The longest text, in characters.
    public static let mostCharacters = 2000

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

extension TrainerStore {
    /// The notes about a child, the latest day first.
    public func notes(player: PlayerID) async throws(StoreError) -> [Note] {
        try await read { db in try Self.fetchNotes(player, db) }
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
    ///   text that is none.
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
            try Self.note(AuditEntry(now, actor, .changed, .note, of: player), account, db)
            return Note(id: id, day: day, text: text, createdAt: now, changedAt: now)
        }
    }

    /// Writes a note anew; the parameters are those of adding one.
    ///
    /// - Throws: ``StoreError`` with `notFound` where the child has no such note, `invalid` for a text
    ///   that is none.
    public func changeNote(
        _ id: Int64, to text: String, on day: Day, player: PlayerID, account: AccountID,
        by actor: AuditActor
    ) async throws(StoreError) {
        try Self.refuse(text)
        let now = now
        try await write { db in
            try Self.require(player, of: account, db)
            try db.execute(
                sql: """
                    UPDATE note SET text = ?, day = ?, changed_at = ? WHERE id = ? AND player = ?
                    """,
                arguments: [text, day.number, now.milliseconds, id, player.rawValue])
            guard db.changesCount > 0 else { throw Self.noNote }
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
        ).map { row in
            Note(
                id: row["id"], day: Day(row["day"]), text: row["text"],
                createdAt: Date(milliseconds: row["created_at"]),
                changedAt: Date(milliseconds: row["changed_at"]))
        }
    }
}
