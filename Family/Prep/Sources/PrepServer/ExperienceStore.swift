import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import PrepRules

/// An experience in the list on the home page.
struct ExperienceSummary: Hashable, Codable, Sendable {
    let id: String
    let title: String
    let description: String
    let cover: String?
    let panoramas: Int
    let revision: Int

    init(_ experience: Experience, revision: Int) {
        id = experience.id.text
        title = experience.title
        description = experience.description
        cover = experience.panoramas.first?.image
        panoramas = experience.panoramas.count
        self.revision = revision
    }
}

/// The experiences made by households, and the editor's drafts.
struct ExperienceStore: Sendable {
    let database: any FamilyDatabase
    let now: @Sendable () -> Date

    /// An experience with its revision number.
    struct Stored: Sendable {
        let experience: Experience
        let revision: Int
    }

    func all(of household: Int64) async throws -> [Stored] {
        try await database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM prep_experience WHERE household = ? ORDER BY created, id
                    """, arguments: [household]
            ).map(Self.stored)
        }
    }

    /// An experience of a household.
    ///
    /// - Throws: `not_found` if it is unknown or belongs to another household.
    func experience(_ id: String, of household: Int64) async throws -> Stored {
        try await database.read { db in try Self.experience(id, of: household, db) }
    }

    private static func experience(
        _ id: String, of household: Int64, _ db: Database
    ) throws -> Stored {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM prep_experience WHERE id = ? AND household = ?",
                arguments: [id, household])
        else { throw WireError.notFound }
        return try stored(row)
    }

    private static func stored(_ row: Row) throws -> Stored {
        let text: String = row["content"]
        return Stored(
            experience: try JSONDecoder().decode(Experience.self, from: Data(text.utf8)),
            revision: row["revision"])
    }

    /// Creates an experience with the default title.
    func create(for household: Int64) async throws -> Stored {
        try await add(household) { titles in
            Experience(id: UUID(), title: ExperienceRules.defaultTitle(avoiding: titles))
        }
    }

    /// Adds an experience with a title that depends on the existing titles.
    ///
    /// - Throws: `too_many` (409) if the household has reached its limit; `unknown_media` (422).
    func add(
        _ household: Int64, _ make: @escaping @Sendable (Set<String>) -> Experience
    ) async throws -> Stored {
        let moment = Int64(now().timeIntervalSince1970)
        return try await database.write { db in
            let titles = try String.fetchSet(
                db, sql: "SELECT title FROM prep_experience WHERE household = ?",
                arguments: [household])
            guard titles.count < ExperienceRules.most else {
                throw WireError(
                    .conflict, "too_many",
                    "A family has at most \(ExperienceRules.most) experiences. Delete one first.")
            }
            let experience = make(titles)
            try db.execute(
                sql: "INSERT INTO prep_experience VALUES (?, ?, ?, 1, ?, ?)",
                arguments: [
                    experience.id.text, household, experience.title,
                    String(decoding: try ExperienceFile.write(experience), as: UTF8.self), moment,
                ])
            try refer(db, household, experience.id.text, to: experience.media)
            return Stored(experience: experience, revision: 1)
        }
    }

    /// Replaces an experience, if it has not changed since it was read, and deletes its draft.
    ///
    /// - Throws: `edited_elsewhere` (409), `title_taken` (422), `unknown_media` (422).
    func replace(
        _ experience: Experience, of household: Int64, revision: Int
    ) async throws -> Stored {
        try await database.write { db in
            let id = experience.id.text
            let stored = try Self.experience(id, of: household, db)
            guard stored.revision == revision else {
                throw WireError(
                    .conflict, "edited_elsewhere",
                    "The experience was changed in another window. Reload it.")
            }
            let isTaken =
                try Bool.fetchOne(
                    db,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM prep_experience
                            WHERE household = ? AND title = ? AND id <> ?)
                        """, arguments: [household, experience.title, id]) ?? false
            guard !isTaken else {
                throw WireError(
                    .unprocessableContent, "title_taken", "Another experience has this title.",
                    fields: ["title": "Another experience has this title."])
            }
            try db.execute(
                sql: """
                    UPDATE prep_experience SET title = ?, content = ?, revision = revision + 1
                    WHERE id = ?
                    """,
                arguments: [
                    experience.title,
                    String(decoding: try ExperienceFile.write(experience), as: UTF8.self), id,
                ])
            try db.execute(sql: "DELETE FROM prep_draft WHERE experience = ?", arguments: [id])
            try refer(db, household, id, to: experience.media)
            try refer(db, household, "draft:\(id)", to: [])
            return Stored(experience: experience, revision: revision + 1)
        }
    }

    /// Deletes an experience with its draft and visits.
    ///
    /// Its files are removed once they are unused.
    func delete(_ id: String, of household: Int64) async throws {
        try await database.erase { db in
            _ = try Self.experience(id, of: household, db)
            try refer(db, household, id, to: [])
            try refer(db, household, "draft:\(id)", to: [])
            try db.execute(sql: "DELETE FROM prep_experience WHERE id = ?", arguments: [id])
            try db.execute(
                sql: "DELETE FROM prep_visit WHERE experience = ? AND household = ?",
                arguments: [id, household])
        }
    }

    // MARK: - Drafts

    func draft(_ id: String, of household: Int64) async throws -> Data {
        try await database.read { db in
            _ = try Self.experience(id, of: household, db)
            guard
                let text = try String.fetchOne(
                    db, sql: "SELECT content FROM prep_draft WHERE experience = ?", arguments: [id])
            else { throw WireError.notFound }
            return Data(text.utf8)
        }
    }

    /// Stores the editor's draft.
    ///
    /// Its files are kept as long as the draft.
    func setDraft(_ draft: Experience, of household: Int64) async throws {
        try await database.write { db in
            let id = draft.id.text
            _ = try Self.experience(id, of: household, db)
            try db.execute(
                sql: """
                    INSERT INTO prep_draft VALUES (?, ?)
                    ON CONFLICT DO UPDATE SET content = excluded.content
                    """,
                arguments: [id, String(decoding: try ExperienceFile.write(draft), as: UTF8.self)])
            try refer(db, household, "draft:\(id)", to: draft.media)
        }
    }

    func deleteDraft(_ id: String, of household: Int64) async throws {
        try await database.write { db in
            _ = try Self.experience(id, of: household, db)
            try db.execute(sql: "DELETE FROM prep_draft WHERE experience = ?", arguments: [id])
            try refer(db, household, "draft:\(id)", to: [])
        }
    }

    private func refer(
        _ db: Database, _ household: Int64, _ owner: String, to hashes: Set<String>
    ) throws {
        let unknown = try MediaStore.setReferences(
            db, household: household, app: "prep", owner: owner, to: hashes)
        guard let first = unknown.sorted().first else { return }
        throw WireError(
            .unprocessableContent, "unknown_media",
            "The file \(first.prefix(12))… is not among the family's media. Upload it again.")
    }
}
