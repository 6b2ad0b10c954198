package import FamilyStore
package import GRDB

/// A parent's choice of apps for a child.
package enum EnabledApps {
    /// The name of the table of choices; an app without a choice uses its card's default.
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

    /// A parent's choices for a child, by the app's id.
    package static func choices(of player: PlayerID, _ db: Database) throws -> [String: Bool] {
        let statement = try db.cachedStatement(
            sql: "SELECT app, enabled FROM home_enabled_app WHERE player = ?")
        let rows = try Row.fetchAll(statement, arguments: [player.rawValue])
        return Dictionary(rows.map { ($0["app"], $0["enabled"]) }, uniquingKeysWith: { $1 })
    }
}

extension AccountStore {
    /// A parent's choices for a child, by the app's id.
    package func enabledApps(of player: PlayerID) async throws(StoreError) -> [String: Bool] {
        try await database.read { db in try EnabledApps.choices(of: player, db) }
    }

    /// Stores the apps that the children of an account see.
    ///
    /// - Parameters:
    /// - choices: For each child, each app and whether it is enabled.
    /// - account: The account; other accounts' children count as unknown.
    /// - Throws: ``StoreError`` with `notFound` if a child is not the account's; nothing has
    ///   changed then.
    package func setEnabledApps(
        _ choices: [PlayerID: [String: Bool]], of account: AccountID
    ) async throws(StoreError) {
        try await database.write { db in
            let family = try Self.requireAccount(account, db)
            for (player, apps) in choices {
                guard family.player(player) != nil else {
                    throw StoreError(.notFound, "This account has no such child.")
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
