public import FamilyAccounts
public import FamilyStore
public import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// A family's own questions, the oldest first, without the bytes of their files.
    ///
    /// With a player, only those that this child may see: questions of a practice belong to one
    /// client. The other methods take the player for the same purpose.
    public func ownQuestions(
        of account: AccountID, for player: PlayerID? = nil
    ) async throws(StoreError) -> [StoredOwnQuestion] {
        try await read { db in try OwnQuestionRows.all(of: account, for: player, db) }
    }

    /// A family's own question; nil if it does not exist or belongs to another family.
    public func ownQuestion(
        _ id: UUID, of account: AccountID, for player: PlayerID? = nil
    ) async throws(StoreError) -> StoredOwnQuestion? {
        try await read { db in
            try OwnQuestionRows.all(of: account, for: player, db, name: id).first
        }
    }

    /// A picture or recording of a family's own question; nil if it does not exist or belongs to
    /// another family.
    public func ownFile(
        _ part: OwnFile.Part, question: UUID, of account: AccountID, for player: PlayerID? = nil
    ) async throws(StoreError) -> OwnFile? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT type, content, digest FROM own_file WHERE part = ?1 AND question = (
                        SELECT id FROM own_question WHERE account = ?2 AND name = ?3
                            AND (?4 IS NULL OR \(OwnQuestionRows.visible("?4"))))
                    """,
                arguments: [part.rawValue, account.rawValue, question.bytes, player?.rawValue]
            ).map { OwnFile(type: $0["type"], content: $0["content"], digest: $0["digest"]) }
        }
    }

    /// The number of a family's own questions, and their bytes.
    ///
    /// With a player, the questions that this child may see are counted, but the bytes of all
    /// questions.
    public func bankUsage(
        of account: AccountID, for player: PlayerID? = nil
    ) async throws(StoreError) -> BankUsage {
        try await read { db in try OwnQuestionRows.usage(of: account, for: player, db) }
    }

    /// Stores a family's question with its files, completely or not at all.
    ///
    /// If the picture or the answers have changed, the question is removed from unfinished rounds
    /// of the family's children, so that no answer is judged by a different question.
    ///
    /// - Parameters:
    ///   - question: The question; it replaces an existing one of the same name.
    ///   - files: The changed files; others stay.
    ///   - account: The family's account.
    ///   - player: The child whose profile is in use; a new question of a practice belongs to it.
    /// - Returns: The stored question, and whether it is new.
    /// - Throws: ``StoreError`` with `invalid` for an invalid question or one without a picture,
    ///   `tooManyQuestions`, `tooManyBytes`, or `notFound` if the account was deleted.
    public func saveOwnQuestion(
        _ question: OwnQuestion, files: [OwnFile.Part: OwnFileChange], of account: AccountID,
        for player: PlayerID? = nil
    ) async throws(StoreError) -> (question: StoredOwnQuestion, isNew: Bool) {
        if let fault = question.fault {
            throw StoreError(.invalid, "The question's \(fault.rawValue) is invalid.")
        }
        guard ![question.prompt, question.tip].contains(where: { $0.utf8.contains(0) }) else {
            throw StoreError(.invalid, "A text contains the character U+0000. Remove it.")
        }
        let now = now
        let saved = try await write { db in
            let former = try OwnQuestionRows.all(of: account, db, name: question.id).first
            let row = try OwnQuestionRows.write(question, of: account, for: player, now, db)
            for part in OwnFile.Part.allCases {
                try OwnQuestionRows.apply(files[part] ?? .keep, to: part, ofRow: row, db)
            }
            guard let stored = try OwnQuestionRows.all(of: account, db, name: question.id).first
            else { throw StoreError(.notFound, "The question was deleted.") }
            guard stored.files[.picture] != nil else {
                throw StoreError(.invalid, "A question needs a picture.")
            }
            try OwnQuestionRows.checkQuota(account, isNew: former == nil, db)
            if let former,
                former.question.question != stored.question.question
                    || former.files[.picture] != stored.files[.picture]
            {
                try OwnQuestionRows.withdraw(question.questionID, from: account, now, db)
            }
            return (stored, former == nil)
        }
        if !saved.1 { await truncateAfterCommit() }
        return saved
    }

    /// Deletes a family's question with its picture and recordings, and removes it from current
    /// rounds.
    ///
    /// Answers to it remain in all counts.
    ///
    /// - Throws: ``StoreError`` with `notFound` if it does not exist or belongs to another family.
    public func deleteOwnQuestion(
        _ id: UUID, of account: AccountID, for player: PlayerID? = nil
    ) async throws(StoreError) {
        let now = now
        try await write { db in
            try db.execute(
                sql: """
                    DELETE FROM own_question WHERE account = ?1 AND name = ?2
                        AND (?3 IS NULL OR \(OwnQuestionRows.visible("?3")))
                    """,
                arguments: [account.rawValue, id.bytes, player?.rawValue])
            guard db.changesCount == 1 else {
                throw StoreError(.notFound, "The family has no such question.")
            }
            try OwnQuestionRows.withdraw(OwnQuestion.questionID(id), from: account, now, db)
        }
        await truncateAfterCommit()
    }

    /// Whether built-in questions are asked among a family's own.
    public func mixesStandardQuestions(_ account: AccountID) async throws(StoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT mixes_standard FROM household WHERE id = ?",
                arguments: [account.rawValue]) ?? false
        }
    }

    /// Sets whether built-in questions are asked among a family's own.
    public func setMixesStandardQuestions(
        _ mixes: Bool, account: AccountID
    ) async throws(StoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE household SET mixes_standard = ? WHERE id = ?",
                arguments: [mixes, account.rawValue])
        }
    }
}
