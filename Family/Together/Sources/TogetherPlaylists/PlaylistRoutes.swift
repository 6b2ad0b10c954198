import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import OutboundHTTP
import TogetherServer

/// Playlists and their files.
struct PlaylistRoutes: Sendable {
    let part: PlaylistPart

    private var services: TogetherServices { part.services }

    func add(to routes: RouteGroup) {
        routes.get("api/playlists", use: list)
        routes.post("api/playlists", use: create)
        routes.post("api/playlists/import", use: importFile)
        routes.get("api/playlists/{id}", use: get)
        routes.patch("api/playlists/{id}", use: change)
        routes.delete("api/playlists/{id}", use: remove)
        routes.post("api/playlists/{id}/complete", use: complete)
        routes.get("api/playlists/{id}/export", use: export)
    }

    struct PlaylistResponse: Encodable {
        let id: String
        let name: String
        let description: String
        let owner: Int64
        let editors: [Int64]
        let items: Int
        let state: String

        init(_ playlist: Playlist) {
            id = playlist.id
            name = playlist.name
            description = playlist.details
            owner = playlist.owner
            editors = playlist.editors
            items = playlist.items
            state = playlist.state
        }
    }

    struct ItemResponse: Encodable {
        let id: String
        let name: String
        let kind: ItemKind
        let host: String
        let seconds: Double?
        let address: String?
        let media: String?
        let by: Int64

        init(_ item: PlaylistItem) {
            id = item.id
            name = item.name
            kind = item.kind
            host = item.host
            seconds = item.seconds
            address = item.address
            media = item.media
            by = item.member
        }
    }

    private struct WholeResponse: Encodable {
        let id: String
        let name: String
        let description: String
        let owner: Int64
        let editors: [Int64]
        let state: String
        let revision: Int
        let items: [ItemResponse]
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let playlists = try await services.database.read { db in
            try PlaylistStore.playlists(of: acting.member, household: acting.household, db)
        }
        return try WireJSON.response(["playlists": playlists.map(PlaylistResponse.init)])
    }

    /// The whole playlist in its current state, as the acting member sees it.
    private func whole(
        _ id: String, _ acting: ActingMember, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let answer = try await services.database.read { db in
            let playlist = try acting.playlist(id, db)
            return WholeResponse(
                id: playlist.id, name: playlist.name, description: playlist.details,
                owner: playlist.owner, editors: playlist.editors, state: playlist.state,
                revision: playlist.revision,
                items: try PlaylistStore.items(of: id, db).map(ItemResponse.init))
        }
        return try WireJSON.response(answer, status: status)
    }

    private func get(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        return try await whole(try context.uuid("id"), acting)
    }

    private struct TextRequest: Decodable, Sendable {
        let name: String?
        let description: String?
        /// If missing, changes by other members are overwritten.
        let before: TextsBefore?

        /// - Throws: `missing_name`, `too_long` (422).
        func checkedName() throws(WireError) -> String {
            let name = PlaylistFile.line(name ?? "", or: "")
            guard !name.isEmpty else {
                throw WireError(
                    .unprocessableContent, "missing_name", "Enter a name.",
                    fields: ["name": "missing_name"])
            }
            return name
        }

