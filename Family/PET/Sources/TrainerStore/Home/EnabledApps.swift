package import FamilyStore
import GRDB

/// Which apps a parent switched on or off for a child.
package enum EnabledApps {
    /// The table of the decisions; an app without one is as its card says.
    package static let migrations = [
        AppMigration(
            app: "home", number: 1, name: "enabled apps",
            sql: """
                CREATE TABLE home_enabled_app (
                    player INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
                    app TEXT NOT NULL,
                    enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
                    PRIMARY KEY (player, app)
                ) STRICT, WITHOUT ROWID;
                """)
    ]
}

extension TrainerStore {
    /// A parent's decisions about the apps of a child, by the app's id.
    package func enabledApps(of player: PlayerID) async throws(StoreError) -> [String: Bool] {
        try await read { db in try Self.fetchEnabledApps(player, db) }
    }

    static func fetchEnabledApps(_ player: PlayerID, _ db: Database) throws -> [String: Bool] {
        let statement = try db.cachedStatement(
            sql: "SELECT app, enabled FROM home_enabled_app WHERE player = ?")
        let rows = try Row.fetchAll(statement, arguments: [player.rawValue])
        return Dictionary(rows.map { ($0["app"], $0["enabled"]) }, uniquingKeysWith: { $1 })
    }

    /// Writes down which apps the children of an account see.
    ///
    /// - Parameters:
    ///   - choices: For each child, each app with whether it is on.
    ///   - account: The account; children of others are unknown to it.
    /// - Throws: ``StoreError`` with `notFound` if a child is not the account's; nothing has changed
    ///   then.
    package func setEnabledApps(
        _ choices: [PlayerID: [String: Bool]], of account: AccountID
    ) async throws(StoreError) {
        try await write { db in
            let family = try Self.requireAccount(account, db)
            for (player, apps) in choices {
                guard family.player(player) != nil else {
                    throw StoreError(.notFound, "The account has no such player.")
                }
                for (app, isEnabled) in apps {
                    try db.execute(
                        sql: """
                            INSERT INTO home_enabled_app (player, app, enabled) VALUES (?, ?, ?)
                            ON CONFLICT DO UPDATE SET enabled = excluded.enabled
                            """, arguments: [player.rawValue, app, isEnabled])
                }
            }
        }
    }
}
