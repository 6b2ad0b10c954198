import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import OutboundHTTP
import TogetherServer

/// Items of playlists: links, uploads, order, and the uploaded files.
struct PlaylistItemRoutes: Sendable {
    let part: PlaylistPart

    private var services: TogetherServices { part.services }

    func add(to routes: RouteGroup) {
        routes.post("api/playlists/{id}/items", use: add)
        routes.patch("api/playlists/{id}/items/{item}", use: rename)
        routes.delete("api/playlists/{id}/items/{item}", use: remove)
        routes.put("api/playlists/{id}/order", use: order)
        routes.post("api/playlists/{id}/uploads", use: upload)
        routes.get("api/jobs/{job}", use: job)
        routes.delete("api/jobs/{job}", use: cancel)
        routes.get("api/formats", use: formats)
        routes.get("api/media/{hash}", use: file)
    }

    // MARK: - Adding

    private struct AddRequest: Decodable, Sendable {
        let address: String?
        let job: String?
        let name: String?
    }

    private func add(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        let input = try await WireJSON.read(AddRequest.self, from: request, context: context)
        // Checked first, because only members who may add items may cause requests to a host.
        _ = try await services.database.read { db in try acting.playlist(id, db) }
        if let job = input.job.flatMap({ UUID(uuidString: $0) })?.uuidString.lowercased() {
            return try await addUpload(job, name: input.name, to: id, acting)
        }
        guard let address = input.address else {
            throw WireError(
                .badRequest, "malformed", "Give the address of a link, or the job of an upload.")
        }
        return try await addLink(address, name: input.name, to: id, acting)
    }

    private func addLink(
        _ address: String, name: String?, to id: String, _ acting: ActingMember
    ) async throws -> Response {
        if let other = Self.playlistID(in: address) {
            return try await copy(other, to: id, acting)
        }
        let url: OutboundURL
        do {
            url = try OutboundURL(address)
        } catch {
            throw WireError(
                .unprocessableContent, "bad_address", error.message,
                fields: ["address": "bad_address"])
        }
        let allowed = try await services.database.read { db in
            try Preferences.isOn(.media, acting.household, db)
                ? try Preferences.hosts(.media, acting.household, db) : []
        }
        let facts: LinkFacts
        do {
            facts = try await part.links.facts(of: url, allowed: allowed)
        } catch {
            throw WireError(error)
        }
        if let playlist = facts.playlist {
            return try await add(playlist.items, to: id, acting)
        }
        let title = PlaylistFile.line(name ?? "", or: facts.name)
        let item = NewItem(
            name: title, kind: facts.kind, host: facts.host, seconds: facts.seconds,
            address: url.description)
        return try await addOne(item, to: id, acting)
    }

    /// The playlist identifier in the address of a page on this server.
    private static func playlistID(in address: String) -> String? {
        guard let range = address.range(of: "/together/playlists/") else { return nil }
        let id = address[range.upperBound...].prefix(36)
        return UUID(uuidString: String(id))?.uuidString.lowercased()
    }

    private struct ImportedResponse: Encodable { let imported: Int }

    /// Copies the items of another playlist that the member can access.
    private func copy(
        _ other: String, to id: String, _ acting: ActingMember
    ) async throws -> Response {
        let count = try await services.changingPlaylists(of: acting) { db in
            guard
                let source = try PlaylistStore.playlist(
                    other, for: acting.member, household: acting.household, db)
            else {
                throw PlaylistProblem(
                    .fileNotFound, "File not found. You have no such playlist.")
            }
            let items = try PlaylistStore.items(of: source.id, db).map {
                NewItem(
                    name: $0.name, kind: $0.kind, host: $0.host, seconds: $0.seconds,
                    address: $0.address, media: $0.media)
            }
            return try PlaylistStore.add(
                items, to: try acting.playlist(id, db), by: acting.member, db
            ).count
        }
        return try WireJSON.response(ImportedResponse(imported: count), status: .created)
    }

    private func add(
        _ items: [NewItem], to id: String, _ acting: ActingMember
    ) async throws -> Response {
        let count = try await services.changingPlaylists(of: acting) { db in
            try PlaylistStore.add(
                items, to: try acting.playlist(id, db), by: acting.member, db
            ).count
        }
        return try WireJSON.response(ImportedResponse(imported: count), status: .created)
    }

    private func addOne(
        _ item: NewItem, to id: String, _ acting: ActingMember
    ) async throws -> Response {
        let added = try await services.changingPlaylists(of: acting) { db in
            let ids = try PlaylistStore.add(
                [item], to: try acting.playlist(id, db), by: acting.member, db)
            return try PlaylistStore.items(of: id, db).first { ids.contains($0.id) }
        }
        guard let added else { throw WireError.notFound }
        return try WireJSON.response(PlaylistRoutes.ItemResponse(added), status: .created)
    }

