import FamilyStore
import GRDB

/// The tables, and how they came to be.
///
/// A migration that has shipped is never changed: what is to be different comes as a new one.
enum Schema {
    /// `PET1` in ASCII: tells this program's files from others'.
    static let applicationID: Int32 = 0x5045_5431

    /// A step that leads to the tables of today.
    struct Step: Sendable {
        let identifier: String
        let migrate: @Sendable (Database) throws -> Void
    }

    /// The migrations of accounts and P.E.T., the oldest first.
    static let steps = [
        Step(identifier: "1 accounts, sessions, rounds", migrate: makeVersion1),
        Step(identifier: "2 facial fun", migrate: makeVersion2),
        Step(identifier: "3 family", migrate: makeVersion3),
        Step(identifier: "4 own questions", migrate: makeVersion4),
        Step(identifier: "5 portal", migrate: makeVersion5),
        Step(identifier: "7 stickers, the end of a sitting", migrate: makeVersion7),
        Step(identifier: "8 retention", migrate: makeVersion8),
        Step(identifier: "9 agreements", migrate: makeVersion9),
        Step(identifier: "10 households", migrate: makeVersion10),
    ]

    /// GRDB's migrator of the steps of accounts and P.E.T.
    static var migrator: DatabaseMigrator { migrator(of: steps) }

    private static func migrator(of steps: [Step]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in steps { migrator.registerMigration(step.identifier, migrate: step.migrate) }
        return migrator
    }

    /// A migrator of exactly the given steps in the given order; nil if one of them is unknown, or if an
    /// earlier step of the same app is missing.
    static func migrator(
        of identifiers: [String], apps: [AppMigration]
    ) -> DatabaseMigrator? {
        let appSteps = (EnabledApps.migrations + apps).map { migration in
            Step(identifier: migration.identifier) { try $0.execute(sql: migration.sql) }
        }
        var rest = Dictionary(grouping: steps + appSteps) { owner(of: $0.identifier) }
            .mapValues { $0[...] }
        var chosen: [Step] = []
        for identifier in identifiers {
            guard let step = rest[owner(of: identifier)]?.popFirst(),
                step.identifier == identifier
            else { return nil }
            chosen.append(step)
        }
        return migrator(of: chosen)
    }

    /// The app of a step; empty for accounts and P.E.T.
    private static func owner(of identifier: String) -> Substring {
        identifier.firstIndex(of: "/").map { identifier[..<$0] } ?? ""
    }

    /// The migrations of this database and those of apps, in the order in which they are applied.
    ///
    /// Accounts and P.E.T. keep the names that theirs always had; an app's begin with its id.
    ///
    /// - Throws: `MigrationError` if the numbers of an app's migrations are not in order.
    static func migrator(followedBy apps: [AppMigration]) throws -> DatabaseMigrator {
        try migrator.followed(by: EnabledApps.migrations + apps)
    }

    /// Refuses a database of another program or of a newer version.
    static func refuseWhatIsNotOurs(
        _ db: Database, path: String, migrator: DatabaseMigrator
    ) throws {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM sqlite_schema
                    WHERE tbl_name <> 'grdb_migrations' AND tbl_name NOT LIKE 'sqlite_%'
                    """) ?? 0
        // Without a table of its own it is one whose making was cut off.
        guard identifier == applicationID || (identifier == 0 && tables == 0) else {
            throw StoreError(
                .foreign,
                "\(path) is a database of another program. Choose another folder with "
                    + "`--data FOLDER`.")
        }
        guard try migrator.hasBeenSuperseded(db) else { return }
        let known = Set(migrator.migrations)
        let unknown = try migrator.appliedIdentifiers(db).subtracting(known).sorted()
        throw StoreError(
            .newer,
            "\(path) was made by a newer version of the game (it has \"\(unknown.joined(separator: "\", \""))\"). "
                + "Update the game; this version leaves the file as it is.")
    }
}