        /// - Throws: `too_long`, `too_many_marks` (422).
        func checkTexts() throws(WireError) {
            for (field, text, most) in [
                ("name", name, 200), ("description", description, 10_000),
            ] {
                guard (text ?? "").count <= most else {
                    throw WireError(
                        .unprocessableContent, "too_long", "Write at most \(most) characters.",
                        fields: [field: "too_long"])
                }
                try WireError.checkMarks(in: text, field: field)
            }
        }
    }

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let input = try await WireJSON.read(TextRequest.self, from: request, context: context)
        try input.checkTexts()
        let name = try input.checkedName()
        let now = services.seconds
        let id = try await services.changingPlaylists(of: acting) { db in
            try PlaylistStore.create(
                name: name, details: input.description ?? "", owner: acting.member,
                household: acting.household, now: now, db)
        }
        return try await whole(id, acting, status: .created)
    }

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let input = try await WireJSON.read(TextRequest.self, from: request, context: context)
        try input.checkTexts()
        let (id, name) = (
            try context.uuid("id"), input.name == nil ? nil : try input.checkedName()
        )
        try await services.changingPlaylists(of: acting) { db in
            let playlist = try acting.playlist(id, db)
            try input.before?.check(name: playlist.name, description: playlist.details)
            try PlaylistStore.update(playlist, name: name, details: input.description, db)
        }
        return try await whole(id, acting)
    }

    private func remove(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        try await services.changingPlaylists(of: acting) { db in
            try PlaylistStore.delete(try acting.ownPlaylist(id, db), db)
        }
        await services.database.truncateAfterCommit()
        return Response(status: .noContent)
    }

    private func complete(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try await WireJSON.readNothing(from: request, context: context)
        let (id, services) = (try context.uuid("id"), services)
        try await services.changingPlaylists(of: acting) { db in
            let playlist = try acting.ownPlaylist(id, db)
            guard playlist.isDraft else { return }
            try PlaylistStore.complete(playlist, db)
            try services.notify(playlist, shared: playlist.editors, by: acting, db)
        }
        return try await whole(id, acting)
    }

    // MARK: - Files

    private func export(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        guard let name = request.uri.queryParameters["format"],
            let format = PlaylistFile.Format(rawValue: String(name))
        else {
            throw WireError(
                .unprocessableContent, "unknown_format", "format must be xspf, m3u8 or jspf.",
                fields: ["format": "unknown_format"])
        }
        let file = try await services.database.read { db in
            let playlist = try acting.playlist(id, db)
            // Uploads have no address that people outside the family could open.
            let tracks = try PlaylistStore.items(of: id, db).compactMap { item in
                item.address.map {
                    PlaylistFile.Track(name: item.name, address: $0, seconds: item.seconds)
                }
            }
            return PlaylistFile(name: playlist.name, details: playlist.details, tracks: tracks)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"playlist.\(format.rawValue)\"",
            ], body: .init(byteBuffer: ByteBuffer(string: try file.written(as: format))))
    }

    private func importFile(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let bytes = try await WireJSON.collect(
            request, context: context, limit: PlaylistFile.maximumBytes)
        let now = services.seconds
        let id = try await services.changingPlaylists(of: acting) { db in
            let file = try PlaylistFile(Array(bytes.readableBytesView))
            let id = try PlaylistStore.create(
                name: PlaylistFile.line(file.name, or: "Imported playlist"),
                details: file.details, owner: acting.member, household: acting.household,
                now: now, db)
            _ = try PlaylistStore.add(
                file.items, to: try acting.playlist(id, db), by: acting.member, db)
            return id
        }
        return try await whole(id, acting, status: .created)
    }
}

extension PlaylistFile {
    /// The tracks as items of a playlist.
    var items: [NewItem] {
        tracks.compactMap { track in
            guard let url = try? OutboundURL(track.address) else { return nil }
            let facts = MediaLinks.facts(of: url)
            return NewItem(
                name: track.name, kind: facts.kind, host: facts.host, seconds: track.seconds,
                address: track.address)
        }
    }
}

extension ActingMember {
    /// A playlist that the member owns or edits.
    func playlist(_ id: String, _ db: Database) throws -> Playlist {
        guard
            let playlist = try PlaylistStore.playlist(
                id, for: member, household: household, db)
        else { throw WireError.notFound }
        return playlist
    }

    /// - Throws: `not_the_owner` (403) for editors.
    func ownPlaylist(_ id: String, _ db: Database) throws -> Playlist {
        let playlist = try playlist(id, db)
        guard playlist.owner == member else {
            throw WireError(
                .forbidden, "not_the_owner", "Only the owner of the playlist can do this.")
        }
        return playlist
    }
}

extension TogetherServices {
    /// Changes playlists in one transaction and notifies the family's pages.
    @discardableResult
    func changingPlaylists<Value: Sendable>(
        of acting: ActingMember, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let events = events
        do {
            return try await database.write { db in
                let value = try body(db)
                try events.changed(.playlists, of: acting.household, db)
                return value
            }
        } catch let error as PlaylistProblem {
            throw WireError(error)
        }
    }

    /// Notifies members of a playlist that was shared with them.
    func notify(
        _ playlist: Playlist, shared members: some Sequence<Int64>, by acting: ActingMember,
        _ db: Database
    ) throws {
        try notices.add(
            .playlistShared, to: members, of: acting.household,
            path: "/together/playlists/\(playlist.id)",
            facts: ["member": acting.name, "name": playlist.name], db)
    }
}

extension FamilyContext {
    /// An identifier in the path, in lower case.
    ///
    /// - Throws: `not_found` if it is not a UUID.
    func uuid(_ name: String) throws(WireError) -> String {
        guard let id = parameters.get(name).flatMap({ UUID(uuidString: $0) }) else {
            throw .notFound
        }
        return id.uuidString.lowercased()
    }
}

extension WireError {
    init(_ problem: PlaylistProblem) {
        let status: HTTPResponse.Status =
            switch problem.code {
            case .changed, .tooManyThings, .notFinished: .conflict
            case .tooLarge: .contentTooLarge
            default: .unprocessableContent
            }
        self.init(status, problem.code.rawValue, problem.message)
    }
}
