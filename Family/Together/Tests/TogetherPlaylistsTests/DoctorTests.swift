import CalendarSync
import Crypto
import Foundation
import GRDB
import HTTPTypes
import Testing
import TogetherCalendars
import TogetherServer

@testable import TogetherPlaylists

/// Findings of `facialfun-family doctor` about calendars, playlists, mails, hosts and keys.
@Suite struct DoctorTests {
    private let house: PartsHouse

    init() throws { house = try PartsHouse() }

    private var keyFile: URL { house.folder.appending(path: "calendar.key") }

    private func calendars() async throws -> [String] {
        try await CalendarPart.findings(
            in: house.database, family: .parts, keyFile: keyFile, at: PartsHouse.now)
    }

    private func together() async throws -> [String] {
        try await TogetherApp.findings(
            in: house.database, family: .parts, at: PartsHouse.now)
    }

    private func playlists() async throws -> [String] {
        try await PlaylistPart.findings(in: house.database, family: .parts)
    }

    private func change(_ sql: String) async throws {
        try await house.database.write { db in try db.execute(sql: sql) }
    }

    @Test func intactDatabaseHasNoFindings() async throws {
        try await house.test { call in
            try await house.allow("calendars")
            _ = try await call(
                .post, "api/calendars",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics"}"#)
            #expect(try await calendars().isEmpty)
            #expect(try await together().isEmpty)
            #expect(try await playlists().isEmpty)
        }
    }

    @Test func missingAndReadableKeyFilesAreReported() async throws {
        try await house.test { call in
            try await house.allow("calendars")
            _ = try await call(
                .post, "api/calendars",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics"}"#)
            chmod(keyFile.path, 0o644)
            #expect(try await calendars().first?.contains("run chmod 600") == true)
            try FileManager.default.removeItem(at: keyFile)
            let lost = try await calendars()
            #expect(lost.first?.contains("is missing, the key of 1 calendars and 0 feeds") == true)
            // Checking does not create a new key, which could not decrypt anything.
            #expect(!FileManager.default.fileExists(atPath: keyFile.path))
            // With another key, the address cannot be decrypted.
            _ = try CalendarKey(file: keyFile)
            #expect(try await calendars().first?.contains("cannot be decrypted") == true)
        }
    }

    /// A member with only a feed also loses its address if the key is lost.
    @Test func keyOfFeedsAloneIsMissed() async throws {
        try await house.test { call in
            #expect(try await call(.get, "api/calendars").value("feed.address") != nil)
            #expect(try await calendars().isEmpty)
            try FileManager.default.removeItem(at: keyFile)
            let lost = try await calendars()
            #expect(lost.first?.contains("the key of 0 calendars and 1 feeds") == true)
        }
    }

    @Test func feedOfAMemberWhoIsGoneIsNamedAndRemoved() async throws {
        try await house.test { call in
            _ = try await call(.get, "api/calendars", as: "12")
            try await change("DELETE FROM test_member WHERE id = 12")
            let findings = try await calendars()
            #expect(findings.count == 1)
            #expect(findings.first?.contains("1 feeds of member 12") == true)
            #expect(findings.first?.contains("who was deleted") == true)
            try await house.app.maintain()
            #expect(try await calendars().isEmpty)
        }
    }

    @Test func calendarsAndFeedsOfAFamilyThatIsGoneAreRemoved() async throws {
        try await house.test { call in
            _ = try await call(.get, "api/calendars", as: "21")
            try await change("DELETE FROM test_member WHERE household = 2")
            #expect(try await calendars().count == 1)
            try await house.app.maintain()
            #expect(try await calendars().isEmpty)
        }
    }

    @Test(arguments: [
        (
            "INSERT INTO together_resource VALUES ('r', 2, 'Car', '', 1); INSERT INTO together_booking "
                + "(resource, household, member, starts, ends, priority, reason, changed) "
                + "VALUES ('r', 1, 11, 1, 2, 0, '', 0)",
            "The booking 1 of family 1 is for a resource of family 2"
        ),
        (
            "INSERT INTO together_notification (household, member, kind, path, facts, created) "
                + "VALUES (1, 21, 'changed', '/together/', '{}', 0)",
            "Family 1 has 1 notifications of member 21, such as 1, who belongs to family 2"
        ),
        (
            "INSERT INTO together_member VALUES (21, 1, NULL, 0)",
            "Family 1 has 1 settings of member 21, such as 21, who belongs to family 2"
        ),
        (
            "INSERT INTO together_playlist VALUES ('p', 1, 11, 'Car', '', 0, 1, 0); "
                + "INSERT INTO together_playlist_editor VALUES ('p', 21)",
            "Family 1 has 1 shared playlists of member 21, such as p, who belongs to family 2"
        ),
        (
            "INSERT INTO together_calendar_feed VALUES (21, 1, x'00', x'00')",
            "Family 1 has 1 feeds of member 21, such as 21, who belongs to family 2"
        ),
    ])
    func rowsThatNameAnotherFamilyAreNamed(sql: String, sentence: String) async throws {
        try await change(sql)
        let findings = try await together() + playlists() + calendars()
        #expect(findings.contains { $0.hasPrefix(sentence) }, "\(findings)")
        try FileManager.default.removeItem(at: house.folder)
    }

    @Test func voteOfAnotherFamilyAndLostPictureAreNamed() async throws {
        try await house.test { call in
            let id = try #require(
                try await call(.post, "api/activities").value("id"))
            _ = try await call(
                .post, "api/activities/\(id)/poll",
                """
                {"options": [{"name": "A", "description": "a"}, {"name": "B", "description": "b"}],
                 "deadline": "2027-01-01T00:00:00Z"}
                """)
            _ = try await call(.put, "api/activities/\(id)/vote", #"{"options": [0]}"#)
            #expect(try await together().isEmpty)
            try await change(
                """
                UPDATE together_activity SET
                    state = replace(state, '"votes":{"11"', '"votes":{"21"'),
                    extras = json_set(extras, '$.pictures[0]', 'media:' || printf('%064d', 7))
                """)
            let findings = try await together()
            #expect(findings.count == 2, "\(findings)")
            #expect(findings.first?.contains("a vote or a task of member 21") == true)
            #expect(findings.last?.contains("A picture of the poll") == true)
        }
    }

    @Test func calendarOnAHostThatTheFamilyRemovedIsReported() async throws {
        try await house.test { call in
            try await house.allow("calendars")
            _ = try await call(
                .post, "api/calendars",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics"}"#)
            try await house.allow("calendars", hosts: #"["dav.example.org"]"#)
            let findings = try await calendars()
            #expect(findings.count == 1)
            #expect(findings.first?.contains("does not allow 127.0.0.1") == true)
            #expect(try await together().isEmpty)
        }
    }

    @Test func invalidHostsAreReported() async throws {
        try await house.allow("media", hosts: #"["ok.example", "https://not a host/"]"#)
        try await house.allow("calendars", hosts: #"{"no": "list"}"#)
        let findings = try await together()
        #expect(findings.count == 2)
        #expect(findings.first?.contains("calendars cannot be read") == true)
        #expect(findings.last?.contains("https://not a host/") == true)
        try FileManager.default.removeItem(at: house.folder)
    }

    @Test func overdueAndRejectedMailsAreReported() async throws {
        let now = PartsHouse.now
        for (id, due, attempts, problem) in [
            (1, now - 7200, 0, "NULL"), (2, now - 60, 0, "NULL"),
            (3, now + 600, 4, "'The program ended with 75.'"),
        ] {
            try await change(
                """
                INSERT INTO together_mail (id, household, message_id, recipient, subject, content,
                    state, attempts, due, problem, created)
                VALUES (\(id), 1, '\(id)', 'a@example.org', '', '', 'waiting', \(attempts), \(due),
                    \(problem), 0)
                """.replacingOccurrences(of: "'', '', 'w", with: "'', x'', 'w"))
        }
        let findings = try await together()
        #expect(findings.count == 2)
        #expect(findings.first?.hasPrefix("Overdue mails: 1, the first since 2026-05-31") == true)
        #expect(findings.last?.contains("The program ended with 75.") == true)
        #expect(findings.allSatisfy { !$0.contains("a@example.org") })
        try FileManager.default.removeItem(at: house.folder)
    }

    @Test func playlistItemsWithoutFileOrWebAddressAreReported() async throws {
        try await house.test { call in
            let made = try await call(
                .post, "api/playlists", #"{"name": "Car", "description": ""}"#)
            let (list, hash) = (
                try #require(made.value("id")), String(repeating: "a", count: 64)
            )
            try await change(
                """
                INSERT INTO together_playlist_item VALUES
                    ('1', '\(list)', 1, 'Gone', 'song', '', NULL, NULL, '\(hash)', 11),
                    ('2', '\(list)', 2, 'Bad', 'song', '', NULL, 'javascript:alert(1)', NULL, 11)
                """)
            let findings = try await playlists()
            #expect(findings.count == 3)
            #expect(findings.first?.contains("\"Gone\" is missing. Upload it again.") == true)
            #expect(findings.last?.contains("\"Bad\" does not link to a web address") == true)
        }
    }
}
