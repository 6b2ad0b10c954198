public import FamilyAccounts
public import Foundation
import TrainerRules

extension TrainerStore {
    /// Writes an account as JSON, with its pictures and recordings one by one at the end, because
    /// they may be 60 MB, too much to keep in memory together.
    ///
    /// If a question is deleted during the export, its files are missing.
    ///
    /// - Parameters:
    /// - export: The result of ``export(_:)``.
    /// - records: The records of other apps about the account's members, as a JSON object; nil for
    ///   none.
    /// - isPretty: Whether to format the text with line breaks.
    /// - write: Receives the text, piece by piece.
    /// - Throws: ``StoreError``, and errors of `write`.
    public func writeExport(
        _ export: AccountExport, records: Data? = nil, isPretty: Bool = false,
        to write: (Data) async throws -> Void
    ) async throws {
        try await writeExport(
            export, questions: export.questions, account: export.account.id, records: records,
            isPretty: isPretty, to: write)
    }

    /// Writes a child in the format of ``writeExport(_:records:isPretty:to:)``.
    ///
    /// - Throws: ``StoreError``, and errors of `write`.
    public func writeExport(
        _ export: AccountExport.ChildExport, of account: AccountID, records: Data?,
        to write: (Data) async throws -> Void
    ) async throws {
        try await writeExport(
            export, questions: export.questions, account: account, records: records,
            isPretty: false, to: write)
    }

    private func writeExport(
        _ export: some Encodable, questions: [AccountExport.QuestionExport], account: AccountID,
        records: Data?, isPretty: Bool, to write: (Data) async throws -> Void
    ) async throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        let words = try encoder.encode(export)
        // The text without its closing brace; the files are inserted before the brace.
        try await write(words.dropLast(isPretty ? 2 : 1))
        if let records { try await write(Data(",\"apps\":".utf8) + records) }
        try await write(Data(",\(isPretty ? "\n  " : "")\"files\":[".utf8))
        var isFirst = true
        for question in questions {
            for part in OwnFile.Part.allCases {
                let id = question.question.id
                guard let file = try await ownFile(part, question: id, of: account)
                else { continue }
                let entry = AccountExport.FileExport(
                    question: id, part: part, type: file.type, content: file.content)
                try await write(Data((isFirst ? "" : ",").utf8) + encoder.encode(entry))
                isFirst = false
            }
        }
        try await write(Data("]\(isPretty ? "\n" : "")}".utf8))
    }
}
