import FaceJudge
import FacialFunWire
import FamilyAccounts
import Foundation
import Logging
import Testing
import TrainerRules
import TrainerStore

@testable import TrainerServer

/// Facial Fun with the real scoring service.
@Suite(.timeLimit(.minutes(4)), .serialized)
struct FacialFunServiceTests {
    private static let program = try? FacialFunProgram.find()
    private static let reason: Comment = "facialfun was not built: run `make build` first"

    private static func sample(_ name: String) throws -> Data {
        try Data(
            contentsOf: FacialFunProgram.repository.appending(path: "SampleFaces/\(name).jpg"))
    }

    private static func judge() async throws -> FaceJudge {
        let program = try #require(program)
        let judge = try FaceJudge(
            program: program.file, logger: Logger(label: "judge") { _ in SwiftLogNoOpLogHandler() })
        judge.start()
        try #require(await judge.waitUntilReady(within: .seconds(60)) == .ready)
        return judge
    }

    @Test(.enabled(if: program != nil, reason))
    func `F2: The right face matches on a tap, a neutral face and others do not`() async throws {
        let judge = try await Self.judge()
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin(level: 1)
        for _ in 0..<3 {
            try await Task.sleep(for: .milliseconds(90))
            let rest = try await house.send(
                "POST", "\(sitting)/rest", type: "image/jpeg",
                body: try Self.sample("rendered-neutral"))
            #expect(rest["state"] == "taken")
        }
        // The current target is happiness.
        for wrong in ["rendered-neutral", "rendered-anger"] {
            let answer = try await house.tap(sitting, picture: try Self.sample(wrong))
            #expect(answer["outcome.kind"] == "not_yet" && answer["baseline"] == "true")
        }
        let nobody = try await house.tap(sitting, picture: try Self.sample("no-face-cat"))
        #expect(nobody["outcome.kind"] == "unjudged" && nobody["reason"] == "no_face")
        let right = try await house.tap(sitting, picture: try Self.sample("rendered-happiness"))
        #expect(right["outcome.kind"] == "matched")
        // Anger is next.
        let next = try await house.tap(
            sitting, showing: 1, picture: try Self.sample("rendered-happiness"))
        #expect(next["outcome.kind"] == "not_yet")
        let anger = try await house.tap(
            sitting, showing: 1, picture: try Self.sample("rendered-anger"))
        #expect(anger["outcome.kind"] == "matched" && anger["round.finished"] == "true")
        await judge.stop()
    }

    @Test(.enabled(if: program != nil, reason))
    func `A held face matches by itself, and a truncated picture does no harm`() async throws {
        let judge = try await Self.judge()
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin(level: 1)
        let resting = try await house.frame(sitting, picture: try Self.sample("rendered-neutral"))
        #expect(resting["state"] == "watching" && resting["verdict"] == "not_yet")
        let torn = try await house.frame(sitting)
        #expect(torn.status == 422 && torn["code"] == "not_a_picture")
        var end: FacialFunHouse.Answer?
        for _ in 0..<40 where end == nil {
            let answer = try await house.frame(
                sitting, picture: try Self.sample("rendered-happiness"))
            if answer["outcome.kind"] != nil { end = answer }
        }
        #expect(end?["outcome.kind"] == "matched")
        let results = try await house.store.faceResults(player: house.players[0])
        #expect(results.map(\.mode) == [.hold] && results.map(\.tries) == [1])
        await judge.stop()
    }
}
