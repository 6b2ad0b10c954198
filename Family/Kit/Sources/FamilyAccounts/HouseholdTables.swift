package import FamilyStore
import GRDB

/// The tables that ``AccountStore`` uses, as they are after the latest migration.
///
/// The family server's databases get them from older migrations, which also create P.E.T.'s tables.
/// These statements are for databases without P.E.T., such as those of tests.
package enum HouseholdTables {
    /// The schema of a database with only these tables.
    package static var schema: DatabaseSchema {
        DatabaseSchema(
            applicationID: applicationID,
            steps: [
                DatabaseSchema.Step(identifier: "households") { db in
                    try db.execute(sql: "PRAGMA application_id = \(applicationID)")
                    try db.execute(sql: sql)
                }
            ], apps: EnabledApps.migrations, contradictions: contradictions)
    }

    /// Queries that find households inconsistent with their members, each with a remedy.
    package static let contradictions = [
        DatabaseSchema.Contradiction(
            """
            SELECT count(*) FROM household WHERE kind = 'family'
                AND id NOT IN (SELECT household FROM member WHERE role = 'child')
            """,
            "families have no child. Delete them with `facialfun-family accounts delete NAME`."),
        DatabaseSchema.Contradiction(
            """
            SELECT count(*) FROM household WHERE id NOT IN (
                SELECT household FROM member JOIN login ON login.member = member.id
                WHERE role = 'parent')
            """,
            "households have no parent who can sign in. Restore a backup with `facialfun-family "
                + "restore FILE`."
        ),
        DatabaseSchema.Contradiction(
            """
            SELECT count(*) FROM consent JOIN household ON household.id = practice
            WHERE kind <> 'practice'
            """,
            "families have consents that only practices can have. Restore a backup with "
                + "`facialfun-family restore FILE`."),
    ]

    /// `HOME` in ASCII.
    private static let applicationID: Int32 = 0x484F_4D45

    /// The statements.
    package static let sql = """
        CREATE TABLE household (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            terms_version TEXT NOT NULL,
            terms_agreed_at INTEGER NOT NULL,
            agrees_to_statistics INTEGER NOT NULL CHECK (agrees_to_statistics IN (0, 1)),
            pin_hash TEXT,
            pin_failures INTEGER NOT NULL DEFAULT 0 CHECK (pin_failures >= 0),
            pin_denied_until INTEGER,
            mixes_standard INTEGER NOT NULL DEFAULT 0 CHECK (mixes_standard IN (0, 1)),
            created_at INTEGER NOT NULL
            , kind TEXT NOT NULL DEFAULT 'family' CHECK (kind IN ('family', 'practice'))) STRICT;

        CREATE TABLE member (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            household INTEGER NOT NULL REFERENCES household ON DELETE CASCADE,
            role TEXT NOT NULL CHECK (role IN ('parent', 'adult', 'child')),
            name TEXT NOT NULL,
            birth_year INTEGER CHECK (birth_year BETWEEN 1850 AND 9999),
            gender TEXT,
            badge TEXT,
            colour TEXT,
            settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
            created_at INTEGER NOT NULL,
            CHECK (role <> 'child' OR birth_year IS NOT NULL)
        ) STRICT;
        CREATE INDEX member_of_household ON member (household, role);

        CREATE TABLE login (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            member INTEGER NOT NULL UNIQUE REFERENCES member ON DELETE CASCADE,
            username TEXT NOT NULL,
            username_key TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL,
            email_key TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            recovery_hash TEXT,
            recovery_created_at INTEGER,
            created_at INTEGER NOT NULL,
            last_login_at INTEGER,
            login_failures INTEGER NOT NULL DEFAULT 0 CHECK (login_failures >= 0),
            denied_until INTEGER
        ) STRICT;

        CREATE TABLE device_grant (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            login INTEGER NOT NULL REFERENCES login ON DELETE CASCADE,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            name TEXT NOT NULL CHECK (length(name) > 0),
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX device_grant_of_login ON device_grant (login);

        CREATE TABLE invitation (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            household INTEGER NOT NULL REFERENCES household ON DELETE CASCADE,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            role TEXT NOT NULL CHECK (role IN ('parent', 'adult', 'child')),
            name TEXT NOT NULL CHECK (length(name) > 0),
            member INTEGER REFERENCES member ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX invitation_of_household ON invitation (household);
        CREATE INDEX invitation_of_member ON invitation (member) WHERE member IS NOT NULL;

        CREATE TABLE session (
            digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 32),
            household INTEGER NOT NULL REFERENCES household ON DELETE CASCADE,
            login INTEGER NOT NULL REFERENCES login ON DELETE CASCADE,
            device INTEGER REFERENCES device_grant ON DELETE CASCADE,
            member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
            parent_until INTEGER
            , is_child INTEGER NOT NULL DEFAULT 0 CHECK (is_child IN (0, 1))) STRICT, WITHOUT ROWID;
        CREATE INDEX session_of_household ON session (household);
        CREATE INDEX session_of_login ON session (login);
        CREATE INDEX session_of_device ON session (device) WHERE device IS NOT NULL;
        CREATE INDEX session_of_member ON session (member);

        CREATE TABLE picture_login (
            child INTEGER NOT NULL PRIMARY KEY REFERENCES member ON DELETE CASCADE,
            hash TEXT NOT NULL,
            failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
            denied_until INTEGER,
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE login_card (
            child INTEGER NOT NULL PRIMARY KEY REFERENCES member ON DELETE CASCADE,
            digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE consent (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            child INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
            digest BLOB UNIQUE CHECK (length(digest) = 32),
            practice INTEGER REFERENCES household ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            UNIQUE (child, practice),
            CHECK ((digest IS NULL) = (practice IS NOT NULL)),
            CHECK ((digest IS NULL) = (expires_at IS NULL))
        ) STRICT;
        CREATE INDEX consent_of_practice ON consent (practice) WHERE practice IS NOT NULL;

        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES household ON DELETE CASCADE,
            player INTEGER,
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            action TEXT NOT NULL,
            subject TEXT NOT NULL,
            count INTEGER CHECK (count >= 0)
        ) STRICT;
        CREATE INDEX audit_of_account ON audit (account, at);

        CREATE TABLE agreement (
            id INTEGER PRIMARY KEY,
            account INTEGER NOT NULL REFERENCES household ON DELETE CASCADE,
            subject TEXT NOT NULL CHECK (subject IN ('terms', 'statistics')),
            version TEXT NOT NULL,
            given INTEGER NOT NULL CHECK (given IN (0, 1)),
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX agreement_of_account ON agreement (account);

        CREATE TABLE account_notice (
            account INTEGER NOT NULL PRIMARY KEY REFERENCES household ON DELETE CASCADE,
            day INTEGER NOT NULL
        ) STRICT;
        """
}
