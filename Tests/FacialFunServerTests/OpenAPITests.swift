import Foundation
import NIOHTTP1
import Testing
import TestSupport

@testable import FacialFunServer

/// Compares the description with the routes, and responses with the description.
struct OpenAPITests {
    private func description() throws -> JSONDocument { try Contract.description.get() }

    @Test("the description has exactly the existing routes, parameters and media types")
    func routes() throws {
        let contract = try Contract()
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
                let parameters = (operation?["parameters"]?.elements ?? [])
                    .compactMap(contract.resolved)
                let query = parameters.filter { $0["in"]?.text == "query" }
                    .compactMap { $0["name"]?.text }
                if let known = route.parameters {
                    #expect(known == Set(query), "\(route.template)")
                }
                let variables = parameters.filter { $0["in"]?.text == "path" }
                #expect(variables.count == route.template.count { $0 == "{" })
                let types = contract.resolved(operation?["requestBody"])?["content"]?.keys
                #expect(types == route.body.mediaTypes?.sorted(), "\(route.template)")
                #expect(parameters.contains { $0["name"]?.text == "Deadline-Ms" })
            }
        }
    }

    @Test("the schemas of records and responses are served under the listed names")
    func schemas() throws {
        let bytes = Array(#"{"$id": "urn:facialfun:schema:verdict:1"}"#.utf8)
        try LiveService.with({ $0.schemas = ["verdict.schema.json": bytes] }) { live in
            let client = try live.client()
            let list = try client.request("GET", "/v1/schemas").json()
            #expect(
                list["schemas"]?.elements.map(\.text) == ["/v1/schemas/verdict.schema.json"])
            let answer = try client.request("GET", "/v1/schemas/verdict.schema.json")
            #expect(answer.body == bytes)
            #expect(answer.headers["content-type"] == "application/schema+json")
            #expect(try client.request("GET", "/v1/schemas/x").code == "unknown_schema")
        }
    }

    // `RawClient.request` checks the responses themselves in every test of this target.

    @Test("responses that deviate from the description are detected")
    func contract() throws {
        let contract = try Contract()
        func faults(
            _ status: Int, _ body: String, _ method: String, _ target: String,
            type: String = "application/json"
        ) throws -> [String] {
            let headers = ["content-type": type, "server-timing": "total;dur=1.0"]
            return try contract.faults(
                of: RawClient.Answer(status: status, headers: headers, body: Array(body.utf8)),
                to: method, target)
        }
        #expect(try faults(200, #"{"status": "ok"}"#, "GET", "/healthz") == [])
        #expect(try !faults(200, #"{"status": 1}"#, "GET", "/healthz").isEmpty)
        #expect(try !faults(200, #"{"state": "ok"}"#, "GET", "/healthz").isEmpty)
        #expect(try !faults(201, #"{"status": "ok"}"#, "GET", "/healthz").isEmpty)
        #expect(try !faults(200, "ok", "GET", "/healthz", type: "text/plain").isEmpty)
        let problem =
            #"{"type": "urn:facialfun:problem:x", "title": "x", "status": 400, "code": "CODE", "detail": "x"}"#
        let known = problem.replacing("CODE", with: "invalid_query")
        let type = "application/problem+json"
        #expect(try faults(400, known, "GET", "/healthz?x", type: type) == [])
        #expect(try !faults(400, problem, "GET", "/healthz?x", type: type).isEmpty)
        #expect(try faults(404, known, "GET", "/nowhere", type: type) == [])
        #expect(try !faults(200, "{}", "GET", "/v1/attempts/x").isEmpty)
        #expect(try !faults(200, "{}", "POST", "/v1/score").isEmpty)
        let bare = RawClient.Answer(status: 503, headers: [:], body: Array(known.utf8))
        #expect(try contract.faults(of: bare, to: "GET", "/readyz").count >= 3)
    }

    @Test("responses of every kind, with and without a face, match the description")
    func answers() throws {
        let jpeg = ["Content-Type": "image/jpeg"]
        let picture = try LiveService.picture()
        let nobody = try WarmUp.picture()
        let azure = "/face/v1.0/detect?returnFaceLandmarks=true&returnFaceAttributes="
        try LiveService.with { live in
            let client = try live.client()
            for path in ["/v1/emotions", "/v1/model", "/v1/levels", "/healthz", "/readyz"] {
                #expect(try client.request("GET", path).status == 200)
            }
            var kinds: Set<String?> = []
            for target in ["neutral", "disgust", "happiness", "sadness", "anger", "fear"] {
                for body in [picture, nobody] {
                    kinds.insert(
                        try client.request(
                            "POST", "/v2/match?level=1&target=" + target, headers: jpeg,
                            body: body
                        ).json()["verdict"]?["verdict"]?.text)
                }
            }
            #expect(kinds.count == 3)
            let face = try client.request(
                "POST", azure + "emotion,blur,exposure,headPose,occlusion", headers: jpeg,
                body: picture
            ).json().elements.first
            #expect(
                face?["faceAttributes"]?.keys
                    == ["blur", "emotion", "exposure", "headPose", "occlusion"])
            for path in ["/v1/score", "/face/v1.0/detect", "/emotion/v1.0/recognize"] {
                for body in [picture, nobody] {
                    #expect(
                        try client.request("POST", path, headers: jpeg, body: body).status == 200)
                }
                let garbage = try live.client().request(
                    "POST", path, headers: jpeg, body: [1, 2, 3, 4])
                #expect(garbage.status >= 400)
            }
            for target in [
                "/v1/score?x=1", "/v1/rectangle?face=9", "/v2/match?target=joy&level=1",
                "/v2/match?target=fear&level=9",
            ] {
                #expect(
                    try live.client().request("POST", target, headers: jpeg, body: picture).status
                        >= 400)
            }
            // Without a camera.
            for (method, path) in [
                ("POST", "/v2/camera/match?target=fear&level=1"), ("GET", "/v1/camera/scores"),
                ("GET", "/v1/camera/preview.mjpeg"),
            ] {
                #expect(try live.client().request(method, path).code == "no_camera")
            }
        }
    }

    @Test("the description lists the codes without Retry-After")
    func retryAfter() throws {
        let header = try description()["components"]?["headers"]?["Retry-After"]
        let text = try #require(header?["description"]?.text)
        let sentence = try #require(
            text.split(separator: ". ").first { $0.hasPrefix("Absent with ") })
        let codes = sentence.split(separator: "`").filter { $0.contains("_") }.map(String.init)
        #expect(Set(codes) == Set(Contract.codesForGood))
    }

    @Test("the service rejects the same requests for attempts as the description")
    func orders() throws {
        let contract = try Contract()
        try LiveService.with { live in
            for order in [
                #"{"target":"fear","level":1}"#,
                #"{"target":"fear","level":1,"baseline":null,"timeLimitMilliseconds":null}"#,
                #"{"target":"fear","level":1,"further":1}"#, #"{"target":"fear","level":1.5}"#,
                #"{"target":"fear"}"#, #"{"target":"fear","level":1,"timeLimitMilliseconds":0}"#,
            ] {
                let document = try JSONDocument(parsing: Data(order.utf8))
                let isSound = try contract.faults(of: document, named: "AttemptOrder").isEmpty
                let answer = try live.client().request(
                    "POST", "/v1/attempts", headers: ["Content-Type": "application/json"],
                    body: Array(order.utf8))
                #expect((answer.status == 201) == isSound, "\(order)")
            }
        }
    }

    @Test("bodies of bytes have a media type and a binary schema")
    func binaryBodies() throws {
        let contract = try Contract()
        let paths = try #require(try description()["paths"])
        var count = 0
        for path in paths.keys {
            for method in paths[path]?.keys ?? [] {
                let operation = paths[path]?[method]
                let answers = (operation?["responses"]?.keys ?? [])
                    .map { contract.resolved(operation?["responses"]?[$0])?["content"] }
                let body = contract.resolved(operation?["requestBody"])?["content"]
                for content in answers + [body] {
                    for type in content?.keys ?? []
                    where type.hasPrefix("image/") || type == "application/octet-stream" {
                        count += 1
                        #expect(content?[type]?["schema"]?["format"]?.text == "binary", "\(path)")
                    }
                }
            }
        }
        #expect(count > 10)
    }

    @Test("the events of an attempt match the description")
    func events() throws {
        let contract = try Contract()
        let happy = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            let id = try #require(
                try client.request(
                    "POST", "/v1/attempts", headers: ["Content-Type": "application/json"],
                    body: Array(#"{"target":"happiness","level":1}"#.utf8)
                ).json()["id"]?.text)
            let stream = try live.client()
            stream.send("GET /v1/attempts/\(id)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try stream.readHead().headers["content-type"] == "text/event-stream")
            for body in [happy, try WarmUp.picture()] {
                _ = try client.request(
                    "POST", "/v1/attempts/\(id)/frames",
                    headers: ["Content-Type": "image/jpeg"], body: body)
            }
            #expect(try client.request("POST", "/v1/attempts/\(id)/skip").status == 200)
            #expect(try client.request("DELETE", "/v1/attempts/\(id)").status == 204)
            var names: [String] = []
            let schemas = ["status": "AttemptStatus", "end": "AttemptEnd"]
            let lines = String(decoding: stream.readToEnd(), as: UTF8.self)
                .split(whereSeparator: \.isNewline)
            for line in lines {
                if line.hasPrefix("event: ") { names.append(String(line.dropFirst(7))) }
                guard line.hasPrefix("data: ") else { continue }
                let data = try JSONDocument(parsing: Data(line.dropFirst(6).utf8))
                let schema = try #require(schemas[names.last ?? ""])
                #expect(try contract.faults(of: data, named: schema) == [])
            }
            #expect(names.count >= 5)
            #expect(names.last == "end")
        }
    }
}
