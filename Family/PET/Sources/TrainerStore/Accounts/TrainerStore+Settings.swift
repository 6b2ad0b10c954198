import Foundation
import GRDB

extension TrainerStore {
    /// A player's settings.
    ///
    /// - Throws: ``StoreError`` with `notFound`, or `damaged` where they cannot be read.
    public func settings(of player: PlayerID) async throws(StoreError) -> PlayerSettings {
        try await read { db in try Self.fetchSettings(of: player, db) }
    }

    /// Changes a player's settings, in one transaction with reading them: two tabs that change
    /// different things both have their way.
    ///
    /// - Throws: ``StoreError`` with `notFound`, or `invalid` for a volume that is none.
    public func updateSettings(
        of player: PlayerID, _ change: @escaping @Sendable (inout PlayerSettings) -> Void
    ) async throws(StoreError) -> PlayerSettings {
        try await write { db in
            var settings = try Self.fetchSettings(of: player, db)
            change(&settings)
            guard PlayerSettings.volumes.contains(settings.volume) else {
                throw StoreError(
                    .invalid, "The volume goes from 25 to 100 percent in steps of 5.")
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
        else { throw StoreError(.notFound, "There is no such player.") }
        return try JSON.value(PlayerSettings.self, text)
    }
}

/// Values as JSON text, as columns hold them.
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
