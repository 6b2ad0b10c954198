import Foundation
import GRDB
import TrainerRules

extension TrainerStore {
    /// What is wrong with a database's content.
    static func findings(_ db: Database) throws -> [Finding] {
        var sentences = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            .filter { $0 != "ok" }
            .map {
                "The file is damaged: \($0). Restore a backup with `facialfun-family restore FILE`."
            }
        guard sentences.isEmpty else { return sentences.map(Finding.init) }
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
            let table: String = row["table"]
            let parent: String = row["parent"]
            sentences.append(
                "A row of \"\(table)\" belongs to a row of \"\(parent)\" that is gone. Restore a backup "
                    + "with `facialfun-family restore FILE`.")
        }
        for (query, sentence) in contradictions {
            let count = try Int.fetchOne(db, sql: query) ?? 0
            if count > 0 { sentences.append("\(count) \(sentence)") }
        }
        return sentences.map(Finding.init)
    }

    /// Queries that count what cannot be, and what to say of it.
    private static let contradictions: [(String, String)] = [
        (
            "SELECT count(*) FROM answer WHERE question NOT IN (SELECT id FROM question)",
            "answers are to questions that the database does not know. Restore a backup with "
                + "`facialfun-family restore FILE`."
        ),
        (
            """
            SELECT count(*) FROM household
            WHERE id NOT IN (SELECT household FROM member WHERE role = 'child')
            """,
            "accounts have no player. Delete them with `facialfun-family accounts`."
        ),
        (
            """
            SELECT count(*) FROM household WHERE id NOT IN (
                SELECT household FROM member JOIN login ON login.member = member.id
                WHERE role = 'parent')
            """,
            "households have no parent who can sign in. Restore a backup with `facialfun-family restore FILE`."
        ),
        (
            """
            SELECT count(*) FROM round
            WHERE revision <> (SELECT count(*) FROM answer WHERE answer.round = round.id)
            """,
            "rounds have more or fewer answers than they counted. Restore a backup with "
                + "`facialfun-family restore FILE`."
        ),
        (
            """
            SELECT count(*) FROM own_question WHERE id NOT IN (
                SELECT question FROM own_file WHERE part = 'picture')
            """,
            "questions of families have lost their picture. Give them another in the Question "
                + "Manager."
        ),
    ]

    /// What is wrong with who may read the files.
    static func permissionFindings(_ file: URL) -> [Finding] {
        [file.deletingLastPathComponent(), file].compactMap { place in
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
            guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 != 0 else {
                return nil
            }
            return Finding(
                sentence:
                    "\(place.path) can be read by others (mode \(String(mode, radix: 8))). Run "
                    + "`chmod go= \(place.path)`.")
        }
    }
}
