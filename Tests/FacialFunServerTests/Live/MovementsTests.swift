import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

@testable import FacialFunServer

/// Requests for movements.
///
/// Every request checks that the responses match the description.
struct MovementsTests {
    private let jpeg = ["Content-Type": "image/jpeg"]
    private let json = ["Content-Type": "application/json"]

    @Test("a report contains movements on request and is otherwise the same")
    func score() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            func face(_ query: String) throws -> JSONDocument? {
                try client.request("POST", "/v1/score" + query, headers: jpeg, body: picture)
                    .json()["faces"]?.elements.first
            }
            let plain = try #require(try face(""))
            let asked = try #require(try face("?movements=true"))
            #expect(plain["movements"] == nil)
            #expect(try face("?movements=false") == plain)
            #expect(asked["movements"]?.keys.count == 51)
            #expect((asked["movements"]?["mouthSmileLeft"]?.number ?? 0) > 0.5)
            for key in plain.keys { #expect(asked[key] == plain[key]) }
            let wrong = try client.request(
                "POST", "/v1/score?movements=1", headers: jpeg, body: picture)
            #expect(wrong.status == 400 && wrong.code == "invalid_query")
        }
    }

    @Test("a report contains landmarks and gaze on request and is otherwise the same")
    func landmarks() throws {
        let picture = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            func face(_ query: String) throws -> JSONDocument? {
                try client.request("POST", "/v1/score" + query, headers: jpeg, body: picture)
                    .json()["faces"]?.elements.first
            }
            let plain = try #require(try face("?landmarks=false"))
            let asked = try #require(try face("?landmarks=true&movements=true"))
            #expect(plain["landmarks"] == nil && plain["gaze"] == nil)
            #expect(asked["landmarks"]?.elements.count == 478)
            #expect(asked["movements"]?.keys.count == 51)
            #expect(asked["gaze"]?["mean"]?["yaw"]?.number != nil)
            for key in plain.keys { #expect(asked[key] == plain[key]) }
            let wrong = try client.request(
                "POST", "/v1/score?landmarks=68", headers: jpeg, body: picture)
            #expect(wrong.status == 400 && wrong.code == "invalid_query")
        }
    }

    @Test("matches, baselines and attempts accept movements and return those of the judged face")
    func game() throws {
        let happy = try LiveService.picture("collins.jpg")
        let nobody = try LiveService.picture("no-face-coffee.jpg")
        let neutral = try LiveService.picture("rendered-neutral.jpg")
        try LiveService.with { live in
            let client = try live.client()
            func post(_ path: String, _ body: [UInt8]) throws -> JSONDocument {
                try client.request("POST", path, headers: jpeg, body: body).json()
            }
            let baseline = try post("/v1/baselines?movements=true", neutral)
            let name = try #require(baseline["id"]?.text)
            #expect(
                try post("/v1/baselines/\(name)/pictures?movements=true", neutral)["pictures"]
                    == .number(2))
            let match = "/v2/match?target=fear&level=1&baseline=\(name)"
            #expect(try post(match, neutral)["movements"] == nil)
            let asked = try post(match + "&movements=true", neutral)
            #expect(asked["movements"]?.keys.count == 51)
            #expect(try post(match + "&movements=true", nobody)["movements"] == .null)
            let order = #"{"target":"sadness","level":1,"baseline":"\#(name)"}"#
            let begun = try client.request(
                "POST", "/v1/attempts", headers: json, body: Array(order.utf8)
            ).json()
            let id = try #require(begun["id"]?.text)
            let frames = "/v1/attempts/\(id)/frames"
            #expect(try post(frames, happy)["movements"] == nil)
            func look() throws -> JSONDocument {
                try client.request("GET", "/v1/attempts/\(id)").json()
            }
            #expect(try look()["movements"] == nil)
            let frame = try post(frames + "?movements=true", happy)
            #expect((frame["movements"]?["mouthSmileLeft"]?.number ?? 0) > 0.5)
            #expect(try look()["movements"] == frame["movements"])
            #expect(try post(frames + "?movements=true", nobody)["movements"] == .null)
            #expect(try look()["movements"] == .null)
            let wrong = try client.request(
                "POST", frames + "?movements=yes", headers: jpeg, body: happy)
            #expect(wrong.code == "invalid_query")
        }
    }

    @Test("without the movement networks requests for movements fail, and others are served")
    func missing() throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path("Models"), withIntermediateDirectories: false)
        for name in ["face-detector", "face-mesh", "face-occlusion", "emotion-v1"] {
            try files.copyItem(
                atPath: ModelsFolder.path(of: name), toPath: folder.path("Models/" + name))
        }
        let models = try ModelDirectory.locate(
            option: folder.path("Models"), environment: [:], executablePath: "/nowhere/bin/x")
        let scoring = ImageScoring(recognizer: try EmotionRecognizer(models: models))
        let picture = try LiveService.picture("collins.jpg")
        #expect(try scoring.recognize(picture, stop: .never).report.faces.count == 1)
        let problem = #expect(throws: Problem.self) {
            try scoring.recognize(picture, movements: true, stop: .never)
        }
        #expect(problem?.code == "no_movements")
        #expect(problem?.detail.contains("face-mesh-478") == true)
    }
}
