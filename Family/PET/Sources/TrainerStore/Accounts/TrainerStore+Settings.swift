public import FamilyAccounts
public import FamilyStore
import Foundation
import GRDB

extension TrainerStore {
    /// A player's settings.
    ///
    /// - Throws: ``StoreError`` with `notFound`, or `damaged` if they cannot be decoded.
    public func settings(of player: PlayerID) async throws(StoreError) -> PlayerSettings {
        try await read { db in try Self.fetchSettings(of: player, db) }
    }

    /// Reads and changes a player's settings in one transaction, so that changes from two tabs are
    /// merged.
    ///
    /// - Throws: ``StoreError`` with `notFound`, or `invalid` for an invalid volume.
    public func updateSettings(
        of player: PlayerID, _ change: @escaping @Sendable (inout PlayerSettings) -> Void
    ) async throws(StoreError) -> PlayerSettings {
        try await write { db in
            var settings = try Self.fetchSettings(of: player, db)
            change(&settings)
            guard PlayerSettings.volumes.contains(settings.volume) else {
                throw StoreError(
                    .invalid, "The volume must be 25 to 100 percent, in steps of 5.")
            }
            try db.execute(
                sql: "UPDATE member SET settings = ? WHERE id = ?",
                arguments: [try JSON.text(settings), player.rawValue])
            return settings
        }
    }

    static func fetchSettings(of player: PlayerID, _ db: Database) throws -> PlayerSettings {
        guard
            let text = try String.fetchOne(
                db, sql: "SELECT settings FROM member WHERE id = ?", arguments: [player.rawValue])
        else { throw StoreError(.notFound, "There is no such child.") }
        return try JSON.value(PlayerSettings.self, text)
    }
}

/// Values as JSON text, as stored in columns.
enum JSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
