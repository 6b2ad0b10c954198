import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PrepRules

/// Routes for reading and editing experiences.
struct ExperienceRoutes: Sendable {
    let app: PrepApp

    func add(to routes: RouteGroup) {
        let group = routes.group("api/experiences")
        group.get(use: list)
        group.post(use: create)
        group.get("{id}", use: show)
        group.put("{id}", use: replace)
        group.delete("{id}", use: delete)
        group.get("{id}/draft", use: showDraft)
        group.put("{id}/draft", use: setDraft)
        group.delete("{id}/draft", use: deleteDraft)
    }

    private struct ListResponse: Encodable {
        let bundled: [ExperienceSummary]
        let own: [ExperienceSummary]
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let household = try context.prepMember().household
        let own = try await app.experiences.all(of: household)
        return try WireJSON.response(
            ListResponse(
                bundled: app.bundled.all.map { ExperienceSummary($0, revision: 1) },
                own: own.map { ExperienceSummary($0.experience, revision: $0.revision) }))
    }

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let household = try context.prepMember().household
        try await WireJSON.readNothing(from: request, context: context)
        return try Self.response(
            try await app.experiences.create(for: household), status: .created)
    }

    private func show(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (household, id) = (try context.prepMember().household, try context.identifier())
        if let bundled = app.bundled.experience(id) {
            return try Self.response(.init(experience: bundled, revision: 1))
        }
        return try Self.response(try await app.experiences.experience(id, of: household))
    }

    private func replace(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (household, id) = (try context.prepMember().household, try context.identifier())
        let experience = try await Self.read(request, context, id: id)
        guard let header = request.headers[.ifMatch], let revision = Self.revision(header) else {
            throw WireError(
                .init(code: 428), "revision_missing",
                "Send the entity tag of the experience as If-Match.")
        }
        let errors = ExperienceRules.errors(in: experience)
        if let first = errors.first {
            // To other families, the id is simply unknown.
            _ = try await app.experiences.experience(id, of: household)
            throw WireError(
                .unprocessableContent, first.code, first.message,
                fields: Dictionary(
                    errors.map { ($0.field, $0.message) }, uniquingKeysWith: { first, _ in first }))
        }
        return try Self.response(
            try await app.experiences.replace(experience, of: household, revision: revision))
    }

    private func delete(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (household, id) = (try context.prepMember().household, try context.identifier())
        _ = try await app.experiences.experience(id, of: household)
        try context.requireParent()
        try await app.experiences.delete(id, of: household)
        return Response(status: .noContent)
    }

    private func showDraft(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let draft = try await app.experiences.draft(
            try context.identifier(), of: try context.prepMember().household)
        return Self.response(draft, status: .ok)
    }

    private func setDraft(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let household = try context.prepMember().household
        let draft = try await Self.read(request, context, id: try context.identifier())
        try await app.experiences.setDraft(draft, of: household)
        return Response(status: .noContent)
    }

    private func deleteDraft(_ request: Request, _ context: FamilyContext) async throws -> Response
    {
        try await app.experiences.deleteDraft(
            try context.identifier(), of: try context.prepMember().household)
        return Response(status: .noContent)
    }

    /// Decodes the experience in a request's body, whose id must match the path.
    private static func read(
        _ request: Request, _ context: FamilyContext, id: String
    ) async throws -> Experience {
        let type = request.headers[.contentType].flatMap { MediaType(from: $0) }
        guard type?.isType(.applicationJson) == true else {
            throw WireError(
                .unsupportedMediaType, "not_json", "The request's body must be application/json.")
        }
        let body = try await WireJSON.collect(
            request, context: context, limit: ExperienceFile.mostBytes)
        let experience: Experience
        do throws(ExperienceError) {
            experience = try ExperienceFile.read(Data(body.readableBytesView))
        } catch {
            throw WireError(.badRequest, error.code, error.message)
        }
        guard experience.id.text == id else {
            throw WireError(
                .badRequest, "malformed", "The id in the body differs from the address.")
        }
        return experience
    }

    /// The revision number in an entity tag.
    private static func revision(_ tag: String) -> Int? {
        Int(tag.trimmingCharacters(in: CharacterSet(charactersIn: "\" ")))
    }

    static func response(
        _ stored: ExperienceStore.Stored, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var response = response(try ExperienceFile.write(stored.experience), status: status)
        response.headers[.eTag] = "\"\(stored.revision)\""
        return response
    }

    private static func response(_ json: Data, status: HTTPResponse.Status) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
            ], body: .init(byteBuffer: ByteBuffer(bytes: json)))
    }
}
