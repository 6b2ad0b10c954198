package import GRDB

/// The tables of a database and their migrations.
///
/// A migration that has shipped never changes; further changes need a new one.
package struct DatabaseSchema: Sendable {
    /// A step of the schema.
    package struct Step: Sendable {
        package let identifier: String
        package let migrate: @Sendable (Database) throws -> Void

        package init(identifier: String, migrate: @escaping @Sendable (Database) throws -> Void) {
            self.identifier = identifier
            self.migrate = migrate
        }
    }

    /// A query that counts inconsistent rows.
    package struct Contradiction: Sendable {
        package let query: String
        /// The words that follow the count in a message, with the remedy.
        package let sentence: String

        package init(_ query: String, _ sentence: String) {
            self.query = query
            self.sentence = sentence
        }
    }

    /// Identifies this program's files (`PRAGMA application_id`).
    package let applicationID: Int32
    /// The migrations from before there were apps, the oldest first.
    package let steps: [Step]
    /// The migrations of apps.
    package private(set) var apps: [AppMigration]
    /// Queries that find inconsistent rows.
    package let contradictions: [Contradiction]

    /// Makes a schema.
    package init(
        applicationID: Int32, steps: [Step] = [], apps: [AppMigration] = [],
        contradictions: [Contradiction] = []
    ) {
        self.applicationID = applicationID
        self.steps = steps
        self.apps = apps
        self.contradictions = contradictions
    }

    /// This schema followed by the migrations of further apps.
    package func followed(by migrations: [AppMigration]) -> DatabaseSchema {
        var schema = self
        schema.apps += migrations
        return schema
    }

    /// GRDB's migrator with these steps.
    package static func migrator(of steps: [Step]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in steps { migrator.registerMigration(step.identifier, migrate: step.migrate) }
        return migrator
    }

    /// A migrator of exactly the given steps in the given order; nil if one of them is unknown, or if an
    /// earlier step of the same app is missing.
    package func migrator(of identifiers: [String]) -> DatabaseMigrator? {
        let appSteps = apps.map { migration in
            Step(identifier: migration.identifier) { try $0.execute(sql: migration.sql) }
        }
        var rest = Dictionary(grouping: steps + appSteps) { Self.owner(of: $0.identifier) }
            .mapValues { $0[...] }
        var chosen: [Step] = []
        for identifier in identifiers {
            guard let step = rest[Self.owner(of: identifier)]?.popFirst(),
                step.identifier == identifier
            else { return nil }
            chosen.append(step)
        }
        return Self.migrator(of: chosen)
    }

    /// The app of a step; empty for the steps from before there were apps.
    private static func owner(of identifier: String) -> Substring {
        identifier.firstIndex(of: "/").map { identifier[..<$0] } ?? ""
    }

    /// All migrations in the order in which they are applied to a new database.
    ///
    /// The first steps have names without a prefix; an app's names begin with its id.
    ///
    /// - Throws: `MigrationError` if the numbers of an app's migrations are not in order.
    package func migrator() throws(MigrationError) -> DatabaseMigrator {
        try Self.migrator(of: steps).followed(by: apps)
    }

    /// Throws for a database of another program or of a newer version.
    func refuseForeign(_ db: Database, path: String) throws {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM sqlite_schema
                    WHERE tbl_name <> 'grdb_migrations' AND tbl_name NOT LIKE 'sqlite_%'
                    """) ?? 0
        // A database without any table was not created completely.
        guard identifier == applicationID || (identifier == 0 && tables == 0) else {
            throw StoreError(
                .foreign,
                "\(path) is a database of another program. Choose another folder with "
                    + "`--data FOLDER`.")
        }
        let migrator = try migrator()
        guard try migrator.hasBeenSuperseded(db) else { return }
        let known = Set(migrator.migrations)
        let unknown = try migrator.appliedIdentifiers(db).subtracting(known).sorted()
        throw StoreError(
            .newer,
            "\(path) was made by a newer version of the game (it has \"\(unknown.joined(separator: "\", \""))\"). "
                + "Update the game; this version leaves the file as it is.")
    }
}
