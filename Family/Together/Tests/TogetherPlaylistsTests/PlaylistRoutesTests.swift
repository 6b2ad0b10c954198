import FamilyMedia
import Foundation
import GRDB
import HTTPTypes
import Testing
import TogetherServer

@testable import TogetherPlaylists

@Suite struct PlaylistRoutesTests {
    private let house: PartsHouse

    init() throws { house = try PartsHouse() }

    private static func create(_ call: PartsCaller, _ name: String = "Car") async throws -> String {
        let answer = try await call(
            .post, "api/playlists", #"{"name": "\#(name)", "description": "For trips"}"#)
        #expect(answer.status == 201)
        return try #require(answer.value("id"))
    }

    private static func add(
        _ call: PartsCaller, _ address: String, to id: String, as login: String = "11"
    ) async throws -> PartsCaller.Answer {
        try await call(
            .post, "api/playlists/\(id)/items", as: login, #"{"address": "\#(address)"}"#)
    }

    @Test func draftIsPrivateUntilItIsCompleted() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            #expect(
                try await call(.post, "api/playlists", #"{"name": " "}"#).value("code")
                    == "missing_name")
            let marks = String(repeating: "\u{0301}", count: 9)
            for body in [
                #"{"name": "a\#(marks)"}"#, #"{"name": "a", "description": "e\#(marks)"}"#,
            ] {
                #expect(
                    try await call(.post, "api/playlists", body).value("code") == "too_many_marks")
            }
            _ = try await call(.put, "api/playlists/\(id)/sharing", #"{"members": [12]}"#)
            #expect(try await call(.get, "api/playlists/\(id)", as: "12").status == 404)
            #expect(try await call(.get, "api/notifications", as: "12").count("notifications") == 0)
            let done = try await call(.post, "api/playlists/\(id)/complete")
            #expect(done.value("state") == "shared")
            let seen = try await call(.get, "api/notifications", as: "12")
            #expect(seen.value("notifications.0.kind") == "playlist_shared")
            #expect(try await call(.get, "api/playlists/\(id)", as: "12").status == 200)
            #expect(try await call(.get, "api/playlists/\(id)", as: "15").status == 404)
            #expect(try await call(.get, "api/playlists/\(id)", as: "21").status == 404)
            let unknown = try await call(
                .put, "api/playlists/\(id)/sharing", #"{"members": [21]}"#)
            #expect(unknown.value("code") == "unknown_member")
        }
    }

    @Test func sharingOfAnotherDeviceIsNotReplaced() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            let path = "api/playlists/\(id)/sharing"
            #expect(
                try await call(.put, path, #"{"members": [12], "before": []}"#).status == 200)
            // The other device still shows the playlist as not shared.
            let refused = try await call(.put, path, #"{"members": [15], "before": []}"#)
            #expect(refused.status == 409 && refused.value("code") == "changed_elsewhere")
            #expect(refused.value("fields.members") == "12")
            #expect(try await call(.get, "api/playlists/\(id)").value("editors.0") == "12")
            // Both devices send the same value.
            #expect(
                try await call(.put, path, #"{"members": [12], "before": []}"#).status == 200)
            let replaced = try await call(.put, path, #"{"members": [15], "before": [12]}"#)
            #expect(replaced.status == 200 && replaced.value("editors.0") == "15")
        }
    }

    @Test func anotherEditorsChangeIsNotOverwritten() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await call(.put, "api/playlists/\(id)/sharing", #"{"members": [12]}"#)
            _ = try await call(.post, "api/playlists/\(id)/complete")
            let before = try await call(.get, "api/playlists/\(id)")
            let (name, text) = (
                try #require(before.value("name")), try #require(before.value("description"))
            )
            _ = try await call(
                .patch, "api/playlists/\(id)", as: "12", #"{"name": "Theirs"}"#)
            let body = """
                {"name": "Mine", "before": {"name": "\(name)", "description": "\(text)"}}
                """
            let refused = try await call(.patch, "api/playlists/\(id)", body)
            #expect(refused.status == 409 && refused.value("code") == "changed_elsewhere")
            #expect(refused.value("fields.name") == "Theirs")
            let seen = body.replacingOccurrences(of: "\"\(name)\"", with: "\"Theirs\"")
            #expect(try await call(.patch, "api/playlists/\(id)", seen).value("name") == "Mine")
        }
    }

    @Test func itemsAddedByTwoEditorsAtOnceAreAllKept() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await call(.put, "api/playlists/\(id)/sharing", #"{"members": [12]}"#)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await Self.add(
                            call, "https://example.org/\(number).mp3", to: id, as: "11"
                        ).status
                    }
                }
                for try await status in group { #expect(status == 201) }
            }
            let list = try await call(.get, "api/playlists/\(id)")
            let names = Set((0..<list.count("items")).map { list.value("items.\($0).address") })
            #expect(names.count == 20)
            // If several members reorder the same list, one succeeds, and the others get the
            // changed list.
            let ids = (0..<20).compactMap { list.value("items.\($0).id") }
            let revision = try #require(list.value("revision"))
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for turn in 1...5 {
                    let order = (ids[turn...] + ids[..<turn]).map { "\"\($0)\"" }
                    let body = """
                        {"items": [\(order.joined(separator: ","))], "revision": \(revision)}
                        """
                    group.addTask {
                        try await call(.put, "api/playlists/\(id)/order", body).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.sorted() == [200, 409, 409, 409, 409])
        }
    }

