import FacialFun
import FamilyMedia
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PrepRules
import Testing

@testable import PrepServer

@Suite(.enabled(if: SandboxedProcess.find("ffmpeg") != nil, "ffmpeg is not installed"))
struct MediaRoutesTests {
    @Test func panoramaIsConvertedServedInRangesAndInvisibleToOthers() async throws {
        try await PrepHouse().test { caller in
            let job = try await caller.upload("panorama", Caller.sphere())
            let media = try #require(job.media, "\(job)")
            #expect(media.width == 1024 && media.height == 512 && media.type == "image/jpeg")
            let path = "media/\(media.id)"
            let whole = try await caller.send(.get, path)
            #expect(whole.data.count == media.bytes)
            #expect(whole.headers[.cacheControl]?.contains("immutable") == true)
            let part = try await caller.send(.get, path, headers: [.range: "bytes=10-19"])
            #expect(part.status == .partialContent && part.data == whole.data[10..<20])
            #expect(part.headers[.contentRange] == "bytes 10-19/\(media.bytes)")
            let beyond = try await caller.send(
                .get, path, headers: [.range: "bytes=\(media.bytes)-"])
            #expect(beyond.status == .rangeNotSatisfiable)
            let known = try await caller.send(
                .get, path, headers: [.ifNoneMatch: "\"\(media.id)\""])
            #expect(known.status == .notModified)
            let small = try await caller.send(.get, "\(path)/512")
            let header = try ImageDecoder().header(of: [UInt8](small.data))
            #expect(header.width == 512 && header.height == 256)
            #expect(try await caller.send(.get, "\(path)/99").status == .notFound)
            for other in [path, "\(path)/512", "api/jobs/\(job.id)"] {
                #expect(try await caller.send(.get, other, by: 21).status == .notFound)
            }
            #expect(
                try await caller.send(.delete, "api/jobs/\(job.id)", by: 21).status == .notFound)
        }
    }

    @Test(
        .enabled(
            if: SandboxedProcess.find("heif-enc") != nil
                && SandboxedProcess.find("heif-convert") != nil,
            "libheif-examples is not installed"))
    func panoramaOfAPhoneIsServedAsJPEG() async throws {
        try await PrepHouse().test { caller in
            let folder = caller.house.folder
            let (jpeg, heic) = (folder.appending(path: "a.jpg"), folder.appending(path: "a.heic"))
            try Caller.sphere().write(to: jpeg)
            let encoder = try #require(SandboxedProcess.find("heif-enc"))
            let ending = try await SandboxedProcess(
                encoder, [jpeg.path, "-o", heic.path], home: folder
            ).run()
            try #require(ending.code == 0, "\(ending.errors)")
            let data = try Data(contentsOf: heic)
            let job = try await caller.upload("panorama", data, type: "image/heic")
            let media = try #require(job.media, "\(job)")
            #expect(media.width == 1024 && media.height == 512 && media.type == "image/jpeg")
            let half = try await caller.upload(
                "panorama", data.prefix(data.count / 2), type: "image/heic")
            #expect(half.error?.code == "unreadable")
            // A capture accepts only JPEG, which cameras produce.
            struct Made: Decodable { let id: String }
            let made = try JSONDecoder().decode(
                Made.self, from: try await caller.json(.post, "api/captures").data)
            let photo = try await caller.send(
                .put, "api/captures/\(made.id)/photos/1", data, type: "image/heic")
            #expect(photo.status == .unsupportedMediaType && photo.code == "not_a_picture")
        }
    }

    @Test func invalidUploadsAreRejectedWithTheirCode() async throws {
        try await PrepHouse(faces: StandInFinder(isAway: true)).test { caller in
            let data = try Caller.sphere()
            #expect(
                try await caller.send(.post, "api/media?kind=song", data).code == "unknown_kind")
            #expect(try await caller.send(.post, "api/media?kind=sound", Data()).code == "empty")
            let away = try await caller.upload("panorama", data)
            #expect(away.state == .failed && away.error?.code == "faces_unavailable")
            let confirmed = try await caller.send(
                .post, "api/media?kind=panorama&faces=none", parent: true, data)
            #expect(try await caller.ended(confirmed).state == .done)
            #expect(
                try await caller.upload("sound", Data("text".utf8)).error?.code == "unreadable")
            let work = try FileManager.default.contentsOfDirectory(
                atPath: caller.house.app.media.folder.work.path)
            #expect(work.isEmpty)
        }
    }

    @Test func parentConfirmsFacesAndOnlyThoseStaySharp() async throws {
        struct Details: Decodable { let blurred: [AngularRegion] }
        try await PrepHouse(faces: RedFinder()).test { caller in
            let picture = try Caller.people(at: [-60, 50])
            let first = try #require(try await caller.upload("panorama", picture).media)
            let answer = try await caller.send(.get, "api/media/\(first.id)")
            let blurred = try JSONDecoder().decode(Details.self, from: answer.data).blurred
            #expect(blurred.count == 2)
            let own = try #require(blurred.first { abs($0.yaw + 60) < 4 })
            let path =
                "api/media?kind=panorama&own=\(own.yaw),\(own.pitch),\(own.width),\(own.height)"
            #expect(try await caller.send(.post, path, picture).code == "parent_needed")
            for text in ["1,2,3", "1,2,3,x", "", "0,0,400,10", "0,0,1,1;"] {
                let wrong = try await caller.send(
                    .post, "api/media?kind=panorama&own=\(text)", parent: true, picture)
                #expect(wrong.code == "malformed", "\(text)")
            }
            let job = try await caller.ended(
                try await caller.send(.post, path, parent: true, picture))
            let second = try #require(job.media, "\(job)")
            let after = try await caller.send(.get, "api/media/\(second.id)")
            let left = try JSONDecoder().decode(Details.self, from: after.data).blurred
            #expect(left.count == 1 && abs((left.first?.yaw ?? 0) - 50) < 4)
            let shown = try await caller.send(.get, "media/\(second.id)")
            let image = try ImageDecoder().decode([UInt8](shown.data)).image
            // The center of a red disc stays red, so a difference from the upload shows the blur.
            let before = try ImageDecoder().decode([UInt8](picture)).image
            try #require(before.width == image.width && before.height == image.height)
            let changed = before.withPixels { old in
                image.withPixels { new in
                    (0..<(image.width * image.height)).filter {
                        abs(Int(old[$0 * 3]) - Int(new[$0 * 3])) > 40
                    }
                }
            }
            #expect(!changed.isEmpty)
            #expect(
                changed.allSatisfy { at in
                    let yaw =
                        (Double(at % image.width) + 0.5) / Double(image.width) * 360 - 180
                    return abs(yaw - 50) < 14
                })
            for other in ["api/media/\(second.id)", "api/media/xyz"] {
                #expect(try await caller.send(.get, other, by: 21).status == .notFound)
            }
        }
    }

    @Test func deletingAHouseholdDeletesItsFiles() async throws {
        try await PrepHouse().test { caller in
            let app = caller.house.app
            let media = try #require(try await caller.upload("panorama", Caller.sphere()).media)
            var experience = try await caller.experience()
            experience.panoramas = [Panorama(id: UUID(), name: "Door", image: media.id)]
            #expect(try await caller.put(experience, tag: "\"1\"").status == .ok)
            try await app.maintain()
            #expect(try await caller.send(.get, "media/\(media.id)").status == .ok)
            caller.house.left.insert(1)
            try await app.maintain()
            #expect(try await caller.send(.get, "media/\(media.id)").status == .notFound)
            #expect(
                !FileManager.default.fileExists(atPath: app.media.folder.url(of: media.id).path))
            #expect(
                try await caller.send(.get, "api/experiences/\(experience.id.text)").status
                    == .notFound)
        }
    }

    @Test func exportedExperienceCanBeImportedByAnotherFamily() async throws {
        try await PrepHouse().test { caller in
            let media = try #require(try await caller.upload("panorama", Caller.sphere()).media)
            var experience = try await caller.experience()
            experience.panoramas = [Panorama(id: UUID(), name: "Door", image: media.id)]
            #expect(try await caller.put(experience, tag: "\"1\"").status == .ok)
            let path = "api/experiences/\(experience.id.text)"
            let zip = try await caller.send(.get, "\(path)/export")
            #expect(zip.headers[.contentType] == "application/zip")
            let taken = try await caller.send(
                .post, "api/import", by: 21, parent: true, zip.data, type: "application/zip")
            #expect(taken.status == .created, "\(String(buffer: taken.body))")
            let copy = try ExperienceFile.read(taken.data)
            #expect(copy.title == "Experience 1" && copy.id != experience.id)
            let image = try #require(copy.panoramas.first?.image)
            #expect(try await caller.send(.get, "media/\(image)", by: 21).status == .ok)
            let again = try await caller.send(
                .post, "api/import", parent: true, zip.data, type: "application/zip")
            #expect(try ExperienceFile.read(again.data).title == "Experience 1 2")

            let tour = try await caller.send(.get, "\(path)/pannellum")
            let third = try await caller.send(.post, "api/import", parent: true, tour.data)
            #expect(third.status == .created)
            let foreign = try await caller.send(
                .post, "api/import", by: 31, parent: true, tour.data)
            #expect(foreign.code == "unknown_media")
        }
    }

    @Test func damagedZipFileLeavesNothing() async throws {
        try await PrepHouse().test { caller in
            let media = try #require(try await caller.upload("panorama", Caller.sphere()).media)
            var experience = try await caller.experience()
            experience.panoramas = [Panorama(id: UUID(), name: "Door", image: media.id)]
            let house = caller.house
            func take(_ entries: [(String, Data)]) async throws -> String? {
                let file = house.folder.appending(path: "\(UUID()).zip")
                var writer = try ZipWriter(file)
                for (name, data) in entries { try writer.add(name, data) }
                try writer.finish()
                return try await caller.send(
                    .post, "api/import", by: 21, parent: true, try Data(contentsOf: file),
                    type: "application/zip"
                ).code
            }
            let json = ("experience.json", try ExperienceFile.write(experience))
            let picture = try await caller.send(.get, "media/\(media.id)").data
            #expect(try await take([]) == "zip_no_experience")
            #expect(try await take([json]) == "zip_incomplete")
            #expect(
                try await take([json, ("media/\(media.id).jpg", Data("other".utf8))])
                    == "zip_damaged")
            #expect(
                try await take([
                    json, ("media/\(media.id).jpg", picture), ("media/run.sh", Data("x".utf8)),
                ]) == "zip_unexpected")
            #expect(try await take([("../experience.json", json.1)]) == "zip_name")
            let use = try await house.app.media.use(of: 2)
            #expect(use.bytes == 0 && use.files == 0)
            let list = try await caller.send(.get, "api/experiences", by: 21)
            #expect(String(buffer: list.body) == #"{"bundled":[],"own":[]}"#)
        }
    }

    // MARK: - Captures

    private func capture(_ caller: Caller, photos: Int) async throws -> TestResponse {
        struct Made: Decodable { let id: String }
        let made = try await caller.json(.post, "api/captures")
        let id = try JSONDecoder().decode(Made.self, from: made.data).id
        for number in stride(from: 1, through: photos, by: 1) {
            let response = try await caller.send(
                .put, "api/captures/\(id)/photos/\(number)", try Caller.sphere(width: 64),
                type: "image/jpeg", headers: [.named("X-Yaw"): "\(number * 20)"])
            #expect(response.status == .noContent)
        }
        #expect(
            try await caller.json(.post, "api/captures/\(id)/stitch", by: 21).status == .notFound)
        return try await caller.json(.post, "api/captures/\(id)/stitch")
    }

    @Test func photosAreStitchedToAPanorama() async throws {
        let picture = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jpg")
        try Caller.sphere(7).write(to: picture)
        defer { try? FileManager.default.removeItem(at: picture) }
        let script = """
            grep -q '"yaw":40' "$1" || exit 9
            echo '{"event":"progress","stage":"reading","done":0.5}'
            cp \(picture.path) "$3"
            echo '{"event":"result","highestPitch":90,"lowestPitch":-70}'
            """
        try await PrepHouse(stitcher: script).test { caller in
            let job = try await caller.ended(try await capture(caller, photos: 2))
            let media = try #require(job.media, "\(job)")
            let details = try await caller.house.app.media.details(media.id, of: 1)
            #expect(details?.contains(#""pitch":-80"#) == true)
        }
    }

    /// Uses the real program instead of a fake.
    @Test func realStitcherReadsTheListAndItsOutputIsParsed() async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "prep-stitch")
        try await PrepHouse(stitcher: "exec \(program.path) \"$@\"").test { caller in
            let job = try await caller.ended(try await capture(caller, photos: 2))
            // The photos of this test are 64×32 pixels.
            #expect(job.error?.code == "bad_photo", "\(job)")
            let message = job.error?.message ?? ""
            #expect(message.hasPrefix("1.jpg (1 of 2) has fewer than 64 pixels"), "\(message)")
        }
    }

    @Test func errorOfTheStitcherBecomesTheJobsError() async throws {
        let script = """
            echo '{"event":"error","message":"2.jpg overlaps nothing.","file":"2.jpg"}'; exit 1
            """
        try await PrepHouse(stitcher: script).test { caller in
            let job = try await caller.ended(try await capture(caller, photos: 2))
            #expect(job.error?.code == "bad_photo")
            #expect(job.error?.message == "2.jpg overlaps nothing.")
            #expect(try await capture(caller, photos: 1).code == "too_few_photos")
        }
        try await PrepHouse().test { caller in
            let job = try await caller.ended(try await capture(caller, photos: 2))
            #expect(job.error?.code == "program_missing")
            #expect(job.error?.message.contains("FAMILY_PREP_STITCH") == true)
        }
    }

    @Test func cancelingAStitchingJobEndsItsProgram() async throws {
        try await PrepHouse(stitcher: "exec sleep 100").test { caller in
            let begun = try await capture(caller, photos: 2)
            let id = try JSONDecoder().decode(MediaJob.self, from: begun.data).id
            #expect(try await caller.send(.delete, "api/jobs/\(id)").status == .noContent)
            #expect(try await caller.ended(begun).state == .cancelled)
        }
    }

    @Test func partialPhotosAndUnknownCapturesAreRemovedAtTheNextStart() async throws {
        try await PrepHouse(stitcher: "exit 1").test { caller in
            struct Made: Decodable { let id: String }
            let made = try await caller.json(.post, "api/captures")
            let id = try JSONDecoder().decode(Made.self, from: made.data).id
            let photo = try await caller.send(
                .put, "api/captures/\(id)/photos/1", try Caller.sphere(width: 64),
                type: "image/jpeg")
            #expect(photo.status == .noContent)
            let captures = caller.house.app.captures
            try Data("half".utf8).write(to: captures.folder(id).appending(path: "x.part"))
            let unknown = captures.folder(UUID().text)
            try FileManager.default.createDirectory(
                at: unknown, withIntermediateDirectories: true)
            try await caller.house.app.start()
            let left = try FileManager.default.contentsOfDirectory(
                atPath: captures.folder(id).path)
            #expect(left == ["1.jpg"])
            #expect(!FileManager.default.fileExists(atPath: unknown.path))
        }
    }

    @Test func brokenPhotoIsNamedAndTheCaptureCanBeStitchedAgain() async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "prep-stitch")
        try await PrepHouse(stitcher: "exec \(program.path) \"$@\"").test { caller in
            struct Made: Decodable { let id: String }
            let made = try await caller.json(.post, "api/captures")
            let id = try JSONDecoder().decode(Made.self, from: made.data).id
            let whole = try Caller.sphere(width: 512)
            for number in 1...60 {
                let photo = number == 37 ? whole.prefix(whole.count / 2) : whole
                let response = try await caller.send(
                    .put, "api/captures/\(id)/photos/\(number)", photo, type: "image/jpeg",
                    headers: [.named("X-Yaw"): "\(number * 6 % 360)"])
                #expect(response.status == .noContent)
            }
            let job = try await caller.ended(
                try await caller.json(.post, "api/captures/\(id)/stitch"))
            #expect(job.error?.code == "bad_photo", "\(job)")
            #expect(job.error?.message.hasPrefix("37.jpg (37 of 60)") == true, "\(job)")
            let photos = try await caller.house.app.captures.photos(id)
            #expect(photos.count == 60)
            let more = try await caller.send(
                .put, "api/captures/\(id)/photos/61", whole, type: "image/jpeg")
            #expect(more.code == "photo_number")
        }
    }

    // MARK: - Disk

    @Test(.enabled(if: getuid() == 0, "mounting a small disk needs root"))
    func fullDiskDuringTheConversionFailsTheJobByName() async throws {
        let input = try Caller.sphere()
        let disk = FileManager.default.temporaryDirectory.appending(
            path: "disk-\(UUID())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        // The upload fits, but the panorama made from it does not.
        let size = (input.count / 4096 + 2) * 4096
        let mount = try await SandboxedProcess(
            "/bin/mount", ["-t", "tmpfs", "-o", "size=\(size)", "tmpfs", disk.path],
            home: FileManager.default.temporaryDirectory
        ).run()
        // In a container, root may not be allowed to mount.
        guard mount.code == 0 else { return }
        try await PrepHouse(media: disk.appending(path: "media")).test { caller in
            let job = try await caller.upload("panorama", input)
            #expect(job.error?.code == "disk_full", "\(job)")
            let work = try FileManager.default.contentsOfDirectory(
                atPath: caller.house.app.media.folder.work.path)
            #expect(work.isEmpty)
            let use = try await caller.house.app.media.use(of: 1)
            #expect(use.bytes == 0 && use.files == 0)
        }
        _ = try await SandboxedProcess(
            "/bin/umount", [disk.path], home: FileManager.default.temporaryDirectory
        ).run()
    }

    @Test(.enabled(if: getuid() == 0, "mounting a small disk needs root"))
    func fullDiskIsReportedAndLeavesNothing() async throws {
        let disk = FileManager.default.temporaryDirectory.appending(
            path: "disk-\(UUID())", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let mount = try await SandboxedProcess(
            "/bin/mount", ["-t", "tmpfs", "-o", "size=65536", "tmpfs", disk.path],
            home: FileManager.default.temporaryDirectory
        ).run()
        // In a container, even root may not be allowed to mount.
        guard mount.code == 0 else { return }
        try await PrepHouse(media: disk.appending(path: "media")).test { caller in
            let response = try await caller.send(
                .post, "api/media?kind=sound", Data(repeating: 1, count: 200_000))
            #expect(response.status.code == 507 && response.code == "disk_full")
            let work = try FileManager.default.contentsOfDirectory(
                atPath: caller.house.app.media.folder.work.path)
            #expect(work.isEmpty)
        }
        _ = try await SandboxedProcess(
            "/bin/umount", [disk.path], home: FileManager.default.temporaryDirectory
        ).run()
    }
}
