public import FamilyAccounts
public import FamilyStore
import GRDB
import TrainerRules

extension TrainerStore {
    /// A player's plants, the oldest first.
    ///
    /// Plants are permanent, like stickers: resetting the progress removes none.
    public func plants(of player: PlayerID) async throws(StoreError) -> [Plant] {
        try await read { db in try Self.fetchPlants(player, db) }
    }

    static func fetchPlants(_ player: PlayerID, _ db: Database) throws -> [Plant] {
        try Row.fetchAll(
            db, sql: "SELECT source, day FROM plant WHERE player = ? ORDER BY id",
            arguments: [player.rawValue]
        ).map { row in
            guard let source = Plant.Source(rawValue: row["source"]) else {
                throw StoreError(
                    .damaged, "The round of a plant is unknown. Run `facialfun-family doctor`.")
            }
            return Plant(source: source, day: Day(row["day"]))
        }
    }

    /// Adds the plant of a round that was just finished, and counts the round for an assignment.
    static func grow(
        _ source: Plant.Source, of player: PlayerID, on day: Day, _ db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO plant (player, source, day) VALUES (?, ?, ?)")
        try statement.execute(arguments: [player.rawValue, source.rawValue, day.number])
        try countAssignment(source, of: player, db)
    }
}
