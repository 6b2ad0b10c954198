import Crypto
import FamilyMedia
import FamilyStore
import Foundation
import GRDB

/// An item of a playlist.
struct PlaylistItem: Sendable {
    let id: String
    var name: String
    let kind: ItemKind
    let host: String
    let seconds: Double?
    let address: String?
    let media: String?
    let member: Int64

    init(_ row: Row) {
        id = row["id"]
        name = row["name"]
        kind = ItemKind(rawValue: row["kind"]) ?? .song
        host = row["host"]
        seconds = row["seconds"]
        address = row["address"]
        media = row["media"]
        member = row["member"]
    }
}

/// A playlist as seen by a member.
struct Playlist: Sendable {
    let id: String
    let household: Int64
    let owner: Int64
    let name: String
    let details: String
    let isDraft: Bool
    let revision: Int
    let editors: [Int64]
    let items: Int

    var state: String { isDraft ? "draft" : editors.isEmpty ? "private" : "shared" }

    init(_ row: Row, _ db: Database) throws {
        id = row["id"]
        household = row["household"]
        owner = row["owner"]
        name = row["name"]
        details = row["details"]
        isDraft = row["is_draft"]
        revision = row["revision"]
        editors = try Int64.fetchAll(
            db,
            sql: "SELECT member FROM together_playlist_editor WHERE playlist = ? ORDER BY member",
            arguments: [id])
        items =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM together_playlist_item WHERE playlist = ?",
                arguments: [id]) ?? 0
    }
}

/// A link that opens a playlist without an account.
///
/// Its secret part is not stored.
struct PlaylistInvitation: Sendable {
    /// The digest of the secret part, in hexadecimal.
    let id: String
    let email: String
    let created: Int64

    init(_ row: Row) {
        let digest: Data = row["digest"]
        id = digest.map { String(format: "%02x", $0) }.joined()
        email = row["email"]
        created = row["created"]
    }
}

/// An item to add: a link, or a converted upload.
struct NewItem: Sendable {
    var name: String
    var kind: ItemKind
    var host: String
    var seconds: Double?
    var address: String?
    var media: String?
}

/// Playlists in the database.
///
/// All functions run in the caller's transaction.
///
/// A playlist is visible to its owner and, once it is complete, to its editors.
enum PlaylistStore {
    static let maximumPlaylists = 200
    static let maximumInvitations = 100
    /// Maximum number of people without an account whom a family can invite by mail per day.
    static let maximumDailyInvitations = 100
    /// Lifetime of an invitation's link, in seconds.
    static let invitationLifetime: Int64 = 30 * 86_400

    // MARK: - Playlists

