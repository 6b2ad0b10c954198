import FamilyStore

/// Tables of playlists.
enum PlaylistSchema {
    static let migrations = [
        AppMigration(
            app: "together-playlist", number: 1, name: "playlists, items, editors, invitations",
            sql: """
                CREATE TABLE together_playlist (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    owner INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    details TEXT NOT NULL,
                    is_draft INTEGER NOT NULL CHECK (is_draft IN (0, 1)),
                    revision INTEGER NOT NULL DEFAULT 1,
                    created INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_playlist_household ON together_playlist (household, owner);
                CREATE TABLE together_playlist_editor (
                    playlist TEXT NOT NULL REFERENCES together_playlist ON DELETE CASCADE,
                    member INTEGER NOT NULL,
                    PRIMARY KEY (playlist, member)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_playlist_editor_member ON together_playlist_editor (member);
                CREATE TABLE together_playlist_item (
                    id TEXT PRIMARY KEY,
                    playlist TEXT NOT NULL REFERENCES together_playlist ON DELETE CASCADE,
                    position INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    kind TEXT NOT NULL CHECK (kind IN ('song', 'video', 'picture')),
                    host TEXT NOT NULL,
                    seconds REAL,
                    address TEXT,
                    media TEXT,
                    member INTEGER NOT NULL,
                    CHECK ((address IS NULL) <> (media IS NULL))
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_playlist_item_order
                    ON together_playlist_item (playlist, position);
                CREATE TABLE together_playlist_upload (
                    job TEXT PRIMARY KEY,
                    playlist TEXT NOT NULL REFERENCES together_playlist ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    member INTEGER NOT NULL,
                    created INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_playlist_invitation (
                    digest BLOB PRIMARY KEY,
                    playlist TEXT NOT NULL REFERENCES together_playlist ON DELETE CASCADE,
                    email TEXT NOT NULL,
                    created INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    ]
}
