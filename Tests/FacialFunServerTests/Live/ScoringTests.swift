import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFunServer

/// Pictures in, scores out, over a real socket.
struct ScoringTests {
    private let jpeg = ["Content-Type": "image/jpeg"]

    @Test("the scores equal the pipeline's bit for bit, and each stage has its time")
    func score() throws {
        let picture = try LiveService.picture()
        try LiveService.with { live in
            let answer = try live.client().request(
                "POST", "/v1/score", headers: jpeg, body: picture)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.headers["cache-control"] == "no-store")
            let report = try JSONDecoder().decode(ImageReport.self, from: Data(answer.body))
            let expected = try LiveService.recognizer.get().recognize(
                picture, path: "-", options: .init(budget: .service)
            ).report
            #expect(report.faces == expected.faces)
            #expect(report.path == "-")
            let timing = try #require(answer.headers["server-timing"])
            for stage in ["queue", "decode", "detect", "rectangle", "features", "total"] {
                #expect(timing.contains("\(stage);dur="))
            }
        }
    }

    @Test(
        "bytes without a media type are scored by their image format",
        arguments: ["/v1/score", "/v1/rectangle", "/v2/match?target=fear&level=1", "/v1/baselines"])
    func octetStream(target: String) throws {
        let picture = try LiveService.picture()
        let any = ["Content-Type": "application/octet-stream"]
        try LiveService.with { live in
            let client = try live.client()
            let named = try client.request("POST", target, headers: jpeg, body: picture)
            let unnamed = try client.request("POST", target, headers: any, body: picture)
            #expect(unnamed.status == named.status)
            #expect(unnamed.status != 415)
            let garbage = try client.request("POST", target, headers: any, body: [1, 2, 3, 4])
            #expect(garbage.code == "unsupported_format")
        }
    }

    @Test("one connection serves many requests, and TCP gives the same results as the Unix socket")
    func keepAlive() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            let first = try client.request("POST", "/v1/score", headers: jpeg, body: picture)
            let second = try client.request("POST", "/v1/score", headers: jpeg, body: picture)
            let third = try RawClient(port: live.port).request(
                "POST", "/v1/score", headers: jpeg, body: picture)
            let faces = try [first, second, third].map { try $0.json()["faces"] }
            #expect(faces[0] != nil)
            #expect(Set(faces).count == 1)
        }
    }

    @Test("the rectangle is the scored picture; a missing face is named")
    func rectangle() throws {
        let picture = try LiveService.picture()
        try LiveService.with { live in
            let client = try live.client()
            let answer = try client.request("POST", "/v1/rectangle", headers: jpeg, body: picture)
            #expect(answer.headers["content-type"] == "image/png")
            let recognition = try LiveService.recognizer.get().recognize(
                picture, path: "-", options: .init(budget: .service, keepsPictures: true))
            #expect(
                try ImageDecoder().decode(answer.body).image
                    == recognition.rectangle(ofFace: 0)?.image)
            let none = try client.request(
                "POST", "/v1/rectangle?face=7", headers: jpeg, body: picture)
            #expect(none.status == 422)
            #expect(none.code == "no_face")
            let wrong = try client.request(
                "POST", "/v1/rectangle?face=-1", headers: jpeg, body: picture)
            #expect(wrong.code == "invalid_query")
        }
    }

    @Test("the rectangle is JPEG on request, by the query or by Accept")
    func rectangleFormat() throws {
        let picture = try LiveService.picture()
        try LiveService.with { live in
            let client = try live.client()
            func ask(_ query: String, _ accept: String?) throws -> RawClient.Answer {
                var headers = jpeg
                headers["Accept"] = accept
                return try client.request(
                    "POST", "/v1/rectangle" + query, headers: headers, body: picture)
            }
            for (query, accept, type) in [
                ("", "*/*", "image/png"), ("", "image/jpeg", "image/jpeg"),
                ("?format=jpeg", "image/png", "image/jpeg"), ("?format=png", nil, "image/png"),
                ("?format=jpeg&face=0", nil, "image/jpeg"),
            ] {
                let answer = try ask(query, accept)
                #expect(answer.headers["content-type"] == type)
                let image = try ImageDecoder().decode(answer.body).image
                #expect((image.width, image.height) == (FaceRectangle.side, FaceRectangle.side))
            }
            let small = try ask("?format=jpeg", nil).body.count
            #expect(try small < ask("", nil).body.count)
            #expect(try ask("?format=gif", nil).code == "invalid_query")
            let refused = try ask("", "application/json")
            #expect(refused.status == 406)
            #expect(refused.code == "not_acceptable")
        }
    }

    @Test("the service describes itself in JSON, including its vocabulary")
    func information() throws {
        try LiveService.with { live in
            let client = try live.client()
            let emotions = try client.request("GET", "/v1/emotions").json()["emotions"]
            #expect(emotions?.elements.compactMap(\.text) == Emotion.allCases.map(\.rawValue))
            let model = try client.request("GET", "/v1/model").json()
            #expect(
                model["model"]?["name"]?.text
                    == (try LiveService.recognizer.get().model.name))
            #expect(model["limits"]?["maxBytes"]?.number == 2_000_000)
            let head = try client.request("HEAD", "/v1/model")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] != "0")
            #expect(try client.request("GET", "/healthz").json()["status"]?.text == "ok")
        }
    }

    @Test("before the warm-up the service is alive but not ready, and scoring requests wait")
    func warmUp() throws {
        let picture = try LiveService.picture()
        try LiveService.with(isWarm: false) { live in
            let client = try live.client()
            #expect(try client.request("GET", "/healthz").status == 200)
            #expect(try client.request("GET", "/readyz").code == "not_ready")
            let hurried = try live.client().request(
                "POST", "/v1/score", headers: jpeg.merging(["Deadline-Ms": "100"]) { $1 },
                body: picture)
            #expect(hurried.status == 503)
            #expect(hurried.code == "not_ready")
            #expect(hurried.headers["retry-after"] == "1")
            // Clients with a distant deadline wait for the end of the warm-up.
            let early = try live.client()
            early.send(PictureRequest.head(length: picture.count))
            early.send(picture)
            usleep(100_000)
            try live.service.warmUp()
            #expect(try early.readAnswer().status == 200)
            #expect(try client.request("GET", "/readyz").status == 200)
            let later = try live.client().request(
                "POST", "/v1/score", headers: jpeg, body: picture)
            #expect(later.status == 200)
        }
    }

    @Test("the metrics count requests and their results")
    func metrics() throws {
        let picture = try LiveService.picture()
        try LiveService.with { live in
            let client = try live.client()
            _ = try client.request("POST", "/v1/score", headers: jpeg, body: picture)
            _ = try client.request("GET", "/nowhere?secret=1")
            let text = try client.request("GET", "/metrics").text
            for line in [
                "facialfun_requests_total{route=\"/v1/score\",status=\"200\"} 1",
                "facialfun_outcomes_total{outcome=\"one_face\"} 1",
                "facialfun_refusals_total{code=\"not_found\"} 1",
                "facialfun_stage_seconds_count{stage=\"detect\"} 1",
                "facialfun_connections 1", "facialfun_ready 1", "facialfun_queue_depth 0",
                "facialfun_body_bytes 0",
            ] {
                #expect(text.contains(line + "\n"), "\(line) is missing")
            }
            #expect(!text.contains("secret"))
        }
    }

    @Test("the routes of the retired cloud services respond in their formats")
    func azure() throws {
        let picture = try LiveService.picture()
        let binary = ["Content-Type": "application/octet-stream"]
        try LiveService.with { live in
            let client = try live.client()
            let faces = try client.request(
                "POST", "/face/v1.0/detect?returnFaceId=true&returnFaceAttributes=emotion",
                headers: binary, body: picture
            ).json().elements
            #expect(faces.count == 1)
            let scores = faces.first?["faceAttributes"]?["emotion"]
            #expect(scores?.keys == Emotion.allCases.map(\.rawValue).sorted())
            #expect(faces.first?["faceRectangle"]?.keys == ["height", "left", "top", "width"])
            let old = try client.request(
                "POST", "/emotion/v1.0/recognize", headers: binary, body: picture
            ).json().elements
            #expect(old.first?["scores"] == scores)

            let garbage = try client.request(
                "POST", "/face/v1.0/detect", headers: binary, body: [1, 2, 3, 4])
            #expect(garbage.status == 400)
            #expect(try garbage.json()["error"]?["code"]?.text == "InvalidImage")
            let unknown = try client.request(
                "POST", "/face/v1.0/detect?returnFaceAttributes=emotion,age", headers: binary,
                body: picture)
            #expect(unknown.status == 400)
            #expect(try unknown.json()["error"]?["code"]?.text == "BadArgument")
            let plain = try client.request(
                "POST", "/face/v1.0/detect", headers: binary, body: picture
            ).json().elements
            #expect(plain.first?.keys == ["faceRectangle"])
        }
    }
}
