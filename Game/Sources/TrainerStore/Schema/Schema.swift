import GRDB

/// The tables, and how they came to be.
///
/// A migration that has shipped is never changed: what is to be different comes as a new one.
enum Schema {
    /// `PET1` in ASCII: tells this program's files from others'.
    static let applicationID: Int32 = 0x5045_5431

    /// All migrations, the oldest first.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 accounts, sessions, rounds", migrate: makeVersion1)
        migrator.registerMigration("2 facial fun", migrate: makeVersion2)
        migrator.registerMigration("3 family", migrate: makeVersion3)
        migrator.registerMigration("4 own questions", migrate: makeVersion4)
        migrator.registerMigration("5 portal", migrate: makeVersion5)
        migrator.registerMigration("7 stickers, the end of a sitting", migrate: makeVersion7)
        migrator.registerMigration("8 retention", migrate: makeVersion8)
        migrator.registerMigration("9 agreements", migrate: makeVersion9)
        migrator.registerMigration("10 households", migrate: makeVersion10)
        return migrator
    }

    /// Refuses a database of another program or of a newer version.
    static func refuseWhatIsNotOurs(_ db: Database, path: String) throws {
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
