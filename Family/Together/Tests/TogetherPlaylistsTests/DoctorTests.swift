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
            in: house.database, keyFile: keyFile, at: PartsHouse.now)
    }

    private func together() async throws -> [String] {
        try await TogetherApp.findings(in: house.database, at: PartsHouse.now)
    }

    private func change(_ sql: String) async throws {
        try await house.database.write { db in try db.execute(sql: sql) }
    }

    @Test func soundDatabaseHasNoFindings() async throws {
        try await house.test { call in
            try await house.allow("calendars")
            _ = try await call(
                .post, "api/calendars",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics"}"#)
            #expect(try await calendars().isEmpty)
            #expect(try await together().isEmpty)
            #expect(try await PlaylistPart.findings(in: house.database).isEmpty)
        }
    }

    @Test func lostAndOpenKeyFilesAreNamed() async throws {
        try await house.test { call in
            try await house.allow("calendars")
            _ = try await call(
                .post, "api/calendars",
                #"{"kind": "ical", "address": "http://127.0.0.1:9/a.ics"}"#)
            chmod(keyFile.path, 0o644)
            #expect(try await calendars().first?.contains("run chmod 600") == true)
            try FileManager.default.removeItem(at: keyFile)
            let lost = try await calendars()
            #expect(lost.first?.contains("is missing, the key of 1 calendars") == true)
            // Looking at it makes no new key, with which nothing could be decrypted.
            #expect(!FileManager.default.fileExists(atPath: keyFile.path))
            // With another key, the address cannot be decrypted.
            _ = try CalendarKey(file: keyFile)
            #expect(try await calendars().first?.contains("cannot be decrypted") == true)
        }
    }

    @Test func calendarOnAHostThatTheFamilyRemovedIsNamed() async throws {
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

    @Test func hostsThatAreNoneAreNamed() async throws {
        try await house.allow("media", hosts: #"["ok.example", "https://not a host/"]"#)
        try await house.allow("calendars", hosts: #"{"no": "list"}"#)
        let findings = try await together()
        #expect(findings.count == 2)
        #expect(findings.first?.contains("calendars cannot be read") == true)
        #expect(findings.last?.contains("https://not a host/") == true)
        try FileManager.default.removeItem(at: house.folder)
    }

    @Test func overdueAndRefusedMailsAreNamed() async throws {
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

    @Test func playlistItemsWithoutFileOrWebAddressAreNamed() async throws {
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
            let findings = try await PlaylistPart.findings(in: house.database)
            #expect(findings.count == 3)
            #expect(findings.first?.contains("\"Gone\" is missing. Upload it again.") == true)
            #expect(findings.last?.contains("\"Bad\" links to no web address") == true)
        }
    }
}
