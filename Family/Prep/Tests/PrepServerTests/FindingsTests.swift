import FamilyMedia
import FamilyStore
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import PrepRules
import PrepServer
import Testing

/// Findings of `facialfun-family doctor` about experiences, visits and captures.
@Suite struct FindingsTests {
    private let house: PrepHouse

    init() throws { house = try PrepHouse() }

    private func findings() async throws -> [String] {
        try await PrepApp.findings(
            in: house.app.media.database, media: house.app.media.folder,
            householdOfMember: { _, member in member == 99 ? nil : member / 10 })
    }

    private func change(_ sql: String) async throws {
        try await house.app.media.database.write { db in try db.execute(sql: sql) }
    }

    /// Stores an experience with one picture and a draft of it; returns its id and the picture's hash.
    private func experience(_ call: Caller) async throws -> (id: String, hash: String) {
        let job = try await call.upload("panorama", try Caller.sphere())
        let hash = try #require(job.media?.id)
        var made = try await call.experience()
        made.panoramas = [Panorama(id: UUID(), name: "Door", image: hash)]
        #expect(try await call.put(made, tag: "\"1\"").status == .ok)
        let draft = try await call.send(
            .put, "api/experiences/\(made.id.text)/draft", try ExperienceFile.write(made))
        #expect(draft.status == .noContent || draft.status == .ok)
        return (made.id.text, hash)
    }

    @Test func intactDataHasNoFindings() async throws {
        try await house.test { call in
            _ = try await experience(call)
            _ = try await call.json(.post, "api/captures")
            #expect(try await findings().isEmpty)
        }
    }

    @Test func missingFilesOfExperiencesAndDraftsAreNamed() async throws {
        try await house.test { call in
            let (id, hash) = try await experience(call)
            try await change("DELETE FROM media_reference WHERE owner = '\(id)'")
            let unprotected = try await findings()
            #expect(unprotected.count == 1)
            #expect(
                unprotected.first?.hasPrefix(
                    "The experience \(id) of family 1 does not protect its file \(hash.prefix(12))")
                    == true)
            try await change("DELETE FROM media_reference; DELETE FROM media_holding")
            let missing = try await findings()
            #expect(missing.count == 2)
            #expect(missing.first?.contains("needs a file that the family does not have") == true)
            #expect(missing.last?.contains("The draft of the experience \(id)") == true)
        }
    }

    @Test func unreadableExperiencesAreNamed() async throws {
        try await house.test { call in
            let (id, _) = try await experience(call)
            try await change(
                "UPDATE prep_experience SET title = 'Other'; UPDATE prep_draft SET content = '{'")
            let found = try await findings()
            #expect(found.count == 2)
            #expect(
                found.last
                    == "The draft of the experience \(id) cannot be read. Restore the database from a backup."
            )
            #expect(found.first?.contains("contradicts its list entry") == true)
        }
    }

    @Test(arguments: [
        (21, "bundled", "Family 1 has 1 visits of member 21 of family 2, such as v."),
        (99, "bundled", "Family 1 has 1 visits of the deleted member 99, such as v."),
        (11, "e", "The visit v of family 1 is to an experience of family 2."),
    ])
    func visitsAcrossFamiliesAreNamed(member: Int, experience: String, sentence: String)
        async throws
    {
        let stored = Experience(id: UUID(), title: "Zoo")
        let content = String(decoding: try ExperienceFile.write(stored), as: UTF8.self)
        let id = stored.id.text
        let visited = experience == "e" ? id : experience
        try await house.app.media.database.write { db in
            try db.execute(
                sql: "INSERT INTO prep_experience VALUES (?, 2, 'Zoo', 1, ?, 0)",
                arguments: [id, content])
            try db.execute(
                sql: """
                    INSERT INTO prep_visit (id, household, member, experience, step, started)
                    VALUES ('v', 1, ?, ?, 1, 0)
                    """, arguments: [member, visited])
        }
        let found = try await findings()
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(sentence) == true, "\(found)")
    }

    @Test func lostPhotosOfCapturesAreNamed() async throws {
        try await change(
            "INSERT INTO prep_capture VALUES ('c', 1, 0); INSERT INTO prep_photo (capture, number) VALUES ('c', 3)"
        )
        let found = try await findings()
        #expect(found.count == 1)
        #expect(found.first?.contains("/captures/c/3.jpg is missing") == true)
    }

    @Test(arguments: [[0xFF], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xC3]])
    func jsonThatIsNotUTF8IsRejectedEvenInUnreadMembers(bytes: [UInt8]) async throws {
        try await house.test { call in
            let body = Data(#"{"a": ""#.utf8) + Data(bytes) + Data(#""}"#.utf8)
            let response = try await call.send(.post, "api/captures", body)
            #expect(response.status == .badRequest && response.code == "malformed")
            let mark = Data([0xEF, 0xBB, 0xBF]) + Data("{}".utf8)
            #expect(try await call.send(.post, "api/captures", mark).status == .created)
        }
    }
}