    static func playlists(
        of member: Int64, household: Int64, _ db: Database
    ) throws -> [Playlist] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM together_playlist WHERE household = ?1 AND (owner = ?2 OR (
                    is_draft = 0 AND id IN (
                        SELECT playlist FROM together_playlist_editor WHERE member = ?2)))
                ORDER BY name COLLATE NOCASE, id
                """, arguments: [household, member]
        ).map { try Playlist($0, db) }
    }

    /// A playlist; nil if it is unknown, or if the member neither owns nor edits it.
    static func playlist(
        _ id: String, for member: Int64, household: Int64, _ db: Database
    ) throws -> Playlist? {
        guard let playlist = try playlist(id, household: household, db) else { return nil }
        let isFound =
            playlist.owner == member || (!playlist.isDraft && playlist.editors.contains(member))
        return isFound ? playlist : nil
    }

    static func playlist(_ id: String, household: Int64, _ db: Database) throws -> Playlist? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM together_playlist WHERE id = ? AND household = ?",
            arguments: [id, household]
        ).map { try Playlist($0, db) }
    }

    static func create(
        name: String, details: String, owner: Int64, household: Int64, now: Int64, _ db: Database
    ) throws -> String {
        let count =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM together_playlist WHERE household = ?",
                arguments: [household]) ?? 0
        guard count < maximumPlaylists else {
            throw PlaylistProblem(
                .tooManyThings, "Your family has \(count) playlists. Delete one first.")
        }
        let id = UUID().uuidString.lowercased()
        try db.execute(
            sql: """
                INSERT INTO together_playlist
                    (id, household, owner, name, details, is_draft, created)
                VALUES (?, ?, ?, ?, ?, 1, ?)
                """, arguments: [id, household, owner, name, details, now])
        return id
    }

    static func update(
        _ playlist: Playlist, name: String?, details: String?, _ db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE together_playlist SET name = ?, details = ?, revision = revision + 1
                WHERE id = ?
                """,
            arguments: [name ?? playlist.name, details ?? playlist.details, playlist.id])
    }

    static func complete(_ playlist: Playlist, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE together_playlist SET is_draft = 0, revision = revision + 1 WHERE id = ?",
            arguments: [playlist.id])
    }

    static func delete(_ playlist: Playlist, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM together_playlist WHERE id = ?", arguments: [playlist.id])
        _ = try MediaStore.setReferences(
            db, household: playlist.household, app: "together", owner: owner(of: playlist.id),
            to: [])
    }

    private static func owner(of id: String) -> String { "playlist \(id)" }

    // MARK: - Items

    static func items(of id: String, _ db: Database) throws -> [PlaylistItem] {
        try Row.fetchAll(
            db,
            sql: "SELECT * FROM together_playlist_item WHERE playlist = ? ORDER BY position, id",
            arguments: [id]
        ).map(PlaylistItem.init)
    }

    /// Appends items and returns their identifiers.
    static func add(
        _ items: [NewItem], to playlist: Playlist, by member: Int64, _ db: Database
    ) throws -> [String] {
        guard playlist.items + items.count <= PlaylistFile.maximumTracks else {
            throw PlaylistProblem(
                .tooManyThings,
                "A playlist can have at most \(PlaylistFile.maximumTracks) items. Start another "
                    + "one."
            )
        }
        var position =
            try Int.fetchOne(
                db, sql: "SELECT max(position) FROM together_playlist_item WHERE playlist = ?",
                arguments: [playlist.id]) ?? 0
        var ids: [String] = []
        for item in items {
            position += 1
            let id = UUID().uuidString.lowercased()
            try db.execute(
                sql: """
                    INSERT INTO together_playlist_item
                        (id, playlist, position, name, kind, host, seconds, address, media, member)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    id, playlist.id, position, item.name, item.kind.rawValue, item.host,
                    item.seconds, item.address, item.media, member,
                ])
            ids.append(id)
        }
        try changed(playlist, db)
        return ids
    }

    /// Renames an item, and returns whether it existed.
    static func rename(
        _ item: String, of playlist: Playlist, to name: String, _ db: Database
    ) throws -> Bool {
        try db.execute(
            sql: "UPDATE together_playlist_item SET name = ? WHERE id = ? AND playlist = ?",
            arguments: [name, item, playlist.id])
        let isKnown = db.changesCount == 1
        if isKnown { try changed(playlist, db) }
        return isKnown
    }

    /// Removes an item, and returns whether it existed.
    static func remove(_ item: String, of playlist: Playlist, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM together_playlist_item WHERE id = ? AND playlist = ?",
            arguments: [item, playlist.id])
        let isKnown = db.changesCount == 1
        if isKnown { try changed(playlist, db) }
        return isKnown
    }

    /// Puts the items into the given order.
    ///
    /// - Throws: `changed` for another revision or other items.
    static func order(
        _ items: [String], of playlist: Playlist, revision: Int, _ db: Database
    ) throws {
        let known = try Self.items(of: playlist.id, db).map(\.id)
        guard playlist.revision == revision, items.count == known.count, Set(items) == Set(known)
        else {
            throw PlaylistProblem(
                .changed, "Another member has changed the playlist. Reload it.")
        }
        for (index, item) in items.enumerated() {
            try db.execute(
                sql: "UPDATE together_playlist_item SET position = ? WHERE id = ?",
                arguments: [index + 1, item])
        }
        try changed(playlist, db)
    }

    /// Increases the revision and updates the references to the items' files.
    private static func changed(_ playlist: Playlist, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE together_playlist SET revision = revision + 1 WHERE id = ?",
            arguments: [playlist.id])
        let media = Set(try items(of: playlist.id, db).compactMap(\.media))
        let missing = try MediaStore.setReferences(
            db, household: playlist.household, app: "together", owner: owner(of: playlist.id),
            to: media)
        guard missing.isEmpty else {
            throw PlaylistProblem(.fileNotFound, "The file is no longer stored. Upload it again.")
        }
    }

    // MARK: - Sharing

    /// Replaces the editors and returns the new ones.
    static func setEditors(
        _ members: Set<Int64>, of playlist: Playlist, _ db: Database
    ) throws -> Set<Int64> {
        try db.execute(
            sql: "DELETE FROM together_playlist_editor WHERE playlist = ?",
            arguments: [playlist.id])
        for member in members.sorted() where member != playlist.owner {
            try db.execute(
                sql: "INSERT INTO together_playlist_editor VALUES (?, ?)",
                arguments: [playlist.id, member])
        }
        try db.execute(
            sql: "UPDATE together_playlist SET revision = revision + 1 WHERE id = ?",
            arguments: [playlist.id])
        return members.subtracting(playlist.editors).subtracting([playlist.owner])
    }

    /// Creates the secret part of a link that opens the playlist without an account.
    static func invite(
        _ email: String, to playlist: Playlist, now: Int64, _ db: Database
    ) throws -> String {
        let count =
            try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM together_playlist_invitation
                    WHERE playlist = ? AND created > ?
                    """, arguments: [playlist.id, now - invitationLifetime]) ?? 0
        guard count < maximumInvitations else {
            throw PlaylistProblem(
                .tooManyThings,
                "\(count) people are invited to this playlist, which is the maximum. "
                    + "Revoke an invitation first.")
        }
        let token = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            .base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        try db.execute(
            sql: "INSERT INTO together_playlist_invitation VALUES (?, ?, ?, ?)",
            arguments: [digest(token), playlist.id, email, now])
        return token
    }

    /// Valid invitations, newest first.
    static func invitations(
        of playlist: Playlist, now: Int64, _ db: Database
    ) throws -> [PlaylistInvitation] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT digest, email, created FROM together_playlist_invitation
                WHERE playlist = ? AND created > ? ORDER BY created DESC, email, digest
                """, arguments: [playlist.id, now - invitationLifetime]
        ).map(PlaylistInvitation.init)
    }

    /// Revokes an invitation, whose link stops working.
    ///
    /// Returns whether it existed.
    static func revoke(_ id: String, of playlist: Playlist, _ db: Database) throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM together_playlist_invitation WHERE lower(hex(digest)) = ? AND playlist = ?
                """, arguments: [id.lowercased(), playlist.id])
        return db.changesCount == 1
    }

    /// The playlist that a link opens.
    static func invited(_ token: String, now: Int64, _ db: Database) throws -> Playlist? {
        guard token.utf8.count == 43 else { return nil }
        return try Row.fetchOne(
            db,
            sql: """
                SELECT together_playlist.* FROM together_playlist
                JOIN together_playlist_invitation ON playlist = together_playlist.id
                WHERE digest = ? AND together_playlist_invitation.created > ?
                """, arguments: [digest(token), now - invitationLifetime]
        ).map { try Playlist($0, db) }
    }

    private static func digest(_ token: String) -> Data {
        Data(SHA256.hash(data: Data(token.utf8)))
    }

    // MARK: - Uploads

    static func note(
        upload job: String, named name: String, to playlist: Playlist, by member: Int64,
        now: Int64, _ db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO together_playlist_upload VALUES (?, ?, ?, ?, ?)",
            arguments: [job, playlist.id, name, member, now])
    }

    /// Takes an upload's name, which is possible only once; nil for jobs of other playlists.
    static func take(upload job: String, of playlist: Playlist, _ db: Database) throws -> String? {
        try String.fetchOne(
            db,
            sql: """
                DELETE FROM together_playlist_upload WHERE job = ? AND playlist = ? RETURNING name
                """, arguments: [job, playlist.id])
    }

    // MARK: - Removal

    /// Removes a member.
    ///
    /// Their playlists go to the first editor, or are deleted if there is none.
    static func remove(member: Int64, household: Int64, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM together_playlist_editor WHERE member = ?", arguments: [member])
        let owned = try Row.fetchAll(
            db, sql: "SELECT * FROM together_playlist WHERE owner = ? AND household = ?",
            arguments: [member, household]
        ).map { try Playlist($0, db) }
        for playlist in owned {
            guard !playlist.isDraft, let heir = playlist.editors.first else {
                try delete(playlist, db)
                continue
            }
            try db.execute(
                sql: "UPDATE together_playlist SET owner = ? WHERE id = ?",
                arguments: [heir, playlist.id])
            try db.execute(
                sql: "DELETE FROM together_playlist_editor WHERE playlist = ? AND member = ?",
                arguments: [playlist.id, heir])
        }
        // Items stay in the playlist without the name of the member who added them.
        try db.execute(
            sql: "UPDATE together_playlist_item SET member = 0 WHERE member = ?",
            arguments: [member])
        try db.execute(
            sql: "DELETE FROM together_playlist_upload WHERE member = ?", arguments: [member])
    }

    static func removeAll(of household: Int64, _ db: Database) throws {
        for row in try Row.fetchAll(
            db, sql: "SELECT * FROM together_playlist WHERE household = ?", arguments: [household])
        {
            try delete(try Playlist(row, db), db)
        }
    }

    /// Items whose file does not belong to their household, one sentence each.
    static func findings(_ db: Database) throws -> [String] {
        let missing = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM together_playlist_item AS item
                WHERE media IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM media_holding JOIN together_playlist AS list
                        ON list.household = media_holding.household
                    WHERE list.id = item.playlist AND media_holding.hash = item.media)
                ORDER BY id
                """
        ).map { "The file of the playlist item \"\($0)\" is missing. Upload it again." }
        // The hourly cleanup removes unreferenced files.
        let unheld = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM together_playlist_item AS item
                WHERE media IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM media_reference WHERE hash = item.media AND app = 'together')
                ORDER BY id
                """
        ).map {
            "Nothing references the file of the playlist item \"\($0)\". Delete the item and "
                + "upload the "
                + "file again."
        }
        let links = try Row.fetchAll(
            db,
            sql: """
                SELECT name FROM together_playlist_item
                WHERE address IS NOT NULL AND address NOT LIKE 'http://%'
                    AND address NOT LIKE 'https://%' ORDER BY id
                """
        ).map { row in
            "The playlist item \"\(row["name"] as String)\" does not link to a web address. "
                + "Delete it and "
                + "add it again."
        }
        return missing + unheld + links
    }
}
