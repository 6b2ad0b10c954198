import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TogetherServer

/// Sharing with members, and links for people without an account.
struct PlaylistSharingRoutes: Sendable {
    let part: PlaylistPart

    private var services: TogetherServices { part.services }

    func add(to routes: AppRoutes) {
        routes.member.put("api/playlists/{id}/sharing", use: share)
        routes.member.get("api/playlists/{id}/invitation", use: preview)
        routes.member.get("api/playlists/{id}/invitations", use: list)
        routes.member.post("api/playlists/{id}/invitations", use: invite)
        routes.member.delete("api/playlists/{id}/invitations/{invitation}", use: revoke)
        // The link itself is the secret; people without an account have no session.
        routes.anonymous.get("api/shared/{token}", use: shared)
        routes.anonymous.get("api/shared/{token}/media/{hash}", use: file)
    }

    // MARK: - Members

    private struct ShareRequest: Decodable, Sendable {
        let members: [Int64]
        /// The members as the page showed them; if nil, changes by other members are overwritten.
        let before: [Int64]?
    }

    private func share(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let (id, services) = (try context.uuid("id"), services)
        let input = try await WireJSON.read(ShareRequest.self, from: request, context: context)
        let playlist = try await services.changingPlaylists(of: acting) { db in
            let playlist = try acting.ownPlaylist(id, db)
            let family = Set(try services.family.members(db, acting.household).map(\.id))
            guard family.isSuperset(of: input.members) else {
                throw WireError(
                    .unprocessableContent, "unknown_member",
                    "A member on the list has left your family.",
                    fields: ["members": "unknown_member"])
            }
            let stored = Set(playlist.editors)
            if let before = input.before, Set(before) != stored, Set(input.members) != stored {
                throw WireError.changedElsewhere([
                    "members": playlist.editors.map { "\($0)" }.joined(separator: " ")
                ])
            }
            let added = try PlaylistStore.setEditors(Set(input.members), of: playlist, db)
            // Drafts are announced when they are completed.
            if !playlist.isDraft {
                try services.notify(playlist, shared: added, by: acting, db)
            }
            return try acting.playlist(id, db)
        }
        return try WireJSON.response(PlaylistRoutes.PlaylistResponse(playlist))
    }

    // MARK: - Invitations

    private struct PreviewResponse: Encodable {
        let subject: String
        let text: String
        let link: String
    }

    /// The mail of an invitation.
    private static func mail(
        _ playlist: Playlist, from name: String, link: String
    ) -> (subject: String, text: String) {
        (
            "\(name) shares the playlist “\(playlist.name)”",
            """
            \(name) invites you to the playlist “\(playlist.name)”.

            Open it here, without an account:
            \(link)

            Anyone with this link can open the playlist. It works for 30 days.
            """
        )
    }

    /// The address of this server as seen by the member's browser.
    private static func origin(of request: Request) -> String {
        let host = request.head.authority ?? "localhost"
        let name = host.split(separator: ":").first.map(String.init) ?? host
        let isLocal = name == "localhost" || name.hasPrefix("127.")
        return "\(isLocal ? "http" : "https")://\(host)"
    }

    /// - Throws: `bad_email` (422).
    private static func checked(_ email: String) throws(WireError) -> String {
        let email = email.trimmingCharacters(in: .whitespaces)
        guard MailAddress.isValid(email) else {
            throw WireError(
                .unprocessableContent, "bad_email",
                "Enter an email address such as ben@example.org.", fields: ["email": "bad_email"])
        }
        return email
    }

    private func preview(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        let playlist = try await services.database.read { db in try acting.ownPlaylist(id, db) }
        let link = "\(Self.origin(of: request))/together/shared/…"
        let mail = Self.mail(playlist, from: acting.name, link: link)
        return try WireJSON.response(
            PreviewResponse(subject: mail.subject, text: mail.text, link: link))
    }

    private struct InviteRequest: Decodable, Sendable { let email: String }

    private struct InviteResponse: Encodable, Sendable {
        let sent: Bool
        let link: String?
    }

