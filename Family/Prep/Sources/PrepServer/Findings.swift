package import FamilyMedia
package import FamilyStore
import Foundation
package import GRDB
import PrepRules

extension PrepApp {
    /// Faults of the stored experiences, drafts, visits and captures, one sentence each.
    ///
    /// The files themselves are checked by ``FamilyMedia/MediaStore/findings()``, in the same folder.
    /// `householdOfMember` returns nil for unknown members.
    package static func findings(
        in database: any FamilyDatabase, media: MediaFolder,
        householdOfMember: @escaping @Sendable (Database, Int64) throws -> Int64?
    ) async throws -> [String] {
        try await database.read { db in
            try experienceFindings(db) + visitFindings(householdOfMember, db)
                + captureFindings(media, db)
        }
    }

    private static func experienceFindings(_ db: Database) throws -> [String] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, household, title, content, id AS owner, 0 AS is_draft FROM prep_experience
                UNION ALL
                SELECT id, household, NULL, prep_draft.content, 'draft:' || id, 1
                FROM prep_draft JOIN prep_experience ON id = experience
                ORDER BY household, id, is_draft
                """)
        var findings: [String] = []
        while let row = try rows.next() {
            let (id, household): (String, Int64) = (row["id"], row["household"])
            let title: String? = row["title"]
            let name = "The \(title == nil ? "draft of the " : "")experience \(id)"
            let text: String = row["content"]
            // The finding names the row; the text of the row shows the reason.
            guard let content = try? ExperienceFile.read(Data(text.utf8)) else {
                findings.append("\(name) cannot be read. Restore the database from a backup.")
                continue
            }
            if content.id.text != id || title.map({ $0 != content.title }) ?? false {
                findings.append(
                    "\(name) contradicts its list entry. Restore the database from a backup.")
            }
            for hash in content.media.sorted() {
                let file = "\(name) of family \(household)"
                if try !exists(
                    "media_holding WHERE household = ? AND hash = ?", [household, hash], db)
                {
                    findings.append(
                        "\(file) needs a file that the family does not have (\(hash.prefix(12))…). "
                            + "Upload the file again, or restore the database and the media files "
                            + "from a backup.")
                } else if try !exists(
                    """
                    media_reference
                    WHERE household = ? AND hash = ? AND app = 'prep' AND owner = ?
                    """, [household, hash, row["owner"] as String], db)
                {
                    findings.append(
                        "\(file) does not protect its file \(hash.prefix(12))… from being removed "
                            + "as unused. Save the experience again.")
                }
            }
        }
        return findings
    }

    private static func exists(
        _ rows: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \(rows))", arguments: arguments) ?? false
    }

    /// Visits by members of other families, or to experiences of other families.
    private static func visitFindings(
        _ householdOfMember: (Database, Int64) throws -> Int64?, _ db: Database
    ) throws -> [String] {
        let visits = try Row.fetchAll(
            db,
            sql: """
                SELECT household, member, count(*) AS count, min(id) AS example FROM prep_visit
                GROUP BY household, member ORDER BY household, member
                """)
        var findings: [String] = []
        for row in visits {
            let (household, member): (Int64, Int64) = (row["household"], row["member"])
            let actual = try householdOfMember(db, member)
            guard actual != household else { continue }
            let name =
                actual.map { "member \(member) of family \($0)" }
                ?? "the deleted member \(member)"
            findings.append(
                "Family \(household) has \(row["count"] as Int) visits of \(name), such as "
                    + "\(row["example"] as String). Restore the database from a backup.")
        }
        let foreign = try Row.fetchAll(
            db,
            sql: """
                SELECT visit.id AS id, visit.household AS one, prep_experience.household AS other
                FROM prep_visit AS visit
                    JOIN prep_experience ON prep_experience.id = visit.experience
                WHERE visit.household <> prep_experience.household ORDER BY visit.id
                """
        ).map { row in
            "The visit \(row["id"] as String) of family \(row["one"] as Int64) is to an experience "
                + "of family \(row["other"] as Int64). Restore the database from a backup."
        }
        return findings + foreign
    }

    /// Missing photos of unfinished captures.
    private static func captureFindings(_ media: MediaFolder, _ db: Database) throws -> [String] {
        try Row.fetchAll(
            db, sql: "SELECT capture, number FROM prep_photo ORDER BY capture, number"
        ).compactMap { row in
            let (capture, number): (String, Int) = (row["capture"], row["number"])
            let photo = media.url.appending(path: "captures/\(capture)/\(number).jpg")
            guard !FileManager.default.fileExists(atPath: photo.path) else { return nil }
            return "\(photo.path) is missing. Discard the capture, and take its photos again."
        }
    }
}
