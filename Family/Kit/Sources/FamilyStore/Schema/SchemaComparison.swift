import GRDB

extension DatabaseSchema {
    /// Compares a database's tables, indexes, triggers and views with those of its migrations.
    ///
    /// Reads only `sqlite_schema`, so that nothing in an untrusted file is executed.
    ///
    /// The migrations are repeated in the order in which this database got them. The order depends
    /// on its age: an app may have been added before or after a change of accounts.
    ///
    /// - Returns: Missing, changed and foreign objects, one sentence each; empty if there are none.
    func differences(_ db: Database) throws -> [String] {
        let applied =
            try db.tableExists("grdb_migrations")
            ? String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid") : []
        guard !applied.isEmpty, let migrator = migrator(of: applied) else {
            return ["Its tables do not match its list of migrations."]
        }
        let model = try DatabaseQueue()
        try migrator.migrate(model)
        let wanted = try model.read { try Self.objects($0) }
        let found = try Self.objects(db)
        let names = Set(wanted.keys).union(found.keys).sorted()
        return names.compactMap { name in
            switch (wanted[name], found[name]) {
            case (nil, _): "It has an unknown \(name)."
            case (_, nil): "The \(name) is missing."
            case (let wanted, let found):
                wanted == found ? nil : "The \(name) differs from the game's."
            }
        }
    }

    /// The SQL statements of the database's objects, by kind and name.
    private static func objects(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT type || ' "' || name || '"' AS name, tbl_name || ': ' || coalesce(sql, '') AS sql
                FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                """)
        return Dictionary(rows.map { ($0["name"], $0["sql"]) }, uniquingKeysWith: { $0 + $1 })
    }
}
