import FacialFun
import FacialFunWire
import Foundation
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// The API of the game: verdicts, attempts, baselines.
struct GameTests {
    private let jpeg = ["Content-Type": "image/jpeg"]
    private let json = ["Content-Type": "application/json"]

    private func begin(_ live: LiveService, _ order: String) throws -> RawClient.Answer {
        try live.client().request(
            "POST", "/v1/attempts", headers: json, body: Array(order.utf8))
    }

    @Test("a face matches its own emotion at an easy level, and not another at a hard one")
    func match() throws {
        let happy = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            let matched = try client.request(
                "POST", "/v2/match?target=happiness&level=1", headers: jpeg, body: happy
            ).json()
            #expect(matched["verdict"]?["verdict"]?.text == "matched")
            #expect(matched["target"]?.text == "happiness")
            let other = try client.request(
                "POST", "/v2/match?target=sadness&level=5", headers: jpeg, body: happy
            ).json()
            #expect(other["verdict"]?["verdict"]?.text == "not_yet")
            #expect((other["verdict"]?["progress"]?.number ?? 1) < 1)
        }
    }

    @Test("a verdict has the position of the judged face, like the report of the picture")
    func rectangle() throws {
        let happy = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            let report = try client.request("POST", "/v1/score", headers: jpeg, body: happy).json()
            let wanted = try #require(report["faces"]?.elements.first?["rectangle"])
            let matched = try client.request(
                "POST", "/v2/match?target=happiness&level=1", headers: jpeg, body: happy
            ).json()
            #expect(matched["rectangle"] == wanted)
            let begun = try begin(live, #"{"target":"happiness","level":1}"#).json()
            #expect(begun["rectangle"] == .null)
            let id = try #require(begun["id"]?.text)
            let frame = try client.request(
                "POST", "/v1/attempts/\(id)/frames", headers: jpeg, body: happy
            ).json()
            #expect(frame["rectangle"] == wanted)
        }
    }

    @Test("a verdict has one schema, for a picture and in an attempt")
    func shapes() throws {
        let schema = try JSONSchema(
            contentsOfFile: ModelsFolder.path
                + "/../Sources/FacialFunWire/Records/verdict.schema.json")
        let (happy, nobody) = (
            try LiveService.picture("collins.jpg"), try LiveService.picture("no-face-coffee.jpg")
        )
        try LiveService.with { live in
            let client = try live.client()
            var kinds: Set<String?> = []
            for (picture, target) in [
                (happy, "happiness"), (happy, "sadness"), (nobody, "fear"),
            ] {
                func answer(_ path: String) throws -> JSONDocument {
                    try client.request("POST", path, headers: jpeg, body: picture).json()
                }
                let match = try answer("/v2/match?target=\(target)&level=1")
                let verdict = try #require(match["verdict"])
                #expect(schema.faults(of: verdict) == [])
                kinds.insert(verdict["verdict"]?.text)

                let begun = try begin(live, #"{"target": "\#(target)", "level": 1}"#).json()
                let id = try #require(begun["id"]?.text)
                let frame = try answer("/v1/attempts/\(id)/frames")
                #expect(schema.faults(of: try #require(frame["verdict"])) == [])
                if verdict["verdict"]?.text == "cannot_judge" {
                    #expect(frame["verdict"] == verdict)
                }
            }
            #expect(kinds == ["matched", "not_yet", "cannot_judge"])
        }
    }

    @Test("evidence names the rival that outweighs the target, and is missing without a face")
    func evidence() throws {
        let happy = try LiveService.picture("collins.jpg")
        let nobody = try LiveService.picture("no-face-coffee.jpg")
        try LiveService.with { live in
            let client = try live.client()
            func evidence(_ path: String, _ picture: [UInt8]) throws -> JSONDocument? {
                try client.request("POST", path, headers: jpeg, body: picture).json()["evidence"]
            }
            let own = try #require(try evidence("/v2/match?target=happiness&level=1", happy))
            #expect(try #require(own["excess"]?.number) > 0)
            #expect(try #require(own["lead"]?.number) < 0)
            let other = try #require(try evidence("/v2/match?target=sadness&level=1", happy))
            #expect(try #require(other["excess"]?.number) < 0)
            #expect(try #require(other["lead"]?.number) > 1)
            #expect(other["rival"]?.text == "happiness")
            #expect(try evidence("/v2/match?target=sadness&level=1", nobody) == .null)
            let begun = try begin(live, #"{"target":"sadness","level":1}"#).json()
            #expect(begun["evidence"] == .null)
            let id = try #require(begun["id"]?.text)
            #expect(try evidence("/v1/attempts/\(id)/frames", happy)?["rival"]?.text == "happiness")
            #expect(
                try client.request("GET", "/v1/attempts/\(id)").json()["evidence"]?["rival"]?.text
                    == "happiness")
        }
    }

    @Test("an unjudgeable picture gets a verdict with the reason, not an error")
    func unjudgeablePicture() throws {
        try LiveService.with { live in
            let answer = try live.client().request(
                "POST", "/v2/match?target=fear&level=2", headers: ["Content-Type": "image/png"],
                body: WarmUp.picture())
            #expect(answer.status == 200)
            #expect(try answer.json()["verdict"]?["verdict"]?.text == "cannot_judge")
            #expect(try answer.json()["verdict"]?["reason"]?["code"]?.text == "no_face")
            #expect(try answer.json()["score"] == .null)
            #expect(try answer.json()["rectangle"] == .null)
        }
    }

    @Test(
        "unknown targets, levels and names are reported by their codes",
        arguments: [
            ("target=joy&level=1", "unknown_target"), ("level=1", "unknown_target"),
            ("target=fear&level=0", "unknown_level"), ("target=fear", "unknown_level"),
            ("target=fear&level=6", "unknown_level"), ("target=fear&level=1x", "unknown_level"),
            ("target=fear&level=1&baseline=x", "unknown_baseline"),
            ("targe=fear&level=1", "invalid_query"),
            ("target=fear&target=anger&level=1", "invalid_query"),
        ])
    func unknown(query: String, code: String) throws {
        let picture = try LiveService.picture()
        try LiveService.with { live in
            let answer = try live.client().request(
                "POST", "/v2/match?" + query, headers: jpeg, body: picture)
            #expect(answer.code == code)
        }
    }

    @Test("the levels are listed; without levels judging is rejected and scoring is not")
    func levels() throws {
        try LiveService.with { live in
            let levels = try live.client().request("GET", "/v1/levels").json()
            #expect(levels["levels"]?.elements.count == 5)
            #expect(levels["emotions"]?.keys == Emotion.allCases.map(\.rawValue).sorted())
        }
        let picture = try LiveService.picture()
        try LiveService.with(rules: nil) { live in
            let answer = try live.client().request("GET", "/v1/levels")
            #expect(answer.status == 503)
            #expect(answer.code == "no_levels")
            #expect(try begin(live, #"{"target":"fear","level":1}"#).code == "no_levels")
            #expect(
                try live.client().request("POST", "/v1/score", headers: jpeg, body: picture)
                    .status == 200)
        }
    }

    @Test("an attempt is created, watched, matched, retried, skipped and deleted")
    func attempt() throws {
        let happy = try LiveService.picture("collins.jpg")
        try LiveService.with(rules: LiveService.rulesWithoutHold()) { live in
            let begun = try begin(live, #"{"target":"happiness","level":1}"#)
            #expect(begun.status == 201)
            let id = try #require(try begun.json()["id"]?.text)
            let path = "/v1/attempts/\(id)"
            #expect(begun.headers["location"] == path)
            #expect(try begun.json()["phase"]?.text == "watching")

            let events = try live.client()
            events.send("GET \(path)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(try events.readHead().headers["content-type"] == "text/event-stream")

            let client = try live.client()
            var phase: String?
            for number in 1...3 where phase != "matched" {
                let answer = try client.request(
                    "POST", path + "/frames", headers: jpeg, body: happy)
                #expect(try answer.json()["frame"]?.number == Double(number))
                phase = try answer.json()["phase"]?.text
            }
            #expect(phase == "matched")
            #expect(try client.request("GET", path).json()["phase"]?.text == "matched")
            let again = try client.request("POST", path + "/retry").json()
            #expect(again["phase"]?.text == "watching")
            #expect(again["tries"]?.number == 2)
            #expect(again["evidence"] == .null)
            #expect(
                try client.request("POST", path + "/skip").json()["phase"]?.text == "skipped")
            #expect(try client.request("DELETE", path).status == 204)
            for (method, rest) in [("GET", ""), ("DELETE", ""), ("POST", "/retry")] {
                #expect(try client.request(method, path + rest).code == "unknown_attempt")
            }
            let told = String(decoding: events.readToEnd(), as: UTF8.self)
            for word in ["event: status", "\"matched\"", "\"skipped\"", "event: end"] {
                #expect(told.contains(word), "\(word)")
            }
        }
    }

    @Test("a frame whose upload is slow counts, regardless of clock ticks meanwhile")
    func slowFrame() throws {
        let happy = try LiveService.picture("collins.jpg")
        try LiveService.with(rules: LiveService.rulesWithoutHold()) { live in
            let begun = try begin(live, #"{"target":"happiness","level":1}"#).json()
            let id = try #require(begun["id"]?.text)
            let client = try live.client()
            client.send(
                "POST /v1/attempts/\(id)/frames HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: image/jpeg\r\nContent-Length: \(happy.count)\r\n"
                    + "Deadline-Ms: 60000\r\n\r\n")
            client.send(happy.prefix(1000))
            usleep(500_000)
            client.send(happy.dropFirst(1000))
            let answer = try client.readAnswer().json()
            #expect(answer["phase"]?.text == "matched")
            #expect(answer["peak"]?.number == 1)
        }
    }

    @Test("a time limit ends an attempt without frames, and its listeners are notified")
    func timeLimit() throws {
        try LiveService.with { live in
            let begun = try begin(
                live, #"{"target":"happiness","level":1,"timeLimitMilliseconds":50}"#)
            let id = try #require(try begun.json()["id"]?.text)
            let events = try live.client()
            events.send("GET /v1/attempts/\(id)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = try events.readHead()
            var lines: [String] = []
            while let line = events.readLine(), !line.contains("time_up") { lines.append(line) }
            #expect(
                try live.client().request("GET", "/v1/attempts/\(id)").json()["phase"]?.text
                    == "time_up")
        }
    }

    @Test("a rejected frame or a disconnect does not stop the time of an attempt")
    func refusedFrame() throws {
        let picture = try LiveService.picture("collins.jpg")
        let slow = jpeg.merging(["Deadline-Ms": "60000"]) { $1 }
        try LiveService.with { live in
            let id = try #require(
                try begin(live, #"{"target":"sadness","level":1,"timeLimitMilliseconds":500}"#)
                    .json()["id"]?.text)
            let path = "/v1/attempts/\(id)"
            let broken = try live.client().request(
                "POST", path + "/frames", headers: slow, body: Array(picture.prefix(2000)))
            #expect(broken.code == "truncated")
            do {
                let gone = try live.client()
                gone.send(
                    PictureRequest.head(
                        path + "/frames", length: picture.count, "Deadline-Ms: 60000\r\n"))
                gone.send(picture)
            }
            // This happens long before the deadlines of these frames.
            #expect(
                LiveService.eventually {
                    (try? live.client().request("GET", path).json()["phase"]?.text) == "time_up"
                })
        }
    }

    @Test("closed streams make room for others, also over TCP, where only a write detects it")
    func closedStreams() throws {
        try LiveService.with({ $0.heartbeatMilliseconds = 600_000 }) { live in
            let id = try #require(
                try begin(live, #"{"target":"sadness","level":1}"#).json()["id"]?.text)
            let request = "GET /v1/attempts/\(id)/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            for _ in 0..<(2 * AttemptStore.maxStreams) {
                #expect(
                    LiveService.eventually {
                        guard let client = try? RawClient(port: live.port) else { return false }
                        client.send(request)
                        guard (try? client.readHead().status) == 200 else { return false }
                        // Unread data in the client's buffer would turn the close into a reset.
                        var text = ""
                        while !text.hasSuffix("\n\n\r\n") {
                            let part = client.read()
                            guard !part.isEmpty else { return false }
                            text += String(decoding: part, as: UTF8.self)
                        }
                        return true
                    })
            }
        }
    }

    @Test("concurrent pictures of one baseline all count")
    func concurrentBaselinePictures() throws {
        let report = try LiveService.recognizer.get().recognize(
            LiveService.picture("hopper.jpg"), path: "-",
            options: RecognitionOptions(budget: .service)
        ).report
        let observation = Observation(of: report.faces)
        let store = SharedBaselineStore()
        for _ in 0..<300 {
            let name = try store.add(observation, of: .process(1))
            let arrived = Atomic<Int>(0)
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                arrived.add(1, ordering: .acquiringAndReleasing)
                // Both start at the same moment if there is a thread for each.
                var patience = 1_000_000
                while arrived.load(ordering: .acquiring) < 2, patience > 0 { patience -= 1 }
                for _ in 0..<6 { _ = try? store.add(observation, to: name) }  // counted below
            }
            try #require(try store.add(observation, to: name) == 14)
            #expect(store.remove(name))
        }
    }

    @Test("an attempt keeps its baseline even if that is deleted")
    func deletedBaselineOfAnAttempt() throws {
        let calm = try LiveService.picture("hopper.jpg")
        try LiveService.with(rules: LiveService.rulesWithoutHold()) { live in
            let client = try live.client()
            func phase(deleting: Bool) throws -> [String?] {
                let baseline = try #require(
                    try client.request("POST", "/v1/baselines", headers: jpeg, body: calm)
                        .json()["id"]?.text)
                let order = "{\"target\":\"neutral\",\"level\":1,\"baseline\":\"\(baseline)\"}"
                let id = try #require(try begin(live, order).json()["id"]?.text)
                if deleting {
                    #expect(
                        try client.request("DELETE", "/v1/baselines/\(baseline)").status == 204)
                }
                let answer = try client.request(
                    "POST", "/v1/attempts/\(id)/frames", headers: jpeg, body: calm
                ).json()
                return [answer["verdict"]?["verdict"]?.text, "\(answer["peak"]?.number ?? -1)"]
            }
            #expect(try phase(deleting: true) == phase(deleting: false))
        }
    }

    @Test("active attempts and baselines are not evicted for others")
    func capacities() throws {
        let rules = try LiveService.rules.get()
        let attemptStore = AttemptStore()
        func attempt() -> Attempt {
            Attempt(
                plan: AttemptPlan(target: .happiness, level: .one), levels: rules.levels,
                hints: rules.hints, startMilliseconds: SharedBaselineStore.now)
        }
        func begin(_ process: Int) throws -> String {
            try attemptStore.add(attempt(), baseline: nil, of: .process(Int32(process)))
        }
        let first = try begin(0)
        for _ in 1..<AttemptStore.capacityOfHolder { _ = try begin(0) }
        // One process has used up its quota; other processes still have theirs.
        let own = #expect(throws: Problem.self) { try begin(0) }
        #expect(own?.code == "too_many_attempts")
        #expect(
            own?.detail.contains("\(AttemptStore.capacityOfHolder) attempts in progress") == true)
        for number in AttemptStore.capacityOfHolder..<AttemptStore.capacity {
            _ = try begin(number / AttemptStore.capacityOfHolder)
        }
        let problem = #expect(throws: Problem.self) { try begin(99) }
        #expect(problem?.code == "too_many_attempts")
        #expect(problem?.detail.contains("\(AttemptStore.capacity) attempts in progress") == true)
        #expect(attemptStore.status(of: first) != nil)
        #expect(attemptStore.remove(first))
        _ = try begin(0)

        let observation = Observation(
            of: try LiveService.recognizer.get().recognize(
                LiveService.picture("hopper.jpg"), path: "-",
                options: RecognitionOptions(budget: .service)
            ).report.faces)
        let store = SharedBaselineStore()
        let oldest = try store.add(observation, of: .address("127.0.0.1"))
        for _ in 1..<SharedBaselineStore.capacityOfHolder {
            _ = try store.add(observation, of: .address("127.0.0.1"))
        }
        let ownFull = #expect(throws: Problem.self) {
            try store.add(observation, of: .address("127.0.0.1"))
        }
        #expect(ownFull?.code == "too_many_baselines")
        #expect(ownFull?.detail.contains("baselines for each") == true)
        for number in SharedBaselineStore.capacityOfHolder..<BaselineStore.capacity {
            let process = Int32(number / SharedBaselineStore.capacityOfHolder)
            _ = try store.add(observation, of: .process(process))
        }
        let full = #expect(throws: Problem.self) { try store.add(observation, of: .process(99)) }
        #expect(full?.code == "too_many_baselines")
        #expect(full?.detail.contains("\(BaselineStore.capacity) baselines is reached") == true)
        #expect(store.baseline(oldest) != nil)
        // An existing baseline can still be replaced.
        #expect(try store.add(observation, to: oldest) == 2)
    }

    @Test("a level is a number in any JSON notation")
    func levelInAnyNotation() throws {
        try LiveService.with { live in
            #expect(try begin(live, #"{"target":"fear","level":2.0}"#).status == 201)
            let half = try begin(live, #"{"target":"fear","level":2.5}"#)
            #expect(half.code == "invalid_body")
            #expect(half.text.contains("a whole number from 1 to 5"))
        }
    }

    @Test(
        "invalid requests are rejected",
        arguments: [
            ("", "invalid_body"), ("[]", "invalid_body"), ("{", "invalid_body"),
            ("{}", "unknown_target"), (#"{"target":"joy","level":1}"#, "unknown_target"),
            (#"{"target":"fear","level":9}"#, "unknown_level"),
            (#"{"target":"fear","level":"1"}"#, "invalid_body"),
            (#"{"target":"fear","level":2,"basline":"x"}"#, "invalid_body"),
            (#"{"target":"fear","level":2,"target":"anger"}"#, "invalid_body"),
            (#"{"target":"fear","level":1,"baseline":"x"}"#, "unknown_baseline"),
            (#"{"target":"fear","level":1,"timeLimitMilliseconds":0}"#, "invalid_body"),
        ])
    func invalidRequests(order: String, code: String) throws {
        try LiveService.with { live in
            let answer = try begin(live, order)
            #expect(answer.code == code)
        }
    }

    @Test("a baseline is made from pictures, used and deleted; a smile is rejected")
    func baseline() throws {
        let calm = try LiveService.picture("hopper.jpg")
        let happy = try LiveService.picture("collins.jpg")
        try LiveService.with { live in
            let client = try live.client()
            let made = try client.request("POST", "/v1/baselines", headers: jpeg, body: calm)
            #expect(made.status == 201)
            let id = try #require(try made.json()["id"]?.text)
            let more = try client.request(
                "POST", "/v1/baselines/\(id)/pictures", headers: jpeg, body: calm)
            #expect(try more.json()["pictures"]?.number == 2)
            let smile = try client.request(
                "POST", "/v1/baselines", headers: jpeg, body: happy)
            #expect(smile.status == 422)
            #expect(smile.code == "not_at_rest")
            let match = "/v2/match?target=happiness&level=1&baseline=\(id)"
            let judged = try client.request("POST", match, headers: jpeg, body: calm).json()
            #expect(judged["verdict"]?["verdict"]?.text == "not_yet")
            #expect(
                try begin(live, "{\"target\":\"fear\",\"level\":1,\"baseline\":\"\(id)\"}").status
                    == 201)
            #expect(
                try client.request("GET", "/metrics").text.contains("facialfun_baselines 1\n"))
            #expect(try client.request("DELETE", "/v1/baselines/\(id)").status == 204)
            let gone = try client.request("POST", match, headers: jpeg, body: calm)
            #expect(gone.code == "unknown_baseline")
        }
    }
}
