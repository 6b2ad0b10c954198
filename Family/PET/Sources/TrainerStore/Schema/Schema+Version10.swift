import FamilyAccounts
import GRDB

extension Schema {
    /// Turns accounts into households with members, logins and approved devices.
    ///
    /// Every account becomes a household with one parent, who has the account's login; every player
    /// becomes a child of it and keeps its number. When a table is renamed, SQLite rewrites the
    /// references of other tables. A rebuilt table therefore gets the old name first, and is then
    /// renamed.
    static func makeVersion10(_ db: Database) throws {
        try db.execute(sql: dropTriggers)
        try db.execute(sql: households)
        try db.execute(sql: members)
        try db.execute(sql: logins)
        try db.execute(sql: invitations)
        try db.execute(sql: memberSessions)
        try db.execute(sql: renames)
        try db.execute(sql: triggers)
    }

    private static let dropTriggers = """
        DROP TRIGGER portal_consent_withdrawn;
        DROP TRIGGER portal_consent_given;
        DROP TRIGGER portal_birth_year_changed;
        DROP TRIGGER portal_round_gone;
        DROP TRIGGER portal_face_round_gone;
        """

    private static let households = """
        CREATE TABLE new_household (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            terms_version TEXT NOT NULL,
            terms_agreed_at INTEGER NOT NULL,
            agrees_to_statistics INTEGER NOT NULL CHECK (agrees_to_statistics IN (0, 1)),
            -- scrypt; NULL for a household that has no PIN yet.
            pin_hash TEXT,
            pin_failures INTEGER NOT NULL DEFAULT 0 CHECK (pin_failures >= 0),
            pin_denied_until INTEGER,
            -- Whether bundled questions are asked between a family's own.
            mixes_standard INTEGER NOT NULL DEFAULT 0 CHECK (mixes_standard IN (0, 1)),
            created_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO new_household (
            id, terms_version, terms_agreed_at, agrees_to_statistics, pin_hash, pin_failures,
            pin_denied_until, mixes_standard, created_at)
        SELECT id, terms_version, terms_agreed_at, agrees_to_statistics, pin_hash, pin_failures,
            pin_denied_until, mixes_standard, created_at
        FROM account ORDER BY id;
        -- Numbers of deleted households are never used again.
        DELETE FROM sqlite_sequence WHERE name = 'new_household';
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_household', seq FROM sqlite_sequence WHERE name = 'account';
        """

    private static let members = """
        CREATE TABLE new_member (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            household INTEGER NOT NULL REFERENCES new_household ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('parent', 'adult', 'child')),
            name TEXT NOT NULL,
            -- Known of children alone.
            birth_year INTEGER CHECK (birth_year BETWEEN 1850 AND 9999),
            -- NULL for "rather not say".
            gender TEXT,
            -- What the member chose to be known by; NULL for one of its number.
            badge TEXT,
            colour TEXT,
            settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
            created_at INTEGER NOT NULL,
            CHECK (role <> 'child' OR birth_year IS NOT NULL)
        ) STRICT;
        INSERT INTO new_member (
            id, household, role, name, birth_year, gender, badge, colour, settings, created_at)
        SELECT id, account, 'child', name, birth_year, gender, badge, colour, settings, created_at
        FROM player ORDER BY id;
        DELETE FROM sqlite_sequence WHERE name = 'new_member';
        INSERT INTO sqlite_sequence (name, seq)
        SELECT 'new_member', seq FROM sqlite_sequence WHERE name = 'player';
        -- The parent's own name was never asked for.
        INSERT INTO new_member (household, role, name, created_at)
        SELECT id, 'parent', username, created_at FROM account ORDER BY id;
        CREATE INDEX member_of_household ON new_member (household, role);
        """

    private static let logins = """
        CREATE TABLE login (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            member INTEGER NOT NULL UNIQUE REFERENCES new_member ON DELETE CASCADE,
            username TEXT NOT NULL,
            -- Folded, so that "Ada" and "ada" are one; emails have an "@", usernames never.
            username_key TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL,
            email_key TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            -- scrypt of the recovery code; NULL for a login that has none.
            recovery_hash TEXT,
            recovery_created_at INTEGER,
            created_at INTEGER NOT NULL,
            last_login_at INTEGER,
            login_failures INTEGER NOT NULL DEFAULT 0 CHECK (login_failures >= 0),
            denied_until INTEGER
        ) STRICT;
        INSERT INTO login (
            member, username, username_key, email, email_key, password_hash, created_at,
            last_login_at, login_failures, denied_until)
        SELECT new_member.id, username, username_key, email, email_key, password_hash,
            account.created_at, last_login_at, login_failures, denied_until
        FROM account JOIN new_member ON household = account.id AND role = 'parent'
        ORDER BY account.id;

        CREATE TABLE device_grant (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- Who approved the device; it signs in as this login.
            login INTEGER NOT NULL REFERENCES login ON DELETE CASCADE,
            -- SHA-256 of the device's token.
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            name TEXT NOT NULL CHECK (length(name) > 0),
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX device_grant_of_login ON device_grant (login);
        """

