import FacialFunWire
import NIOHTTP1

/// `/v1/schemas`: the schemas of records and responses, for programs that validate them.
struct SchemaRoutes: Sendable {
    /// The media type of JSON Schema 2020-12.
    private static let mediaType = "application/schema+json"

    private let list: ServiceResponse
    private let files: [String: ServiceResponse]

    /// Creates the routes for files given as bytes by name.
    init(_ schemas: [String: [UInt8]]) {
        list = .json(
            .object([
                (
                    "schemas",
                    .array(schemas.keys.sorted().map { .string("/v1/schemas/" + $0) })
                )
            ]))
        files = schemas.mapValues { ServiceResponse(contentType: Self.mediaType, body: $0) }
    }

    /// The routes.
    var routes: [Route] {
        [
            Route(.GET, "/v1/schemas") { _ in .answer(list) },
            Route(.GET, "/v1/schemas/{name}") { request throws(Problem) in
                guard let file = files[request.parameters["name"] ?? ""] else {
                    throw Problem.unknownSchema
                }
                return .answer(file)
            },
        ]
    }
}
