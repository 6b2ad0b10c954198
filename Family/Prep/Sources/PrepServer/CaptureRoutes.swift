import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import PrepRules

/// Photos to be stitched into one panorama.
struct CaptureStore: Sendable {
    /// Maximum number of photos in a capture.
    static let mostPhotos = 60
    /// Maximum number of concurrent captures per household.
    static let most = 4
    /// Seconds after which an unused capture is removed.
    static let lifetime: Int64 = 24 * 3600

    let database: any FamilyDatabase
    let media: MediaFolder
    let now: @Sendable () -> Date

    func folder(_ id: String) -> URL {
        media.url.appending(path: "captures/\(id)", directoryHint: .isDirectory)
    }

    func create(for household: Int64) async throws -> String {
        let id = UUID().text
        let moment = Int64(now().timeIntervalSince1970)
        let folder = folder(id)
        try await database.write { db in
            let count =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM prep_capture WHERE household = ?",
                    arguments: [household]) ?? 0
            guard count < Self.most else {
                throw WireError(
                    .conflict, "too_many",
                    "\(count) captures are not finished. Finish or discard one first.")
            }
            try db.execute(
                sql: "INSERT INTO prep_capture VALUES (?, ?, ?)",
                arguments: [id, household, moment]
            )
            // If creating the folder fails, the row is rolled back.
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
        return id
    }

