import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TogetherServer

/// Uploads of pictures for the options of a poll.
///
/// A poll refers to a finished picture as `media:HASH`, and its activity keeps it from then on.
/// Pictures that no poll uses are removed after a day.
struct PollPictureRoutes: Sendable {
    /// Maximum size of a picture in bytes.
    ///
    /// Pictures of phones have less than 10 MB.
    static let mostBytes = 30_000_000

    let part: PlaylistPart

    func add(to routes: RouteGroup) {
        routes.post("api/activities/{id}/pictures", use: upload)
    }

    private func upload(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let services = part.services
        let acting = try await services.acting(request, context)
        let id = try context.uuid("id")
        try await services.database.read { db in
            try services.requirePollDraft(id, of: acting.household, by: acting.member, db)
        }
        let household = acting.household
        let job = UUID().uuidString.lowercased()
        do {
            try await part.media.checkQuota(of: household)
            try await part.jobs.checkRoom(for: household)
            let folder = try part.media.folder.workspace(job)
            do {
                _ = try await part.media.uploads.run(of: household) {
                    try await MediaUpload.receive(
                        request, context: context, to: folder.appending(path: "input"),
                        limit: Self.mostBytes)
                }
                let added = try await part.jobs.add(
                    id: job, household: household, kind: "playlist-picture")
                return try WireJSON.response(added, status: .accepted)
            } catch {
                part.media.folder.removeWorkspace(job)
                throw error
            }
        } catch let error as MediaError {
            throw WireError(error)
        }
    }
}