    @Test func editorsChangeItemsAndOwnersDelete() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await call(.put, "api/playlists/\(id)/sharing", #"{"members": [12]}"#)
            _ = try await call(.post, "api/playlists/\(id)/complete")
            for name in ["a.mp3", "b.mp4", "c.jpg"] {
                let added = try await Self.add(
                    call, "https://example.org/\(name)", to: id, as: "12")
                #expect(added.status == 201)
            }
            let list = try await call(.get, "api/playlists/\(id)")
            #expect((0..<3).map { list.value("items.\($0).kind") } == ["song", "video", "picture"])
            let items = (0..<3).compactMap { list.value("items.\($0).id") }
            let revision = try #require(list.value("revision"))
            let order = items.reversed().map { "\"\($0)\"" }.joined(separator: ",")
            let body = #"{"items": [\#(order)], "revision": \#(revision)}"#
            #expect(try await call(.put, "api/playlists/\(id)/order", as: "12", body).status == 200)
            // The revision is now outdated.
            let again = try await call(.put, "api/playlists/\(id)/order", body)
            #expect(again.value("code") == "changed")
            #expect(try await call(.get, "api/playlists/\(id)").value("items.0.id") == items[2])
            let path = "api/playlists/\(id)/items/\(items[0])"
            #expect(try await call(.patch, path, as: "12", #"{"name": "Ours"}"#).status == 204)
            #expect(try await call(.delete, path, as: "12").status == 204)
            #expect(try await call(.delete, path, as: "12").status == 404)
            #expect(
                try await call(.delete, "api/playlists/\(id)", as: "12").value("code")
                    == "not_the_owner")
            #expect(try await call(.delete, "api/playlists/\(id)").status == 204)
        }
    }

    @Test(arguments: ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "", "a b"])
    func nonWebAddressesAreRejected(address: String) async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            let answer = try await Self.add(call, address, to: id)
            #expect(answer.status == 422)
            #expect(answer.value("code") == "bad_address")
        }
    }

    @Test func exportedFilesCanBeImported() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await Self.add(call, "https://example.org/a.mp3?x=1&y=2", to: id)
            for format in ["xspf", "m3u8", "jspf"] {
                let file = try await call(.get, "api/playlists/\(id)/export?format=\(format)")
                #expect(file.status == 200)
                let made = try await call(
                    .post, "api/playlists/import", type: "application/octet-stream",
                    bytes: file.bytes)
                #expect(made.status == 201)
                #expect(made.value("name") == "Car")
                #expect(made.value("items.0.address") == "https://example.org/a.mp3?x=1&y=2")
            }
            let before = try await call(.get, "api/playlists").count("playlists")
            let bad = try await call(
                .post, "api/playlists/import", type: "application/octet-stream",
                bytes: Array("#EXTM3U\njavascript:alert(1)\n".utf8))
            #expect(bad.value("code") == "bad_address")
            #expect(try await call(.get, "api/playlists").count("playlists") == before)
        }
    }

    @Test func linkToAPlaylistCopiesItsItems() async throws {
        try await house.test { call in
            let (first, second) = (try await Self.create(call), try await Self.create(call, "Two"))
            _ = try await Self.add(call, "https://example.org/a.mp3", to: first)
            let page = "https://home.example/together/playlists/\(first)"
            let answer = try await Self.add(call, page, to: second)
            #expect(answer.value("imported") == "1")
            let foreign = try await call(
                .post, "api/playlists", as: "21", #"{"name": "Theirs"}"#)
            let id = try #require(foreign.value("id"))
            #expect(
                try await Self.add(call, page, to: id, as: "21").value("code") == "file_not_found")
        }
    }

    @Test func invitationOpensThePlaylistWithoutAnAccount() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await Self.add(call, "https://example.org/a.mp3", to: id)
            let preview = try await call(
                .get, "api/playlists/\(id)/invitation?email=ben@example.org")
            #expect(preview.value("subject")?.contains("Car") == true)
            let bad = try await call(
                .post, "api/playlists/\(id)/invitations",
                #"{"email": "ben@example.org\r\nBcc: all@example.org"}"#)
            #expect(bad.value("code") == "bad_email")
            // This machine sends no mail, so the response contains a link to copy.
            let answer = try await call(
                .post, "api/playlists/\(id)/invitations", #"{"email": "ben@example.org"}"#)
            let link = try #require(answer.value("link"))
            let token = try #require(link.split(separator: "/").last)
            let shared = try await call(.get, "api/shared/\(token)", as: nil)
            #expect(shared.value("items.0.address") == "https://example.org/a.mp3")
            let wrong = String(repeating: "A", count: 43)
            #expect(try await call(.get, "api/shared/\(wrong)", as: nil).status == 404)
            #expect(try await call(.get, "api/playlists/\(id)", as: nil).status == 401)
        }
    }

    private static func invite(
        _ call: PartsCaller, _ email: String, to id: String, as login: String = "11"
    ) async throws -> PartsCaller.Answer {
        try await call(
            .post, "api/playlists/\(id)/invitations", as: login, #"{"email": "\#(email)"}"#)
    }

    @Test func invitationsAreListedRevokedAndExpire() async throws {
        let house = house
        try await house.test { call in
            let id = try await Self.create(call)
            var paths: [String] = []
            for name in ["ben", "cleo"] {
                let answer = try await Self.invite(call, "\(name)@example.org", to: id)
                let token = try #require(answer.value("link")?.split(separator: "/").last)
                paths.append("api/shared/\(token)")
            }
            let list = try await call(.get, "api/playlists/\(id)/invitations")
            #expect(list.count("invitations") == 2)
            #expect(list.value("invitations.0.email") == "ben@example.org")
            let ben = try #require(list.value("invitations.0.id"))
            let path = "api/playlists/\(id)/invitations/\(ben)"
            #expect(try await call(.delete, path, as: "21").status == 404)
            #expect(try await call(.delete, path).status == 204)
            #expect(try await call(.delete, path).status == 404)
            #expect(try await call(.get, paths[0], as: nil).status == 404)
            #expect(try await call(.get, paths[1], as: nil).status == 200)
            house.pass(30 * 86_400 - 1)
            #expect(try await call(.get, paths[1], as: nil).status == 200)
            house.pass(1)
            #expect(try await call(.get, paths[1], as: nil).status == 404)
            let rest = try await call(.get, "api/playlists/\(id)/invitations")
            #expect(rest.count("invitations") == 0)
        }
    }

    @Test func childrenCannotInviteAndLinksEndWithTheirOwner() async throws {
        let house = house
        try await house.test { call in
            let made = try await call(.post, "api/playlists", as: "15", #"{"name": "Mine"}"#)
            let own = try #require(made.value("id"))
            let refused = try await Self.invite(call, "ben@example.org", to: own, as: "15")
            #expect(refused.status == 403)
            #expect(refused.value("code") == "adult_needed")
            let theirs = try await call(.post, "api/playlists", as: "12", #"{"name": "Bo"}"#)
            let id = try #require(theirs.value("id"))
            let answer = try await Self.invite(call, "ben@example.org", to: id, as: "12")
            let token = try #require(answer.value("link")?.split(separator: "/").last)
            // Bo has left, and his records still exist.
            try await house.database.write { db in
                try db.execute(sql: "DELETE FROM test_member WHERE id = 12")
            }
            #expect(try await call(.get, "api/shared/\(token)", as: nil).status == 404)
        }
    }

    @Test func invitationsByMailAreLimitedPerDayIncludingDeletedPlaylists() async throws {
        let house = try PartsHouse(sendmail: ["/bin/false"])
        try await house.allow("mail")
        try await house.test { call in
            // Invitations of all playlists count; mails to members do not.
            try await house.database.write { db in
                for number in 0..<PlaylistStore.maximumDailyInvitations {
                    try db.execute(
                        sql: """
                            INSERT INTO together_mail (household, member, message_id, recipient,
                                subject, content, state, due, created)
                            VALUES (1, 11, ?, ?, '', x'', 'sent', 0, ?)
                            """,
                        arguments: [
                            "\(number)", number == 0 ? "BO@example.org" : "x\(number)@example.org",
                            PartsHouse.now,
                        ])
                }
            }
            let id = try await Self.create(call)
            let last = try await Self.invite(call, "ben@example.org", to: id)
            #expect(last.value("sent") == "1" || last.value("sent") == "true")
            #expect(try await call(.delete, "api/playlists/\(id)").status == 204)
            let other = try await Self.create(call, "Other")
            let refused = try await Self.invite(call, "ben@example.org", to: other)
            #expect(refused.status == 429)
            #expect(refused.value("code") == "too_many_invitations")
            house.pass(86_400)
            #expect(try await Self.invite(call, "ben@example.org", to: other).status == 200)
        }
    }

    @Test func uploadsUseASlotAndJobsAreRecounted() async throws {
        let house = house
        try await house.test { call in
            let id = try await Self.create(call)
            let (started, tell) = AsyncStream.makeStream(of: Void.self)
            let releases = (0..<4).map { _ in AsyncStream.makeStream(of: Void.self) }
            let holders = releases.map { release in
                Task {
                    try await house.media.uploads.run(of: 1) {
                        tell.yield()
                        for await _ in release.stream {}
                    }
                }
            }
            var running = started.makeAsyncIterator()
            for _ in holders { await running.next() }
            let refused = try await call(
                .post, "api/playlists/\(id)/uploads", type: "audio/wav", bytes: [1])
            #expect(refused.value("code") == "too_many_uploads")
            for release in releases { release.continuation.finish() }
            for holder in holders { try await holder.value }
            try await house.database.write { db in
                for number in 0..<MediaJobs.mostOfHousehold {
                    try db.execute(
                        sql: """
                            INSERT INTO media_job (id, household, kind, parameters, state, changed)
                            VALUES (?, 1, 'playlist-song', '{}', 'waiting', 0)
                            """, arguments: ["job \(number)"])
                }
            }
            let error = await #expect(throws: MediaError.self) {
                _ = try await house.jobs.add(id: "more", household: 1, kind: "playlist-song") { _ in
                    Issue.record("this job has no room")
                }
            }
            #expect(error?.code == "too_many_jobs")
        }
    }

    @Test func playlistsAndCalendarsOfADeletedMemberAreRemovedLater() async throws {
        let house = house
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await call(.put, "api/playlists/\(id)/sharing", #"{"members": [12]}"#)
            let made = try await call(.post, "api/playlists", as: "12", #"{"name": "Bo"}"#)
            let own = try #require(made.value("id"))
            try await house.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO together_calendar_feed VALUES (12, 1, x'01', x'02');
                        DELETE FROM test_member WHERE id = 12
                        """)
            }
            try await house.app.maintain()
            let left = try await house.database.read { db in
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT (SELECT count(*) FROM together_playlist WHERE id = ?)
                            + (SELECT count(*) FROM together_playlist_editor)
                            + (SELECT count(*) FROM together_calendar_feed)
                        """, arguments: [own])
            }
            #expect(left == 0)
            #expect(try await call(.get, "api/playlists/\(id)").status == 200)
        }
    }

    @Test func playlistOfALeavingOwnerGoesToAnEditor() async throws {
        let house = house
        try await house.test { call in
            let id = try await Self.create(call)
            _ = try await Self.add(call, "https://example.org/a.mp3", to: id)
            _ = try await call(.put, "api/playlists/\(id)/sharing", #"{"members": [12]}"#)
            _ = try await call(.post, "api/playlists/\(id)/complete")
            let draft = try await Self.create(call, "Draft")
            try await house.leave(11)
            let list = try await call(.get, "api/playlists/\(id)", as: "12")
            #expect(list.value("owner") == "12")
            #expect(list.count("items") == 1)
            #expect(try await call(.get, "api/playlists/\(draft)", as: "12").status == 404)
        }
    }

    @Test(.enabled(if: SandboxedProcess.find("ffmpeg") != nil, "needs ffmpeg"))
    func uploadIsConvertedAtOneLoudnessAndServedInParts() async throws {
        let house = house
        try await house.test { call in
            let id = try await Self.create(call)
            let answer = try await call(
                .post, "api/playlists/\(id)/uploads?name=Beep", type: "audio/wav",
                bytes: Self.tone(seconds: 4))
            #expect(answer.status == 202)
            let job = try #require(answer.value("id"))
            var state = answer.value("state")
            for _ in 0..<600 where state != "done" && state != "failed" {
                try await Task.sleep(for: .milliseconds(100))
                state = try await call(.get, "api/jobs/\(job)").value("state")
            }
            #expect(state == "done")
            let item = try await call(
                .post, "api/playlists/\(id)/items", #"{"job": "\#(job)"}"#)
            #expect(item.status == 201)
            #expect(item.value("name") == "Beep")
            #expect(item.value("kind") == "song")
            let again = try await call(
                .post, "api/playlists/\(id)/items", #"{"job": "\#(job)"}"#)
            #expect(again.status == 404)
            let hash = try #require(item.value("media"))
            let whole = try await call(.get, "api/media/\(hash)")
            #expect(whole.status == 200)
            let part = try await call(.get, "api/media/\(hash)", headers: [.range: "bytes=0-99"])
            #expect(part.status == 206)
            #expect(part.bytes == Array(whole.bytes.prefix(100)))
            #expect(try await call(.get, "api/media/\(hash)", as: "21").status == 404)
            let file = house.folder.appending(path: "made.m4a")
            try Data(whole.bytes).write(to: file)
            let loudness = try Self.loudness(of: file)
            #expect(abs(loudness - -16) < 1, "\(loudness) LUFS")
        }
    }

    @Test(.enabled(if: PartsHouse.makesHEIC, "needs ffmpeg and libheif-examples"))
    func pictureOfAPhoneIsShownAsJPEG() async throws {
        let house = house
        try await house.test { call in
            #expect(try await call(.get, "api/formats").text.contains("HEIC"))
            let id = try await Self.create(call)
            let answer = try await call(
                .post, "api/playlists/\(id)/uploads?name=Beach", type: "image/heic",
                bytes: try await house.heic())
            let job = try #require(answer.value("id"))
            try await call.wait(for: job)
            let item = try await call(
                .post, "api/playlists/\(id)/items", #"{"job": "\#(job)"}"#)
            #expect(item.status == 201, "\(item.text)")
            #expect(item.value("kind") == "picture")
            let hash = try #require(item.value("media"))
            let shown = try await call(.get, "api/media/\(hash)")
            #expect(shown.headers[.contentType] == "image/jpeg")
            #expect(shown.bytes.starts(with: [0xFF, 0xD8]))
        }
    }

    @Test(.enabled(if: SandboxedProcess.find("ffmpeg") != nil, "needs ffmpeg"))
    func unreadableUploadReportsTheReason() async throws {
        try await house.test { call in
            let id = try await Self.create(call)
            let answer = try await call(
                .post, "api/playlists/\(id)/uploads?kind=song", type: "application/octet-stream",
                bytes: Array("no music at all".utf8))
            let job = try #require(answer.value("id"))
            var state = answer.value("state")
            for _ in 0..<600 where state != "done" && state != "failed" {
                try await Task.sleep(for: .milliseconds(100))
                state = try await call(.get, "api/jobs/\(job)").value("state")
            }
            #expect(state == "failed")
            let item = try await call(
                .post, "api/playlists/\(id)/items", #"{"job": "\#(job)"}"#)
            #expect(item.status == 422)
            let unknown = try await call(
                .post, "api/playlists/\(id)/uploads", type: "text/plain", bytes: [1])
            #expect(unknown.value("code") == "unknown_kind")
        }
    }

    /// A quiet tone of 440 Hz as a WAV file.
    private static func tone(seconds: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        func add(_ text: String) { bytes += Array(text.utf8) }
        func add<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { bytes += Array($0) }
        }
        let count = seconds * 8000
        add("RIFF")
        add(UInt32(36 + count * 2))
        add("WAVEfmt ")
        add(UInt32(16))
        add(UInt16(1))
        add(UInt16(1))
        add(UInt32(8000))
        add(UInt32(16_000))
        add(UInt16(2))
        add(UInt16(16))
        add("data")
        add(UInt32(count * 2))
        for index in 0..<count {
            add(Int16(600 * sin(Double(index) / 8000 * 440 * 2 * .pi)))
        }
        return bytes
    }

    private static func loudness(of file: URL) throws -> Double {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-hide_banner", "-i", file.path, "-af", "loudnorm=print_format=json", "-f",
            "null", "-",
        ]
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let line = text.split(separator: "\n").first { $0.contains("\"input_i\"") } ?? ""
        let number = line.split(separator: "\"").last { Double($0) != nil }
        return number.flatMap { Double($0) } ?? 0
    }
}
