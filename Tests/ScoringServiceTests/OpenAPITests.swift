import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import ScoringService

/// Holds the description to the routes, and the answers to the description.
struct OpenAPITests {
    private static let folder = "\(ModelsFolder.path)/../Sources/ScoringService"

    private func description() throws -> JSONDocument {
        try JSONDocument(
            parsing: Data(contentsOf: URL(fileURLWithPath: Self.folder + "/openapi.json")))
    }

    /// Faults of a value by a schema of the description.
    private func faults(of value: JSONDocument, by schema: String) throws -> [String] {
        let schemas = try #require(try description()["components"]?["schemas"])
        return JSONSchema(
            .object(["$defs": schemas, "$ref": .string("#/components/schemas/" + schema)])
        ).faults(of: value)
    }

    @Test("it describes every route with its parameters and media types, and no other")
    func routes() throws {
        let paths = try #require(try description()["paths"])
        var described: Set<String> = []
        for path in paths.keys {
            for method in paths[path]?.keys ?? [] {
                described.insert(method.uppercased() + " " + path)
            }
        }
        try LiveService.with(isWarm: false) { live in
            let routes = live.service.routes.filter { !$0.template.hasPrefix("/test/") }
            #expect(described == Set(routes.map { $0.method.rawValue + " " + $0.template }))
            for route in routes {
                let operation = paths[route.template]?[route.method.rawValue.lowercased()]
                let parameters = operation?["parameters"]?.elements ?? []
                let query = parameters.filter { $0["in"]?.text == "query" }
                    .compactMap { $0["name"]?.text }
                if let known = route.parameters {
                    #expect(known == Set(query), "\(route.template)")
                }
                let variables = parameters.filter { $0["in"]?.text == "path" }
                #expect(variables.count == route.template.count { $0 == "{" })
                let types = operation?["requestBody"]?["content"]?.keys
                #expect(types == route.body.mediaTypes?.sorted(), "\(route.template)")
                #expect(
                    parameters.contains {
                        $0["$ref"]?.text == "#/components/parameters/Deadline-Ms"
                    })
            }
        }
    }

    @Test("every problem that is answered is described for its path, with its status")
    func problems() throws {
        let paths = try #require(try description()["paths"])
        let jpeg = ["Content-Type": "image/jpeg"]
        let picture = try LiveService.picture("collins.jpg")
        let requests: [(String, String, [String: String], [UInt8])] = [
            ("POST", "/v1/score", jpeg, Array("GIF89a".utf8)),
            ("POST", "/v1/score", [:], [1]),
            ("POST", "/v1/score?x=1", jpeg, picture),
            ("POST", "/v1/score", jpeg.merging(["Deadline-Ms": "x"]) { $1 }, picture),
            ("POST", "/v1/rectangle?face=9", jpeg, picture),
            ("POST", "/v1/match?target=joy&level=1", jpeg, picture),
            ("POST", "/v1/match?target=fear&level=9", jpeg, picture),
            ("POST", "/v1/attempts", ["Content-Type": "application/json"], Array("[]".utf8)),
        ]
        try LiveService.with { live in
            for (method, target, headers, body) in requests {
                let answer = try live.client().request(
                    method, target, headers: headers, body: body)
                let path = String(target.prefix { $0 != "?" })
                let code = try #require(answer.code)
                let described = paths[path]?[method.lowercased()]?["responses"]?[
                    "\(answer.status)"]
                #expect(
                    described?["description"]?.text?.contains("`\(code)`") == true,
                    "\(code) of \(target)")
                #expect(try faults(of: answer.json(), by: "Problem") == [])
            }
        }
    }

    @Test("the answers have the shapes that it describes")
    func answers() throws {
        let jpeg = ["Content-Type": "image/jpeg"]
        let picture = try LiveService.picture()
        try LiveService.with { live in
            let client = try live.client()
            for (path, schema) in [
                ("/v1/emotions", "Emotions"), ("/v1/model", "Model"), ("/v1/levels", "Levels"),
            ] {
                #expect(
                    try faults(of: client.request("GET", path).json(), by: schema) == [])
            }
            let report = try client.request("POST", "/v1/score", headers: jpeg, body: picture)
            let schema = try JSONSchema(
                contentsOfFile: Self.folder + "/../Emotions/image-report.schema.json")
            #expect(try schema.faults(of: report.json()) == [])
            let face = try client.request(
                "POST",
                "/face/v1.0/detect?returnFaceLandmarks=true"
                    + "&returnFaceAttributes=emotion,blur,exposure,headPose,occlusion",
                headers: jpeg, body: picture
            ).json().elements.first
            #expect(try faults(of: #require(face), by: "AzureFace") == [])
            #expect(
                face?["faceAttributes"]?.keys
                    == ["blur", "emotion", "exposure", "headPose", "occlusion"])
            for target in ["neutral", "disgust"] {
                let verdict = try client.request(
                    "POST", "/v1/match?level=3&target=" + target, headers: jpeg, body: picture)
                #expect(try faults(of: verdict.json(), by: "Match") == [])
            }
            let nobody = try client.request(
                "POST", "/v1/match?level=3&target=fear", headers: ["Content-Type": "image/png"],
                body: WarmUp.picture())
            #expect(try faults(of: nobody.json(), by: "Match") == [])
            let attempt = try client.request(
                "POST", "/v1/attempts", headers: ["Content-Type": "application/json"],
                body: Array(#"{"target":"fear","level":2}"#.utf8))
            #expect(try faults(of: attempt.json(), by: "Attempt") == [])
            let old = try client.request(
                "POST", "/emotion/v1.0/recognize", headers: jpeg, body: picture
            ).json().elements.first
            #expect(try faults(of: #require(old), by: "AzureEmotion") == [])
            let garbage = try client.request(
                "POST", "/face/v1.0/detect", headers: jpeg, body: [1, 2, 3, 4])
            #expect(try faults(of: garbage.json(), by: "AzureError") == [])
        }
    }
}
