import FacialFunWire
import Foundation
import Testing
import TrainerRules
import TrainerStore

@testable import FamilyAccounts
@testable import TrainerServer

/// Different players in front of the camera: each child has its own data, and the emotions that its
/// parents excluded.
@Suite(.timeLimit(.minutes(2)))
struct FacialFunPlayersTests {
    private let judge = FacialFunFakeJudge()

    private func rest(
        _ house: FacialFunHouse, _ sitting: String, as player: Int = 0
    ) async throws -> FacialFunHouse.Answer {
        try await Task.sleep(for: .milliseconds(90))
        return try await house.send(
            "POST", "\(sitting)/rest", as: player, type: "image/jpeg", body: FacialFunHouse.picture)
    }

    @Test func `Each child is judged against its own baseline only`() async throws {
        let house = try await FacialFunHouse(judge: judge)
        let sister = try await house.addSibling()
        let first = try await house.begin()
        #expect(try await rest(house, first)["pictures"] == "1")
        let hers = try #require(judge.now.baselines.first)
        #expect(try await house.frame(first)["baseline"] == "true")
        #expect(judge.now.lights == [hers])

        // Another child continues in the same browser: no data of the first child is left.
        try await house.play(sister)
        #expect(try await house.frame(first).status == 404)
        #expect(try await rest(house, first).status == 404)
        let second = try await house.begin()
        #expect(try await house.frame(second)["baseline"] == "false")
        #expect(judge.now.lights == [hers, nil])
        #expect(try await rest(house, second)["pictures"] == "1")
        let other = try #require(judge.now.baselines.first { $0 != hers })
        #expect(try await house.frame(second)["baseline"] == "true")
        #expect(judge.now.lights == [hers, nil, other])

        // The first child comes back to a new sitting and must record its neutral face again.
        try await house.play(house.players[0])
        let third = try await house.begin()
        #expect(third != first)
        #expect(try await house.frame(third)["baseline"] == "false")
        // The service dropped the baseline of its first sitting.
        #expect(judge.now.baselines == [other])
    }

    @Test
    func `Excluded emotions are not requested in new and running rounds`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        // This judge and this content offer only happiness and anger.
        let begun = try await house.begin()
        #expect(try await house.frame(begun)["state"] == "watching")
        try await house.exclude([.happiness])
        // The current face is no longer requested: the browser gets the next one.
        let stale = try await house.frame(begun)
        #expect(stale["state"] == "stale" && stale["round.current.emotion"] == "anger")
        #expect(stale["round.showing"] == "1" && stale["outcome.kind"] == nil)
        let tap = try await house.tap(begun)
        #expect(tap["state"] == "stale")
        // In a resumed game it stays excluded; the other child's game is unchanged.
        let again = try await house.post("/sittings", #"{"level":2}"#)
        #expect(again["round.current.emotion"] == "anger")
        let other = try await house.post("/sittings", #"{"level":2}"#, as: 1)
        #expect(other["round.current.emotion"] == "happiness")
        let fresh = try await house.post("/sittings", #"{"level":1}"#)
        #expect(fresh["round.total"] == "1" && fresh["round.current.emotion"] == "anger")
        // If all faces of a level are excluded, the error reports it.
        try await house.exclude([.happiness, .anger])
        let none = try await house.post("/sittings", #"{"level":1}"#)
        #expect(none.status == 409 && none["code"] == "no_faces")
        #expect(try await house.store.faceResults(player: house.players[0]).isEmpty)
        // When the exclusion is removed, they return.
        try await house.exclude([])
        #expect(
            try await house.post("/sittings", #"{"level":3}"#)["round.current.emotion"]
                == "happiness")
    }

    @Test func `Every route rejects another player's sitting and an attempt name of the service`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin(as: 0)
        #expect(try await rest(house, sitting)["pictures"] == "1")
        #expect(try await house.frame(sitting)["baseline"] == "true")
        let attempt = try #require(judge.now.attempts.keys.first)
        let baseline = try #require(judge.now.baselines.first)
        try await house.openParentPart(as: 1)
        let before = judge.now
        let pressed = #"{"id":"\(UUID())","showing":0,"elapsedMilliseconds":5}"#
        for name in [sitting, "/sittings/\(attempt)", "/sittings/\(baseline)"] {
            for path in ["frames", "look", "tap", "rest"] {
                let answer = try await house.send(
                    "POST", "\(name)/\(path)?showing=0&elapsed=1&event=\(UUID())", as: 1,
                    type: "image/jpeg", body: FacialFunHouse.picture)
                #expect(answer.status == 404 && answer["code"] == "unknown_sitting", "\(path)")
            }
            for path in ["skip", "seen", "rest/again", "end"] {
                let answer = try await house.post("\(name)/\(path)", pressed, as: 1)
                #expect(answer.status == 404 && answer["code"] == "unknown_sitting", "\(path)")
            }
        }
        #expect(judge.now.frames == before.frames && judge.now.baselines == before.baselines)
        #expect(judge.now.attempts == before.attempts)
        #expect(try await house.frame(sitting)["state"] == "watching")
    }

    @Test func `Hints depend on changes from the child's baseline, and previews give none`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        _ = try await rest(house, sitting)
        #expect(judge.now.movements == 1)
        _ = try await rest(house, sitting)
        _ = try await house.frame(sitting)
        _ = try await house.tap(sitting)
        #expect(judge.now.movements == 4)
        _ = try await house.poll(sitting)
        #expect(judge.now.movements == 4)
    }

    @Test func `A child with a distant face is asked to come closer, unless the face matches`()
        async throws
    {
        let house = try await FacialFunHouse(judge: judge)
        let sitting = try await house.begin()
        // 600 pixels of the square correspond to 75 pixels of the picture.
        judge.change { $0.scale = 0.005 }
        for answer in [try await house.frame(sitting), try await house.poll(sitting)] {
            #expect(answer["verdict"] == "cannot_judge" && answer["reason"] == "too_small")
            #expect(answer["sentence"] == CannotJudgeReason.tooSmall.sentence)
        }
        let tap = try await house.tap(sitting)
        #expect(tap["outcome.kind"] == "unjudged" && tap["round.triesLeft"] == "3")
        judge.change { $0.isTimeUp = true }
        #expect(try await house.frame(sitting)["outcome.kind"] == "unjudged")
        judge.change { $0.isTimeUp = false }
        judge.change { $0.scale = 0.1 }
        #expect(try await house.frame(sitting)["verdict"] == "not_yet")
        judge.change { $0.scale = 0.005 }
        judge.change { $0.verdict = .matched(praise: nil) }
        #expect(try await house.frame(sitting)["outcome.kind"] == "matched")
    }
}