    func require(_ id: String, of household: Int64) async throws {
        let isKnown = try await database.read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM prep_capture WHERE id = ? AND household = ?)",
                arguments: [id, household]) ?? false
        }
        guard isKnown else { throw WireError.notFound }
    }

    func add(_ number: Int, _ photo: PanoramaWork.PhotoList.Photo, to id: String) async throws {
        try await database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO prep_photo VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET yaw = excluded.yaw, pitch = excluded.pitch,
                        roll = excluded.roll, field_of_view = excluded.field_of_view
                    """,
                arguments: [id, number, photo.yaw, photo.pitch, photo.roll, photo.fov])
        }
    }

    /// The photos of a capture, with file names relative to its folder.
    func photos(_ id: String) async throws -> [PanoramaWork.PhotoList.Photo] {
        try await database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM prep_photo WHERE capture = ? ORDER BY number",
                arguments: [id]
            ).map { row in
                let number: Int = row["number"]
                return .init(
                    file: "\(number).jpg", yaw: row["yaw"], pitch: row["pitch"],
                    roll: row["roll"], fov: row["field_of_view"])
            }
        }
    }

    func remove(_ id: String) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM prep_capture WHERE id = ?", arguments: [id])
        }
        try? FileManager.default.removeItem(at: folder(id))  // The next start tries again.
    }

    func removeAll(of household: Int64) async throws {
        let ids = try await database.read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM prep_capture WHERE household = ?", arguments: [household])
        }
        for id in ids { try await remove(id) }
    }

    func removeOld() async throws {
        let limit = Int64(now().timeIntervalSince1970) - Self.lifetime
        let ids = try await database.read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM prep_capture WHERE created < ?", arguments: [limit])
        }
        for id in ids { try await remove(id) }
    }

    /// Removes folders of captures that the database does not know, and incomplete photos whose
    /// upload ended with the server.
    func removeUnknown() async throws {
        let known = try await database.read { db in
            try String.fetchSet(db, sql: "SELECT id FROM prep_capture")
        }
        let url = media.url.appending(path: "captures", directoryHint: .isDirectory)
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: url.path)) ?? [] {
            guard known.contains(name) else {
                try? files.removeItem(at: folder(name))  // The next start tries again.
                continue
            }
            let photos = (try? files.contentsOfDirectory(atPath: folder(name).path)) ?? []
            for photo in photos where photo.hasSuffix(".part") {
                // The next start tries again.
                try? files.removeItem(at: folder(name).appending(path: photo))
            }
        }
    }
}

/// The routes of the guided capture: single photos first, then one panorama.
struct CaptureRoutes: Sendable {
    /// Maximum size of a photo in bytes.
    static let mostBytes = 20_000_000

    let app: PrepApp

    func add(to routes: RouteGroup) {
        let group = routes.group("api/captures")
        group.post(use: create)
        group.put("{id}/photos/{number}", use: addPhoto)
        group.post("{id}/stitch", use: stitch)
        group.delete("{id}", use: delete)
    }

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let household = try context.prepMember().household
            try await WireJSON.readNothing(from: request, context: context)
            try await app.media.checkQuota(of: household)
            let id = try await app.captures.create(for: household)
            return try WireJSON.response(["id": id], status: .created)
        }
    }

    private func addPhoto(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let (household, id) = (try context.prepMember().household, try context.identifier())
            try await app.captures.require(id, of: household)
            guard let number = context.parameters.get("number", as: Int.self),
                (1...CaptureStore.mostPhotos).contains(number)
            else {
                throw WireError(
                    .unprocessableContent, "photo_number",
                    "The number of a photo must be 1 to \(CaptureStore.mostPhotos).")
            }
            guard request.headers[.contentType] == "image/jpeg" else {
                throw WireError(
                    .unsupportedMediaType, "not_a_picture", "A photo must be image/jpeg.")
            }
            func angle(_ name: String, _ range: ClosedRange<Double>) throws -> Double? {
                guard let field = HTTPField.Name(name), let text = request.headers[field] else {
                    return nil
                }
                guard let value = Double(text), range.contains(value) else {
                    throw WireError(
                        .badRequest, "malformed",
                        "\(name) must be \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
                }
                return value
            }
            let file = "\(number).jpg"
            let photo = PanoramaWork.PhotoList.Photo(
                file: file, yaw: try angle("X-Yaw", -180...360),
                pitch: try angle("X-Pitch", -90...90), roll: try angle("X-Roll", -180...180),
                fov: try angle("X-Field-Of-View", 10...140))
            let folder = app.captures.folder(id)
            let part = folder.appending(path: "\(UUID().text).part")
            _ = try await app.media.uploads.run(of: household) {
                try await MediaUpload.receive(
                    request, context: context, to: part, limit: Self.mostBytes)
            }
            guard rename(part.path, folder.appending(path: file).path) == 0 else {
                throw WireError.notFound  // The capture was discarded meanwhile.
            }
            try await app.captures.add(number, photo, to: id)
            return Response(status: .noContent)
        }
    }

    private func stitch(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let (household, id) = (try context.prepMember().household, try context.identifier())
            try await app.captures.require(id, of: household)
            try await WireJSON.readNothing(from: request, context: context)
            try await app.jobs.checkRoom(for: household)
            var photos = try await app.captures.photos(id)
            guard photos.count >= 2 else {
                throw WireError(
                    .unprocessableContent, "too_few_photos",
                    "A panorama needs at least 2 photos. Take more.")
            }
            let job = UUID().text
            let folder = try app.media.folder.workspace(job)
            do {
                // Uses hard links, so that the capture can be stitched again.
                for index in photos.indices {
                    let target = folder.appending(path: photos[index].file)
                    try FileManager.default.linkItem(
                        at: app.captures.folder(id).appending(path: photos[index].file), to: target)
                    photos[index].file = target.path
                }
                try JSONEncoder().encode(PanoramaWork.PhotoList(pictures: photos))
                    .write(to: folder.appending(path: "photos.json"))
                let parameters = try context.panoramaParameters(request)
                let made = try await app.jobs.add(
                    id: job, household: household, kind: "stitch", parameters: try parameters.json)
                return try WireJSON.response(made, status: .accepted)
            } catch {
                app.media.folder.removeWorkspace(job)
                throw error
            }
        }
    }

    private func delete(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (household, id) = (try context.prepMember().household, try context.identifier())
        try await app.captures.require(id, of: household)
        try await app.captures.remove(id)
        return Response(status: .noContent)
    }
}
