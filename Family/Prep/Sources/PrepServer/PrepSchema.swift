import FamilyStore

/// Prep's tables.
enum PrepSchema {
    static let migrations = [
        AppMigration(
            app: "prep", number: 1, name: "experiences, visits, captures",
            sql: """
                CREATE TABLE prep_experience (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    title TEXT NOT NULL,
                    revision INTEGER NOT NULL,
                    content TEXT NOT NULL,
                    created INTEGER NOT NULL,
                    UNIQUE (household, title)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE prep_draft (
                    experience TEXT PRIMARY KEY REFERENCES prep_experience ON DELETE CASCADE,
                    content TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE prep_visit (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    member INTEGER NOT NULL,
                    experience TEXT NOT NULL,
                    step INTEGER NOT NULL,
                    started INTEGER NOT NULL,
                    before INTEGER CHECK (before BETWEEN 1 AND 5),
                    after INTEGER CHECK (after BETWEEN 1 AND 5),
                    finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
                    too_much INTEGER NOT NULL DEFAULT 0 CHECK (too_much >= 0)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX prep_visit_member ON prep_visit (member, experience);
                CREATE TABLE prep_preference (
                    member INTEGER PRIMARY KEY,
                    swipe_only INTEGER NOT NULL CHECK (swipe_only IN (0, 1))
                ) STRICT;
                CREATE TABLE prep_capture (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    created INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE prep_photo (
                    capture TEXT NOT NULL REFERENCES prep_capture ON DELETE CASCADE,
                    number INTEGER NOT NULL,
                    yaw REAL, pitch REAL, roll REAL, field_of_view REAL,
                    PRIMARY KEY (capture, number)
                ) STRICT, WITHOUT ROWID;
                """)
    ]
}
