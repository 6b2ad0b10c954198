package import GRDB

/// A step of an app's schema.
///
/// It is plain SQL, so changes of the app's types cannot affect it.
///
/// Its identifier in the database is `app/number name`. A released migration is never changed.
package struct AppMigration: Hashable, Sendable {
    /// The app's id, which is also the prefix of its tables.
    package let app: String
    /// The position among the app's migrations, from 1.
    package let number: Int
    /// A short description.
    package let name: String
    /// The statements, run in one transaction.
    package let sql: String

    /// Makes a migration.
    package init(app: String, number: Int, name: String, sql: String) {
        self.app = app
        self.number = number
        self.name = name
        self.sql = sql
    }

    /// The name of the migration in the database.
    package var identifier: String { "\(app)/\(number) \(name)" }
}

/// An error in the numbering of migrations.
package struct MigrationError: Error, CustomStringConvertible {
    package let description: String
}

extension DatabaseMigrator {
    /// This migrator followed by the migrations of the apps.
    ///
    /// - Throws: ``MigrationError`` if an app's migrations are not numbered 1, 2, 3, …, or if two
    ///   migrations have the same identifier.
    package func followed(by migrations: [AppMigration]) throws(MigrationError) -> DatabaseMigrator
    {
        var migrator = self
        var last: [String: Int] = [:]
        var known = Set(self.migrations)
        for migration in migrations {
            let next = last[migration.app, default: 0] + 1
            guard migration.number == next else {
                throw MigrationError(
                    description: "expected migration \(next) of the app \(migration.app), found "
                        + "\"\(migration.identifier)\"; number them 1, 2, 3 in order")
            }
            guard known.insert(migration.identifier).inserted else {
                throw MigrationError(
                    description: "duplicate migration \"\(migration.identifier)\"; give it a "
                        + "number of its own")
            }
            last[migration.app] = next
            let sql = migration.sql
            migrator.registerMigration(migration.identifier) { try $0.execute(sql: sql) }
        }
        return migrator
    }
}