    private static let invitations = """
        CREATE TABLE invitation (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            household INTEGER NOT NULL REFERENCES new_household ON DELETE CASCADE,
            -- SHA-256 of the link's token.
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            role TEXT NOT NULL CHECK (role IN ('parent', 'adult', 'child')),
            name TEXT NOT NULL CHECK (length(name) > 0),
            -- An existing member who gets a login or a new password; NULL for a new member.
            member INTEGER REFERENCES new_member ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX invitation_of_household ON invitation (household);
        CREATE INDEX invitation_of_member ON invitation (member) WHERE member IS NOT NULL;
        """

    private static let memberSessions = """
        CREATE TABLE new_session (
            -- SHA-256 of the token: who reads the file cannot sign in with what it holds.
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            household INTEGER NOT NULL REFERENCES new_household ON DELETE CASCADE,
            login INTEGER NOT NULL REFERENCES login ON DELETE CASCADE,
            -- The approved device that began it; NULL where somebody signed in.
            device INTEGER REFERENCES device_grant ON DELETE CASCADE,
            -- The member whose profile is in use.
            member INTEGER NOT NULL REFERENCES new_member ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
            -- Until when the parent's part is open; NULL where it is closed.
            parent_until INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO new_session (
            digest, household, login, member, created_at, last_seen_at, hidden, parent_until)
        SELECT digest, account, login.id, player, session.created_at, last_seen_at, hidden,
            parent_until
        FROM session JOIN new_member ON household = account AND role = 'parent'
            JOIN login ON login.member = new_member.id;

        -- The game's sitting of a session.
        CREATE TABLE session_sitting (
            session BLOB NOT NULL PRIMARY KEY REFERENCES new_session ON DELETE CASCADE,
            sitting INTEGER NOT NULL REFERENCES sitting ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        INSERT INTO session_sitting (session, sitting) SELECT digest, sitting FROM session;
        CREATE INDEX session_sitting_of_sitting ON session_sitting (sitting);
        """

    private static let renames = """
        DROP TABLE session;
        DROP TABLE player;
        DROP TABLE account;
        ALTER TABLE new_household RENAME TO account;
        ALTER TABLE account RENAME TO household;
        ALTER TABLE new_member RENAME TO player;
        ALTER TABLE player RENAME TO member;
        ALTER TABLE new_session RENAME TO session;
        CREATE INDEX session_of_household ON session (household);
        CREATE INDEX session_of_login ON session (login);
        CREATE INDEX session_of_device ON session (device) WHERE device IS NOT NULL;
        CREATE INDEX session_of_member ON session (member);
        """

    private static let triggers = """
        CREATE TRIGGER portal_consent_withdrawn
        AFTER UPDATE OF agrees_to_statistics ON household WHEN NEW.agrees_to_statistics = 0 BEGIN
            DELETE FROM portal_row
            WHERE player IN (SELECT id FROM member WHERE household = NEW.id);
        END;

        CREATE TRIGGER portal_consent_given
        AFTER UPDATE OF agrees_to_statistics ON household
        WHEN NEW.agrees_to_statistics = 1 AND OLD.agrees_to_statistics = 0 BEGIN
            INSERT OR IGNORE INTO portal_stale (player)
            SELECT id FROM member WHERE household = NEW.id AND role = 'child';
        END;

        CREATE TRIGGER portal_birth_year_changed AFTER UPDATE OF birth_year ON member
        WHEN NEW.birth_year <> OLD.birth_year BEGIN
            INSERT OR IGNORE INTO portal_stale (player) VALUES (NEW.id);
        END;

        CREATE TRIGGER portal_round_gone AFTER DELETE ON round
        WHEN EXISTS (SELECT 1 FROM member WHERE id = OLD.player) BEGIN
            INSERT OR IGNORE INTO portal_stale (player) VALUES (OLD.player);
        END;

        CREATE TRIGGER portal_face_round_gone AFTER DELETE ON face_round
        WHEN EXISTS (SELECT 1 FROM member WHERE id = OLD.player) BEGIN
            INSERT OR IGNORE INTO portal_stale (player) VALUES (OLD.player);
        END;
        """
}
