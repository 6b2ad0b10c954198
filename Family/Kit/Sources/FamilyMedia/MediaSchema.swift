package import FamilyStore

/// The tables of media files: each household's files, the references to them, and conversions.
package enum MediaSchema {
    /// The kit's own migrations for media.
    package static let migrations = [
        AppMigration(
            app: "media", number: 1, name: "files, holdings, references, jobs",
            sql: """
                CREATE TABLE media_file (
                    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
                    kind TEXT NOT NULL,
                    type TEXT NOT NULL,
                    bytes INTEGER NOT NULL CHECK (bytes > 0),
                    width INTEGER,
                    height INTEGER,
                    seconds REAL,
                    details TEXT
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE media_variant (
                    hash TEXT NOT NULL REFERENCES media_file ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    digest TEXT NOT NULL,
                    PRIMARY KEY (hash, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE media_holding (
                    household INTEGER NOT NULL,
                    hash TEXT NOT NULL REFERENCES media_file,
                    since INTEGER NOT NULL,
                    PRIMARY KEY (household, hash)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX media_holding_hash ON media_holding (hash);
                CREATE TABLE media_reference (
                    household INTEGER NOT NULL,
                    hash TEXT NOT NULL,
                    app TEXT NOT NULL,
                    owner TEXT NOT NULL,
                    PRIMARY KEY (household, app, owner, hash),
                    FOREIGN KEY (household, hash) REFERENCES media_holding
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX media_reference_hash ON media_reference (household, hash);
                CREATE TABLE media_job (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    household INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    parameters TEXT NOT NULL,
                    state TEXT NOT NULL
                        CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
                    attempts INTEGER NOT NULL DEFAULT 0,
                    media TEXT,
                    code TEXT,
                    message TEXT,
                    started INTEGER NOT NULL DEFAULT 0,
                    changed INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX media_job_state ON media_job (state, household);
                """)
    ]
}
