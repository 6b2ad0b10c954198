import FacialFun
import FacialFunWire
import Testing

@testable import FacialFunServer

/// The Swift client's calls of the game, with a running service.
struct GameClientTests {
    private func with(_ body: (ScoringClient) async throws -> Void) async throws {
        let live = try LiveService(rules: LiveService.rulesWithoutHold())
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await body(
                    ScoringClient(
                        endpoint: .unix(path: live.path), deadlineMilliseconds: 20_000)))
        } catch {
            result = .failure(error)
        }
        try live.stop()
        try result.get()
    }

    /// The error code of a rejected call.
    private func refusal(_ call: () async throws -> Void) async throws -> String? {
        let error = try await #require(throws: ScoringClientError.self) { try await call() }
        return error.problem?.code
    }

    @Test("the client requests health, emotions and levels")
    func information() async throws {
        try await with { client in
            try await client.checkHealth()
            #expect(try await client.emotions() == Emotion.allCases)
            let table = try await client.levels()
            let rules = try LiveService.rules.get().levels
            #expect(table.model == rules.model)
            #expect(table.levels.map(\.level) == [1, 2, 3, 4, 5])
            for emotion in Emotion.allCases {
                #expect(
                    table.goals[emotion]?.map(\.threshold)
                        == Level.allCases.map { rules[emotion, $0].threshold })
            }
        }
    }

    @Test("the client matches with and without a baseline, and reports unknown names")
    func match() async throws {
        let happy = try LiveService.picture("collins.jpg")
        let calm = try LiveService.picture("hopper.jpg")
        try await with { client in
            let matched = try await client.match(happy, target: .happiness, level: 1)
            #expect(matched.verdict.kind == .matched)
            #expect(matched.target == .happiness && matched.level == 1 && matched.isOffered)
            #expect(Double(try #require(matched.score)) >= matched.threshold)
            let nobody = try await client.match(
                WarmUp.picture(), format: .png, target: .fear, level: 2)
            #expect(nobody.verdict == .cannotJudge(.noFace))
            #expect(nobody.score == nil)

            let made = try await client.makeBaseline(calm)
            #expect(made.pictures == 1 && made.expiresInMilliseconds > 0)
            #expect(try await client.addPicture(calm, toBaseline: made.id).pictures == 2)
            let judged = try await client.match(
                calm, target: .happiness, level: 1, baseline: made.id)
            #expect(judged.verdict.kind == .notYet)
            try await client.deleteBaseline(made.id)
            for name in [made.id, "x&target=fear", "../../healthz", "a b\r\nHost: c"] {
                let code = try await refusal {
                    _ = try await client.match(
                        calm, target: .happiness, level: 1, baseline: name)
                }
                #expect(code == "unknown_baseline")
            }
            let level = try await refusal {
                _ = try await client.match(calm, target: .happiness, level: 6)
            }
            #expect(level == "unknown_level")
        }
    }

    @Test("the events of an attempt agree with its responses, in order")
    func attempt() async throws {
        let happy = try LiveService.picture("collins.jpg")
        try await with { client in
            let begun = try await client.beginAttempt(
                target: .happiness, level: 1, timeLimitMilliseconds: 600_000)
            #expect(begun.status.phase == .watching)
            #expect(begun.frame == nil)
            var updates = client.events(ofAttempt: begun.id).makeAsyncIterator()
            #expect(try await updates.next()?.phase == .watching)

            let judged = try await client.addFrame(happy, toAttempt: begun.id)
            #expect(judged.frame == 1)
            #expect(judged.status.phase == .matched)
            #expect(try await client.attempt(begun.id).status == judged.status)
            let again = try await client.retryAttempt(begun.id)
            #expect(again.status.tries == 2)
            let skipped = try await client.skipAttempt(begun.id)
            #expect(skipped.status.phase == .skipped)
            try await client.deleteAttempt(begun.id)
            for expected in [judged, again, skipped] {
                #expect(try await updates.next() == .status(expected.status))
            }
            #expect(try await updates.next() == .ended(reason: "deleted"))
            #expect(try await updates.next() == nil)

            let code = try await refusal { _ = try await client.attempt(begun.id) }
            #expect(code == "unknown_attempt")
            let streamed = try await refusal {
                for try await _ in client.events(ofAttempt: begun.id) {}
            }
            #expect(streamed == "unknown_attempt")
        }
    }

    @Test("abandoning the stream ends it and frees its slot")
    func leaving() async throws {
        try await with { client in
            let begun = try await client.beginAttempt(target: .fear, level: 2)
            // More streams than an attempt may have, one after the other.
            for _ in 0..<(2 * AttemptStore.maxStreams) {
                var left = 200
                while true {
                    do {
                        for try await update in client.events(ofAttempt: begun.id) {
                            #expect(update.phase == .watching)
                            break
                        }
                        break
                    } catch let error as ScoringClientError
                        where error.problem?.code == "too_many_streams" && left > 0
                    {
                        // The service notices the end of the previous stream a moment later.
                        left -= 1
                        try await Task.sleep(for: .milliseconds(10))
                    }
                }
            }
        }
    }
}

extension AttemptUpdate {
    /// The phase of a status; nil for other events.
    fileprivate var phase: AttemptStatus.Phase? {
        guard case .status(let status) = self else { return nil }
        return status.phase
    }
}
