import FamilyAccounts
import GRDB

extension Schema {
    /// The family: the parent PIN, badges, notes, and the audit log.
    static func makeVersion3(_ db: Database) throws {
        try db.execute(sql: family)
    }

    private static let family = """
        -- scrypt, as the password's; NULL for an account that has no PIN yet.
        ALTER TABLE account ADD COLUMN pin_hash TEXT;
        ALTER TABLE account ADD COLUMN pin_failures INTEGER NOT NULL DEFAULT 0
            CHECK (pin_failures >= 0);
        ALTER TABLE account ADD COLUMN pin_denied_until INTEGER;

        -- Until when the parent's part of this session is open; NULL where it is closed.
        ALTER TABLE session ADD COLUMN parent_until INTEGER;

        -- What the child chose to be known by; NULL for one of its number.
        ALTER TABLE player ADD COLUMN badge TEXT;
        ALTER TABLE player ADD COLUMN colour TEXT;

        CREATE TABLE note (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            player INTEGER NOT NULL REFERENCES player ON DELETE CASCADE,
            day INTEGER NOT NULL,
            text TEXT NOT NULL CHECK (length(text) > 0),
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX note_of_player ON note (player, day);

        -- Who looked at or changed a child's data. No names: a child that is deleted is a number.
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            -- NULL for the whole family; the child itself may be gone.
            player INTEGER,
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            -- How many rows it was about; NULL where that says nothing.
            count INTEGER CHECK (count >= 0)
        ) STRICT;
        CREATE INDEX audit_of_account ON audit (account, at);
        """
}