    private func addUpload(
        _ job: String, name: String?, to id: String, _ acting: ActingMember
    ) async throws -> Response {
        guard let found = try await part.jobs.job(job, of: acting.household) else {
            throw WireError.notFound
        }
        if let failure = found.error {
            throw WireError(MediaError(failure.code, failure.message))
        }
        guard let media = found.media else {
            throw WireError(
                PlaylistProblem(.notFinished, "The file is still being converted. Wait a moment."))
        }
        let added = try await services.changingPlaylists(of: acting) { db in
            let playlist = try acting.playlist(id, db)
            guard let noted = try PlaylistStore.take(upload: job, of: playlist, db) else {
                throw WireError.notFound
            }
            let kind: ItemKind =
                media.kind == "sound" ? .song : media.kind == "video" ? .video : .picture
            let title = PlaylistFile.line(name ?? "", or: noted)
            let ids = try PlaylistStore.add(
                [
                    NewItem(
                        name: title, kind: kind, host: "", seconds: media.seconds,
                        media: media.id)
                ], to: playlist, by: acting.member, db)
            return try PlaylistStore.items(of: id, db).first { ids.contains($0.id) }
        }
        guard let added else { throw WireError.notFound }
        return try WireJSON.response(PlaylistRoutes.ItemResponse(added), status: .created)
    }

    // MARK: - Changing

    private struct NameRequest: Decodable, Sendable { let name: String }

    private func rename(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let (id, item) = (try context.uuid("id"), try context.uuid("item"))
        let input = try await WireJSON.read(NameRequest.self, from: request, context: context)
        let name = PlaylistFile.line(input.name, or: "")
        guard !name.isEmpty else {
            throw WireError(
                .unprocessableContent, "missing_name", "Enter a name.",
                fields: ["name": "missing_name"])
        }
        try await services.changingPlaylists(of: acting) { db in
            guard
                try PlaylistStore.rename(item, of: try acting.playlist(id, db), to: name, db)
            else { throw WireError.notFound }
        }
        return Response(status: .noContent)
    }

    private func remove(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let (id, item) = (try context.uuid("id"), try context.uuid("item"))
        try await services.changingPlaylists(of: acting) { db in
            guard try PlaylistStore.remove(item, of: try acting.playlist(id, db), db) else {
                throw WireError.notFound
            }
        }
        return Response(status: .noContent)
    }

    private struct OrderRequest: Decodable, Sendable {
        let items: [String]
        let revision: Int
    }

    private func order(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        let input = try await WireJSON.read(OrderRequest.self, from: request, context: context)
        let revision = try await services.changingPlaylists(of: acting) { db in
            try PlaylistStore.order(
                input.items, of: try acting.playlist(id, db), revision: input.revision, db)
            return try acting.playlist(id, db).revision
        }
        return try WireJSON.response(["revision": revision])
    }

    // MARK: - Uploads

    private struct FormatsResponse: Encodable {
        let song = ["MP3", "M4A", "AAC", "OGG", "Opus", "FLAC", "WAV"]
        let video = ["MP4", "MOV", "WebM", "MKV", "AVI", "MPEG-TS"]
        let picture =
            ["JPEG", "PNG", "WebP"]
            + (SandboxedProcess.find("heif-convert") == nil ? [] : ["HEIC"])
        let mostBytes = MediaUpload.mostBytes
        let mostSeconds = Int(MediaConverter.longest)
    }

    private func formats(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try WireJSON.response(FormatsResponse())
    }

    /// The kind of an upload: the `kind` parameter, or derived from the media type.
    private static func kind(of request: Request) -> ItemKind? {
        if let kind = request.uri.queryParameters["kind"] {
            return ItemKind(rawValue: String(kind))
        }
        let type = request.headers[.contentType] ?? ""
        return type.hasPrefix("audio/")
            ? .song : type.hasPrefix("video/") ? .video : type.hasPrefix("image/") ? .picture : nil
    }

    private func upload(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        guard let kind = Self.kind(of: request) else {
            throw WireError(
                .unprocessableContent, "unknown_kind",
                "Choose a song, a video or a picture; kind must be song, video or picture.")
        }
        let name = PlaylistFile.line(
            String(request.uri.queryParameters["name"] ?? ""), or: kind.rawValue.capitalized)
        _ = try await services.database.read { db in try acting.playlist(id, db) }
        do {
            try await part.media.checkQuota(of: acting.household)
            try await part.jobs.checkRoom(for: acting.household)
            let job = UUID().uuidString.lowercased()
            let folder = try part.media.folder.workspace(job)
            do {
                _ = try await part.media.uploads.run(of: acting.household) {
                    try await MediaUpload.receive(
                        request, context: context, to: folder.appending(path: "input"))
                }
                let now = services.seconds
                let added = try await part.jobs.add(
                    id: job, household: acting.household, kind: "playlist-\(kind.rawValue)"
                ) { db in
                    try PlaylistStore.note(
                        upload: job, named: name, to: try acting.playlist(id, db),
                        by: acting.member, now: now, db)
                }
                return try WireJSON.response(added, status: .accepted)
            } catch {
                part.media.folder.removeWorkspace(job)
                throw error
            }
        } catch let error as MediaError {
            throw WireError(error)
        }
    }

    private func job(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        guard
            let job = try await part.jobs.job(
                try context.uuid("job"), of: acting.household)
        else { throw WireError.notFound }
        return try WireJSON.response(job)
    }

    private func cancel(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        guard try await part.jobs.cancel(try context.uuid("job"), of: acting.household) else {
            throw WireError.notFound
        }
        return Response(status: .noContent)
    }

    private func file(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        guard let hash = context.parameters.get("hash"), MediaFolder.isHash(hash),
            let media = try await part.media.media(hash, of: acting.household)
        else { throw WireError.notFound }
        return try MediaResponse.serve(
            request, file: part.media.folder.url(of: hash), tag: hash, type: media.type)
    }
}
