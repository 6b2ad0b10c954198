import FamilyMedia
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import PrepRules

/// Uploads, their conversion, and downloads of media files.
struct MediaRoutes: Sendable {
    let app: PrepApp

    func add(to routes: RouteGroup) {
        routes.post("api/media", use: upload)
        routes.get("api/media/{hash}", use: details)
        routes.get("api/jobs/{id}", use: job)
        routes.delete("api/jobs/{id}", use: cancel)
        routes.get("media/{hash}", use: file)
        routes.get("media/{hash}/{width}", use: smaller)
    }

    private func upload(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let household = try context.prepMember().household
            let kinds = ["panorama", "sound", "video"]
            guard let kind = request.uri.queryParameters["kind"].map(String.init),
                kinds.contains(kind)
            else {
                throw WireError(
                    .badRequest, "unknown_kind",
                    "Add the kind of the file: \(kinds.joined(separator: ", ")).")
            }
            try await app.media.checkQuota(of: household)
            try await app.jobs.checkRoom(for: household)
            let id = UUID().text
            let folder = try app.media.folder.workspace(id)
            do {
                _ = try await app.media.uploads.run(of: household) {
                    try await MediaUpload.receive(
                        request, context: context, to: folder.appending(path: "input"))
                }
                let parameters = try context.panoramaParameters(request)
                let job = try await app.jobs.add(
                    id: id, household: household, kind: kind, parameters: try parameters.json)
                return try WireJSON.response(job, status: .accepted)
            } catch {
                app.media.folder.removeWorkspace(id)
                throw error
            }
        }
    }

    /// Returns the regions of a panorama that were blurred or not photographed.
    private func details(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let household = try context.prepMember().household
        guard let hash = context.parameters.get("hash"), MediaFolder.isHash(hash),
            let text = try await app.media.details(hash, of: household)
        else { throw WireError.notFound }
        return try WireJSON.response(
            try JSONDecoder().decode(PanoramaWork.Details.self, from: Data(text.utf8)))
    }

    private func job(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let household = try context.prepMember().household
        guard let job = try await app.jobs.job(try context.identifier(), of: household) else {
            throw WireError.notFound
        }
        return try WireJSON.response(job)
    }

    private func cancel(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let household = try context.prepMember().household
        guard try await app.jobs.cancel(try context.identifier(), of: household) else {
            throw WireError.notFound
        }
        return Response(status: .noContent)
    }

    private func file(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await serve(request, context, variant: nil)
    }

    private func smaller(_ request: Request, _ context: FamilyContext) async throws -> Response {
        guard let width = context.parameters.get("width"), ["2048", "512"].contains(width) else {
            throw WireError.notFound
        }
        return try await serve(request, context, variant: width)
    }

    private func serve(
        _ request: Request, _ context: FamilyContext, variant: String?
    ) async throws -> Response {
        let household = try context.prepMember().household
        guard let hash = context.parameters.get("hash"), MediaFolder.isHash(hash) else {
            throw WireError.notFound
        }
        let tag = variant.map { "\(hash)-\($0)" } ?? hash
        if let bundled = app.bundled.file(hash, variant: variant) {
            return try MediaResponse.serve(
                request, file: bundled.url, tag: tag, type: bundled.type)
        }
        guard let media = try await app.media.media(hash, of: household),
            variant == nil || media.kind == "panorama"
        else { throw WireError.notFound }
        return try MediaResponse.serve(
            request, file: app.media.folder.url(of: hash, variant: variant), tag: tag,
            type: media.type)
    }
}
