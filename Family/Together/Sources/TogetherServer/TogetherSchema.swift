import FamilyStore

/// The tables of activities, resources, notifications, mail and settings.
enum TogetherSchema {
    static let migrations = [
        AppMigration(
            app: "together", number: 1, name: "activities, resources, notifications, mail",
            sql: """
                CREATE TABLE together_family (
                    household INTEGER PRIMARY KEY,
                    -- IANA name; NULL for the server's own zone.
                    zone TEXT,
                    -- Counts the changes of the family's data.
                    version INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                CREATE TABLE together_member (
                    member INTEGER PRIMARY KEY,
                    household INTEGER NOT NULL,
                    zone TEXT,
                    gets_mail INTEGER NOT NULL DEFAULT 0 CHECK (gets_mail IN (0, 1))
                ) STRICT;
                CREATE INDEX together_member_household ON together_member (household);
                CREATE TABLE together_connection (
                    household INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
                    hosts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(hosts)),
                    PRIMARY KEY (household, id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_notification (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    household INTEGER NOT NULL,
                    member INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    path TEXT NOT NULL,
                    facts TEXT NOT NULL CHECK (json_valid(facts)),
                    created INTEGER NOT NULL,
                    is_read INTEGER NOT NULL DEFAULT 0 CHECK (is_read IN (0, 1))
                ) STRICT;
                CREATE INDEX together_notification_member ON together_notification (member, id);
                CREATE INDEX together_notification_unread ON together_notification (member)
                    WHERE is_read = 0;
                CREATE TABLE together_activity (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    host INTEGER NOT NULL,
                    stage TEXT NOT NULL,
                    starts INTEGER,
                    ends INTEGER,
                    -- The state machine and what was added to it, as JSON.
                    state TEXT NOT NULL CHECK (json_valid(state)),
                    extras TEXT NOT NULL CHECK (json_valid(extras)),
                    -- The host's unfinished input.
                    form TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(form)),
                    created INTEGER NOT NULL,
                    changed INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_activity_household ON together_activity (household, stage);
                CREATE TABLE together_invitee (
                    activity TEXT NOT NULL REFERENCES together_activity ON DELETE CASCADE,
                    member INTEGER NOT NULL,
                    PRIMARY KEY (activity, member)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_invitee_member ON together_invitee (member);
                CREATE TABLE together_type (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    tasks TEXT NOT NULL CHECK (json_valid(tasks)),
                    UNIQUE (household, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_due (
                    key TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    subject TEXT NOT NULL,
                    due INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX together_due_next ON together_due (due);
                CREATE TABLE together_resource (
                    id TEXT PRIMARY KEY,
                    household INTEGER NOT NULL,
                    name TEXT NOT NULL,
                    description TEXT NOT NULL,
                    is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
                    UNIQUE (household, name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_booking (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    resource TEXT NOT NULL REFERENCES together_resource ON DELETE CASCADE,
                    household INTEGER NOT NULL,
                    member INTEGER NOT NULL,
                    starts INTEGER NOT NULL,
                    ends INTEGER NOT NULL CHECK (ends > starts),
                    priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 2),
                    reason TEXT NOT NULL,
                    changed INTEGER NOT NULL,
                    sequence INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                CREATE INDEX together_booking_time ON together_booking (resource, ends);
                CREATE INDEX together_booking_member ON together_booking (member, ends);
                CREATE TRIGGER together_booking_added BEFORE INSERT ON together_booking
                WHEN EXISTS (
                    SELECT 1 FROM together_booking WHERE resource = NEW.resource
                        AND starts < NEW.ends AND ends > NEW.starts)
                BEGIN SELECT RAISE(ABORT, 'two bookings overlap'); END;
                CREATE TRIGGER together_booking_moved
                BEFORE UPDATE OF starts, ends ON together_booking
                WHEN EXISTS (
                    SELECT 1 FROM together_booking WHERE resource = NEW.resource
                        AND id <> NEW.id AND starts < NEW.ends AND ends > NEW.starts)
                BEGIN SELECT RAISE(ABORT, 'two bookings overlap'); END;
                CREATE TABLE together_request (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    resource TEXT NOT NULL REFERENCES together_resource ON DELETE CASCADE,
                    household INTEGER NOT NULL,
                    booking INTEGER NOT NULL,
                    requester INTEGER NOT NULL,
                    -- The member whose booking it asks for, also after the booking is gone.
                    holder INTEGER NOT NULL,
                    held_from INTEGER NOT NULL,
                    held_to INTEGER NOT NULL,
                    starts INTEGER NOT NULL,
                    ends INTEGER NOT NULL CHECK (ends > starts),
                    priority INTEGER NOT NULL CHECK (priority BETWEEN 0 AND 2),
                    reason TEXT NOT NULL,
                    deadline INTEGER NOT NULL,
                    state TEXT NOT NULL,
                    changed INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX together_request_resource ON together_request (resource, state);
                CREATE TABLE together_notice (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    household INTEGER NOT NULL,
                    resource TEXT NOT NULL REFERENCES together_resource ON DELETE CASCADE,
                    created INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE together_acknowledgement (
                    notice INTEGER NOT NULL REFERENCES together_notice ON DELETE CASCADE,
                    member INTEGER NOT NULL,
                    PRIMARY KEY (notice, member)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE together_mail (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    household INTEGER NOT NULL,
                    -- The member who gets it; NULL for people outside the family.
                    member INTEGER,
                    message_id TEXT NOT NULL UNIQUE,
                    recipient TEXT NOT NULL,
                    subject TEXT NOT NULL,
                    content BLOB NOT NULL,
                    state TEXT NOT NULL
                        CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
                    attempts INTEGER NOT NULL DEFAULT 0,
                    due INTEGER NOT NULL,
                    problem TEXT,
                    created INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX together_mail_state ON together_mail (state, due);
                """)
    ]
}
