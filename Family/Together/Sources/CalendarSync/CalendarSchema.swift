package import FamilyStore

/// Tables of members' calendars, of the events to write into them, and of members' feeds.
package enum CalendarSchema {
    package static let migrations = [
        AppMigration(
            app: "together-calendar", number: 1, name: "calendars, events, busy times, feeds",
            sql: """
                CREATE TABLE together_calendar (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    member INTEGER NOT NULL,
                    kind TEXT NOT NULL CHECK (kind IN ('ical', 'caldav')),
                    name TEXT NOT NULL,
                    address TEXT NOT NULL,
                    hosts TEXT NOT NULL,
                    credentials BLOB,
                    is_writable INTEGER NOT NULL CHECK (is_writable IN (0, 1)),
                    is_target INTEGER NOT NULL DEFAULT 0 CHECK (is_target IN (0, 1)),
                    hidden TEXT NOT NULL DEFAULT '[]',
                    version TEXT,
                    sync_token TEXT,
                    listed INTEGER NOT NULL DEFAULT 0,
                    checked INTEGER,
                    due INTEGER NOT NULL,
                    failures INTEGER NOT NULL DEFAULT 0,
                    problem_code TEXT,
                    problem TEXT,
                    UNIQUE (member, address)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_calendar_household ON together_calendar (household, member);
                CREATE INDEX together_calendar_due ON together_calendar (due);
                CREATE TABLE together_calendar_object (
                    calendar TEXT NOT NULL REFERENCES together_calendar ON DELETE CASCADE,
                    path TEXT NOT NULL,
                    tag TEXT NOT NULL,
                    data TEXT NOT NULL,
                    PRIMARY KEY (calendar, path)
                ) STRICT;
                CREATE TABLE together_calendar_busy (
                    calendar TEXT NOT NULL REFERENCES together_calendar ON DELETE CASCADE,
                    start INTEGER NOT NULL,
                    "end" INTEGER NOT NULL,
                    PRIMARY KEY (calendar, start)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_calendar_write (
                    calendar TEXT NOT NULL REFERENCES together_calendar ON DELETE CASCADE,
                    uid TEXT NOT NULL,
                    tag TEXT,
                    data TEXT,
                    ends INTEGER NOT NULL,
                    is_pending INTEGER NOT NULL CHECK (is_pending IN (0, 1)),
                    PRIMARY KEY (calendar, uid)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_calendar_feed (
                    member INTEGER PRIMARY KEY,
                    household INTEGER NOT NULL,
                    digest BLOB NOT NULL UNIQUE,
                    token BLOB NOT NULL
                ) STRICT;
                """),
        AppMigration(
            app: "together-calendar", number: 2, name: "events that a server refuses",
            sql: """
                ALTER TABLE together_calendar_write
                    ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE together_calendar_write ADD COLUMN retry INTEGER NOT NULL DEFAULT 0;
                """),
        // SQL cannot encrypt existing rows; `CalendarStore.sealStoredText()` does so at the next
        // start. Until then `digest` is the address itself, and `address` is NULL.
        AppMigration(
            app: "together-calendar", number: 3, name: "sealed addresses",
            sql: """
                ALTER TABLE together_calendar RENAME COLUMN address TO digest;
                ALTER TABLE together_calendar ADD COLUMN address BLOB;
                """),
        // Likewise: until the next start, `digest` is the path itself, and `path` is NULL.
        AppMigration(
            app: "together-calendar", number: 4, name: "sealed paths",
            sql: """
                ALTER TABLE together_calendar_object RENAME COLUMN path TO digest;
                ALTER TABLE together_calendar_object ADD COLUMN path BLOB;
                """),
    ]
}
