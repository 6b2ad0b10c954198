public import Foundation
import GRDB
public import TrainerRules

extension TrainerStore {
    /// A family's own questions, the oldest first, without the bytes of their files.
    public func ownQuestions(of account: AccountID) async throws(StoreError) -> [StoredOwnQuestion]
    {
        try await read { db in try OwnQuestionRows.all(of: account, db) }
    }

    /// One of a family's own questions; nil where there is none of that name, or it is another
    /// family's.
    public func ownQuestion(
        _ id: UUID, of account: AccountID
    ) async throws(StoreError) -> StoredOwnQuestion? {
        try await read { db in
            try OwnQuestionRows.all(of: account, db, name: id).first
        }
    }

    /// A picture or a recording of a family's own question; nil where there is none, or it is another
    /// family's.
    public func ownFile(
        _ part: OwnFile.Part, question: UUID, of account: AccountID
    ) async throws(StoreError) -> OwnFile? {
        try await read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT type, content, digest FROM own_file WHERE part = ? AND question = (
                        SELECT id FROM own_question WHERE account = ? AND name = ?)
                    """, arguments: [part.rawValue, account.rawValue, question.bytes]
            ).map { OwnFile(type: $0["type"], content: $0["content"], digest: $0["digest"]) }
        }
    }

    /// How many own questions a family has, and how many bytes.
    public func bankUsage(of account: AccountID) async throws(StoreError) -> BankUsage {
        try await read { db in try OwnQuestionRows.usage(of: account, db) }
    }

    /// Stores a question of a family, a new one or a changed one, with its files: whole or not at all.
    ///
    /// A question that became another (its picture, its answers) is taken out of the rounds that the
    /// family's children have not finished: nobody is asked by one picture and judged by another.
    ///
    /// - Parameters:
    ///   - question: the question; of a name that the family has, it takes the other's place.
    ///   - files: what becomes of its files; of what is not named, nothing.
    ///   - account: whose it is.
    /// - Returns: the question as it is stored, and whether it is new.
    /// - Throws: ``StoreError`` with `invalid` for a question with a fault or without a picture,
    ///   `tooManyQuestions`, `tooManyBytes`, or `notFound` where the account is gone.
    public func saveOwnQuestion(
        _ question: OwnQuestion, files: [OwnFile.Part: OwnFileChange], of account: AccountID
    ) async throws(StoreError) -> (question: StoredOwnQuestion, isNew: Bool) {
        if let fault = question.fault {
            throw StoreError(.invalid, "The question's \(fault.rawValue) cannot be so.")
        }
        guard ![question.prompt, question.tip].contains(where: { $0.utf8.contains(0) }) else {
            throw StoreError(.invalid, "A text holds the character U+0000. Leave it out.")
        }
        let now = now
        let saved = try await write { db in
            let former = try OwnQuestionRows.all(of: account, db, name: question.id).first
            let row = try OwnQuestionRows.write(question, of: account, now, db)
            for part in OwnFile.Part.allCases {
                try OwnQuestionRows.apply(files[part] ?? .keep, to: part, ofRow: row, db)
            }
            guard let stored = try OwnQuestionRows.all(of: account, db, name: question.id).first
            else { throw StoreError(.notFound, "The question is gone.") }
            guard stored.files[.picture] != nil else {
                throw StoreError(.invalid, "A question needs a picture.")
            }
            try OwnQuestionRows.holdToQuota(account, isNew: former == nil, db)
            if let former,
                former.question.question != stored.question.question
                    || former.files[.picture] != stored.files[.picture]
            {
                try OwnQuestionRows.withdraw(question.questionID, from: account, now, db)
            }
            return (stored, former == nil)
        }
        if !saved.1 { try await forgetWrites() }
        return saved
    }

    /// Deletes a question of a family with its picture and recordings, and takes it out of rounds that
    /// are being played.
    ///
    /// What was answered of it stays counted.
    ///
    /// - Throws: ``StoreError`` with `notFound` where there is none, or it is another family's.
    public func deleteOwnQuestion(_ id: UUID, of account: AccountID) async throws(StoreError) {
        let now = now
        try await write { db in
            try db.execute(
                sql: "DELETE FROM own_question WHERE account = ? AND name = ?",
                arguments: [account.rawValue, id.bytes])
            guard db.changesCount == 1 else {
                throw StoreError(.notFound, "The family has no such question.")
            }
            try OwnQuestionRows.withdraw(OwnQuestion.questionID(id), from: account, now, db)
        }
        try await forgetWrites()
    }

    /// Whether questions that ship are asked between a family's own.
    public func mixesStandardQuestions(_ account: AccountID) async throws(StoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT mixes_standard FROM household WHERE id = ?",
                arguments: [account.rawValue]) ?? false
        }
    }

    /// Sets whether questions that ship are asked between a family's own.
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
