import Foundation
import GRDB
import Testing

@testable import TrainerStore

/// Small databases of every schema version, with rows in every table.
///
/// They are committed under `Fixtures`, so that a migration is tested with files that earlier code
/// wrote. A new version gets its file by running the tests once with `PET_WRITE_FIXTURES=1`, which
/// writes missing files only.
enum SchemaFixtures {
    /// A schema version.
    struct Version: Sendable, CustomTestStringConvertible {
        /// The number in the file's name.
        let number: Int
        /// The last migration of the version.
        let migration: String

        var testDescription: String { "version \(number)" }
    }

    /// The folder of the committed databases.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// All versions, the oldest first.
    static var versions: [Version] {
        Schema.migrator.migrations.compactMap { name in
            Int(name.prefix { $0.isNumber }).map { Version(number: $0, migration: name) }
        }
    }

    /// The committed database of a version.
    static func file(_ version: Version) -> URL {
        folder.appending(path: "version-\(version.number).sqlite")
    }

    /// Writes the database of a version.
    static func write(_ version: Version) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = file(version)
        var configuration = Configuration()
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA page_size = 512") }
        let queue = try DatabaseQueue(path: file.path, configuration: configuration)
        try Schema.migrator.migrate(queue, upTo: version.migration)
        try queue.write { db in
            for (versions, sql) in statements where versions.contains(version.number) {
                try db.execute(sql: sql)
            }
        }
        try queue.vacuum()
        try queue.close()
    }

    /// The content of every table: its columns, and its rows in the order of the primary key.
    static func content(_ db: Database) throws -> [String: [[String: DatabaseValue]]] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'grdb_migrations'
                    AND name NOT LIKE 'sqlite_%'
                """)
        return try Dictionary(
            uniqueKeysWithValues: tables.map { table in
                (table, try rows(db, sql: "SELECT * FROM \"\(table)\""))
            })
    }

    /// The rows of a query, sorted, so that two tables compare as sets.
    static func rows(_ db: Database, sql: String) throws -> [[String: DatabaseValue]] {
        try Row.fetchAll(db, sql: sql)
            .map { row in Dictionary(uniqueKeysWithValues: row.map { ($0.0, $0.1) }) }
            .sorted { "\($0.sorted { $0.key < $1.key })" < "\($1.sorted { $0.key < $1.key })" }
    }

    /// The statements that fill the tables, each with the versions that have those tables.
    private static let statements: [(versions: ClosedRange<Int>, sql: String)] = [
        (1...9, accounts), (10...99, households), (1...99, play), (2...99, faces),
        (3...9, familyOfAccounts), (3...99, family), (4...99, questions),
        (4...9, "UPDATE account SET mixes_standard = 1 WHERE id = 1"), (5...99, portal),
        (7...99, stickers), (8...99, notices), (9...99, agreements),
        (11...99, "INSERT INTO plant VALUES (1, 1, '1', 19800), (2, 1, 'faces', 19800);"),
        (12...99, "UPDATE household SET kind = 'practice' WHERE id = 3;"),
        (12...99, "UPDATE own_question SET client = 2;"), (13...99, goals), (14...99, consents),
        (15...99, childSignIns),
    ]

    private static let households = """
        INSERT INTO household (
            id, terms_version, terms_agreed_at, agrees_to_statistics, pin_hash, pin_failures,
            pin_denied_until, mixes_standard, created_at)
        VALUES
            (1, '2024-05', 1715000000000, 1, '$scrypt$pin', 2, NULL, 1, 1714000000000),
            (3, '2026-11', 1715000000001, 0, NULL, 5, 1716000060000, 0, 1714000000001);
        INSERT INTO member (
            id, household, role, name, birth_year, gender, badge, colour, settings, created_at)
        VALUES
            (1, 1, 'child', 'Kim', 2017, 'female', NULL, NULL, '{"volume":50}', 1714000000000),
            (2, 1, 'child', 'Robin Ö.', 2019, NULL, 'fish', 'green', '{}', 1714000000500),
            (3, 1, 'adult', 'Grandma', NULL, NULL, NULL, NULL, '{}', 1714000000600),
            (5, 3, 'child', 'Sam', 2015, 'other', NULL, NULL, '{}', 1714000000001),
            (6, 1, 'parent', 'Ada', NULL, NULL, NULL, NULL, '{}', 1714000000000),
            (7, 3, 'parent', 'Bob', NULL, NULL, NULL, NULL, '{}', 1714000000001);
        UPDATE sqlite_sequence SET seq = 4 WHERE name = 'household';
        INSERT INTO login VALUES
            (1, 6, 'Ada', 'ada', 'Ada@example.org', 'ada@example.org', '$scrypt$ada',
                '$scrypt$code', 1714000000000, 1714000000000, 1716000000000, 0, NULL),
            (2, 7, 'Bob', 'bob', 'bob@example.org', 'bob@example.org', '$scrypt$bob',
                NULL, NULL, 1714000000001, NULL, 2, 1716000060000),
            (3, 3, 'Gran', 'gran', 'gran@example.org', 'gran@example.org', '$scrypt$gran',
                NULL, NULL, 1714000000600, NULL, 0, NULL);
        INSERT INTO device_grant VALUES
            (1, 1, zeroblob(32), 'Kitchen iPad', 1714000000000, 1714086400000);
        INSERT INTO invitation VALUES
            (1, 1, zeroblob(32), 'adult', 'Uncle', NULL, 1714000000000, 1714604800000),
            (2, 1, X'ff0102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f', 'child',
                'Kim', 1, 1714000000000, 1714604800000);
        INSERT INTO sitting (id, player, day, started_at, last_activity_at, milliseconds, rounds,
            last_question, last_emotion) VALUES
            (1, 1, 19800, 1714000000000, 1714000900000, 900000, 2, 'l1-anger-01', 'anger'),
            (2, 2, 19801, 1714086400000, 1714086500000, 100000, 0, NULL, NULL),
            (3, 5, 19801, 1714086400000, 1714086500000, 0, 0, NULL, NULL);
        INSERT INTO session (
            digest, household, login, device, member, created_at, last_seen_at, hidden,
            parent_until)
        VALUES
            (zeroblob(32), 1, 1, 1, 2, 1714086400000, 1714086500000, 0, NULL),
            (X'ff0102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f', 3, 2, NULL, 5,
                1714086400000, 1714086500000, 1, 1714087000000);
        INSERT INTO session_sitting SELECT digest, iif(member = 5, 3, 2) FROM session;
        """

    /// Two families: one with two children, one with a single child.
    private static let accounts = """
        INSERT INTO account (
            id, username, username_key, email, email_key, password_hash, terms_version,
            terms_agreed_at, agrees_to_statistics, created_at, last_login_at, login_failures,
            denied_until) VALUES
            (1, 'Ada', 'ada', 'Ada@example.org', 'ada@example.org', '$scrypt$ada', '2024-05',
                1715000000000, 1, 1714000000000, 1716000000000, 0, NULL),
            (3, 'Bob', 'bob', 'bob@example.org', 'bob@example.org', '$scrypt$bob', '2026-11',
                1715000000001, 0, 1714000000001, NULL, 2, 1716000060000);
        INSERT INTO player (id, account, name, birth_year, gender, settings, created_at) VALUES
            (1, 1, 'Kim', 2017, 'female', '{"volume":50}', 1714000000000),
            (2, 1, 'Robin Ö.', 2019, NULL, '{}', 1714000000500),
            (5, 3, 'Sam', 2015, 'other', '{}', 1714000000001);
        -- Numbers that are gone are never used again.
        UPDATE sqlite_sequence SET seq = 4 WHERE name = 'account';
        UPDATE sqlite_sequence SET seq = 7 WHERE name = 'player';
        INSERT INTO sitting (id, player, day, started_at, last_activity_at, milliseconds, rounds,
            last_question, last_emotion) VALUES
            (1, 1, 19800, 1714000000000, 1714000900000, 900000, 2, 'l1-anger-01', 'anger'),
            (2, 2, 19801, 1714086400000, 1714086500000, 100000, 0, NULL, NULL),
            (3, 5, 19801, 1714086400000, 1714086500000, 0, 0, NULL, NULL);
        INSERT INTO session (digest, account, player, sitting, created_at, last_seen_at, hidden)
        VALUES
            (zeroblob(32), 1, 2, 2, 1714086400000, 1714086500000, 0),
            (X'ff0102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f', 3, 5, 3,
                1714086400000, 1714086500000, 1);
        """

    private static let play = """
        INSERT INTO round VALUES
            (1, X'00112233445566778899aabbccddeeff', 1, '1', 19800, 1714000000000, 1714000100000,
                1714000100000, 3, NULL),
            (2, X'00112233445566778899aabbccddee00', 2, 'bank', 19801, 1714086400000,
                1714086400000, NULL, 1, '{"kept":"as it is"}');
        INSERT INTO question VALUES
            (1, 'l1-anger-01', 1, 'anger', 'cartoon', 'main', 0, NULL),
            (2, 'own-1', 1, 'sadness', 'own', 'main', 0, 2);
        INSERT INTO answer (round, event, revision, question, presentation, action, chosen, outcome,
            helped, elapsed_milliseconds, at) VALUES
            (1, X'000102030405060708090a0b0c0d0e01', 1, 1, 1, 'tip', NULL, 'tip', 0, 900, 1714000050000),
            (1, X'000102030405060708090a0b0c0d0e02', 2, 1, 1, 'answer', 'fear', 'wrong', 0, 2000,
                1714000060000),
            (1, X'000102030405060708090a0b0c0d0e03', 3, 1, 1, 'answer', 'anger', 'right', 1, 3000,
                1714000100000),
            (2, X'000102030405060708090a0b0c0d0e04', 1, 2, 1, 'skip', NULL, 'skipped', 0, 4000,
                1714086400000);
        INSERT INTO emotion_day VALUES
            (1, 19800, '1', 'anger', 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 5000, 2),
            (2, 19801, 'bank', 'sadness', 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 4000, 1);
        INSERT INTO confusion VALUES (1, '1', 'anger', 'fear', 19800, 1);
        INSERT INTO round_count VALUES (1, 19800, '1', 1, 1), (2, 19801, 'bank', 1, 0);
        INSERT INTO question_history VALUES (1, 'l1-anger-01', 1, 0, 1714000000000);
        INSERT INTO skill VALUES (1, '1', 'anger', '{"fewer":0}');
        -- Anger is mastered on day 19803, after one block of two sittings; fear is lost in between.
        INSERT INTO skill_sitting VALUES
            (1, '1', 'anger', 1, 19800, 4, 4), (1, '1', 'anger', 2, 19801, 1, 1),
            (1, '1', 'anger', 3, 19802, 6, 6), (1, '1', 'anger', 4, 19803, 10, 9),
            (1, '1', 'fear', 1, 19800, 5, 5), (1, '1', 'fear', 2, 19801, 5, 4),
            (1, '1', 'fear', 3, 19802, 5, 5), (1, '1', 'fear', 4, 19803, 5, 5),
            (1, 'bank', 'fear', 1, 19800, 5, 5);
        """

    private static let faces = """
        INSERT INTO face_round VALUES
            (1, X'10112233445566778899aabbccddeeff', 1, 2, 19800, 1714000000000, 1714000100000,
                1714000100000, 2, NULL);
        INSERT INTO face_event VALUES
            (1, X'100102030405060708090a0b0c0d0e01', 1, 1, 'not_yet', 2, 1714000050000),
            (1, X'100102030405060708090a0b0c0d0e02', 2, 1, 'matched', NULL, 1714000100000);
        INSERT INTO face_result VALUES
            (1, 1, 'happiness', 2, 1, 'matched', 'hold', 0.75, 0.875, 2, 1, 9000, 1714000100000),
            (1, 2, 'fear', 2, 2, 'skipped', 'tap', NULL, 0.25, 0, 0, 4000, 1714000100000);
        INSERT INTO face_day VALUES
            (1, 19800, 2, 'happiness', 1, 1, 0, 1, 0, 0, 0, 2, 1, 9000);
        """

    private static let familyOfAccounts = """
        UPDATE account SET pin_hash = '$scrypt$pin', pin_failures = 2 WHERE id = 1;
        UPDATE account SET pin_failures = 5, pin_denied_until = 1716000060000 WHERE id = 3;
        UPDATE player SET badge = 'fish', colour = 'green' WHERE id = 2;
        """

    private static let family = """
        INSERT INTO note (id, player, day, text, created_at, changed_at) VALUES
            (4, 1, 19800, 'A good day' || char(10) || 'with "Kim"', 1714000000000, 1714000000001);
        INSERT INTO audit VALUES
            (1, 1, NULL, 1714000000000, 'parent', 'looked', 'page', NULL),
            (2, 1, 99, 1714000000001, 'parent', 'deleted', 'children', 3);
        """

    private static let consents = """
        INSERT INTO consent VALUES
            (2, 1, NULL, 3, 1714000000000, NULL),
            (3, 2, zeroblob(32), NULL, 1714000000001, 1714604800001);
        """

    private static let childSignIns = """
        INSERT INTO picture_login VALUES
            (1, '$scrypt$pictures', 2, NULL, 1714000000000),
            (5, '$scrypt$others', 5, 1716000060000, 1714000000001);
        INSERT INTO login_card VALUES (2, zeroblob(32), 1714000000000);
        UPDATE session SET is_child = 1 WHERE member = 2;
        """

    private static let goals = """
        INSERT INTO goal VALUES
            (2, 1, 'reading', 'fear', 2, 80, 19800, NULL, 1714000000000),
            (3, 5, 'making', 'anger', 1, 70, 19799, 19801, 1714000000001);
        INSERT INTO assignment VALUES (4, 1, 'faces', 3, 1, 1714000000000);
        UPDATE note SET goal = 2;
        """

    private static let questions = """
        INSERT INTO own_question (
            id, account, name, prompt, tip, emotion, level, picked, created_at, changed_at)
        VALUES
            (1, 1, X'20112233445566778899aabbccddeeff', 'How does Kim feel?', '', 'sadness', 1,
                '["anger","fear"]', 1714000000000, 1714000000001);
        INSERT INTO own_file VALUES
            (1, 'picture', 'image/jpeg', 3,
                X'000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f', X'FFD8FF');
        """

    private static let portal = """
        UPDATE portal_state SET number = 1;
        UPDATE answer SET number = 1 WHERE round = 1 AND revision = 2;
        INSERT INTO portal_learner VALUES (1, 1);
        INSERT INTO portal_cell VALUES (1, 'answers/1/anger', -1);
        INSERT INTO portal_row VALUES (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 1);
        INSERT INTO portal_archive VALUES (2, 1, 8, 7, 6, 5, 4, 3, 2, 1);
        INSERT OR IGNORE INTO portal_stale VALUES (5);
        INSERT INTO portal_edition VALUES (1, 19800, '{"edition":1}');
        """

    private static let stickers = """
        INSERT INTO sticker VALUES (2, 3, 'surprise', 19799, 1);
        UPDATE sitting SET closing = 1 WHERE id = 2;
        """

    private static let notices = "INSERT INTO account_notice VALUES (3, 19900);"

    private static let agreements = """
        INSERT INTO agreement VALUES
            (1, 1, 'terms', '2024-05', 1, 1715000000000),
            (2, 1, 'statistics', '2024-05', 1, 1715000000000),
            (3, 3, 'terms', '2026-11', 1, 1715000000001),
            (4, 3, 'statistics', '2026-11', 0, 1715000000002);
        """
}