    /// Invites a guest by mail, or creates a link to copy if mail is off.
    ///
    /// Adults only.
    private func invite(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let (id, origin) = (try context.uuid("id"), Self.origin(of: request))
        let input = try await WireJSON.read(InviteRequest.self, from: request, context: context)
        let email = try Self.checked(input.email)
        let (services, now) = (services, services.seconds)
        let answer = try await services.changingPlaylists(of: acting) { db in
            let playlist = try acting.ownPlaylist(id, db)
            let mails = try Outbox.countToNonMembers(
                of: acting.household, members: try services.family.members(db, acting.household),
                since: now - 86_400, db)
            guard mails < PlaylistStore.maximumDailyInvitations else {
                throw WireError(
                    .tooManyRequests, "too_many_invitations",
                    "Your family invited \(mails) people in one day. Try again tomorrow.",
                    seconds: 3600)
            }
            let token = try PlaylistStore.invite(email, to: playlist, now: now, db)
            let link = "\(origin)/together/shared/\(token)"
            let text = Self.mail(playlist, from: acting.name, link: link)
            let isSent =
                try Preferences.isOn(.mail, acting.household, db)
                && services.outbox.add(
                    Mail(recipient: email, subject: text.subject, text: text.text),
                    for: acting.member, of: acting.household, db)
            return InviteResponse(sent: isSent, link: isSent ? nil : link)
        }
        return try WireJSON.response(answer)
    }

    private struct InvitationsResponse: Encodable {
        struct Invitation: Encodable {
            let id: String
            let email: String
            let created: String
            let until: String
        }

        let invitations: [Invitation]
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let (id, now) = (try context.uuid("id"), services.seconds)
        let invitations = try await services.database.read { db in
            try PlaylistStore.invitations(of: try acting.ownPlaylist(id, db), now: now, db)
        }
        return try WireJSON.response(
            InvitationsResponse(
                invitations: invitations.map {
                    .init(
                        id: $0.id, email: $0.email, created: Moment.text($0.created),
                        until: Moment.text($0.created + PlaylistStore.invitationLifetime))
                }))
    }

    private func revoke(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        let invitation = context.parameters.get("invitation") ?? ""
        try await services.changingPlaylists(of: acting) { db in
            guard try PlaylistStore.revoke(invitation, of: try acting.ownPlaylist(id, db), db)
            else { throw WireError.notFound }
        }
        await services.database.truncateAfterCommit()
        return Response(status: .noContent)
    }

    // MARK: - People without an account

    private struct SharedResponse: Encodable {
        let name: String
        let description: String
        let items: [PlaylistRoutes.ItemResponse]
    }

    /// The playlist of a link; its owner must still belong to the family.
    private func invited(_ context: FamilyContext) async throws -> Playlist {
        let (token, services) = (context.parameters.get("token") ?? "", services)
        let now = services.seconds
        return try await services.database.read { db in
            guard let playlist = try PlaylistStore.invited(token, now: now, db),
                try services.family.member(playlist.owner, of: playlist.household, db) != nil
            else { throw WireError.notFound }
            return playlist
        }
    }

    private func shared(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let playlist = try await invited(context)
        let items = try await services.database.read { db in
            try PlaylistStore.items(of: playlist.id, db)
        }
        return try WireJSON.response(
            SharedResponse(
                name: playlist.name, description: playlist.details,
                items: items.map(PlaylistRoutes.ItemResponse.init)))
    }

    /// An uploaded file of the shared playlist, and no other file of the family.
    private func file(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let playlist = try await invited(context)
        guard let hash = context.parameters.get("hash"), MediaFolder.isHash(hash) else {
            throw WireError.notFound
        }
        let media = try await services.database.read { db in
            try PlaylistStore.items(of: playlist.id, db).contains { $0.media == hash }
                ? try MediaStore.media(hash, of: playlist.household, db) : nil
        }
        guard let media else { throw WireError.notFound }
        return try MediaResponse.serve(
            request, file: part.media.folder.url(of: hash), tag: hash, type: media.type)
    }
}
