public import Foundation
import TrainerRules

extension TrainerStore {
    /// Writes an account with all it holds as JSON, its pictures and recordings one after the other at
    /// the end: a family's may have 60 MB, and none needs them in memory at once.
    ///
    /// A question that is deleted meanwhile is there without its files.
    ///
    /// - Parameters:
    ///   - export: the account, as ``export(_:)`` gave it.
    ///   - records: what other apps keep about the account's members, as a JSON object; nil for nothing.
    ///   - isPretty: whether the words have lines of their own, for people.
    ///   - write: takes the text, piece by piece.
    /// - Throws: ``StoreError``, and what `write` throws.
    public func writeExport(
        _ export: AccountExport, records: Data? = nil, isPretty: Bool = false,
        to write: (Data) async throws -> Void
    ) async throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        let words = try encoder.encode(export)
        // All but the brace at the end, before which the files come.
        try await write(words.dropLast(isPretty ? 2 : 1))
        if let records { try await write(Data(",\"apps\":".utf8) + records) }
        try await write(Data(",\(isPretty ? "\n  " : "")\"files\":[".utf8))
        var isFirst = true
        for question in export.questions {
            for part in OwnFile.Part.allCases {
                let id = question.question.id
                guard let file = try await ownFile(part, question: id, of: export.account.id)
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
