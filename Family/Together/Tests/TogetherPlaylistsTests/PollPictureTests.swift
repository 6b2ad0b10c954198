import FamilyMedia
import Foundation
import GRDB
import HTTPTypes
import Testing
import TogetherServer

@testable import TogetherPlaylists

/// Uploaded pictures of poll options.
@Suite struct PollPictureTests {
    private let house: PartsHouse

    init() throws { house = try PartsHouse() }

    private static let poll = """
        {"options": [{"name": "Zoo", "description": "Otters", "picture": "media:HASH"},
            {"name": "Lake", "description": "Swim"}], "deadline": "2026-06-05T00:00:00Z"}
        """

    /// A small picture, like that of a phone.
    private func png() throws -> [UInt8] {
        let file = house.folder.appending(path: "picture.png")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", "color=red:size=64x48",
            "-frames:v", "1", file.path,
        ]
        try process.run()
        process.waitUntilExit()
        return try Array(Data(contentsOf: file))
    }

    private func upload(
        _ bytes: [UInt8], to activity: String, as login: String = "11", _ call: PartsCaller
    ) async throws -> PartsCaller.Answer {
        try await call(
            .post, "api/activities/\(activity)/pictures", as: login, type: "image/png",
            bytes: bytes)
    }

    private func finished(_ job: String, _ call: PartsCaller) async throws -> PartsCaller.Answer {
        for _ in 0..<600 {
            let answer = try await call(.get, "api/jobs/\(job)")
            if ["done", "failed"].contains(answer.value("state")) { return answer }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CocoaError(.coderValueNotFound)
    }

    private func references() async throws -> [String] {
        try await house.database.read { db in
            try String.fetchAll(db, sql: "SELECT owner FROM media_reference")
        }
    }

    @Test(.enabled(if: PartsHouse.makesHEIC, "needs ffmpeg and libheif-examples"))
    func pictureOfAPhoneIsConverted() async throws {
        let house = house
        try await house.test { call in
            let id = try #require(try await call(.post, "api/activities").value("id"))
            let answer = try await upload(try await house.heic(), to: id, call)
            let job = try await finished(try #require(answer.value("id")), call)
            #expect(job.value("state") == "done", "\(job.text)")
            #expect(job.value("media.type") == "image/jpeg")
        }
    }

    @Test(.enabled(if: SandboxedProcess.find("ffmpeg") != nil, "needs ffmpeg"))
    func pictureIsShownToInviteesAndDeletedWithTheActivity() async throws {
        let house = house
        try await house.test { call in
            let draft = try #require(try await call(.post, "api/activities").value("id"))
            let sent = try await upload(try png(), to: draft, call)
            #expect(sent.status == 202)
            let done = try await finished(try #require(sent.value("id")), call)
            let hash = try #require(done.value("media.id"))
            let body = Self.poll.replacingOccurrences(of: "HASH", with: hash)
            let poll = try await call(.post, "api/activities/\(draft)/poll", body)
            #expect(poll.status == 200)
            #expect(poll.value("poll.options.0.picture") == "media:\(hash)")
            #expect(try await references() == ["activity \(draft)"])
            // A child sees it in their own profile; another family does not see it.
            #expect(try await call(.get, "api/media/\(hash)", as: "11,16").status == 200)
            #expect(try await call(.get, "api/media/\(hash)", as: "21").status == 404)
            // It is kept longer than unused files.
            try await house.database.write { db in
                try db.execute(sql: "UPDATE media_holding SET since = 0")
            }
            try await house.media.removeUnused()
            #expect(try await call(.get, "api/media/\(hash)").status == 200)
            let canceled = try await call(.delete, "api/activities/\(draft)")
            #expect(canceled.value("stage") == "cancelled")
            #expect(try await references().isEmpty)
            try await house.media.removeUnused()
            #expect(try await call(.get, "api/media/\(hash)").status == 404)
        }
    }

    @Test(.enabled(if: SandboxedProcess.find("ffmpeg") != nil, "needs ffmpeg"))
    func onlyTheHostUploadsBeforeThePollStarts() async throws {
        let house = house
        try await house.test { call in
            let draft = try #require(try await call(.post, "api/activities").value("id"))
            let picture = try png()
            #expect(try await upload(picture, to: draft, as: "12", call).status == 403)
            #expect(try await upload(picture, to: draft, as: "21", call).status == 404)
            #expect(try await upload([], to: draft, call).status == 422)
            let huge = [UInt8](repeating: 0, count: PollPictureRoutes.mostBytes + 1)
            #expect(try await upload(huge, to: draft, call).status == 413)
            let broken = try await upload(Array("no picture".utf8), to: draft, call)
            let failed = try await finished(try #require(broken.value("id")), call)
            #expect(failed.value("state") == "failed")
            #expect(failed.value("error.message") != nil)
            let body = Self.poll.replacingOccurrences(
                of: "HASH", with: String(repeating: "0", count: 64))
            let unknown = try await call(.post, "api/activities/\(draft)/poll", body)
            #expect(unknown.status == 422)
            #expect(unknown.text.contains("Upload it again"))
            let plain = Self.poll.replacingOccurrences(of: "media:HASH", with: "symbol:zoo")
            #expect(try await call(.post, "api/activities/\(draft)/poll", plain).status == 200)
            #expect(try await upload(picture, to: draft, call).status == 409)
        }
    }
}
