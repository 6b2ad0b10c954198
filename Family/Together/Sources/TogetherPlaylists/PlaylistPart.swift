package import FamilyMedia
package import FamilyStore
package import FamilyWeb
import Foundation
import GRDB
package import OutboundHTTP
package import TogetherServer

/// Playlists of songs, videos and pictures: links, uploads, sharing, invitations, files.
package struct PlaylistPart: TogetherPart {
    package static var migrations: [AppMigration] { PlaylistSchema.migrations }

    /// Loudness of songs and videos in LUFS, as used by streaming services.
    package static let loudness = -16.0

    /// The workers for uploads that the queue of media jobs needs.
    package static func workers(
        converter: MediaConverter = MediaConverter(loudness: PlaylistPart.loudness)
    ) -> [String: MediaJobs.Worker] {
        [
            "playlist-song": {
                try await converter.sound($0.input, in: $0.folder, progress: $1)
            },
            "playlist-video": {
                try await converter.video($0.input, in: $0.folder, progress: $1)
            },
            "playlist-picture": { task, _ in
                try await converter.picture(task.input, in: task.folder)
            },
        ]
    }

    let services: TogetherServices
    let media: MediaStore
    let jobs: MediaJobs
    let links: MediaLinks

    /// Makes the part; `jobs` must have ``workers(converter:)``.
    package init(
        services: TogetherServices, media: MediaStore, jobs: MediaJobs, client: OutboundClient
    ) {
        self.services = services
        self.media = media
        self.jobs = jobs
        links = MediaLinks(client: client)
    }

    package var records: [any MemberRecords] { [PlaylistRecords(part: self)] }

    package func addRoutes(to routes: AppRoutes) {
        PlaylistRoutes(part: self).add(to: routes.member)
        PlaylistItemRoutes(part: self).add(to: routes.member)
        PlaylistSharingRoutes(part: self).add(to: routes)
        PollPictureRoutes(part: self).add(to: routes.member)
    }

    package func maintain() async throws {
        let now = services.seconds
        try await services.database.erase { db in
            try db.execute(
                sql: "DELETE FROM together_playlist_upload WHERE created < ?",
                arguments: [now - 7 * 86_400])
            try db.execute(
                sql: "DELETE FROM together_playlist_invitation WHERE created <= ?",
                arguments: [now - PlaylistStore.invitationLifetime])
        }
    }

    /// Owners, editors, and members who added an item or started an upload.
    package func storedMembers() async throws -> [Int64: Set<Int64>] {
        try await services.database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT household, owner AS member FROM together_playlist
                    UNION SELECT household, member FROM together_playlist_editor
                        JOIN together_playlist ON together_playlist.id = playlist
                    UNION SELECT household, member FROM together_playlist_upload
                        JOIN together_playlist ON together_playlist.id = playlist
                    UNION SELECT household, member FROM together_playlist_item
                        JOIN together_playlist ON together_playlist.id = playlist WHERE member <> 0
                    """)
            return Dictionary(grouping: rows) { $0["household"] as Int64 }
                .mapValues { Set($0.map { $0["member"] as Int64 }) }
        }
    }

    package func remove(member: Int64, of household: Int64) async throws {
        let services = services
        try await services.database.erase { db in
            try PlaylistStore.remove(member: member, household: household, db)
            try services.events.changed(.playlists, of: household, db)
        }
    }

    package func removeAll(of household: Int64) async throws {
        try await services.database.erase { db in
            try PlaylistStore.removeAll(of: household, db)
        }
    }

    package func findings() async throws -> [String] {
        try await Self.findings(in: services.database, family: services.family)
    }

    /// Faults of the stored playlists; for `doctor`.
    package static func findings(
        in database: any FamilyDatabase, family: FamilyDirectory
    ) async throws -> [String] {
        try await database.read { db in
            try PlaylistStore.findings(db) + family.findings(of: Self.references, db)
        }
    }

    private static let references = [
        MemberReference(
            "playlists", sql: "SELECT id, household, owner AS member FROM together_playlist"),
        MemberReference(
            "shared playlists",
            sql: """
                SELECT id, household, member
                FROM together_playlist_editor JOIN together_playlist ON id = playlist
                """),
        MemberReference(
            "uploads",
            sql: """
                SELECT job AS id, household, member FROM together_playlist_upload
                    JOIN together_playlist ON together_playlist.id = playlist
                """),
        // Items by a member who left have 0 as the member.
        MemberReference(
            "playlist items",
            sql: """
                SELECT item.id AS id, household, member FROM together_playlist_item AS item
                    JOIN together_playlist ON together_playlist.id = playlist WHERE member <> 0
                """),
    ]
}

/// Playlists that a member owns.
struct PlaylistRecords: MemberRecords {
    let name = "playlists"
    let part: PlaylistPart

    private struct Exported: Encodable {
        struct Item: Encodable {
            let name: String
            let kind: ItemKind
            let address: String?
            let media: String?
        }

        let name: String
        let description: String
        let items: [Item]
    }

    func count(of member: Int64) async throws -> Int {
        try await part.services.database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM together_playlist WHERE owner = ?",
                arguments: [member]) ?? 0
        }
    }

    func export(of member: Int64) async throws -> Data {
        let lists = try await part.services.database.read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM together_playlist WHERE owner = ? ORDER BY name, id",
                arguments: [member]
            ).map { row in
                Exported(
                    name: row["name"], description: row["details"],
                    items: try PlaylistStore.items(of: row["id"], db).map {
                        .init(name: $0.name, kind: $0.kind, address: $0.address, media: $0.media)
                    })
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(lists)
    }

    func delete(of member: Int64) async throws {
        let services = part.services
        try await services.database.erase { db in
            let household = try Int64.fetchOne(
                db, sql: "SELECT household FROM together_playlist WHERE owner = ?",
                arguments: [member])
            try PlaylistStore.remove(member: member, household: household ?? 0, db)
        }
    }
}
